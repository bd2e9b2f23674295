"""What a repair of a damaged log would keep and what it would lose (LOG-13).

Owns the plan alone: reading and judging, never guessing. What is kept is the longest prefix that reads well, so that a
hole, an unreadable line or a second writer ends it. How far that is, ``sound`` says; carrying a plan out is
``mended``'s, the words for what is lost are ``losses``'.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from workbench.errors import UsageError, WorkbenchError
from workbench.session.events import FORMAT_VERSION
from workbench.session.limits import LIMITS, Limits
from workbench.session.losses import Lost, lost_after, lost_tail
from workbench.session.paths import LOG_NAMES, real_path
from workbench.session.problems import Kind, Problem
from workbench.session.reader import SessionLog, read_stored
from workbench.session.repairplan import Kept, RepairPlan, Stamp, TextPart
from workbench.session.sound import Sound, end_of, has_mark, sound_part, spans_of
from workbench.session.stored import open_file

# Problems of a log that reads to its end, which stay whatever is cut behind them.
_STOPS: Final = frozenset[Kind](("schedule_rule", "unknown_type"))
_HEADLESS: Final = frozenset[Kind](("bad_header", "empty_file"))
_UNPROVEN: Final = "events of a damaged frame, which nothing vouches for"


def plan_repair(path: Path, *, before: int | None = None, limits: Limits = LIMITS) -> RepairPlan:
    """What a repair of the log at ``path`` would keep and lose; a link is followed. Nothing is written.

    ``before`` cuts the log before that event, which is the only way to mend a broken rule of Schedule or an event that
    cannot be replayed; it must lie before whatever else is damaged (``invalid_boundary``). Raises what reading raises,
    ``unsupported_format``, ``schedule_rule``, ``wrong_identity`` and ``no_header`` for what cannot be mended by cutting
    an end off.
    """
    stored, path = open_file(path), real_path(path)
    stamp = Stamp.of(stored.stat())
    log = read_stored(stored, path, limits=limits)
    _refuse_other_formats(log)
    sound = sound_part(log, stored, limits)
    end = sound.rows if before is None else _rows_before(log, before, sound.rows)
    spans = spans_of(log, sound, end)
    text = TextPart(log.index.source, spans)
    if end < log.index.rows or log.verdict != "ok":
        kept = _judged(log, text, limits)
        why = _UNPROVEN if before is None else "cut here, as asked"
        last = spans[-1][1]
        lost = lost_tail(log, last) if _only_torn(log, end) else lost_after(log, end, last, why)
        return _plan(log, stamp, kept, text, lost, tuple(_mended(log, sound, end)))
    _refuse_unmendable(log)
    return _sound(log, stamp, text)


def repairable(log: SessionLog) -> bool:
    """Whether there may be something to mend: what a plan says in the end is another question."""
    return log.judged in ("torn", "corrupt") and log.header is not None


def _only_torn(log: SessionLog, rows: int) -> bool:
    return log.verdict == "torn" and rows == log.index.rows


def _rows_before(log: SessionLog, seq: int, sound: int) -> int:
    """The row of event ``seq``, which must begin there and lie before any damage."""
    if log.judged == "ok":
        raise UsageError("nothing_to_repair", f"{log.path} is sound: nothing is cut off a sound log", hint="see `fork`")
    stops = [each.row for each in log.problems if each.kind in _STOPS and each.row is not None]
    last = min([sound, *stops])
    row = log.index.row_of(seq)
    highest = log.index.seq(last) if last < log.index.rows else log.index.next_seq
    if row is None and seq == log.index.next_seq and sound == log.index.rows:
        row = sound
    if row is None or row > last or (row < log.index.rows and log.index.seq(row) != seq):
        accepted = f"0 to {highest} are accepted, and no event within a packed row"
        raise UsageError("invalid_boundary", f"{log.path} cannot be cut before event {seq}: {accepted}")
    return row


def _judged(log: SessionLog, text: TextPart, limits: Limits) -> SessionLog:
    """What would be left, read as the log it would be. Refused where it would still not be sound."""
    # Whatever the file is called: this is plain text.
    kept = read_stored(text, log.path.with_name(LOG_NAMES["none"]), limits=limits)
    kept.path = log.path
    _refuse_unmendable(kept, identity=False)
    if kept.verdict != "ok":
        raise _unmendable(log, "what would be left is damaged too")
    return kept


def _refuse_other_formats(log: SessionLog) -> None:
    headless = next((each for each in log.problems if each.kind in _HEADLESS), None)
    if headless is not None or log.header is None:
        why = headless.message if headless is not None else "it has no header"
        raise _unmendable(log, f"{why}, so nothing says whose session it is")
    if log.format != FORMAT_VERSION:
        message = f"{log.path} is written by format {log.format}: only a program that knows it can repair it"
        raise WorkbenchError("unsupported_format", message, hint="it can be looked at as raw events")


def _refuse_unmendable(log: SessionLog, *, identity: bool = True) -> None:
    """Raise for what reads to its end and is wrong all the same."""
    for problem in log.problems:
        if problem.kind in _STOPS:
            raise _rule(log, problem)
        if problem.kind == "wrong_identity" and identity:
            message = f"{log.path} reads well, but {problem.message}"
            raise WorkbenchError("wrong_identity", message, hint=f"move its folder to {problem.expected}")


def _rule(log: SessionLog, problem: Problem) -> WorkbenchError:
    code = "schedule_rule" if problem.kind == "schedule_rule" else "unsupported_format"
    message = f"{log.path}: {problem.message}"
    if problem.seq is None:
        return WorkbenchError(code, message, hint="no cut mends that; the log can be looked at")
    hint = f"--before {problem.seq} cuts the log before that event, and everything after it with it"
    return WorkbenchError(code, message, hint=hint, details={"before": problem.seq})


def _unmendable(log: SessionLog, why: str) -> WorkbenchError:
    return WorkbenchError("not_repairable", f"{log.path} cannot be repaired: {why}", hint="it can still be looked at")


def _plan(
    log: SessionLog, stamp: Stamp, kept: SessionLog, text: TextPart, lost: Lost, mended: tuple[str, ...]
) -> RepairPlan:
    framed = log.compression == "zstd" and _only_torn(log, kept.index.rows)
    misplaced = next((each for each in log.problems if each.kind == "wrong_identity"), None)
    return RepairPlan(
        path=log.path,
        verdict=log.judged,
        needed=True,
        compression=log.compression,
        session_id=_id_of(log),
        stamp=stamp,
        kept=Kept(kept.index.events, kept.last_turn_end, text.size()),
        lost=lost,
        text=text,
        whole=log.good_size if framed else 0,
        whole_text=end_of(log.index, log.good_rows) if framed else 0,
        mended=mended,
        note=None if misplaced is None else f"it still lies in the wrong place then: {misplaced.message}",
    )


def _mended(log: SessionLog, sound: Sound, rows: int) -> Iterator[str]:
    """What is put right in the first ``rows`` rows without losing any of them."""
    if has_mark(log):
        yield "the byte order mark at its start goes"
    if sound.misframed:
        more = len(sound.misframed) - 1
        yield f"it is framed anew: {sound.misframed[0].message}{f' ({more:,} more like it)' if more else ''}"
    blanks = [each for each in sound.blanks if each.row is not None and each.row < rows]
    yield from _gone(blanks, "the blank line {} goes", "blank lines")
    repeats = [each for each in sound.repeats if each.row is not None and each.row < rows]
    yield from _gone(
        repeats, "line {}, the same as the one before it, goes", "lines that are the same as the one before"
    )


def _gone(problems: Sequence[Problem], one: str, many: str) -> Iterator[str]:
    if len(problems) == 1:
        yield one.format(problems[0].line)
    elif problems:
        yield f"{len(problems):,} {many} go, the first of them line {problems[0].line}"


def _sound(log: SessionLog, stamp: Stamp, text: TextPart) -> RepairPlan:
    return RepairPlan(
        path=log.path, verdict="ok", needed=False, compression=log.compression, session_id=_id_of(log), stamp=stamp,
        kept=Kept(log.index.events, log.last_turn_end, log.index.end), lost=Lost(), text=text,
    )  # fmt: skip


def _id_of(log: SessionLog) -> str:
    return log.header.id if log.header is not None else ""

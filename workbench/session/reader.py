"""Reading a whole log: header, index, state and verdict in one pass that never writes (LOG-1 to LOG-9).

Owns putting the parts together and telling a damaged log from a file that is none. Line rules are in ``shapes`` and
``verify``, the pass in ``scan``, what damage means in ``verdict``.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.corrupt import corrupt
from workbench.session.closers import closing_events
from workbench.session.events import FORMAT_VERSION, TYPE_CODE, Event, Header
from workbench.session.foreign import ForeignScan
from workbench.session.index import LogIndex
from workbench.session.limits import LIMITS, Limits
from workbench.session.marks import NO_MARKS, Marks, marks_of
from workbench.session.opening import Opening
from workbench.session.past import Past
from workbench.session.paths import Compression, check_identity
from workbench.session.problems import YEARS, Problem
from workbench.session.runs import FrameText, Place
from workbench.session.scan import Scan
from workbench.session.state import SessionState
from workbench.session.stored import ByteSource, open_file
from workbench.session.tracker import Tracker
from workbench.session.verdict import Verdict, judge
from workbench.time.instant import clamped, in_range

_SOUND: Final = frozenset(("ok", "torn"))
# A log with these problems reads well, but is not what it should be.
_GRAVE: Final = frozenset(("wrong_identity", "schedule_rule"))
_MINOR: Final = frozenset(("torn_tail", "time_out_of_range", "open_turn"))
_TURN_END: Final = TYPE_CODE["turn/end"]


class Reading(msgspec.Struct):
    """How far a log was read: what following it goes on from (LOG-15)."""

    opened: Opening
    scan: Scan | ForeignScan
    root: Path | None
    past: Past | None = None
    # From where the frames can be read another time, of a compressed log.
    place: Place | None = None


class SessionLog(msgspec.Struct, kw_only=True):
    """A log as it was found. ``index`` reads its lines on demand; ``state`` is the fold without ``closers``.

    ``good_size`` are the bytes of the file to keep when it is opened for writing, ``good_rows`` the rows they hold:
    fewer than the index has only where a torn frame's complete lines have to be written again. ``events_shown`` counts
    closers.
    """

    path: Path
    compression: Compression
    header: Header | None
    format: int | None
    index: LogIndex
    state: SessionState
    past: Past
    verdict: Verdict
    problems: tuple[Problem, ...]
    closers: tuple[Event, ...] = ()
    last_turn_end: str | None = None
    good_size: int = 0
    good_rows: int = 0
    problems_left_out: int = 0
    known_marks: Marks | None = None
    reading: Reading | None = None

    @property
    def marks(self) -> Marks:
        """What is damaged where, by rows; made when first asked for, as sound logs have none (LOG-14)."""
        if self.known_marks is None:
            self.known_marks = (
                marks_of(self.index, self.problems, self.problems_left_out) if self.problems else NO_MARKS
            )
        return self.known_marks

    @property
    def events_shown(self) -> int:
        """Events of the index and closers."""
        return self.index.events + len(self.closers)

    @property
    def judged(self) -> Verdict:
        """The verdict as it is told: ``corrupt`` also where the log reads well but breaks a rule of Schedule or lies in
        the wrong place (LOG-13). It can be ``drivable`` all the same."""
        grave = any(problem.kind in _GRAVE for problem in self.problems)
        return "corrupt" if grave and self.verdict in _SOUND else self.verdict

    @property
    def drivable(self) -> bool:
        """Whether the log may be written on. One that is shorter than the seed its header claims may not: what is
        added would count as inherited."""
        seed = self.header.fold_from if self.header is not None else None
        return self.verdict in _SOUND and seed is not None and seed <= self.index.next_seq

    @property
    def chief_problem(self) -> Problem | None:
        """The problem to name where one must do: the first that more than a torn end or an odd time is wrong with."""
        major = (problem for problem in self.problems if problem.kind not in _MINOR)
        return next(major, self.problems[0] if self.problems else None)

    @property
    def last_instant(self) -> int:
        """Where a clock stands at the end of the log (epoch ms): at the last event, else at the session's birth.

        A time outside the years 0001-9999 counts as their nearest end: no clock here goes further (SCH-1).
        """
        born = self.header.created_at if self.header is not None else 0
        return clamped(born if self.state.last_time is None else self.state.last_time)

    def state_at(self, seq: int) -> SessionState:
        """The state after event ``seq``; see :meth:`workbench.session.past.Past.state_at`."""
        return self.past.state_at(seq)

    def prefix_seq(self, time: int) -> int:
        """The last seq of the longest prefix that is not later than ``time`` (epoch ms); -1 for none."""
        return self.past.prefix_seq(time)


def read_log(path: Path, *, root: Path | None = None, limits: Limits = LIMITS) -> SessionLog:
    """Read the log at ``path``; its place is checked against ``root`` if given (LOG-1).

    Damage is told in the result. Raises only ``not_found``, ``is_folder``, ``not_readable``, ``unsafe_name``,
    ``too_large`` and, for a file that is no session log at all, ``not_a_log``.
    """
    return read_stored(open_file(path), path, root=root, limits=limits)


def read_stored(stored: ByteSource, path: Path, *, root: Path | None = None, limits: Limits = LIMITS) -> SessionLog:
    """The same for bytes that are open already; ``path`` only names them."""
    opened = Opening(stored, path, limits)
    if opened.header is not None and opened.header.format != FORMAT_VERSION:
        foreign = ForeignScan(opened.index)
        opened.feed(foreign)
        return found_foreign(Reading(opened, foreign, root), foreign)
    scan = Scan(opened.index, Tracker(opened.header.fold_from if opened.header else 0))
    opened.feed(scan)
    scan.claims.compare()
    verdict = judge(scan, opened.text)
    return found_in(Reading(opened, scan, root), scan, verdict)


def found_foreign(reading: Reading, scan: ForeignScan) -> SessionLog:
    """What a reading of another format's log found."""
    opened = reading.opened
    found = opened.header.format if opened.header is not None else None
    message = f"the log is written by format {found}; this version reads format {FORMAT_VERSION} and shows the rest raw"
    newer = Problem(kind="newer_format", message=message, line=1, expected=str(FORMAT_VERSION), found=str(found))
    problems = (*opened.problems, newer, *scan.problems.items)
    _see_past(reading, Tracker(0), _hole(-1, f"format {found}", "format 0"))
    return _result(reading, "unsupported", problems, scan.problems.dropped)


def found_in(
    reading: Reading,
    scan: Scan,
    verdict: Verdict,
    *,
    torn: Problem | None = None,
    state: SessionState | None = None,
) -> SessionLog:
    """What a reading found so far: ``verdict`` on the lines, with ``torn`` where they end too early and the scan does
    not say so itself; ``state`` is that at the end where it is known already."""
    opened, header = reading.opened, reading.opened.header
    verdict = "corrupt" if opened.problems else verdict
    problems = [*opened.problems, *scan.problems.items, *([torn] if torn is not None else [])]
    misplaced = check_identity(opened.path, header, reading.root) if header is not None else None
    if misplaced is not None:
        problems.append(misplaced)
    if header is not None and not in_range(header.created_at):
        problems.append(_odd_birth(header.created_at))
    hole = _broken_at(scan, verdict) or _seed_error(header, scan.index, problems)
    _see_past(reading, scan.tracker, hole)
    known = state if hole is None and scan.tracker.error is None else None
    found = _result(reading, verdict, tuple(problems), scan.problems.dropped, known)
    if verdict in _SOUND and header is not None and found.state.turn is not None:
        found.closers = closing_events(found.state, header.id)
        found.last_turn_end = "interrupted"
        found.problems = (*found.problems, _open_turn(found))
    return found


def _see_past(reading: Reading, tracker: Tracker, hole: tuple[int, ScheduleError] | None) -> None:
    if reading.past is None:
        reading.past = Past(reading.opened.index, tracker, hole)
    else:
        reading.past.damaged_from(hole)


def _result(
    reading: Reading,
    verdict: Verdict,
    problems: tuple[Problem, ...],
    left_out: int,
    state: SessionState | None = None,
) -> SessionLog:
    opened, past = reading.opened, reading.past
    assert past is not None  # noqa: S101 - seen just before
    index, text = opened.index, opened.text
    framed = isinstance(text, FrameText)
    return SessionLog(
        path=opened.path,
        compression="zstd" if framed else "none",
        header=opened.header,
        format=opened.header.format if opened.header is not None else None,
        index=index,
        state=past.state_of(index.rows) if state is None else state,
        past=past,
        verdict=verdict,
        problems=problems,
        last_turn_end=_last_turn_end(index),
        good_size=text.good_size(index.end),
        good_rows=index.rows_before(text.torn_from) if framed and text.torn_from is not None else index.rows,
        problems_left_out=left_out,
        reading=reading,
    )


def _broken_at(scan: Scan, verdict: Verdict) -> tuple[int, ScheduleError] | None:
    """Where Schedule's history can no longer be trusted (LOG-14)."""
    if verdict != "corrupt":
        return None
    if scan.damage is None:
        return _hole(-1, "a log without a sound header", "a sound header")
    row = min(scan.damage.row, scan.index.rows - 1)
    return _hole(row, f"damage at line {scan.damage.line}", "a log without holes")


def _seed_error(header: Header | None, index: LogIndex, problems: list[Problem]) -> tuple[int, ScheduleError] | None:
    """A seed length that the log does not have (SCH-10)."""
    seed = header.seed_length if header is not None else None
    if seed is None or 0 <= seed <= index.next_seq:
        return None
    expected = f"0 to {index.next_seq}"
    row, error = _hole(-1, f"seedLength {seed}", expected)
    problems.append(Problem(kind="schedule_rule", message=error.message, line=1, expected=expected, found=str(seed)))
    return row, error


def _odd_birth(created_at: int) -> Problem:
    message = f"the header's createdAt is {created_at} ms, outside the years 0001-9999"
    return Problem(kind="time_out_of_range", message=message, line=1, expected=YEARS, found=str(created_at))


def _hole(row: int, found: str, expected: str) -> tuple[int, ScheduleError]:
    return row, corrupt("the history of Schedule is not whole", expected=expected, found=found)


def _open_turn(found: SessionLog) -> Problem:
    seq = found.index.next_seq - 1
    message = f"turn {found.state.turn} is open at the end; {len(found.closers)} closing events are shown"
    return Problem(kind="open_turn", message=message, seq=seq)


def _last_turn_end(index: LogIndex) -> str | None:
    row = index.rfind_type(_TURN_END)
    if row < 0:
        return None
    data: Any = getattr(index.event(row), "data", None)
    reason = data.get("reason") if isinstance(data, dict) else None
    kind = reason.get("kind") if isinstance(reason, dict) else None
    return kind if isinstance(kind, str) else None

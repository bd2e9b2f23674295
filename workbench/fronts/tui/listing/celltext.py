"""One row of the session list in words (page 10, section 6, *Sessions*): which columns there are, and what they say.

What is due is measured by each session's own clock, which stands at its last event: that is where it would go on. A
file that could not be read puts what is wrong where its target would be, because the reader looks there.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from workbench.actions.known import Facts, LogFacts, ScenarioFacts
from workbench.fronts.tui.listing.entries import Entry
from workbench.fronts.tui.panes.columns import Column, cells, choose
from workbench.fronts.tui.theme.cells import clean, cut
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.text.sizes import size_text
from workbench.time.clocktext import clock_text, table_time
from workbench.time.durations import format_duration
from workbench.time.instant import clamped
from workbench.time.zones import Zone

COLUMNS: Final = (
    Column("bar", 1, gap=0),
    Column("sign", 1),
    Column("health", 12, gap=0, shown_from=88),
    Column("name", 24),
    Column("events", 7, right=True, gap=0, shown_from=76),
    Column("active", 8, right=True, gap=2, shown_from=66),
    Column("flag", 1, gap=0),
    Column("shape", 1),
    Column("id", 12, gap=0, shown_from=56),
    Column("target", 10, gap=0, shown_from=98),
    Column("due", 16, gap=0, shown_from=30),
    Column("note", 0, gap=0, shown_from=112),
)
HEADS: Final = {
    "health": "health", "name": "session", "events": "events", "active": "active", "id": "nearest target",
    "due": "due, own clock", "note": "note",
}  # fmt: skip
ROLES: Final = {
    "ok": "ok", "torn": "overdue", "corrupt": "bad", "unsupported": "text", "unreadable": "text", "invalid": "bad",
}  # fmt: skip
_WIDE: Final = 118
# Without the target an id stands right before what is due.
_ID_ALONE: Final = 14
# What a row without a target says in its place is no longer than this.
_SHORT_DUE: Final = 10
_LONGEST: Final = 200
_MILLION: Final = 1_000_000
_NS: Final = 1_000_000
# From this width on there is a column of notes.
_NOTED: Final = 112
# Characters of the year and of the seconds in a clock's text.
_YEAR: Final = 5
_SECONDS: Final = 3
# From here on a row says one thing instead of several: why there is no target.
_TARGET: Final = ("id", "target")
_REST: Final = ("due", "note")
_WHOLE: Final = ("id", "target", "due", "note")


def columns_at(width: int) -> list[Column]:
    """The columns at ``width`` cells; the name takes what a note leaves, or a third of what is beyond a wide screen."""
    fixed = choose(COLUMNS, width)
    if fixed[-1].name == "note":
        return choose(COLUMNS, width, {"name": 24 + max(0, width - _WIDE) // 3})
    widths = {} if any(column.name == "target" for column in fixed) else {"id": _ID_ALONE}
    fixed = choose(COLUMNS, width, widths)
    others = sum(column.cells + column.gap for column in fixed if column.name != "name")
    return choose(COLUMNS, width, widths | {"name": max(1, width - others - 1)})


def head_line(width: int) -> Line:
    """What the columns are."""
    columns = columns_at(width)
    heads = HEADS if any(column.name == "target" for column in columns) else {**HEADS, "id": "nearest"}
    return Line(cells(_joined(columns, _TARGET), {name: Span(text, "dim") for name, text in heads.items()}))


def entry_line(entry: Entry, width: int, zone: Zone, glyphs: Glyphs, opened: Path | None) -> Line:
    """An entry's row; ``opened`` is the file that was on the screen last."""
    columns = columns_at(width)
    facts = entry.facts
    if facts is None:
        return Line(cells(columns, _unread(entry, columns)))
    narrow = all(column.name != "id" for column in columns)
    idle = _targetless(facts)
    if idle:
        columns = _named_at_length(columns) if narrow else _told_at_length(columns)
    name = next(column.cells for column in columns if column.name == "name")
    texts = _health(facts, glyphs) | _counts(facts, glyphs) | {"name": _name(entry, facts, name)}
    problem = _instead(facts)
    if problem is not None:
        place = next((column.name for column in columns if column.name in _WHOLE), "")
        return Line(cells(_joined(columns, _WHOLE), texts | {place: problem}))
    note = Span(", ".join(notes(entry, opened, zone)), *_note_look(facts))
    target = _target(entry, facts, zone, glyphs, narrow=narrow)
    if idle and width >= _NOTED:
        steps = target["due"].text
        return Line(
            cells(
                columns,
                texts | target | {"due": note._replace(text=f"{steps:<{_SHORT_DUE if steps else 0}}{note.text}")},
            )
        )
    return Line(cells(_note_first(columns, target["due"], note), texts | target | {"note": note}))


def sign_of(verdict: str, glyphs: Glyphs) -> str:
    """The one-cell sign of a health."""
    return glyphs.corrupt if verdict == "invalid" else glyphs.health(verdict)


def due_text(target: int, now: int) -> str:
    """How far a target is from its session's instant."""
    wait = target - now
    if wait > 0:
        return f"in {format_duration(wait)}"
    return f"overdue {format_duration(wait)}" if wait else "due now"


def count_text(count: int | None, glyphs: Glyphs) -> str:
    """A count that fits in seven cells."""
    if count is None:
        return glyphs.none
    return f"{count:,}" if count < _MILLION else f"{count / _MILLION:.1f} M"


def notes(entry: Entry, opened: Path | None, zone: Zone) -> list[str]:
    """What else there is to say of an entry, the most needed first; times are told in ``zone``."""
    found, facts = entry.found, entry.facts
    said = []
    if found.holder is not None:
        said.append("open here" if found.holder.pid == os.getpid() else f"in use by pid {found.holder.pid or '?'}")
    if isinstance(facts, ScenarioFacts):
        return [*said, *facts.words]
    if found.kind == "run" and facts is not None and facts.verdict == "ok":
        # Seconds do not matter, and the year only to who reads it in another one.
        when = clock_text(clamped(found.mtime_ns // _NS), zone).split(" ", 1)[1]
        said.append(f"written {when[_YEAR:-_SECONDS]}")
    if isinstance(facts, LogFacts):
        said += _log_notes(facts)
    if found.source is not None:
        said.append(f"copy of {_short(found.source)}" + (", which is gone" if found.gone else ""))
    if found.copied:
        said.append("continued on a copy")
    if entry.path == opened and found.holder is None:
        said.append("opened last")
    if isinstance(facts, LogFacts) and facts.frames:
        said.append(f"compressed, {facts.frames:,} frames" if facts.frames > 1 else "compressed")
    return said


def _log_notes(facts: LogFacts) -> list[str]:
    said = []
    if facts.verdict == "torn":
        said.append(f"last line cut, {size_text(facts.lost)}" if facts.lost else "its end is cut")
    if facts.verdict == "ok" and facts.problem is not None:
        said.append(facts.problem)
    if facts.overdue:
        said.append(f"{facts.overdue:,} due when resumed")
    if facts.parent is not None:
        said.append(f"fork of {facts.parent}")
    return said


def _note_look(facts: Facts) -> tuple[str, bool]:
    torn = facts.verdict == "torn"
    return ("overdue" if torn else "dim"), torn


def _unread(entry: Entry, columns: Sequence[Column]) -> dict[str, Span]:
    word = Span("reading", "faint")
    place = "health" if any(column.name == "health" for column in columns) else columns[-1].name
    return {"name": Span(entry.label, "soft"), place: word}


def _health(facts: Facts, glyphs: Glyphs) -> dict[str, Span]:
    sound = facts.verdict == "ok"
    role = ROLES[facts.verdict]
    return {
        "sign": Span(sign_of(facts.verdict, glyphs), role, not sound),
        "health": Span(facts.verdict, "dim" if sound else role, not sound),
    }


def _counts(facts: Facts, glyphs: Glyphs) -> dict[str, Span]:
    log = facts if isinstance(facts, LogFacts) else None
    active = log.active if log is not None else None
    return {
        "events": Span(count_text(log.events if log is not None else None, glyphs), "dim"),
        "active": Span(count_text(active, glyphs), "dim" if not active else "text", bool(active)),
    }


def _instead(facts: Facts) -> Span | None:
    """What stands where the target would be."""
    if facts.problem is None or facts.verdict in ("ok", "torn"):
        return None
    return Span(facts.problem, ROLES[facts.verdict], True)


def _target(entry: Entry, facts: Facts, zone: Zone, glyphs: Glyphs, *, narrow: bool) -> dict[str, Span]:
    if isinstance(facts, ScenarioFacts):
        steps = f"{facts.steps:,} {'step' if facts.steps == 1 else 'steps'}"
        return {"id": Span(entry.path.stem, "dim"), "due": Span(steps, "text")}
    if not isinstance(facts, LogFacts) or facts.nearest is None or facts.now is None:
        return {"id": Span("nothing scheduled", "dim"), "due": Span("nothing" if narrow else "", "dim")}
    nearest = facts.nearest
    late = nearest.target <= facts.now
    role = "overdue" if late else "link"
    return {
        "flag": Span(glyphs.overdue if late else "", role, True),
        "shape": Span(glyphs.shape(nearest.kind, delivered=False), role),
        "id": Span(nearest.id, "text"),
        "target": Span(table_time(nearest.target, facts.now, zone), "dim"),
        "due": Span(due_text(nearest.target, facts.now), "overdue" if late else "text", late),
    }


def _targetless(facts: Facts) -> bool:
    """Whether a sound row has nothing that is due."""
    if _instead(facts) is not None:
        return False
    return isinstance(facts, ScenarioFacts) or (isinstance(facts, LogFacts) and facts.nearest is None)


def _named_at_length(columns: Sequence[Column]) -> list[Column]:
    """``columns`` of a narrow list for a row without a target: the name has the room of what is not there."""
    spare = sum(column.cells + column.gap for column in columns if column.name in ("flag", "shape"))
    due = next((column for column in columns if column.name == "due"), None)
    if due is not None:
        spare += due.cells - _SHORT_DUE
    kept = [column for column in columns if column.name not in ("flag", "shape")]
    wider = {"name": spare, "due": _SHORT_DUE - due.cells if due is not None else 0}
    return [msgspec.structs.replace(each, cells=each.cells + wider.get(each.name, 0)) for each in kept]


def _told_at_length(columns: Sequence[Column]) -> list[Column]:
    """``columns`` for a row without a target: what stands in its place has its room, and a note that of what is due."""
    joined = _joined(_joined(columns, _TARGET), _REST)
    given = 0 if columns[-1].name == "note" else next(each.cells for each in joined if each.name == "due") - _SHORT_DUE
    wider = {"id": given - 1, "due": -given}
    replace = msgspec.structs.replace
    return [
        replace(each, cells=each.cells + wider[each.name], gap=each.gap + (each.name == "id"))
        if each.name in wider
        else each
        for each in joined
    ]


def _note_first(columns: Sequence[Column], due: Span, note: Span) -> Sequence[Column]:
    """``columns`` with a note that is cut begun earlier, as far as what is due leaves room."""
    if columns[-1].name != "note":
        return columns
    lacking = cell_width(clean(note.text, _LONGEST)) - columns[-1].cells
    free = next(each.cells for each in columns if each.name == "due") - cell_width(due.text) - 2
    by = max(0, min(lacking, free))
    taken = {"due": -by, "note": by}
    return [msgspec.structs.replace(each, cells=each.cells + taken.get(each.name, 0)) for each in columns]


def _name(entry: Entry, facts: Facts, room: int) -> Span:
    """The name; of a run, which one it is is never cut off."""
    run = entry.run
    text = cut(clean(facts.name, room), room - len(run) - 1) + f" {run}" if run else facts.name
    return Span(text, "text" if facts.verdict == "ok" else "soft")


def _joined(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    """``columns`` with those of ``names`` that stand side by side made one."""
    found: list[Column] = []
    for column in columns:
        if found and column.name in names and found[-1].name in names:
            last = found[-1]
            found[-1] = Column(last.name, last.cells + last.gap + column.cells, last.right, column.gap)
        else:
            found.append(column)
    return found


def _short(source: Path) -> str:
    """A source by the name of its session's folder, or its own where it is no session's usual name."""
    return source.parent.name if source.name.startswith("session.") else source.name

"""One journal entry whole: when, what and why, then each record with its target, lateness and what came of it.

Owns the words and their order; lines are wrapped, nothing is left out. The entry's row is ``journalline``'s.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.faulttext import title_of
from workbench.fronts.tui.panes.instants import counted, lateness, local_detail, utc_moment
from workbench.fronts.tui.panes.waiting import WOKE, then_words
from workbench.fronts.tui.theme.cells import pad, wrap
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.text.safe import safe_line
from workbench.time.clocktext import clock_text, utc_hms_ms, zone_city
from workbench.time.durations import format_duration
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry, Item

_LABEL: Final = 11
_INDENT: Final = 3
_LEAST: Final = 10
_REPEAT: Final = "the same occurrence was queued before and that was never recorded"
_LOST: Final = "lost with the crash: the log has no dispatch of it, so it may come again"
_NONE: Final[frozenset[str]] = frozenset()
_RECOVERED: Final = "the journal lacked this; it was made from the log when the session was opened again"


def entry_lines(entry: "Entry", glyphs: Glyphs, zone: Zone, width: int, lost: frozenset[str] = _NONE) -> list[Line]:
    """The lines for a pane of that many cells; ``lost`` are the records whose dispatch a crash lost."""
    when = (
        Span(f" {clock_text(entry.at, zone)} {zone_city(zone)}  ", "soft"),
        Span(utc_hms_ms(entry.at), "text", True),
    )
    lines = [Line(when), BLANK_LINE]
    for label, value in _facts(entry, zone):
        lines += _fact(label, value, width, 1)
    for item in entry.items:
        lines += [BLANK_LINE, _head(item, glyphs), *_item(item, entry, zone, width, item.id in lost)]
    return lines


def entry_title(entry: "Entry") -> str:
    """What the entry is, for the title of the pane."""
    return f"{entry.what} {entry.chosen}" if entry.chosen is not None else entry.what


def _facts(entry: "Entry", zone: Zone) -> Iterator[tuple[str, str]]:
    """What is said of the entry as a whole: label and value."""
    yield entry.what, _what(entry)
    if entry.woke is not None:
        yield "woken", f"because {WOKE.get(entry.woke, entry.woke)}"
    if entry.what == "decision":
        yield "records", f"{entry.active:,} active, {entry.due:,} due"
    yield from _texts(entry)
    if entry.lost is not None:
        yield "lost", f"{counted(entry.lost, 'event')} not on disk"
    if entry.since is not None:
        yield ("set back" if entry.what == "clock" else "cold"), _since(entry, entry.since, zone)
    if entry.events is not None:
        yield "log", counted(entry.events, "event")
    if entry.seq >= 0:
        yield "event", f"seq {entry.seq}{f', turn {entry.turn}' if entry.turn is not None else ''}"
    if entry.recovered:
        yield "recovered", _RECOVERED


def _texts(entry: "Entry") -> Iterator[tuple[str, str]]:
    for label, value in (("schedule", entry.id), ("tool", entry.tool), ("by", entry.by), ("code", entry.code)):
        if value is not None:
            yield label, value
    if entry.message is not None and entry.what != "fault":
        yield "message", entry.message


def _what(entry: "Entry") -> str:
    if entry.what == "decision":
        done = sum(item.occurrence is not None for item in entry.items)
        held = len(entry.items) - done
        chosen = {"batch": f"a batch of {done}", "wait": "wait"}.get(entry.chosen or "", "a one-shot")
        return f"{chosen}{f', {held} held back' if held else ''}"
    if entry.what == "fault":
        left = f", {entry.left:,} left" if entry.left is not None else ""
        return f"{title_of(entry.fault or 'fault')}: {entry.message or 'changed'}{left}"
    if entry.what == "crash":
        return title_of(entry.fault) if entry.fault is not None else "the process died here"
    if entry.what == "resume" and entry.items:
        return "what is listed was queued and never became durable: it may come again"
    return {"clock": "nothing fires early", "suspend": "the session became cold", "resume": "the session is live"}.get(
        entry.what, ""
    )


def _since(entry: "Entry", since: int, zone: Zone) -> str:
    local = "".join(f" ({text})" for text in local_detail(since, entry.at, zone))
    length = format_duration(since - entry.at)
    return f"{'from' if entry.what == 'clock' else 'since'} {utc_moment(since, entry.at)}{local}, {length}"


def _head(item: "Item", glyphs: Glyphs) -> Line:
    done = item.occurrence is not None
    sign = glyphs.shape(item.kind, delivered=True) if done else glyphs.held
    mark = Span(f" {sign} ", "soft" if done else "overdue", True)
    repeat = Span("  repeat", "overdue", True) if item.repeat else Span("")
    return Line((mark, Span(item.id, "text", True), repeat, Span(f"  {item.kind}", "dim")))


def _item(item: "Item", entry: "Entry", zone: Zone, width: int, lost: bool) -> Iterator[Line]:  # noqa: FBT001
    facts = []
    if item.repeat:
        facts.append(("repeat", _REPEAT))
    if item.occurrence is not None:
        became = "queued" if lost or entry.what != "decision" else "delivered"
        facts.append((became, f"{_moment(item.occurrence, entry.at, zone)}, {lateness(item.late)}"))
    if lost:
        facts.append(("lost", _LOST))
    if item.why is not None:
        facts.append(("held back", then_words(item.why)))
    passed = f", {counted(item.passed, 'further target' if item.occurrence is None else 'target')} passed"
    late = f", {format_duration(item.late)} ago" if item.occurrence is None and item.late else ""
    facts.append(("target", f"{_moment(item.target, entry.at, zone)}{late}{passed if item.passed else ''}"))
    if item.next is not None:
        facts.append(("next", _moment(item.next, entry.at, zone)))
    elif item.occurrence is not None and entry.what == "decision":
        facts.append(("next", "none: it ended"))
    for label, value in facts:
        yield from _fact(label, value, width, _INDENT)


def _moment(ms: int, now: int, zone: Zone) -> str:
    local = "".join(f" ({text})" for text in local_detail(ms, now, zone))
    return f"{utc_moment(ms, now)}{local}"


def _fact(label: str, value: str, width: int, indent: int) -> Iterator[Line]:
    head = f"{' ' * indent}{pad(label, _LABEL)}"
    for piece in wrap(safe_line(value), max(_LEAST, width - len(head))) if value else ("",):
        yield Line((Span(head, "dim"), Span(piece, "soft")))
        head = " " * len(head)

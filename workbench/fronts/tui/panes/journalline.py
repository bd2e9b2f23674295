"""The row of one journal entry: bar, time, shape, word, text, measure (page 10, section 6); and what it is found by.

Owns the anatomy and which ground a row has. What it says are ``journaltext``'s words.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from workbench.bench.journal.decoding import UNREADABLE
from workbench.fronts.tui.panes.journaltext import EntryWords, records_of, words_of_entry
from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import table_time
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry

_TIME_CELLS: Final = 10
_TIGHT_TIME: Final = 9
_WORD_CELLS: Final = 9
_TIGHT_BELOW: Final = 46
# A measure leaves the text so many cells; where it says how late something was delivered, fewer.
_LEAST_TEXT: Final = 16
_LEAST_OF_DELIVERED: Final = 8


class EntrySetting(msgspec.Struct, frozen=True):
    """What a row needs beside its words. ``now`` is the instant shown (epoch ms), ``selected`` a record's id; ``loud``
    says that the last move made the decision, ``later`` that it lies after the past that is shown; ``lost`` are the
    records whose dispatch a crash lost."""

    glyphs: Glyphs
    zone: Zone
    now: int
    width: int
    selected: str | None = None
    loud: bool = False
    later: bool = False
    kind: str | None = None
    lost: frozenset[str] = frozenset()


def entry_line(entry: "Entry", setting: EntrySetting) -> Line:
    """The row of ``entry``."""
    words = words_of_entry(entry, setting.glyphs, setting.kind, setting.lost)
    tight = setting.width < _TIGHT_BELOW
    loud, quiet = setting.loud and not setting.later, setting.later
    role = "faint" if quiet else "fired" if loud else words.role
    unreadable = entry.code == UNREADABLE
    when = setting.glyphs.none if unreadable else table_time(entry.at, setting.now, setting.zone)
    spans = [
        Span(setting.glyphs.mark if loud else " ", "fired"),
        Span(f"{when[-_TIGHT_TIME:]:<{_TIGHT_TIME}}" if tight else f"{when:<{_TIME_CELLS}}", "faint"),
        Span(f" {words.shape} ", role, not quiet and words.bold),
        Span(f"{words.word:<{_WORD_CELLS}}", role, not quiet and words.bold),
    ]
    text, measure = _shared(words, entry, setting.width - sum(len(span.text) for span in spans))
    spans.append(Span(text, "faint" if quiet else "text" if loud else "soft"))
    chosen = setting.selected is not None and setting.selected in records_of(entry) and not quiet
    return Line(spans, _right(measure, words, setting), look="blur" if chosen else "fired" if loud else "plain")


def entry_text(entry: "Entry", glyphs: Glyphs) -> str:
    """Everything that a filter looks in: the row, every id, the code and the tool."""
    words = words_of_entry(entry, glyphs)
    more = (*records_of(entry), entry.tool, entry.code, entry.by, entry.woke, entry.what)
    return " ".join((words.word, words.text, words.measure, *(part for part in more if part)))


def _shared(words: EntryWords, entry: "Entry", room: int) -> tuple[str, str]:
    """Text and measure for so many cells: where both do not fit, why something waits is told before what does, of other
    measures the first part, or nothing."""
    whole, short = words.measure, words.measure.partition(",")[0]
    least = min(width(words.text), _LEAST_OF_DELIVERED if entry.what == "decision" else _LEAST_TEXT)
    if entry.chosen == "wait":
        fits = width(whole) + 2 + min(width(words.text), _LEAST_TEXT) <= room
        return (words.text, whole) if fits else (f"{whole}: {words.text}", "")
    return words.text, next((each for each in (whole, short) if width(each) + 2 + least <= room), "")


def _right(measure: str, words: EntryWords, setting: EntrySetting) -> tuple[Span, ...]:
    role = "faint" if setting.later else words.role if words.role in ("overdue", "bad") else "dim"
    return (Span(f"{measure} ", role),) if measure else ()

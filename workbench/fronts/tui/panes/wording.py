"""The words of the rows in sight, made once and kept for as long as they hold.

Owns the bounded memory of what events say, and when an event is too long to be read for its row. What an event says is
``eventtext``'s.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.eventtext import Setting, Words, repeated, words_of
from workbench.fronts.tui.panes.lines import LONG_LINE, line_size
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.repeats import is_repeat
from workbench.fronts.tui.panes.turns import CHANGE
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.journal.reading import JournalView
    from workbench.bench.view import Delivery
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

_KEPT: Final = 512


class Wording:
    """The words for the rows of one index."""

    def __init__(self, index: "LogIndex | PageIndex", occurrences: Occurrences) -> None:
        self.index = index
        self._occurrences = occurrences
        self._delivered: Mapping[int, Delivery] = {}
        self._journal: JournalView | None = None
        self._kept: OrderedDict[int, Words] = OrderedDict()
        self._kept_for: tuple[Glyphs, Zone] | None = None

    def forget(self, delivered: "Mapping[int, Delivery]", journal: "JournalView | None" = None) -> None:
        """Rows may say something else now: ``delivered`` is what the last move delivered, by seq of its dispatch;
        ``journal`` knows which dispatches are repeats."""
        self._delivered, self._journal = delivered, journal
        self._kept.clear()

    def at(self, line: int, glyphs: Glyphs, zone: Zone) -> Words:
        """The words for index row ``line``."""
        if self._kept_for != (glyphs, zone):
            self._kept_for = (glyphs, zone)
            self._kept.clear()
        kept = self._kept.get(line)
        if kept is None:
            kept = self._kept[line] = self._make(line, glyphs, zone)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return kept

    def _make(self, line: int, glyphs: Glyphs, zone: Zone) -> Words:
        index = self.index
        size = line_size(index, line)
        if size > LONG_LINE:
            return Words("long", f"a line of {size:,} bytes, enter shows it", text_role="dim")
        if index.type_code(line) != CHANGE:
            return words_of(index.event(line), Setting(glyphs, zone))
        delivery = self._delivered.get(index.seq(line))
        occurrence = None if delivery is not None else self._occurrences.of(line)
        event = index.event(line)
        words = words_of(event, Setting(glyphs, zone, delivery, occurrence))
        again = words.word == "dispatch" and is_repeat(self._journal, index.seq(line), words.record or "")
        return repeated(words) if again else words

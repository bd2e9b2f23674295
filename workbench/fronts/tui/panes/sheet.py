"""One log as the transcript shows it: its rows and bands, what each row is about, and how it is drawn.

Owns everything that depends on the log and not on the reader; a pane keeps one for as long as the log is the same. Rows
can be named by marks, which hold in another sheet, and in filtered rows, as well.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from workbench.fronts.tui.panes.bands import Band, Sleeps, band_line, bands_of, line_after, line_of, seed_line_of
from workbench.fronts.tui.panes.body import whole_event
from workbench.fronts.tui.panes.catchup import TurnKinds
from workbench.fronts.tui.panes.clockchanges import ClockChanges
from workbench.fronts.tui.panes.eventline import RowSetting, Standing, event_line
from workbench.fronts.tui.panes.eventtext import Setting, Words, words_of
from workbench.fronts.tui.panes.headertext import HeaderSetting, header_line
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.page import PageIndex
from workbench.fronts.tui.panes.quiet import is_quiet
from workbench.fronts.tui.panes.rows import Kind, Row, Rows
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.turns import TURN, TURN_END, opening, turn_of
from workbench.fronts.tui.panes.wording import Wording
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line
from workbench.session.events import Event
from workbench.session.index import LogIndex
from workbench.session.marks import claim_words
from workbench.session.packed import PackedRun

_MOST_QUEUED: Final = 8
MakeBands = Callable[[Scene], list[Band]]
Stand = Callable[[int], Standing]


class Mark(NamedTuple):
    """A row by what it is about: the seq of its event (of a header the turn's start, of a band what it precedes)."""

    kind: Kind
    seq: int
    band: Band | None = None


class Sheet:
    """The rows of one index, structural and quiet ones hidden unless ``everything`` is shown."""

    def __init__(
        self,
        index: LogIndex | PageIndex,
        *,
        everything: bool = False,
        bands: MakeBands | None = None,
        standing: Stand | None = None,
    ) -> None:
        """``bands`` gives other bands than :meth:`own_bands`, ``standing`` another look than :meth:`own_standing`."""
        self.index = index
        self.rows = Rows(index, everything=everything, quiet=is_quiet)
        self.bands: list[Band] = []
        self.closers: tuple[Event, ...] = ()
        self._make_bands = bands or self.own_bands
        self._stand = standing or self.own_standing
        self._sleeps = Sleeps()
        # By the zone's name; there are two that the user goes to and fro between.
        self._clocks: dict[str, ClockChanges] = {}
        self._scene = Scene(name="")
        self._seed_line: int | None = None
        # While the past is shown: the line of its event, and the first one after it.
        self._past_line: int | None = None
        self._later_from: int | None = None
        self._fired: frozenset[int] = frozenset()
        occurrences = Occurrences(index)
        self._wording = Wording(index, occurrences)
        self._kinds = TurnKinds(index, occurrences)

    def take(self, scene: Scene) -> None:
        """Let the rows be those of ``scene``, which shows this log."""
        before, self._scene = self._scene, scene
        view = scene.view
        self.rows.extend(view.rows if view is not None else self.index.rows)
        self.closers = view.closers if view is not None else ()
        if view is not None:
            past = scene.past
            self._seed_line = seed_line_of(view)
            self._later_from = line_after(view, past.seq) if past is not None else None
            self._past_line = line_of(view, past.seq) if past is not None else None
        self.bands = self._make_bands(scene)
        self.rows.put_bands([band.line for band in self.bands], len(self.closers))
        if view is not before.view or scene.past is not before.past:
            self._take_move(scene)

    def own_bands(self, scene: Scene) -> list[Band]:
        """The full-width rows of ``scene``, in order."""
        clocks = self._clocks.setdefault(scene.zone.name, ClockChanges(scene.zone))
        return bands_of(scene, self._sleeps, self._seed_line, clocks)

    @property
    def queued(self) -> int:
        """How many rows at the end are no events yet."""
        return sum(1 for band in self.bands[-_MOST_QUEUED:] if band.kind == "queued")

    def own_standing(self, line: int) -> Standing:
        """How an index row stands to the past that is shown, and to what was inherited."""
        if self._is_later(line):
            return "later"
        if line == self._past_line:
            return "here"
        return "inherited" if self._seed_line is not None and line < self._seed_line else "plain"

    def _take_move(self, scene: Scene) -> None:
        """What the last move delivered is loud, but not in the past."""
        delivered = scene.delivered() if scene.past is None else {}
        self._fired = frozenset(delivery.turn for delivery in delivered.values())
        self._wording.forget(delivered, scene.view.journal if scene.view is not None else None)
        self._kinds.forget()

    # ----------------------------------------------------------------------------------------- what rows are about

    def line_of(self, row: Row) -> int | None:
        """The line behind a row, closers counted on after the index rows; None where there is none."""
        if row.kind == "closer":
            return self.rows.lines + row.at
        if row.kind == "band":
            last = self.rows.lines + len(self.closers) - 1
            return min(self.bands[row.at].line, last) if last >= 0 else None
        return row.at

    def seq_of(self, row: Row) -> int | None:
        """The seq of the row's event."""
        line = self.line_of(row)
        if line is None:
            return None
        closer = line - self.rows.lines
        return self.index.seq(line) if closer < 0 else self.closers[closer].seq

    def event_of(self, row: Row) -> Event | PackedRun | None:
        """The row's event whole, or of one too long for that its beginning."""
        line = self.line_of(row)
        if line is None:
            return None
        closer = line - self.rows.lines
        return whole_event(self.index, line) if closer < 0 else self.closers[closer]

    def record_of(self, row: Row, glyphs: Glyphs) -> str | None:
        """The id of the schedule that the row is about."""
        return self._words_at(row.at, glyphs).record if row.kind == "event" else None

    def turn_end(self, row: Row) -> int | None:
        """The seq of the ``turn/end`` of the turn that the row belongs to; None where it has none."""
        line, lines = self.line_of(row), self.rows.lines
        if line is None or not lines:
            return None
        begun = turn_of(self.index, min(line, lines - 1), lines) or 0
        following = self.index.find_type(TURN, begun + 1, lines)
        end = self.index.find_type(TURN_END, begun, following if following >= 0 else lines)
        return self.index.seq(end) if end >= 0 else None

    def mark(self, row: Row) -> Mark:
        """The row, in a form that holds elsewhere."""
        return Mark(row.kind, self.seq_of(row) or 0, self.bands[row.at] if row.kind == "band" else None)

    def row_for(self, mark: Mark, *, with_bands: bool = True) -> Row:
        """The row that a mark is of, or for a band that is not there any more the event that it preceded."""
        if with_bands and mark.band is not None and mark.band in self.bands:
            return Row("band", self.bands.index(mark.band))
        line = self.index.row_of(mark.seq)
        if line is not None and line < self.rows.lines:
            return Row("header" if mark.kind == "header" else "event", line)
        closer = next((at for at, closer in enumerate(self.closers) if closer.seq == mark.seq), None)
        return Row("closer", closer) if closer is not None else Row("event", max(0, self.rows.lines - 1))

    def band_row(self, kind: str) -> Row | None:
        """The first band of that kind."""
        return next((Row("band", at) for at, band in enumerate(self.bands) if band.kind == kind), None)

    # -------------------------------------------------------------------------------------------------- drawing

    def line(self, row: Row, width: int, glyphs: Glyphs, *, last: bool = False) -> Line:
        """The row drawn ``width`` cells wide; ``last`` says that no other follows it."""
        zone = self._scene.zone
        if row.kind == "band":
            band = self.bands[row.at]
            later = self._is_later(band.line) and band.kind != "cursor"
            return band_line(band, zone, glyphs, width, faint=later, seq_cells=len(str(self.index.next_seq)))
        if row.kind == "header":
            later = self._is_later(opening(self.index, row.at))
            return header_line(self.index, self._kinds, row.at, HeaderSetting(zone, glyphs, self._fired), later=later)
        if row.kind == "closer":
            closer = self.closers[row.at]
            words = words_of(closer, Setting(glyphs, zone))
            return event_line(closer.seq, words, self._setting(width, glyphs, "inherited"))
        setting = self._setting(width, glyphs, self._stand(row.at), busy=last and self._busy())
        setting = self._claimed(setting, row.at)
        return event_line(self.index.seq(row.at), self._words_at(row.at, glyphs), setting)

    def _setting(self, width: int, glyphs: Glyphs, standing: Standing, *, busy: bool = False) -> RowSetting:
        return RowSetting(glyphs, width, len(str(self.index.next_seq)), self._scene.selected, standing, busy)

    def _claimed(self, setting: RowSetting, line: int) -> RowSetting:
        """The same, with what is to be said where another event has the line's number already (LOG-14)."""
        view = self._scene.view
        claim = view.marks.claim(line) if view is not None else None
        return setting if claim is None else replace(setting, claim=claim_words(claim, self.index.seq(line)))

    def _busy(self) -> bool:
        view = self._scene.view
        return view is not None and view.agent == "running" and self._scene.past is None

    def _is_later(self, line: int) -> bool:
        return self._later_from is not None and line >= self._later_from

    def _words_at(self, line: int, glyphs: Glyphs) -> Words:
        return self._wording.at(line, glyphs, self._scene.zone)

"""The full-width rows between events: where the session slept, where a fork begins, where the past's cursor stands,
where the clocks changed, what is damaged, and after all events what still waits in the inbox.

Owns which bands a scene has and how one is drawn. Where a band lies among the rows is ``rows``'; which sleeps there
were the history tells, and only what is new is asked for when a log grows.
"""

from bisect import insort_right
from heapq import merge
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from workbench.bench.story import Sleep
from workbench.fronts.tui.panes.clockchanges import Change, ClockChanges, change_words
from workbench.fronts.tui.panes.queuedrows import SEQ_CELLS, queued_line, waiting_texts
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.panes.turns import begins_at
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.marks import Mark as DamageMark
from workbench.time.clocktext import table_moment
from workbench.time.durations import format_duration
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

BandKind = Literal["cursor", "seed", "fork", "damage", "sleep", "clocks", "note", "queued"]
# Bands before the same event stand in this order.
_ORDER: Final[dict[str, int]] = {
    "cursor": 0, "seed": 1, "fork": 1, "damage": 2, "sleep": 3, "clocks": 4, "note": 5, "queued": 6,
}  # fmt: skip
_BLANKS: Final = "  "
# Signs at either side of a label, at least.
_LEAST_SIGNS: Final = 2
_NOTHING_RAN: Final = "nothing was due, no turn ran"


class Band(msgspec.Struct, frozen=True):
    """A band that stands before what index row ``line`` is shown as: of a ``sleep``, of a change of the ``clocks``, of
    ``damage``, or with a label of its own."""

    line: int
    kind: BandKind
    text: str = ""
    sleep: Sleep | None = None
    clocks: Change | None = None
    damage: DamageMark | None = None

    @property
    def seq(self) -> int:
        """The first event after a sleep; -1 for other bands."""
        return self.sleep.seq if self.sleep is not None else -1


class Sleeps:
    """The bands of one log's sleeps, as far as they were asked for."""

    def __init__(self) -> None:
        self._known: list[Band] = []
        self._until = 0

    def of(self, view: "BenchView") -> list[Band]:
        """All of them up to ``view``, the one after the last event included, which may still become another."""
        if view.history is None:
            return []
        while self._known and self._known[-1].seq >= self._until:
            self._known.pop()
        beyond = view.index.next_seq + len(view.closers)
        self._known += [_sleep_band(view, sleep) for sleep in view.history.sleeps_by_seq(self._until, beyond)]
        self._until = view.index.seq(view.rows - 1) if view.rows else 0
        if view.mode != "cold":
            return self._known
        going_on = [_sleep_band(view, sleep) for sleep in view.history.sleeps(view.now - 1, view.now) if sleep.cold]
        return [*self._known, *(band for band in going_on if band not in self._known[-1:])]


def bands_of(scene: Scene, sleeps: Sleeps, seed_line: int | None, clocks: ClockChanges) -> list[Band]:
    """The bands of a scene in order; ``seed_line`` is the first index row that is not inherited, ``clocks`` are the
    changes in the scene's zone."""
    view = scene.view
    if view is None:
        return []
    slept = sleeps.of(view)
    changed = (Band(each.line, "clocks", clocks=each) for each in clocks.of(view.index, view.rows))
    damaged = (Band(each.row, "damage", damage=each) for each in view.marks.between(0, view.rows + 1))
    bands = list(merge(slept, changed, damaged, key=_place))
    if seed_line is not None:
        put_band(bands, Band(seed_line, "seed", f"{view.seed_length or 0:,} events inherited"))
    if scene.past is not None:
        put_band(bands, Band(line_after(view, scene.past.seq), "cursor", "cursor"))
    elif slept and _ran_nothing(view, slept[-1]):
        put_band(bands, Band(slept[-1].line, "note", _NOTHING_RAN))
    if scene.past is not None:
        return bands
    end = view.rows + len(view.closers)
    return [*bands, *(Band(end, "queued", text) for text in waiting_texts(view))]


def put_band(bands: list[Band], band: Band) -> None:
    """Put ``band`` where it belongs among ``bands``, which are in order."""
    insort_right(bands, band, key=_place)


def _place(band: Band) -> tuple[int, int]:
    return band.line, _ORDER[band.kind]


def line_of(view: "BenchView", seq: int) -> int | None:
    """The line that holds event ``seq``, the closers counted on after the index rows; None where there is none."""
    row = view.index.row_of(seq)
    if row is not None and row < view.rows:
        return row
    return next((view.rows + at for at, closer in enumerate(view.closers) if closer.seq == seq), None)


def line_after(view: "BenchView", seq: int) -> int:
    """The line after that of event ``seq``."""
    line = line_of(view, seq)
    return 0 if seq < 0 else (view.rows + len(view.closers) if line is None else line + 1)


def seed_line_of(view: "BenchView") -> int | None:
    """The first index row that is not inherited; None in a session that is no fork."""
    if view.seed_length is None:
        return None
    if view.seed_length >= view.index.next_seq:
        return view.rows
    return min(view.rows, view.index.first_row_from(max(0, view.seed_length)))


def _sleep_band(view: "BenchView", sleep: Sleep) -> Band:
    """Before the turn of the first event after the sleep, or after all there is."""
    line = line_of(view, sleep.seq)
    if line is None:
        line = view.rows + len(view.closers)
    return Band(begins_at(view.index, line, view.rows) if line < view.rows else line, "sleep", sleep=sleep)


def _ran_nothing(view: "BenchView", last: Band) -> bool:
    """Whether the last move was the jump over ``last``, stands at the end, and had nothing to deliver."""
    move = view.move
    if move is None or last.sleep is None or last.line < view.rows + len(view.closers):
        return False
    return move.move == "jump" and not (move.turns or move.delivered_count) and last.sleep.ended == move.ended


def band_line(
    band: Band, zone: Zone, glyphs: Glyphs, width: int, *, faint: bool = False, seq_cells: int = SEQ_CELLS
) -> Line:
    """The row of a band, ``width`` cells wide; ``faint`` for what the past's cursor has not reached. What is queued
    stands under the events, whose seqs take ``seq_cells``."""
    if band.kind == "note":
        return Line((Span(f"   {band.text} ", "dim"),), fill=Span(glyphs.rule, "hair"))
    if band.kind == "queued":
        return queued_line(band.text, glyphs, width, seq_cells)
    sign, role, labels = _dress(band, zone, glyphs)
    role = "faint" if faint else role
    return _ruled(sign, role, labels, width, bold=not faint)


def _dress(band: Band, zone: Zone, glyphs: Glyphs) -> tuple[str, str, tuple[str, ...]]:
    """Sign, role, and labels from the longest to the shortest."""
    if band.sleep is not None:
        sleep = band.sleep
        length = f"{'session cold' if sleep.cold else 'asleep'} {format_duration(sleep.ended - sleep.started)}"
        begin, end = table_moment(sleep.started, sleep.ended, zone), table_moment(sleep.ended, sleep.ended, zone)
        return glyphs.asleep, "overdue", (f"{length}  {begin} {glyphs.arrow} {end}", length)
    if band.clocks is not None:
        return glyphs.rule, "overdue", change_words(band.clocks.before, band.clocks.after, zone, glyphs.arrow)
    if band.damage is not None:
        return glyphs.corrupt, "overdue" if band.damage.kind == "torn" else "bad", band.damage.labels
    if band.kind == "seed":
        return glyphs.seed, "past", (f"seed boundary {glyphs.dot} {band.text}", "seed boundary")
    if band.kind == "fork":
        return glyphs.seed, "past", (f"fork point {glyphs.dot} {band.text}", "fork point")
    return glyphs.cursor_rule, "past", (band.text,)


def _ruled(sign: str, role: str, labels: tuple[str, ...], width: int, *, bold: bool) -> Line:
    """The first label that fits, between two runs of signs."""
    room = width - 2 * (len(_BLANKS) + _LEAST_SIGNS)
    label = next((text for text in labels if cell_width(text) <= room), labels[-1])
    signs = max(_LEAST_SIGNS, (width - cell_width(label)) // 2 - len(_BLANKS))
    spans = (Span(sign * signs, role), Span(f"{_BLANKS}{label}{_BLANKS}", role, bold))
    return Line(spans, fill=Span(sign, role))

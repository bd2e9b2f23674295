"""What the schedules pane says while it has no rows: reading, unreadable, filtered away, none, or a fork (LOG-18).

Owns those sentences, and counting what a fork inherited where the log alone can tell.
"""

from itertools import islice
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.empty import empty_lines
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.session.events import TYPE_CODE

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

# Reading more changes than this is not worth a number.
_MOST_CHANGES: Final = 500
# Longer lines are harder to read than one more of them.
_MOST_CELLS: Final = 52
_LEAST_CELLS: Final = 10
_INDENT: Final = Span("   ")
_CORRUPT: Final = "corrupt_schedule_log"
_END_SEED: Final = TYPE_CODE["session/end-seed"]
_WAITING: Final = (
    ("schedule.new", "creates one and shows its next five targets"),
    ("agent.say", 'asks the agent: "remind me every 10 minutes to ..."'),
)
_LATER: Final = (("", "Schedules that the log creates appear here."),)


def no_schedules(scene: Scene, size: tuple[int, int], *, filtered: bool) -> list[Line]:
    """The lines for a pane of that many cells and rows; ``filtered`` says that a filter leaves none of those there are.
    Where there are too few rows, the blank ones are left out."""
    width, height = size
    lines = _said(scene, width, filtered=filtered)
    blank = (at for at, line in enumerate(lines) if not line.spans)
    left_out = set(islice(blank, max(0, len(lines) - height))) if height else ()
    return [line for at, line in enumerate(lines) if at not in left_out]


def _said(scene: Scene, width: int, *, filtered: bool) -> list[Line]:
    view = scene.shown
    if view is None:
        return empty_lines("Reading the log ...")
    if not view.schedules_known:
        return empty_lines("Schedules could not be read", [("", _corrupt(view))], bad=True)
    if filtered and view.schedules:
        return empty_lines("No schedule contains that.", [("esc", "shows all of them again")])
    waits = view.drivable and scene.past is None
    keys = [(scene.key(command), does) for command, does in _WAITING] if waits else _LATER
    ended = view.history.records if view.history is not None else 0
    if ended:
        return empty_lines(f"No schedule is waiting; {ended:,} {'has' if ended == 1 else 'have'} ended.", keys)
    return _adoption(view, width) if is_child(view) else empty_lines("No schedules in this session.", keys)


def _corrupt(view: "BenchView") -> str:
    """The code that the tools would answer with, and why: over a damaged log nothing is guessed (LOG-14)."""
    why = view.problem or "the log is damaged"
    return why if why.startswith(_CORRUPT) else f"{_CORRUPT}: {why}"


def is_child(view: "BenchView") -> bool:
    """Whether the session is a fork."""
    return bool(view.seed_length)


def inherited(view: "BenchView") -> int | None:
    """How many schedules the parent had at the boundary; None where the inherited events alone cannot tell.

    They cannot where the parent was opened more than once: it may be a fork too, with schedules that are not its own.
    """
    index, row = view.index, view.history.seed_row if view.history is not None else None
    if row is None or index.find_type(_END_SEED, 0, max(0, row - 1)) >= 0:
        return None
    rows = [each for each in index.changes[: _MOST_CHANGES + 1] if each < row]
    if len(rows) > _MOST_CHANGES:
        return None
    left: set[str] = set()
    for each in rows:
        data = index.event(each).data
        try:
            if data["operation"] == "create":
                left.add(data["schedule"]["id"])
            elif data["operation"] == "delete" or "acceptedAt" not in data:
                left.discard(data["id"])
        except (LookupError, TypeError):
            return None
    return len(left)


def _adoption(view: "BenchView", width: int) -> list[Line]:
    count = inherited(view)
    whose = f"the parent's {count} stay" if count is not None else "the parent's schedules stay"
    text = f"{whose} in the history above and never fire here; ids start again at schedule-1"
    room = max(_LEAST_CELLS, min(width - 2 * len(_INDENT.text), _MOST_CELLS))
    sentence = Line((_INDENT, Span("0 schedules adopted", "past", True)))
    return [Line(), sentence, *(Line((_INDENT, Span(piece, "dim"))) for piece in wrap(text, room))]

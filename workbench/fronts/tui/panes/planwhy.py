"""Why a todo of the plan is there: which turn wrote it, and which cleared it (LOG-17).

Owns its steps, found in the index without reading the log.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.instants import counted, local_moment
from workbench.fronts.tui.panes.rungs import BLANK_ROW, Row, Rung, rung_row
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import table_moment

if TYPE_CHECKING:
    from workbench.bench.view import BenchView, PlanItem
    from workbench.fronts.tui.panes.ladder import Telling

STATUS_WORDS = {"completed": "completed", "in_progress": "in progress", "pending": "open"}


def plan_rows(view: "BenchView", item: "PlanItem", telling: "Telling", width: int, *, whole: bool) -> list[Row]:
    """The rows for one item of the plan of ``view``, for a pane ``width`` cells wide; without ``whole`` only steps."""
    steps = [rung_row(rung, width) for rung in _steps(view, item, telling)]
    if not whole:
        return steps
    done = item.status == "completed"
    state = f"{telling.glyphs.todo(item.status)} {STATUS_WORDS.get(item.status, item.status)} "
    left = (Span(" todo  ", "dim"), Span(item.content, "text", True))
    return [Row(Line(left, (Span(state, "dim" if done else "link"),))), BLANK_ROW, *steps]


def _steps(view: "BenchView", item: "PlanItem", telling: "Telling") -> Iterator[Rung]:
    plan, index = view.plan, view.index
    written = _last_before(index.plans, view.rows)
    done = sum(1 for each in plan.items if each.status == "completed")
    mark = Span(telling.glyphs.todo(item.status), "link")
    value = _turn(plan.written_turn)
    yield _step(mark, "written", value, f"{counted(len(plan.items), 'todo')}, {done} completed", view, written, telling)
    if plan.cleared_turn is None:
        return
    cleared = _first_after(index.turns, written, view.rows)
    mark = Span(telling.glyphs.none, "dim")
    yield _step(mark, "cleared", _turn(plan.cleared_turn), "by its start", view, cleared, telling)


def _last_before(rows: Sequence[int], end: int) -> int | None:
    at = bisect_left(rows, end) - 1
    return rows[at] if at >= 0 else None


def _first_after(rows: Sequence[int], row: int | None, end: int) -> int | None:
    at = bisect_left(rows, row) if row is not None else len(rows)
    return rows[at] if at < len(rows) and rows[at] < end else None


def _step(  # noqa: PLR0917 - the parts of a step
    mark: Span, label: str, value: str, detail: str, view: "BenchView", row: int | None, telling: "Telling"
) -> Rung:
    if row is None:
        return Rung(mark, label, Span(value), (detail,))
    seq, time = view.index.seq(row), view.index.time(row)
    when = local_moment(time, telling.now, telling.zone)
    brief = table_moment(time, telling.now, telling.zone)
    return Rung(mark, label, Span(value), (f"seq {seq}", detail), when, seq=seq, brief=brief)


def _turn(turn: int | None) -> str:
    return f"turn {turn}" if turn else "outside a turn"

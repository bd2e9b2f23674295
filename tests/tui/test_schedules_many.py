"""Many schedules, and nasty ones: quick, and every row as wide as the pane; with the todos beside them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.scheduled import pane_app
from support.tellings import (
    NOW,
    PLAN,
    ROWS,
    OnePane,
    make_past,
    make_scene,
    make_view,
    rows_of,
)
from workbench.bench.view import PlanItem, PlanView, ScheduleRow
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.todos import TodosPane


@pytest.mark.req("TUI-2")
async def test_ten_thousand_records_are_quick(tmp_path):
    rows = tuple(ScheduleRow(f"schedule-{n}", "every", "x" * 100, 600, NOW + n, "scheduled") for n in range(10_000))
    pane, app = pane_app(tmp_path)
    made: list[int] = []
    async with app.run_test(size=(120, 40)) as pilot:
        scene = make_scene(make_view(schedules=rows, active=len(rows)), selected="schedule-9999")
        pane.row_line = lambda row, width, inner=pane.row_line: made.append(row) or inner(row, width)
        started = time.perf_counter()
        pane.focus()
        pane.show(scene)
        for _ in range(50):
            pane.show(scene.but(selected="schedule-1"))
            pane.show(scene.but(selected="schedule-9999"))
        assert time.perf_counter() - started < 2.0
        await pilot.press("end", "pageup", "home")
        await pilot.pause()
        assert len(made) < 10_000
        assert "10,000 active" in rows_of(app)[0]


TEXTS = st.text(min_size=1, max_size=30) | st.sampled_from(
    ("李雷轮换" * 9, "🇩🇪🇫🇷", "\x1b[31m", "\u202e", "👩‍👩‍👧", " ")
)
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)
RECORDS = st.builds(
    ScheduleRow, TEXTS, st.sampled_from(("every", "at", "after")), TEXTS, st.integers(0, 10**9), INSTANTS,
    st.sampled_from(("scheduled", "overdue", "ended")), st.sampled_from((None, ROWS[0].delivered)),
)  # fmt: skip
ITEMS = st.builds(PlanItem, TEXTS, st.sampled_from(("pending", "in_progress", "completed", "odd")))
PLANS = st.builds(
    PlanView, st.lists(ITEMS, max_size=4).map(tuple), st.sampled_from((None, 3)), st.sampled_from((None, 4))
)


@pytest.mark.req("TUI-1", "TUI-6")
@pytest.mark.parametrize("kind", [SchedulesPane, TodosPane])
async def test_every_row_is_as_wide_as_the_pane(tmp_path, kind):
    pane = kind(id="pane")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(120, 20)):

        @given(st.lists(RECORDS, max_size=5), PLANS, INSTANTS, st.booleans(), st.integers(1, 130))
        def fits(rows, plan, now, past, width):
            view = make_view(schedules=tuple(rows), active=len(rows), plan=plan, now=now)
            changed = frozenset(row.id for row in rows[:1])
            point = make_past(changed=changed).past
            scene = make_scene(view, past=msgspec_replace(point, view) if past else None)
            pane.show(scene)
            for row in range(pane.row_count()):
                text = app.paint.strip(pane.row_line(row, width), width).text
                assert cell_len(text) == width

        fits()


def msgspec_replace(point, view):
    """The same point of the past with another view."""
    return type(point)(point.seq, view, point.changed)


@pytest.mark.req("TUI-1", "LOG-17")
@pytest.mark.parametrize("width", [110, 64, 38])
async def test_the_todos_at_each_width(golden, tmp_path, width):
    pane = TodosPane(id="todos")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(width + 2, 6)) as pilot:
        pane.show(make_scene())
        await pilot.pause()
        golden(app, "todos")
        pane.show(make_past().but(selected=" todo 1"))
        await pilot.pause()
        golden(app, "todos-past")


@pytest.mark.req("LOG-17")
async def test_a_cleared_plan_is_faint_and_says_so(tmp_path):
    pane = TodosPane(id="todos")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 6)) as pilot:
        pane.show(make_scene(make_view(plan=PlanView(PLAN.items, 78, 79))))
        await pilot.pause()
        assert "Todos  2 open  plan of turn 78, cleared by turn 79" in rows_of(app)[0]
        assert {span.role for span in pane.row_line(0, 78).spans if span.text.strip()} == {"faint"}


@pytest.mark.req("TUI-1")
async def test_a_todo_is_selected_by_its_place_in_the_plan(tmp_path):
    pane = TodosPane(id="todos")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 6)) as pilot:
        app.screen.set_focus(None)
        await pilot.pause()
        pane.show(make_scene(selected=pane.key_at(0)))
        assert not pane.shows_cursor()
        pane.show(make_scene(selected=" todo 2"))
        await pilot.pause()
        assert (pane.cursor, pane.key_at(2), pane.key_at(3)) == (2, " todo 2", None)
        assert pane.shows_cursor()
        for odd in (" todo x", " todo -1", "x todo 1", " todo 99999999999999999999", " todo ²"):
            pane.show(make_scene(selected=odd))
            assert not pane.shows_cursor()

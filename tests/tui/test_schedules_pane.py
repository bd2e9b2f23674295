"""The schedules pane: columns and which give way, the past, forks, the flash, many records; and the todos beside it."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.tellings import (
    BERLIN,
    HOUR,
    MOVE,
    NOW,
    PLAN,
    ROWS,
    FakeHistory,
    OnePane,
    delivery,
    make_past,
    make_scene,
    make_view,
    rows_of,
)
from workbench.bench.view import PlanItem, PlanView, ScheduleRow
from workbench.fronts.tui.panes.flash import Flash
from workbench.fronts.tui.panes.noschedules import inherited
from workbench.fronts.tui.panes.recordtext import RowSetting, record_texts
from workbench.fronts.tui.panes.scene import Filter
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.todos import TodosPane
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.text.jsontext import encode
from workbench.time.instant import parse_utc


def pane_app(tmp_path) -> tuple[SchedulesPane, OnePane]:
    pane = SchedulesPane(id="schedules")
    return pane, OnePane(pane, tmp_path)


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("width", [110, 64, 38])
async def test_the_pane_at_each_width(golden, tmp_path, width):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(width + 2, 11)) as pilot:
        pane.show(make_scene())
        await pilot.pause()
        golden(app, "schedules")
        pane.show(make_past())
        await pilot.pause()
        golden(app, "schedules-past")


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize(
    ("screen", "inner", "heads"),
    [
        (200, 108, "id rule target in state prompt"), (120, 64, "id target in state prompt"),
        (110, 58, "id target in state prompt"), (109, 57, "id target state prompt"),
        (100, 48, "id target state prompt"),
        (105, 103, "id rule target in state prompt"), (80, 78, "id target in state prompt"),
        (60, 58, "id target in state prompt"), (56, 54, "id target in state prompt"),
        (55, 53, "id target state prompt"),
        (48, 46, "id target state prompt"), (46, 44, "id rule target in"), (40, 40, "id rule target in"),
        (38, 38, "id target in"), (30, 28, "id target"),
    ],
)  # fmt: skip
async def test_which_columns_give_way(tmp_path, screen, inner, heads):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(screen, 20)) as pilot:
        pane.show(make_scene())
        await pilot.pause()
        head = "".join(span.text for span in pane.row_line(0, inner).spans)
        assert head.split() == heads.split()


async def test_a_long_id_drops_the_rule_and_then_the_distance(tmp_path):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(40, 12)) as pilot:
        for long, heads in (("schedule-100", "id target in"), ("a-schedule-of-long-name", "id target")):
            rows = (ScheduleRow(long, "every", "x", 600, NOW + HOUR, "scheduled"),)
            pane.show(make_scene(make_view(schedules=rows, active=1)))
            await pilot.pause()
            assert "".join(span.text for span in pane.row_line(0, 40).spans).split() == heads.split()
            line = "".join(span.text for span in pane.row_line(1, 40).spans)
            assert line.split()[1] == long


@pytest.mark.req("TUI-1", "TUI-5", "TUI-6")
async def test_every_state_has_its_word_shape_and_bar(tmp_path):
    late = delivery("schedule-2", "08:58:48.965", 813, 81)
    rows = (
        ScheduleRow("a", "every", "p", 600, NOW + HOUR, "scheduled"),
        ScheduleRow("b", "every", "p", 600, NOW - HOUR, "overdue"),
        ScheduleRow("c", "at", "p", 0, NOW + HOUR, "scheduled", late),
        ScheduleRow("d", "after", "p", 60, NOW - HOUR, "ended", late),
        ScheduleRow("e", "every", "p", 600, NOW - HOUR, "overdue", late),
    )
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(make_view(schedules=rows), selected="a"))
        await pilot.pause()
        shown = [row[1:-1] for row in rows_of(app)[2:7]]
        assert [(row[:2], *row[2:].split()) for row in shown] == [
            (" ○", "a", "12:00:01", "1h", "scheduled", "p"), ("!○", "b", "10:00:01", "1h", "overdue", "p"),
            ("▌◆", "c", "12:00:01", "1h", "delivered", "p"), ("▌◆", "d", "10:00:01", "—", "ended", "p"),
            ("▌●", "e", "10:00:01", "1h", "delivered", "p"),
        ]  # fmt: skip
        assert [pane.row_line(row, 78).look for row in range(1, 6)] == ["plain", "plain", "fired", "plain", "fired"]
        assert "5 active  3 delivered, 5 times  ! 1 overdue  Berlin time" in rows_of(app)[0]


@pytest.mark.req("BEN-16")
async def test_the_past_marks_what_its_event_changed(tmp_path):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_past())
        await pilot.pause()
        assert "Schedules at 772  6 active  1 changed" in rows_of(app)[0]
        assert [line.look for line in (pane.row_line(row, 78) for row in range(1, 7))].count("past") == 1
        row = next(row for row in rows_of(app) if "schedule-2" in row)
        assert row[1:3] == "▌○"
        assert "changed" in row
        pane.show(make_past(changed=frozenset()))
        await pilot.pause()
        assert "changed" not in "".join(rows_of(app))


# ------------------------------------------------------------------------------------------------------ nothing there


async def said(tmp_path, view, **scene) -> list[str]:
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(view, **scene))
        await pilot.pause()
        return [row.strip("│ ") for row in rows_of(app)]


def fork_index(*changes: dict[str, object], opened: bool = False) -> LogIndex:
    """An index of a fork: these changes inherited, then the boundary, one event more."""
    index = LogIndex(None)  # nothing is ever read from a file
    events = [("schedule/change", {"version": 1, **change}) for change in changes]
    events[1:1] = [("session/end-seed", {})] if opened else []
    for kind, data in (*events, ("session/end-seed", {}), ("turn/start", {"turn": 1})):
        seq = index.rows
        index.add(TYPE_CODE[kind], seq, NOW, encode({"type": kind, "seq": seq, "time": NOW, "data": data}))
    return index


CHANGES = (
    {"operation": "create", "schedule": {"id": "schedule-1", "kind": "every"}},
    {"operation": "create", "schedule": {"id": "schedule-2", "kind": "at"}},
    {"operation": "create", "schedule": {"id": "schedule-3", "kind": "after"}},
    {"operation": "dispatch", "id": "schedule-1", "acceptedAt": "2026-08-07T09:00:00.000Z"},
    {"operation": "dispatch", "id": "schedule-2"},
)


def fork_view(*changes: dict[str, object], opened: bool = False):
    index = fork_index(*changes, opened=opened)
    seeds = index.rows - 1
    return make_view(
        schedules=(), active=0, move=None, index=index, rows=index.rows, events=index.rows, seed_length=seeds,
        parent="overnight", history=FakeHistory(seed_row=seeds),
    )  # fmt: skip


@pytest.mark.req("LOG-18")
async def test_a_fork_says_that_it_adopted_nothing(tmp_path):
    rows = await said(tmp_path, fork_view(*CHANGES), selected=None)
    assert "0 active  0 adopted" in rows[0]
    assert rows[2:5] == [
        "0 schedules adopted", "the parent's 2 stay in the history above and never",
        "fire here; ids start again at schedule-1",
    ]  # fmt: skip


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(
    "view",
    [
        fork_view(*CHANGES, opened=True),
        fork_view({"operation": "create"}),
        replace(fork_view(*CHANGES), history=None),
        replace(fork_view(*(CHANGES[0],) * 600), parent="overnight"),
    ],
    ids=["opened before", "odd data", "no history", "many changes"],
)
async def test_a_fork_does_not_guess_how_many_there_were(tmp_path, view):
    assert inherited(view) is None
    rows = await said(tmp_path, view, selected=None)
    assert rows[3] == "the parent's schedules stay in the history above"


@pytest.mark.req("TUI-5")
async def test_a_pane_whose_records_have_all_ended_says_so(tmp_path):
    history = FakeHistory()
    history.records = 2
    rows = await said(tmp_path, make_view(schedules=(), active=0, move=None, history=history))
    assert rows[2] == "No schedule is waiting; 2 have ended."
    history.records = 1
    rows = await said(tmp_path, make_view(schedules=(), active=0, move=None, history=history))
    assert rows[2] == "No schedule is waiting; 1 has ended."


@pytest.mark.req("LOG-18")
async def test_a_low_pane_leaves_blank_rows_out_before_what_it_says(tmp_path):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(66, 5)) as pilot:
        pane.show(make_scene(fork_view(*CHANGES), selected=None))
        await pilot.pause()
        assert [row.strip("│ ") for row in rows_of(app)[1:4]] == [
            "0 schedules adopted", "the parent's 2 stay in the history above and never",
            "fire here; ids start again at schedule-1",
        ]  # fmt: skip


@pytest.mark.parametrize("changed", [False, True])
def test_an_overdue_record_has_its_own_look_also_in_the_past(changed):
    record = ScheduleRow("b", "every", "p", 600, NOW - HOUR, "overdue")
    texts = record_texts(record, RowSetting(RICH, BERLIN, NOW, changed=changed))
    assert [texts[name].role for name in ("bar", "shape", "in")] == ["overdue"] * 3


@pytest.mark.req("TUI-7")
async def test_a_target_that_the_clocks_show_twice_has_its_offset(tmp_path):
    twice = [parse_utc(f"2026-10-25T0{hour}:30:00.000Z") for hour in (0, 1, 2)]
    rows = tuple(ScheduleRow(f"r{at}", "at", "prompt", 0, target, "scheduled") for at, target in enumerate(twice))
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(make_view(schedules=rows, now=twice[0] - HOUR, move=None), selected=None))
        await pilot.pause()
        assert [row[1:-1].split()[2] for row in rows_of(app)[2:5]] == ["02:30:00+02", "02:30:00+01", "03:30:00"]


async def test_what_an_empty_pane_says(tmp_path):
    none = {"schedules": (), "active": 0, "move": None}
    rows = await said(tmp_path, make_view(**none))
    assert rows[2:5] == ["No schedules in this session.", "", "s creates one and shows its next five targets"]
    rows = await said(tmp_path, make_view(**none, drivable=False))
    assert rows[4] == "Schedules that the log creates appear here."
    rows = await said(tmp_path, make_view(schedules_known=False, problem="row 3 breaks a rule"))
    assert rows[2:5] == ["Schedules could not be read", "", "row 3 breaks a rule"]
    rows = await said(tmp_path, None, filter=Filter("schedules", "nothing has this"))
    assert rows[2:5] == ["No schedule contains that.", "", "esc shows all of them again"]


@pytest.mark.parametrize(
    ("wanted", "left"),
    [("KEYS", ["schedule-3"]), ("schedule-", None), ("ended", ["schedule-5", "schedule-4"]), ("10m", ["schedule-2"])],
)
async def test_a_filter_leaves_the_rows_that_contain_its_text(tmp_path, wanted, left):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(filter=Filter("schedules", wanted)))
        await pilot.pause()
        rows = [pane.record_at(row) for row in range(1, pane.row_count())]
        assert [row.id for row in rows] == (left or [row.id for row in ROWS])
        assert ("1 of 7" in rows_of(app)[0]) == (left is not None and len(left) == 1)
        pane.show(make_scene(filter=Filter("transcript", wanted)))
        assert pane.row_count() == 1 + len(ROWS)


# -------------------------------------------------------------------------------------------------------------- flash


def test_a_flash_tells_each_delivery_once():
    flash = Flash()
    assert flash.take(make_scene())
    assert flash.ids == {f"schedule-{number}" for number in (1, 2, 3, 4, 5)}
    flash.end()
    assert not flash.take(make_scene())
    assert flash.ids == frozenset()
    more = replace(MOVE, delivered=(*MOVE.delivered, delivery("schedule-6", "08:00:00.000", 900, 82)))
    assert flash.take(make_scene(make_view(move=more)))
    assert flash.ids == {"schedule-6"}


def test_a_move_under_way_and_the_past_do_not_flash():
    flash = Flash()
    assert not flash.take(make_scene(moving="move"))
    assert not flash.take(make_past())
    assert not flash.take(make_scene(make_view(move=replace(MOVE, delivered=()))))
    assert flash.take(make_scene(moving="play"))
    assert not flash.take(make_scene(make_view(move=None)))
    assert flash.take(make_scene())


@pytest.mark.req("TUI-5", "TUI-10")
async def test_delivered_rows_are_reversed_for_a_moment_and_then_nothing_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.fronts.tui.panes.schedules.LASTS", 3600)
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        # The suite runs without animations; this is about one.
        app.animation_level = "full"
        pane.show(make_scene(make_view(move=None)))
        assert pane._lit is None
        pane.show(make_scene())
        await pilot.pause()
        assert {span.role for span in pane.row_line(1, 78).spans} == {"chip-fired"}
        assert {span.role for span in pane.row_line(4, 78).spans} & {"chip-fired"} == set()
        first = pane._lit
        pane.show(make_scene())
        assert pane._lit is first
        pane._dim()
        await pilot.pause()
        assert pane._lit is None
        assert pane.row_line(1, 78).look == "fired"
        pane.show(make_scene())
        assert pane._lit is None


@pytest.mark.req("TUI-5")
async def test_no_flash_where_animations_are_not_wanted(tmp_path):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        app.animation_level = "none"
        pane.show(make_scene())
        await pilot.pause()
        assert pane._lit is None
        assert pane.row_line(1, 78).look == "fired"


# ---------------------------------------------------------------------------------------------------- many and nasty


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


# -------------------------------------------------------------------------------------------------------------- todos


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

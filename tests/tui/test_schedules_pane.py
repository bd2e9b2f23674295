"""The schedules pane: columns and which give way, states, the past, what is delivered flashes."""

from dataclasses import replace

import pytest

from support.scheduled import pane_app
from support.tellings import (
    BERLIN,
    HOUR,
    MOVE,
    NOW,
    delivery,
    make_past,
    make_scene,
    make_view,
    rows_of,
)
from workbench.bench.view import ScheduleRow
from workbench.fronts.tui.panes.flash import Flash
from workbench.fronts.tui.panes.recordtext import RowSetting, record_texts
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.time.instant import parse_utc


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

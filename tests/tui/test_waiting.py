"""Due work that waits says why: in its row, in the title, in the clock's row and in *why*, never by colour alone."""

from dataclasses import replace

import pytest

from support.screens import fill, pane_text, scene, session, settled
from support.tellings import MINUTE, NOW, FakeHistory, OnePane, make_scene, make_view, rows_of
from workbench.bench.faults import Armed
from workbench.bench.story import Held
from workbench.bench.view import MoveReport, ScheduleRow
from workbench.fronts.tui.panes.clockbar import ClockBar
from workbench.fronts.tui.panes.schedules import SchedulesPane
from workbench.fronts.tui.panes.waiting import NOW as WORDS
from workbench.fronts.tui.panes.waiting import record_reasons, then_words

pytestmark = pytest.mark.req("TUI-5", "TUI-6")
LATE = ScheduleRow("schedule-2", "every", "Poll deploy queue", 600, NOW - 9 * MINUTE, "overdue")
ONCE = ScheduleRow("schedule-5", "after", "Post scope summary", 60, NOW - 3 * MINUTE, "overdue")
MOVE = MoveReport("jump", NOW - 60 * MINUTE, NOW, 0, 0, (), 0, 0)


def view(hold=None, rows=(LATE,), **changes):
    history = FakeHistory()
    history.hold = Held(hold) if hold is not None else None
    facts = {"schedules": rows, "active": len(rows), "history": history, "move": MOVE, "agent": "idle", "turn": None}
    return make_view(**{**facts, "next_target": (rows[0].id, rows[0].target), **changes})


async def rows(widget, scene, size, tmp_path):
    app = OnePane(widget, tmp_path)
    async with app.run_test(size=size) as pilot:
        widget.show(scene)
        await pilot.pause()
        return rows_of(app)


@pytest.mark.req("SCH-26", "SCH-28", "SCH-29", "SCH-31")
@pytest.mark.parametrize("hold", sorted(WORDS))
async def test_each_reason_is_said_in_row_and_clock(tmp_path, hold):
    shown = make_scene(view(hold))
    table = await rows(SchedulesPane(id="schedules"), shown, (110, 8), tmp_path / "a")
    assert "overdue" in table[2]
    assert table[2].index(WORDS[hold]) < table[2].index("Poll deploy queue")
    assert WORDS[hold] in table[0]
    clock = await rows(ClockBar(id="clock"), shown, (120, 2), tmp_path / "b")
    assert f"1 schedule due, {WORDS[hold]}" in clock[1]


async def test_what_repeats_stands_behind_due_one_shots(tmp_path):
    shown = make_scene(view(rows=(LATE, ONCE)))
    table = await rows(SchedulesPane(id="schedules"), shown, (110, 8), tmp_path)
    assert "one-shots first" in table[2]
    assert "one-shots first" not in table[3]


def test_nothing_is_said_of_what_does_not_wait():
    delivered = replace(LATE, delivered=make_view().schedules[1].delivered)
    assert record_reasons(view("busy", rows=(delivered, replace(ONCE, state="scheduled")))) == {}
    assert record_reasons(view()) == {}
    assert record_reasons(view("busy", mode="past")) == {}


async def test_the_clock_says_that_it_went_back(tmp_path):
    back = MoveReport("jump", NOW + 60 * MINUTE, NOW, 0, 0, (), 0, 0, note="clock went back")
    clock = await rows(ClockBar(id="clock"), make_scene(view(move=back, rows=(replace(LATE, state="scheduled"),))),
                       (120, 2), tmp_path)  # fmt: skip
    assert "jumped 1h back" in clock[1]
    assert "clock went back, nothing fires early" in clock[1]


@pytest.mark.parametrize(("size", "kept"), [
    ((120, 2), ("overnight", "! armed: barrier is slow", "SIM PAUSED")),
    ((100, 2), ("overnight", "1 fault armed", "SIM PAUSED")),
    ((80, 2), ("overnight", "1 fault armed", "SIM PAUSED")),
    ((60, 1), ("1 fault", "PAUSED")),
    ((40, 1), ("1 fault", "WAITING")),
], ids=str)  # fmt: skip
@pytest.mark.req("BEN-13", "TUI-1")
async def test_what_is_armed_has_a_place_at_every_width(tmp_path, size, kept):
    shown = make_scene(view("busy", armed=(Armed("barrier_slow", 1, 120),)))
    clock = await rows(ClockBar(id="clock"), shown, size, tmp_path)
    for words in kept:
        assert words in clock[0]
    assert "11:00:01" in clock[0]


async def test_a_crash_stays_in_sight_until_it_is_resumed(tmp_path):
    shown = make_scene(view("cold", mode="cold", crashed=4))
    clock = await rows(ClockBar(id="clock"), shown, (80, 2), tmp_path)
    assert "CRASHED" in clock[0]
    assert "× crashed, 4 events lost; r resumes" in clock[1]


def test_a_reason_that_is_new_is_not_hidden():
    assert then_words("planets_aligned") == "planets aligned"


# ---------------------------------------------------------------------------------------------------- on the screen


@pytest.mark.req("SCH-31")
async def test_cold_then_caught_up(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("n", "r", "j")
        await fill(pilot, "3d")
        await settled(pilot)
        await pilot.pause()
        assert "session cold" in pane_text(app, "schedules")[0]
        assert any("overdue" in row and "session cold" in row for row in pane_text(app, "schedules")[1:])
        await pilot.press("r")
        await settled(pilot)
        await pilot.pause()
        assert "cold" not in pane_text(app, "schedules")[0]


@pytest.mark.req("BEN-13")
async def test_behind_a_slow_barrier(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("n", "x", "down", "space")
        await fill(pilot, "1h")
        await settled(pilot)
        await pilot.press("escape", "j")
        await fill(pilot, "15m")
        await settled(pilot)
        await pilot.pause()
        assert "slow barrier" in pane_text(app, "schedules")[0]
        session(app).select("schedule-1")
        await pilot.pause()
        assert any("held back" in row and "slow barrier" in row for row in pane_text(app, "detail"))
        assert scene(app).struck == ("barrier is slow struck",)


@pytest.mark.req("BEN-3")
async def test_the_clock_set_back_while_work_waits(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        for text in ("15m", "-10m"):
            await pilot.press(*(["b"] if text == "15m" else []), "j")
            await fill(pilot, text)
            await settled(pilot)
        await pilot.press("6")
        await pilot.pause()
        assert any("clock" in row and "set back by 10m" in row for row in pane_text(app, "journal"))
        assert not any("overdue" in row for row in pane_text(app, "schedules")[1:])

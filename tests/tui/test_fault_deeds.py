"""What goes wrong on purpose, on the real screen: armed faults stay in sight, a crash says what it lost, turns last."""

import pytest

from support.screens import fill, pane, pane_text, scene, session, settled, until
from workbench.errors import WorkbenchError
from workbench.fronts.tui.deeds.faults import turn_length

SIZES = ((120, 40), (80, 24), (40, 12))
DOWN = {"barrier_fails": 0, "queue_fails": 3, "crash_after_queue": 5, "crash_after_append": 6, "crash_after_barrier": 7}


def text(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def clock(app):
    return session(app).query_one("#clock").bar_lines(*session(app).query_one("#clock").size)


def clock_text(app):
    return "\n".join("".join(span.text for span in (*line.spans, *line.right)) for line in clock(app))


async def arm(pilot, name, *counts):
    await pilot.press("x")
    await pilot.pause()
    await pilot.press(*["down"] * DOWN[name], "space", *counts)
    await settled(pilot)
    await pilot.press("escape")
    await pilot.pause()


async def go(pilot):
    await pilot.press("n")
    await settled(pilot)
    await pilot.pause()


@pytest.mark.req("BEN-13", "TUI-6")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_what_is_armed_stays_in_sight_in_words(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await arm(pilot, "barrier_fails", "3")
        assert scene(app).notice.text == "armed: barrier fails, 3 times"
        assert [(each.name, each.left) for each in scene(app).view.armed] == [("barrier_fails", 3)]
        await pilot.press("u")
        await pilot.pause()
        assert "fault" in clock_text(app) or "barrier fails" in clock_text(app)
        await arm(pilot, "queue_fails")
        await pilot.press("u")
        await pilot.pause()
        assert "2 faults" in clock_text(app)
        await pilot.press("x", "0", "down", "down", "down", "0", "escape")
        await settled(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "fault" not in clock_text(app)
        assert not scene(app).view.armed


@pytest.mark.req("BEN-13", "TUI-5")
async def test_what_struck_is_said_and_what_waits_for_it(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await arm(pilot, "queue_fails")
        await pilot.press("j")
        await fill(pilot, "10m")
        await settled(pilot)
        await pilot.pause()
        said = clock_text(app)
        assert "queueing fails struck" in said
        assert "2 schedules due, queueing failed" in said
        assert "queueing failed" in pane_text(app, "schedules")[0]
        assert any("overdue" in row and "queueing failed" in row for row in pane_text(app, "schedules")[1:])
        await pilot.press("2", "home")
        await pilot.pause()
        assert any("held back" in row and "queueing failed" in row for row in pane_text(app, "detail"))
        await go(pilot)
        assert "struck" not in clock_text(app)


@pytest.mark.req("BEN-12", "TUI-5")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_crash_asks_first_and_says_what_it_lost(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await go(pilot)
        await pilot.press("X")
        await until(pilot, lambda: app.screen is not session(app))
        assert "event" in text(app)
        await pilot.press("n")
        await pilot.pause()
        assert scene(app).view.mode == "live"
        await pilot.press("X")
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.press("y")
        await until(pilot, lambda: scene(app).view.mode == "cold")
        await settled(pilot)
        await pilot.pause()
        assert "crashed, 0 events lost" in clock_text(app)
        await pilot.press("u")
        await pilot.pause()
        assert "CRASHED" in clock_text(app)
        await pilot.press("r")
        await settled(pilot)
        assert scene(app).view.mode == "live"
        assert scene(app).view.crashed is None


@pytest.mark.req("BEN-12")
async def test_what_is_not_on_disk_is_counted_before_it_is_lost(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("b")
        await settled(pilot)
        pending = scene(app).view.events
        await pilot.press("X")
        await until(pilot, lambda: app.screen is not session(app))
        asked = text(app)
        await pilot.press("y")
        await until(pilot, lambda: scene(app).view.crashed is not None)
        lost = scene(app).view.crashed
        assert scene(app).view.events == pending - lost
        assert f"{lost} event{'s are' if lost != 1 else ' is'} not on disk" in asked
        assert lost > 0


@pytest.mark.req("BEN-13", "SCH-30", "TUI-5")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("name", "repeats"), [("crash_after_append", True), ("crash_after_barrier", False)])
async def test_a_crash_in_a_move_looks_like_one_and_a_repeat_is_marked(open_app, overnight, size, name, repeats):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await arm(pilot, name)
        await go(pilot)
        assert scene(app).view.mode == "cold"
        lost = scene(app).view.crashed
        assert f"crashed, {lost} event" in clock_text(app)
        assert (lost > 0) == repeats
        assert not scene(app).view.armed
        await pilot.press("r")
        await settled(pilot)
        await pilot.pause()
        rows = [row for row in pane_text(app, "transcript") if "dispatch schedule-3" in row]
        assert len(rows) == 1
        assert ("repeat" in rows[0]) == repeats
        session(app).select("schedule-3")
        await pilot.press("W")
        await pilot.pause()
        told = "\n".join(row.line.spans[1].text for row in pane(app, "detail")._rows if row.line.spans[1:])
        assert ("repeat" in told) == repeats


@pytest.mark.req("BEN-8")
async def test_turns_last_as_long_as_they_are_told(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("L")
        await fill(pilot, "soon", enter=False)
        assert "invalid_duration" in text(app)
        await fill(pilot, "25m")
        await settled(pilot)
        await pilot.pause()
        assert scene(app).view.turn_ms == 25 * 60_000
        assert "turns last 25m" in clock_text(app)
        await go(pilot)
        await pilot.press("a")
        await fill(pilot, "20m")
        await settled(pilot)
        await pilot.pause()
        assert "waiting for idle" in clock_text(app)
        assert any("waiting for idle" in row for row in pane_text(app, "schedules")[1:])


@pytest.mark.parametrize(("text", "ms"), [("0", 0), ("0s", 0), (" 90s ", 90_000), ("24h", 86_400_000)])
def test_the_length_of_a_turn_is_written_like_any_length(text, ms):
    assert turn_length(text) == ms


@pytest.mark.parametrize(
    ("text", "code"), [("5", "invalid_duration"), ("25h", "invalid_turn"), ("-1m", "invalid_duration")]
)
def test_another_length_is_refused(text, code):
    with pytest.raises(WorkbenchError) as caught:
        turn_length(text)
    assert caught.value.code == code

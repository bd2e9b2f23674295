"""The timeline under the hand: its cursor, its lanes, the mouse, and what it asks of the screen."""

from dataclasses import replace

import pytest
from textual import events

from support.stage import Stage
from support.timelines import HOUR, MINUTE, at, every, many, night, once, past_of, scene_of, view_of
from workbench.fronts.tui.theme.glyphs import ASCII
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.timeline.pane import TimelinePane
from workbench.session.events import TYPE_CODE

NOW = at("11:00:01")
# Where the columns begin: the frame, a blank, the id, a blank, the rule.
FIRST = 18


def stage(scene=None, **options):
    """The pane of the night, or of another scene, with nothing around it."""
    return Stage(TimelinePane(id="timeline"), scene or scene_of(night(), selected="schedule-2"), **options)


def with_events(*times):
    """The night with events at those instants."""
    view = night()
    for seq, time in enumerate(times):
        view.index.add(TYPE_CODE["turn/start"], seq, time, b"{}")
    return replace(view, events=len(times), rows=len(times))


@pytest.fixture
def running():
    """An app at a usual size, its pane focused or not."""

    def run(app, size=(120, 10)):
        return app.run_test(size=size)

    return run


@pytest.mark.req("TUI-4")
async def test_the_cursor_moves_by_columns_and_enter_travels_there(running):
    app = stage()
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("left", "left", "left", "right")
        assert app.pane.place() == NOW - 10 * MINUTE
        assert "10:50:01" in app.rows()[1]
        assert app.asked == []
        await pilot.press("enter")
        assert app.asked == [NOW - 10 * MINUTE]


@pytest.mark.req("TUI-4")
async def test_pages_ends_and_escape(running):
    view = with_events(at("2026-08-05T09:00:00+02:00"))
    app = stage(scene_of(view))
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("pageup")
        assert app.pane.place() == NOW - 4 * HOUR
        await pilot.press("pageup")
        assert app.pane.place() == NOW - 8 * HOUR
        assert "now ►" in app.rows()[1]
        await pilot.press("pagedown")
        assert app.pane.place() == NOW - 4 * HOUR
        await pilot.press("home")
        assert app.pane.place() == at("2026-08-05T09:00:00+02:00")
        await pilot.press("end")
        assert app.pane.place() == NOW
        await pilot.press("left", "escape")
        assert app.pane.place() == NOW
        assert "┃ now" in app.rows()[1]


async def test_the_window_follows_the_cursor_over_its_edges_in_whole_hours(running):
    app = stage()
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.pause()
        edges = set()
        for _ in range(70):
            app.pane.action_scroll_left()
            window = app.pane.drawing().window
            edges.add(window.left)
            assert window.column(app.pane.place()) is not None
        assert edges == {at("06:00:00"), at("02:00:00")}
        for _ in range(120):
            app.pane.action_scroll_right()
        await pilot.pause()
        assert app.pane.place() == NOW + 50 * 5 * MINUTE
        assert app.pane.drawing().window.left == at("10:00:00")


async def test_the_cursor_is_the_focused_pane_s_alone(running):
    app = stage()
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("left", "left", "left")
        assert "10:45:01" in app.rows()[1]
        app.screen.set_focus(None)
        await pilot.pause()
        assert "10:45:01" not in app.rows()[1]


@pytest.mark.req("BEN-16", "TUI-4")
async def test_in_the_past_every_move_travels_at_once(running):
    view = with_events(at("07:00:00"), at("07:48:48"), at("07:58:48.965"), at("11:00:00"))
    point = past_of(view, at("07:58:48.965"))
    point = type(point)(2, point.view, point.changed)
    app = stage(scene_of(view, past=point))
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("left")
        assert app.asked[-1] == at("07:53:48.965")
        # Nothing happened in the next column, so it goes on to what happened next.
        await pilot.press("right")
        assert app.asked[-1] == at("11:00:00")
        await pilot.press("home")
        assert app.asked[-1] == at("07:00:00")
        await pilot.press("pageup")
        assert app.asked[-1] == at("03:58:48.965")
        assert app.to_now == 0
        await pilot.press("end")
        assert app.to_now == 1
        assert "07:58:48" in app.rows()[1]


async def test_after_the_last_event_comes_now(running):
    view = with_events(at("07:00:00"))
    point = past_of(view, at("07:00:00"))
    app = stage(scene_of(view, past=type(point)(1, point.view, point.changed)))
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("right")
        assert app.asked == [NOW]


@pytest.mark.req("TUI-1", "TUI-4")
async def test_up_and_down_choose_a_record(running):
    app = stage()
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("down", "down", "up", "up", "up", "up")
        assert app.moved == [f"schedule-{n}" for n in (3, 6, 3, 2, 1)]
        assert app.pane.selected_record() == "schedule-1"
        app.show(app.scene.but(selected=None))
        await pilot.press("down")
        assert app.moved[-1] == "schedule-1"


@pytest.mark.req("TUI-1")
async def test_records_without_a_lane_are_reached_too(running):
    app = stage(scene_of(many(12)))
    async with running(app) as pilot:
        app.pane.focus()
        assert "6 more" in app.rows()[8]
        for _ in range(14):
            await pilot.press("down")
        assert app.moved[-1] == "schedule-11"
        assert "schedule-11" in app.rows()[7]
        assert app.pane.record_at(6).id == "schedule-11"
        assert app.pane.record_at(7) is None


@pytest.mark.req("TUI-4")
async def test_a_click_chooses_the_lane_and_puts_the_cursor_at_the_end_of_the_column(running):
    app = stage()
    async with running(app) as pilot:
        await pilot.click("#timeline", offset=(FIRST + 10, 4))
        assert app.moved == ["schedule-3"]
        assert app.pane.place() == at("06:55:00") - 1
        assert app.asked == []
        await pilot.click("#timeline", offset=(4, 2))
        assert app.moved[-1] == "schedule-1"
        assert app.pane.place() == at("06:55:00") - 1


@pytest.mark.req("TUI-4")
async def test_a_double_click_travels(running):
    app = stage()
    async with running(app) as pilot:
        await pilot.click("#timeline", offset=(FIRST + 10, 4), times=2)
        assert app.asked == [at("06:55:00") - 1]


@pytest.mark.req("TUI-4")
async def test_a_click_in_the_past_travels(running):
    view = night()
    app = stage(scene_of(view, past=past_of(view, at("07:58:48.965"))))
    async with running(app) as pilot:
        await pilot.click("#timeline", offset=(FIRST, 1))
        assert app.asked == [at("06:05:00") - 1]


def mouse(app, kind, x, y):
    """What a terminal tells of its mouse: the app makes clicks of it."""
    pressed = {"button": 1, "shift": False, "meta": False, "ctrl": False}
    app.post_message(kind(None, x, y, 0, 0, **pressed, screen_x=x, screen_y=y))


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("past", [False, True])
async def test_a_drag_moves_the_cursor_and_travels_at_its_end(running, past):
    view = night()
    app = stage(scene_of(view, past=past_of(view, at("07:58:48.965")) if past else None))
    async with running(app) as pilot:
        mouse(app, events.MouseDown, FIRST + 50, 3)
        mouse(app, events.MouseMove, FIRST + 24, 3)
        await pilot.pause()
        assert app.asked == []
        assert "08:04:59" in app.rows()[1]
        mouse(app, events.MouseUp, FIRST + 24, 3)
        await pilot.pause()
        assert app.asked == [at("08:05:00") - 1]
        assert app.moved == []
        assert app.mouse_captured is None


@pytest.mark.req("TUI-4")
async def test_a_press_that_stays_in_its_column_is_a_click(running):
    app = stage()
    async with running(app) as pilot:
        mouse(app, events.MouseDown, FIRST + 24, 3)
        mouse(app, events.MouseMove, FIRST + 24, 4)
        mouse(app, events.MouseUp, FIRST + 24, 4)
        await pilot.pause()
        assert app.asked == []
        assert app.moved == ["schedule-3"]
        assert app.pane.place() == at("08:05:00") - 1


async def test_a_drag_may_leave_the_columns(running):
    view = night()
    app = stage(scene_of(view, past=past_of(view, at("07:58:48.965"))))
    async with running(app) as pilot:
        mouse(app, events.MouseDown, FIRST + 24, 3)
        mouse(app, events.MouseMove, 2, 0)
        mouse(app, events.MouseUp, 2, 0)
        await pilot.pause()
        assert app.asked == [at("06:05:00") - 1]
        # Keys mean again what they meant before.
        app.pane.focus()
        await pilot.press("left")
        assert app.asked[1:] == [at("07:53:48.965")]


@pytest.mark.req("TUI-1")
async def test_the_scale_can_be_changed(running):
    app = stage()
    async with running(app) as pilot:
        for by, minutes in ((1, 10), (1, 15), (-1, 10), (-1, 5), (-1, 2)):
            scale = app.pane.scale_beside(by)
            assert scale == minutes * MINUTE
            app.show(app.scene.but(scale=scale))
            await pilot.pause()
            assert f"Timeline  {minutes} min a column, Europe/Berlin" in app.rows()[0]


async def test_a_new_state_is_drawn_and_the_legend_follows_the_past(running):
    view = night()
    app = stage(scene_of(view))
    async with running(app) as pilot:
        assert "delivered now" in app.rows()[-1]
        app.show(app.scene.but(past=past_of(view, at("07:58:48.965"), "schedule-2")))
        await pilot.pause()
        assert "┃ cursor" in app.rows()[-1]
        app.show(scene_of(view_of((), NOW)))
        await pilot.pause()
        assert "No targets between 06:00 and 14:20." in app.rows()[2]
        assert set(app.rows()[-1]) == set("╰─╯")


async def test_other_signs_are_drawn_at_once(running):
    app = stage()
    async with running(app) as pilot:
        app.paint = Paint(app.paint.roles, flat=True, glyphs=ASCII)
        app.show(app.scene)
        await pilot.pause()
        assert all(row.isascii() for row in app.rows())


@pytest.mark.parametrize("size", [(20, 5), (8, 3), (3, 3), (120, 3), (200, 50)])
async def test_it_has_a_form_at_any_size(running, size):
    app = stage()
    async with running(app, size) as pilot:
        app.pane.focus()
        await pilot.press("left", "down", "pageup")
        assert [len(row) for row in app.rows()] == [size[0]] * size[1]


@pytest.mark.parametrize("changes", [{"schedules_known": False}, {"drivable": False, "events": 0}])
async def test_keys_and_clicks_do_nothing_where_there_is_no_time(running, changes):
    app = stage(scene_of(night(**changes)))
    async with running(app) as pilot:
        app.pane.focus()
        await pilot.press("left", "pageup", "home")
        await pilot.click("#timeline", offset=(40, 2))
        await pilot.mouse_down("#timeline", offset=(40, 2))
        assert app.asked == []


@pytest.mark.req("TUI-1")
async def test_the_scale_is_chosen_once_and_kept_while_it_shows_something(running):
    one = every("a", 1800, at("11:30:00"), at("11:30:00"))
    app = stage(scene_of(view_of([one], NOW)))
    async with running(app) as pilot:
        await pilot.pause()
        assert app.pane.step() == 15 * MINUTE
        once_only = [once(f"o{n}", NOW + n * 3 * MINUTE, NOW) for n in range(1, 4)]
        for pairs in ([one, *once_only], once_only, [*once_only, once("far", NOW + 40 * HOUR, NOW)]):
            app.show(scene_of(view_of(pairs, NOW)))
            assert app.pane.step() == 15 * MINUTE
        app.show(scene_of(view_of([one, every("b", 600, NOW + MINUTE, NOW + MINUTE)], NOW)))
        assert app.pane.step() == 5 * MINUTE
        app.show(scene_of(view_of([one, every("b", 600, NOW + MINUTE, NOW + MINUTE)], NOW), scale=HOUR))
        assert app.pane.step() == HOUR
        app.show(scene_of(view_of([once("far", NOW + 40 * HOUR, NOW)], NOW)))
        assert app.pane.step() > 5 * MINUTE


@pytest.mark.req("TUI-4")
async def test_the_foot_tells_the_keys_while_the_pane_has_the_focus(running):
    app = stage()
    async with running(app) as pilot:
        app.screen.set_focus(None)
        await pilot.pause()
        assert "delivered before" in app.rows()[-1]
        app.pane.focus()
        await pilot.pause()
        for words in ("left right move in time", "enter looks there", "+ - scale"):
            assert words in app.rows()[-1]

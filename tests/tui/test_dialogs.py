"""Dialogs: they fit whatever size the screen takes, close once, and take a paste whole."""

import pytest
from textual import events

from support.screens import fill, pane, press, scene, session, settled, until
from workbench.fronts.tui.dialogs.ask import Ask

MINUTE = 60_000


def rows(app):
    return [strip.text for strip in app.screen._compositor.render_strips()]


async def open_dialog(pilot, key):
    """Press a key and wait until its dialog has been drawn."""
    await pilot.press(key)
    await until(pilot, lambda: pilot.app.screen is not session(pilot.app))
    await pilot.pause()


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(200, 60), (80, 24), (40, 12), (20, 5), (19, 4)])
async def test_a_dialog_keeps_its_field_in_sight_when_the_screen_shrinks(open_app, overnight, size):
    async with open_app(overnight, size=(200, 60)) as pilot:
        app = pilot.app
        await open_dialog(pilot, "j")
        await pilot.press(*"2h")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        field = app.screen.query_one("#text").region
        assert 0 < field.y < field.bottom < size[1]
        assert rows(app)[field.y][field.x :].startswith("▌2h ")


async def test_hints_are_wrapped_anew_when_the_screen_shrinks(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        await open_dialog(pilot, "j")
        await pilot.resize_terminal(40, 16)
        await pilot.pause()
        assert "…" not in "".join(row for row in rows(pilot.app) if row.startswith("│ "))


async def test_the_ways_stay_in_sight_on_a_low_screen(open_app, overnight):
    async with open_app(overnight, size=(40, 12)) as pilot:
        session(pilot.app).want("schedules")
        await open_dialog(pilot, "d")
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert any("delete" in row for row in rows(pilot.app)[1:])
        assert any("keep it" in row for row in rows(pilot.app))


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("pasted", ["remind me in 5 minutes\nto q\nn", "remind me in 5 minutes\r\nto q\r\nn"])
async def test_a_paste_of_several_lines_is_taken_whole_and_runs_nothing(open_app, overnight, pasted):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await open_dialog(pilot, "i")
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert isinstance(app.screen, Ask)
        assert app.screen.query_one("#text").value == "remind me in 5 minutes to q n"
        await pilot.press("escape")
        assert scene(app).view.move is None


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_key_pressed_twice_answers_once(open_app, overnight, key):
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        await pilot.press("a")
        await fill(pilot, "20m", enter=False)
        for _ in range(3):
            press(app, key)
        await until(pilot, lambda: app.screen is session(app))
        await settled(pilot)
        assert scene(app).view.now - start == (20 * MINUTE if key == "enter" else 0)


@pytest.mark.parametrize("picked", ["step", "jump"])
async def test_enter_twice_in_the_palette_runs_the_command_once(open_app, overnight, picked):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await open_dialog(pilot, "colon")
        app.screen.query_one("#text").value = f"time {picked}"
        await pilot.pause()
        for _ in range(3):
            press(app, "enter")
        await until(pilot, lambda: isinstance(app.screen, Ask) or scene(app).view.move is not None)
        await pilot.pause()
        assert sum(isinstance(screen, Ask) for screen in app.screen_stack) == (picked == "jump")


@pytest.mark.req("TUI-6")
async def test_the_frame_title_takes_the_colour_of_the_focus_and_loses_it(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2")
        await pilot.pause()
        assert pane(app, "schedules")._title[0].role == "link"
        assert pane(app, "transcript")._title[0].role == "soft"


@pytest.mark.req("TUI-3", "LOG-18")
async def test_a_fork_is_followed_from_its_end(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("pageup")
        assert not pane(app, "transcript").following
        await pilot.press("f")
        await fill(pilot, "kid")
        await until(pilot, lambda: scene(app).view.session_id == "kid")
        transcript = pane(app, "transcript")
        assert transcript.following
        assert transcript.cursor == transcript.row_count() - 1


@pytest.mark.req("TUI-1")
async def test_details_lead_back_to_the_pane_they_were_asked_from(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        session(app).want("schedules")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert pane(app, "detail").has_focus
        await pilot.press("escape")
        await pilot.pause()
        assert pane(app, "schedules").has_focus

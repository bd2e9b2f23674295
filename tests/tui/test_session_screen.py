"""The session screen: what it shows at every size, and finding one's way on it."""

import pytest
from textual import events

from support.screens import fill, pane, pane_text, scene, session, settled, until
from workbench.actions.commands import in_scope
from workbench.fronts.tui.deeds.table import DEEDS

SIZES = [(120, 40), (80, 24), (40, 12)]


def size_name(size):
    return f"{size[0]}x{size[1]}"


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", SIZES, ids=size_name)
async def test_a_log_as_it_is_opened(open_app, overnight, golden, size):
    async with open_app(overnight, size=size) as pilot:
        golden(pilot.app, "opened")


@pytest.mark.req("TUI-1", "TUI-5", "BEN-3")
@pytest.mark.parametrize("size", SIZES, ids=size_name)
async def test_after_a_jump_the_delivered_stay_marked(open_app, overnight, golden, size):
    async with open_app(overnight, size=size) as pilot:
        await pilot.press("j")
        await fill(pilot, "2h 30m")
        await settled(pilot)
        await pilot.press("2")
        await pilot.pause()
        golden(pilot.app, "jumped")
        move = scene(pilot.app).view.move
        assert (move.move, move.turns, move.delivered_count) == ("jump", 3, 4)


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("name", ["schedules", "todos", "detail"])
async def test_each_pane_of_a_narrow_screen(open_app, overnight, golden, name):
    async with open_app(overnight, size=(60, 20)) as pilot:
        session(pilot.app).want(name)
        # A pane that comes into sight gets its size, and with it the rest of its title, a moment later.
        await until(pilot, lambda: len("".join(pane_text(pilot.app, name)[:1]).strip("╭─╮ ").split()) > 1)
        await pilot.pause()
        golden(pilot.app, f"narrow-{name}")


@pytest.mark.req("TUI-7")
async def test_utc_and_local(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        assert any("11:20:00" in row for row in pane_text(app, "schedules"))
        await pilot.press("u")
        await pilot.pause()
        assert any("09:20:00" in row for row in pane_text(app, "schedules"))
        assert "UTC time" in pane_text(app, "schedules")[0]
        await pilot.press("u")
        await pilot.pause()
        assert any("11:20:00" in row for row in pane_text(app, "schedules"))


@pytest.mark.req("TUI-2")
async def test_structural_events_on_demand(open_app, overnight, golden):
    async with open_app(overnight) as pilot:
        app = pilot.app
        few = pane(app, "transcript").row_count()
        await pilot.press("v")
        await pilot.pause()
        assert pane(app, "transcript").row_count() > few
        golden(app, "all-events")
        await pilot.press("v")
        await pilot.pause()
        assert pane(app, "transcript").row_count() == few


@pytest.mark.req("TUI-3")
async def test_scrolling_up_pauses_following_and_end_resumes(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        transcript = pane(app, "transcript")
        await pilot.press("up", "up", "up")
        assert not transcript.following
        chosen = transcript.event_at_cursor().seq
        await pilot.press("n")
        await settled(pilot)
        assert transcript.event_at_cursor().seq == chosen
        assert "paused, " in pane_text(app, "transcript")[0]
        assert "new" in pane_text(app, "transcript")[0]
        await pilot.press("end")
        assert transcript.following
        await pilot.press("n")
        await settled(pilot)
        assert transcript.cursor == transcript.row_count() - 1


@pytest.mark.req("TUI-1")
async def test_focus_and_selection_survive_a_resize_storm(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "down", "down")
        chosen = scene(app).selected
        for width, height in [(200, 50), (40, 12), (19, 4), (80, 24), (30, 8), (200, 50), (120, 40)]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        assert app.focused is pane(app, "schedules")
        assert scene(app).selected == chosen
        assert pane(app, "schedules").record_at(pane(app, "schedules").cursor).id == chosen


@pytest.mark.req("TUI-1")
async def test_a_dialog_survives_a_resize_storm(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("i")
        await fill(pilot, "half a thought", enter=False)
        for width, height in [(40, 12), (200, 50), (120, 40)]:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        assert app.screen.query_one("#text").value == "half a thought"
        await pilot.press("escape")
        assert app.focused is pane(app, "transcript")


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(19, 5), (20, 4), (10, 2)], ids=size_name)
async def test_too_small_says_so(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        shown = [strip.text.strip() for strip in pilot.app.screen._compositor.render_strips()]
        assert shown[0] == "too small"[: size[0]]
        if size[1] > 2:
            assert shown[1] == f"has {size[0]}x{size[1]}"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert pane(pilot.app, "transcript").display


@pytest.mark.req("TUI-1")
async def test_new_events_never_steal_the_selection(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "end")
        chosen = scene(app).selected
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).selected == chosen
        assert app.focused is pane(app, "schedules")


@pytest.mark.req("TUI-1")
async def test_one_selection_is_shared(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("home")
        transcript = pane(app, "transcript")
        for _ in range(transcript.row_count()):
            await pilot.press("down")
            if transcript.record_at_cursor() == "schedule-3":
                break
        await pilot.pause()
        assert scene(app).selected == "schedule-3"
        schedules = pane(app, "schedules")
        assert schedules.record_at(schedules.cursor).id == "schedule-3"
        assert "Why schedule-3" in pane_text(app, "detail")[0]


@pytest.mark.req("TUI-4")
async def test_tab_goes_round_and_numbers_go_straight(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        seen = [app.focused.id]
        for _ in range(5):
            await pilot.press("tab")
            await pilot.pause()
            seen.append(app.focused.id)
        assert seen == ["transcript", "schedules", "todos", "detail", "timeline", "transcript"]
        await pilot.press("shift+tab")
        await pilot.pause()
        assert app.focused.id == "timeline"
        for key, name in (("3", "todos"), ("2", "schedules"), ("7", "timeline"), ("1", "transcript")):
            await pilot.press(key)
            await pilot.pause()
            assert app.focused.id == name


@pytest.mark.req("TUI-4")
async def test_a_narrow_screen_shows_the_pane_that_is_asked_for(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        assert not pane(app, "todos").display
        await pilot.press("3")
        await pilot.pause()
        assert pane(app, "todos").display
        assert app.focused is pane(app, "todos")
        assert not pane(app, "transcript").display
        await pilot.press("tab", "tab", "tab", "tab")
        await pilot.pause()
        assert app.focused is pane(app, "transcript")


@pytest.mark.req("TUI-4")
async def test_a_paste_runs_nothing(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        for target in (app, app.screen, app.focused):
            target.post_message(events.Paste("n.ajfq\nn\n"))
        await pilot.pause()
        assert scene(app).view.move is None
        assert app.screen is session(app)
        assert app.is_running


@pytest.mark.req("TUI-4")
async def test_the_mouse_chooses_rows_tabs_and_keys(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.click("#schedules", offset=(6, 3))
        await pilot.pause()
        assert app.focused is pane(app, "schedules")
        assert scene(app).selected == "schedule-2"
        await pilot.click("#keys", offset=(2, 0))
        await settled(pilot)
        assert scene(app).view.move.move == "next"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.click("#tabs", offset=(31, 0))
        await pilot.pause()
        assert app.focused is pane(app, "todos")


@pytest.mark.req("TUI-4")
def test_every_command_of_the_screen_is_carried_out():
    assert {command.id for command in in_scope("session")} == set(DEEDS)


@pytest.mark.req("TUI-4")
async def test_every_command_has_a_binding_that_can_be_remapped(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        bound = {binding.id for _, binding in session(app)._bindings if binding.id}
        assert bound == {command.id for command in in_scope("session")}
        app.set_keymap({"time.next": "k"})
        await pilot.press("k")
        await settled(pilot)
        assert scene(app).view.move.move == "next"


@pytest.mark.req("TUI-4")
async def test_the_palette_finds_and_runs_a_command(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("colon")
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.press(*"next", "space", *"due", "enter")
        await until(pilot, lambda: scene(app).view.move is not None)
        assert scene(app).view.move.move == "next"


@pytest.mark.req("TUI-2")
async def test_enter_opens_the_body_whole(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("up", "enter")
        await pilot.pause()
        assert app.focused is pane(app, "detail")
        assert "Event " in pane_text(app, "detail")[0]
        whole = "".join(row[1:-1].strip() for row in pane_text(app, "detail"))
        assert '"operation"' in whole or '"turn"' in whole
        await pilot.press("escape")
        await pilot.pause()
        assert app.focused is pane(app, "transcript")


@pytest.mark.req("TUI-3")
async def test_a_followed_end_has_one_cursor_row(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("n")
        await settled(pilot)
        transcript = pane(app, "transcript")
        marked = [row for row, (line, _) in transcript._drawn.items() if line.look == "cursor"]
        assert marked == [transcript.row_count() - 1]

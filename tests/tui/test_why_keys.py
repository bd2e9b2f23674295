"""Enter and escape between a row, why it is so, and the event behind a step, on the real screen."""

import pytest

from support.screens import fill, pane, pane_text, scene, session, settled
from workbench.fronts.tui.deeds import past


@pytest.mark.req("TUI-1", "TUI-4")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=["120x40", "80x24", "40x12"])
async def test_enter_on_a_schedule_zooms_why_and_escape_leads_back(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await pilot.press("2", "home", "enter")
        await pilot.pause()
        assert scene(app).zoomed == "detail"
        assert app.focused is pane(app, "detail")
        assert not pane(app, "schedules").display
        text = "\n".join(pane_text(app, "detail"))
        assert "check the build" in text
        assert "created" in text
        await pilot.press("enter")
        await pilot.pause()
        assert pane(app, "detail").event is not None
        await pilot.press("enter")
        await pilot.pause()
        assert pane(app, "detail").event is None
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert pane(app, "detail").event is None
        assert scene(app).zoomed == "detail"
        await pilot.press("escape")
        await pilot.pause()
        assert scene(app).zoomed is None
        assert app.focused is pane(app, "schedules")


@pytest.mark.req("TUI-2", "TUI-4")
@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_enter_on_an_event_shows_it_whole_and_leads_back(open_app, overnight, key):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        assert app.focused is pane(app, "detail")
        assert pane_text(app, "detail")[0].startswith("╭─ Event ")
        assert scene(app).zoomed is None
        await pilot.press(key)
        await pilot.pause()
        assert app.focused is pane(app, "transcript")
        assert pane_text(app, "detail")[0].startswith("╭─ Why schedule-")


@pytest.mark.req("LOG-17")
async def test_a_todo_is_explained_when_it_is_chosen(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("3", "down")
        await pilot.pause()
        rows = pane_text(app, "detail")
        assert "todo  预订去 Köln 的火车" in rows[1]
        assert "written" in rows[3]
        await pilot.press("enter")
        await pilot.pause()
        assert scene(app).zoomed == "detail"
        await pilot.press("enter")
        await pilot.pause()
        assert "todo/write" in pane_text(app, "detail")[0]
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert app.focused is pane(app, "todos")
        await pilot.press("2", "down")
        await pilot.pause()
        assert pane_text(app, "detail")[0].startswith("╭─ Why schedule-")


@pytest.mark.req("TUI-4")
async def test_going_to_another_pane_leaves_the_zoom(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "enter", "3")
        await pilot.pause()
        assert scene(app).zoomed is None
        assert app.focused is pane(app, "todos")


@pytest.mark.req("BEN-16", "TUI-4")
async def test_in_the_past_enter_on_a_schedule_says_why_it_was_so(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        seq = scene(app).view.index.seq(scene(app).view.index.changes[0])
        past.show_at(session(app), seq)
        await pilot.pause()
        assert pane_text(app, "detail")[0].startswith(f"╭─ Event {seq}  what it changed")
        await pilot.press("2", "enter")
        await pilot.pause()
        assert pane_text(app, "detail")[0].startswith(f"╭─ Why schedule-1  at {seq}")
        text = "\n".join(pane_text(app, "detail"))
        assert "delivered" not in text
        await pilot.press("escape")
        await pilot.pause()
        assert scene(app).past is not None
        assert pane_text(app, "detail")[0].startswith(f"╭─ Event {seq}")


@pytest.mark.req("TUI-5")
async def test_a_move_makes_its_deliveries_loud(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "home")
        await pilot.pause()
        assert "earlier" in "\n".join(pane_text(app, "detail"))
        await pilot.press("j")
        await fill(pilot, "2h 30m")
        await settled(pilot)
        await pilot.pause()
        detail = pane(app, "detail")
        loud = [row.name for row in detail._rows if row.line.look == "fired"]
        assert loud == ["delivered"]
        assert "earlier" not in "\n".join(pane_text(app, "detail"))


@pytest.mark.req("BEN-15")
async def test_a_deleted_schedule_keeps_its_rule_and_says_that_it_was_deleted(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "home", "i")
        await fill(pilot, "delete schedule-1")
        await settled(pilot)
        await pilot.pause()
        assert scene(app).selected == "schedule-1"
        text = "\n".join(pane_text(app, "detail"))
        assert "every 10m" in text
        assert "deleted" in text
        assert "next" not in text

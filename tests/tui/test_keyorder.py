"""Keys that come in one burst do what they would do one by one."""

import pytest

from support.screens import press, scene, session, settled, until

HOUR = 3_600_000


def burst(app, keys):
    for key in keys:
        press(app, key)


@pytest.mark.req("TUI-4")
async def test_a_move_typed_in_one_burst_goes_where_it_says(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        burst(app, ("a", "2", "h", "enter"))
        await until(pilot, lambda: scene(app).view.now > start and scene(app).moving is None)
        assert scene(app).view.now == start + 2 * HOUR
        assert session(app).wanted == "transcript"


@pytest.mark.req("TUI-4")
async def test_a_filter_typed_in_one_burst_is_whole(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        burst(app, ("slash", "b", "u", "i", "l", "d"))
        await until(pilot, lambda: scene(app).filter is not None and scene(app).filter.text == "build")
        burst(app, ("escape", "2", "down"))
        await until(pilot, lambda: session(app).wanted == "schedules" and scene(app).filter is None)


async def test_a_burst_of_keys_over_closing_dialogs_loses_none(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        start = scene(app).view.now
        burst(app, ("question_mark", "escape", "j", "escape", "a", "1", "h", "enter"))
        await until(pilot, lambda: scene(app).view.now > start and scene(app).moving is None)
        await settled(pilot)
        assert scene(app).view.now == start + HOUR


@pytest.mark.req("TUI-4")
async def test_a_key_whose_receiver_is_gone_does_not_block_the_keyboard(open_app, overnight, monkeypatch):
    async with open_app(overnight) as pilot:
        app = pilot.app
        # A widget that is being closed may still take what it will never look at.
        monkeypatch.setattr(app._order, "_follow", lambda node, then: None)
        burst(app, ("2", "3", "1", "7"))
        await until(pilot, lambda: session(app).wanted == "timeline")


async def test_what_was_forgotten_is_not_pressed(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        burst(app, ("2", "3", "7"))
        app._order.forget()
        await pilot.pause()
        press(app, "2")
        await until(pilot, lambda: session(app).wanted == "schedules")

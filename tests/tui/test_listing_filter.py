"""The filter of the session list: what it looks at, what it leaves, and how it is left."""

import pytest

from support.lists import all_read, choose, rows, text_of
from workbench.fronts.tui.listing.entries import Entry


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("over", {"overnight", "overnight-fork"}),
        ("TORN", {"nightly-ci"}),
        ("missing_number", {"march-incident"}),
        ("客服", {"客服值班 night 🌙"}),
        ("garbage/session", {"garbage"}),
    ],
)
async def test_the_filter_looks_at_name_health_problem_and_path(sessions, open_list, typed, names):
    async with open_list() as pilot:
        pane = await all_read(pilot, 25)
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*typed)
        await pilot.pause()
        own = {row.name for row in pane.listing.rows if isinstance(row, Entry) and row.found.kind == "own"}
        assert own == names
        assert pane.entry_at_cursor() is not None


async def test_a_filter_is_kept_with_enter_and_cleared_with_escape(sessions, open_list):
    async with open_list() as pilot:
        pane = await all_read(pilot, 25)
        await choose(pilot, sessions["overnight-fork"])
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"over")
        await pilot.pause()
        assert pane.entry_at_cursor().path == sessions["overnight-fork"]
        assert "enter keep" in rows(pilot.app)[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert "/ over" in text_of(pilot.app)
        assert pilot.app.focused is pane
        # Keys are commands again, and the rows stay filtered.
        await pilot.press("down", "up")
        assert pane.entry_at_cursor().path == sessions["overnight-fork"]
        assert "nightly-ci" not in text_of(pilot.app)
        await pilot.press("escape")
        await pilot.pause()
        assert "nightly-ci" in text_of(pilot.app)
        assert pane.entry_at_cursor().path == sessions["overnight-fork"]


async def test_a_filter_that_nothing_matches_says_so(sessions, open_list):
    async with open_list() as pilot:
        pane = await all_read(pilot, 25)
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press(*"zzz")
        await pilot.pause()
        assert "No session matches." in text_of(pilot.app)
        assert pane.entry_at_cursor() is None
        await pilot.press("escape")
        await pilot.pause()
        assert pane.entry_at_cursor() is not None
        assert "No session matches." not in text_of(pilot.app)

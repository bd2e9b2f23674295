"""The session list: what it shows of each file at every size."""

import pytest
from rich.cells import cell_len

from support.lists import all_read, choose, listing, rows, text_of
from support.screens import until
from workbench.actions.listing import Group
from workbench.fronts.tui.listing.entries import Entry

MINUTE = 60_000


@pytest.mark.req("TUI-1", "TUI-6")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_list_at_three_sizes(sessions, open_list, golden, size):
    async with open_list(size) as pilot:
        await all_read(pilot, 25)
        await choose(pilot, sessions["overnight"])
        await all_read(pilot)
        golden(pilot.app, "list-main")


@pytest.mark.req("TUI-6")
async def test_the_list_without_colours(sessions, open_list, golden, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_list() as pilot:
        await all_read(pilot, 25)
        await choose(pilot, sessions["march-incident"])
        await all_read(pilot)
        golden(pilot.app, "list-no-color")
        shown = text_of(pilot.app)
        for word in ("✓ ok", "! torn", "× corrupt", "? unsupported", "? unreadable"):
            assert word in shown


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("overnight-fork", "fork of overnight"),
        ("客服值班 night 🌙", "! 2 overdue"),
        ("nightly-ci", "last line cut, 27 B"),
        ("nightly-ci", "! 103 lines, torn_tail: line 104 breaks off"),
        ("march-incident", "not known, their history is not whole"),
        ("march-incident", "× 101 lines, missing_number: line 21 is event 21"),
        ("legacy-import", "? 1 line, newer_format: format version 3, this reads 0"),
        ("garbage", "? not_a_log: session.jsonl is not a session log"),
        ("copy", "preview  copy of overnight"),
    ],
)
async def test_the_preview_says_what_there_is_to_say(sessions, open_list, name, said):
    async with open_list((110, 30)) as pilot:
        await all_read(pilot, 25)
        await choose(pilot, sessions[name])
        await all_read(pilot)
        assert pilot.app.screen.entry().path == sessions[name]
        preview = "\n".join(rows(pilot.app)[-8:])
        assert said in preview
        assert name.split()[0] in preview


async def test_a_scenario_tells_what_it_will_do(open_list):
    from workbench.actions.places import bundled_folder

    async with open_list((120, 40)) as pilot:
        await all_read(pilot, 15)
        await choose(pilot, bundled_folder() / "busy-wait.toml")
        shown = text_of(pilot.app)
        assert "Waiting for a busy agent  preview" in shown
        assert "starts Fri 2026-08-07 11:00:00 Berlin" in shown
        assert "6 steps" in shown
        assert "Steps  enter begins a run, n then does one after the other" in shown
        assert " 3  hold the agent busy" in shown


async def test_the_header_names_the_nearest_of_all_and_counts(sessions, open_list):
    async with open_list() as pilot:
        pane = await all_read(pilot, 25)
        totals = pane.totals()
        assert (totals.sessions, totals.overdue) == (8, 2)
        assert dict(totals.troubles) == {"torn": 1, "corrupt": 1, "unsupported": 1, "unreadable": 1}
        name, nearest, now = totals.nearest
        assert nearest.target - now == 10 * MINUTE
        first, second = rows(pilot.app)[:2]
        assert "a time machine for agent reminders" in first
        assert f"next {name} {nearest.id} in 10m" in second
        assert "! 2 overdue" in second


@pytest.mark.req("TUI-1")
async def test_size_after_size_keeps_the_entry_and_loses_nothing(sessions, open_list):
    async with open_list() as pilot:
        await all_read(pilot, 25)
        await choose(pilot, sessions["nightly-ci"])
        for size in [(200, 50), (40, 12), (20, 5), (10, 3), (41, 13), (80, 24), (200, 50), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert {cell_len(row) for row in rows(pilot.app)} == {size[0]}
            assert pilot.app.screen.entry().path == sessions["nightly-ci"]
            if size[0] >= 20:
                assert "nightly-ci" in text_of(pilot.app)
            else:
                assert "too" in text_of(pilot.app)
        assert pilot.app.focused is listing(pilot.app)


async def test_local_time_and_utc_can_be_switched(sessions, open_list):
    async with open_list() as pilot:
        await all_read(pilot, 25)
        assert "11:20:00" in text_of(pilot.app)
        assert rows(pilot.app)[0].rstrip().endswith("times in Europe/Berlin")
        await pilot.press("u")
        await pilot.pause()
        assert "09:20:00" in text_of(pilot.app)
        assert "11:20:00" not in text_of(pilot.app)
        assert rows(pilot.app)[0].rstrip().endswith("times in UTC")
        await pilot.press("u")
        await pilot.pause()
        assert "11:20:00" in text_of(pilot.app)


@pytest.mark.req("TUI-7")
async def test_another_zone_can_be_chosen_and_is_used_from_then_on(sessions, open_list):
    async with open_list() as pilot:
        await all_read(pilot, 25)
        await pilot.press("Z")
        await until(pilot, lambda: pilot.app.screen_stack[-1] is not listing(pilot.app).screen)
        await pilot.press("T", "o", "k", "y", "o")
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: "Tokyo" in rows(pilot.app)[0])
        assert "18:20:00" in text_of(pilot.app)
        assert pilot.app.launch.zone == "Asia/Tokyo"


@pytest.mark.req("BEN-11")
def test_a_copy_whose_source_is_gone_is_said_to_be_all_there_is(sessions, tmp_path):
    from workbench.actions.forgetting import forgettable
    from workbench.actions.listing import look_again
    from workbench.actions.places import Places
    from workbench.fronts.tui.listing.deeds import _what_it_means

    places = Places(tmp_path / "home")
    for gone in (False, True):
        if gone:
            sessions["source"].unlink()
        found = look_again(Group("", places.copies, "copy"), sessions["copy"], places.home)
        said = _what_it_means(Entry(found), forgettable(sessions["copy"], places), places)[0]
        assert ("this is all that is left of it" in said) is gone
        assert ("is not touched" in said) is not gone

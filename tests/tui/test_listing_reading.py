"""The session list is read beside the screen: nothing waits for it, and whatever is wrong with a file costs one row."""

import os
import threading

import pytest

from support.lists import all_read, choose, listing, rows, text_of
from support.screens import QUICK, START, until
from workbench.actions import known
from workbench.bench.bench import Bench
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.session.lock import WriterLock


async def test_every_name_is_there_and_keys_work_while_one_file_is_read(sessions, open_list, monkeypatch):
    """One file keeps the reading thread for as long as it likes; nothing else has to wait for it but other reading."""
    stuck, let_go = threading.Event(), threading.Event()
    read = known.read_facts

    def slow(found):
        stuck.set()
        assert let_go.wait(30)
        return read(found)

    monkeypatch.setattr(known, "read_facts", slow)
    async with open_list((80, 24)) as pilot:
        pane = listing(pilot.app)
        await until(pilot, lambda: len(pane.listing) > 20 and stuck.is_set())
        before = pane.cursor
        await pilot.press("down", "down", "end", "home", "down")
        assert pane.cursor > before
        assert "reading" in text_of(pilot.app)
        assert "overnight-fork" in text_of(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SessionScreen))
        let_go.set()


async def test_two_thousand_logs_are_in_sight_at_once_and_those_on_the_screen_are_read_first(
    tmp_path, open_list, monkeypatch
):
    bench = Bench.new(tmp_path / "home", start=START, session_id="one", cwd="/srv", options=QUICK)
    bench.close()
    data = bench.path.read_bytes()
    for number in range(2000):
        folder = tmp_path / "home" / "sessions" / "_no-cwd" / f"s{number:04}"
        folder.mkdir(parents=True)
        (folder / "session.jsonl").write_bytes(data)
    order, enough = [], threading.Event()
    read = known.read_facts

    def noted(found):
        order.append(found.path)
        if len(order) == 60:
            enough.wait(30)
        return read(found)

    monkeypatch.setattr(known, "read_facts", noted)
    async with open_list((80, 24)) as pilot:
        pane = listing(pilot.app)
        await until(pilot, lambda: len(pane.listing) > 2000 and len(order) == 60)
        first = set(pane.in_sight())
        await pilot.press("end")
        await pilot.pause()
        last = set(pane.in_sight())
        assert not first & last
        enough.set()
        await until(pilot, lambda: len(order) > 60 + len(last))
        assert last <= set(order[60 : 61 + len(last)]) | set(order[:60])
        assert pane.totals().unread > 1000


async def test_a_defect_in_reading_costs_its_own_row(sessions, open_list, monkeypatch):
    read = known.read_facts

    def broken(found):
        if found.path == sessions["overnight-fork"]:
            raise MemoryError("no more")
        return read(found)

    monkeypatch.setattr(known, "read_facts", broken)
    async with open_list((120, 24)) as pilot:
        await all_read(pilot, 25)
        assert "MemoryError: no more" in text_of(pilot.app)
        assert sum("✓ ok" in row for row in rows(pilot.app)) > 2


async def test_what_is_known_is_not_read_again_and_the_place_is_kept(sessions, open_list, monkeypatch):
    counts = {}
    read = known.read_facts

    def counted(found):
        counts[found.path] = counts.get(found.path, 0) + 1
        return read(found)

    monkeypatch.setattr(known, "read_facts", counted)
    async with open_list((80, 24)) as pilot:
        await all_read(pilot, 25)
        await choose(pilot, sessions["nightly-ci"])
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SessionScreen) and pilot.app.screen.scene.view)
        await pilot.press("o")
        pane = await all_read(pilot, 25)
        assert pane.entry_at_cursor().path == sessions["nightly-ci"]
        assert set(counts.values()) == {1}
        sessions["nightly-ci"].write_bytes(sessions["overnight"].read_bytes())
        pilot.app.screen.search_again()
        await all_read(pilot, 25)
        assert counts[sessions["nightly-ci"]] == 2


async def test_a_file_that_comes_or_goes_leaves_the_cursor_on_its_own(sessions, open_list):
    async with open_list((80, 30)) as pilot:
        pane = await all_read(pilot, 25)
        await choose(pilot, sessions["nightly-ci"])
        sessions["overnight"].unlink()
        new = Bench.new(sessions["overnight"].parents[3], start=START, session_id="newest", options=QUICK)
        new.close()
        pilot.app.screen.search_again()
        await until(pilot, lambda: pane.listing.row_of(new.path) is not None)
        await all_read(pilot, 25)
        assert pane.listing.get(sessions["overnight"]) is None
        assert pane.entry_at_cursor().path == sessions["nightly-ci"]
        # Where the cursor's own file goes, the next one takes its place.
        row = pane.cursor
        sessions["nightly-ci"].unlink()
        pilot.app.screen.search_again()
        await until(pilot, lambda: pane.listing.get(sessions["nightly-ci"]) is None)
        assert pane.cursor == row
        assert pane.entry_at_cursor() is not None


async def test_runs_of_one_scenario_are_told_apart_and_leave_the_examples_in_sight(tmp_path, open_list):
    runs = tmp_path / "home" / "runs"
    for number in (1, 2, 3):
        root = runs / f"probe-{number}"
        bench = Bench.new(tmp_path / "home", start=START, session_id="probe", options=QUICK, root=root)
        bench.say("every 20 minutes look")
        bench.close()
        os.utime(bench.path, (1_785_931_200 + number, 1_785_931_200 + number))
    async with open_list((120, 50)) as pilot:
        await all_read(pilot, 20)
        shown = text_of(pilot.app)
        assert shown.index("Bundled examples") < shown.index("Scenario runs") < shown.index("Bundled logs")
        below = shown[shown.index("Scenario runs") :]
        places = [below.index(f" probe run {number} ") for number in (3, 2, 1)]
        assert places == sorted(places)
        assert "written 08-05 14:00" in shown
        assert "next probe run" in rows(pilot.app)[1]
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        await pilot.press("end")
        await choose(pilot, bench.path)
        assert "probe run 3" in text_of(pilot.app)


@pytest.mark.req("LOG-11")
async def test_a_writer_that_is_gone_is_not_named_for_ever(sessions, open_list):
    lock = WriterLock(sessions["overnight-fork"])
    async with open_list() as pilot:
        pane = await all_read(pilot, 25)
        assert pane.listing.get(sessions["overnight-fork"]).found.holder is not None
        await choose(pilot, sessions["overnight"])
        lock.release()
        # On its row it is looked at again, and so it is wherever the list comes back into sight.
        await choose(pilot, sessions["overnight-fork"])
        await until(pilot, lambda: pane.listing.get(sessions["overnight-fork"]).found.holder is None)
        with WriterLock(sessions["nightly-ci"]):
            await pilot.press("question_mark")
            await until(pilot, lambda: pilot.app.screen is not pane.screen)
            await pilot.press("escape")
            await until(pilot, lambda: pane.listing.get(sessions["nightly-ci"]).found.holder is not None)


@pytest.mark.req("LOG-11")
async def test_who_writes_a_log_stands_in_its_row(sessions, open_list):
    with WriterLock(sessions["overnight-fork"]):
        async with open_list() as pilot:
            await all_read(pilot, 25)
            (row,) = [row for row in rows(pilot.app) if " overnight-fork " in row]
            assert "open here, fork of" in row


async def test_other_programs_logs_are_a_group_of_their_own(sessions, open_list, tmp_path):
    async with open_list(root=tmp_path / "elsewhere") as pilot:
        pane = await all_read(pilot, 25)
        assert "Other sessions  1  ~/elsewhere" in text_of(pilot.app)
        entry = pane.listing.get(sessions["source"])
        assert (entry.found.kind, entry.found.copied) == ("foreign", True)


async def test_a_folder_of_scenarios_and_logs(open_list, tmp_path):
    folder = tmp_path / "mine"
    bench = Bench.new(tmp_path / "x", start=START, session_id="one", options=QUICK, root=folder)
    bench.close()
    (folder / "walk.toml").write_text('title="My walk"\nstart="2026-08-07T09:00:00Z"\nsteps=[]\n', encoding="utf-8")
    (folder / "bad.toml").write_text("steps = 7\n", encoding="utf-8")
    async with open_list((100, 30), folder=folder) as pilot:
        await all_read(pilot, 3)
        shown = text_of(pilot.app)
        assert "My walk" in shown
        assert "× invalid" in shown
        assert "invalid_scenario: " in shown
        assert "Bundled" not in shown
        await choose(pilot, folder / "walk.toml")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SessionScreen) and pilot.app.screen.scene.tour)
        # The way back leads to the same folder.
        await pilot.press("o")
        await all_read(pilot, 3)
        assert "× invalid" in text_of(pilot.app)
        assert "Bundled" not in text_of(pilot.app)

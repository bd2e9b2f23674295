"""What can be done to an entry of the session list: open, look, fork, check, forget; the rest stays as it was."""

import os

import pytest

from support.lists import all_read, choose, listing, rows, text_of
from support.screens import QUICK, fill, scene, settled, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.fronts.tui.dialogs.sheet import Sheet
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.listing.checkup import CheckScreen
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.copies import existing_copy
from workbench.session.lock import WriterLock
from workbench.session.reader import read_log


@pytest.fixture
def open_list(tmp_path, monkeypatch):
    """The list of the test's own data folder, without the examples."""
    monkeypatch.setattr("workbench.actions.listing.bundled_folder", lambda: None)

    def opened(size=(120, 40), *, root=None):
        launch = Launch(target=None, home=tmp_path / "home", zone="Europe/Berlin", root=root, options=QUICK)
        return WorkbenchApp(launch).run_test(size=size)

    return opened


def snapshot(*folders):
    """Every file below: its bytes and when it was changed."""
    return {
        path: (path.read_bytes(), path.stat().st_mtime_ns)
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def on_session(pilot):
    return isinstance(pilot.app.screen, SessionScreen) and scene(pilot.app).view is not None


async def start(pilot, path):
    await all_read(pilot, 8)
    await choose(pilot, path)


# ------------------------------------------------------------------------------------------------------------ open


async def test_enter_opens_and_the_way_back_is_to_the_same_entry(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight-fork"])
        await pilot.press("enter")
        await until(pilot, lambda: on_session(pilot))
        view = scene(pilot.app).view
        assert (view.session_id, view.source, view.drivable) == ("overnight-fork", None, True)
        await pilot.press("o")
        pane = await all_read(pilot, 8)
        assert pane.entry_at_cursor().path == sessions["overnight-fork"]
        (row,) = [row for row in rows(pilot.app) if row.startswith("│▌")]
        assert "overnight-fork" in row
        await pilot.resize_terminal(180, 40)
        await pilot.pause()
        assert "fork of overnight, opened last" in text_of(pilot.app)


async def test_two_clicks_open(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        pane = listing(pilot.app)
        row = pane.listing.row_of(sessions["nightly-ci"]) + 2
        await pilot.click(pane, offset=(20, row))
        assert pilot.app.screen.entry().path == sessions["nightly-ci"]
        await pilot.click(pane, offset=(20, row), times=2)
        await until(pilot, lambda: on_session(pilot))
        assert scene(pilot.app).view.session_id == "nightly-ci"


@pytest.mark.req("BEN-11")
async def test_a_copy_opens_through_its_source_and_is_offered_again(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["copy"])
        await pilot.press("enter")
        await until(pilot, lambda: on_session(pilot))
        assert "the copy that was driven here before" in scene(pilot.app).notice.text
        assert (scene(pilot.app).view.source, scene(pilot.app).view.path) == (sessions["source"], sessions["copy"])
        await pilot.press("o")
        pane = await all_read(pilot, 8)
        assert pane.entry_at_cursor().path == sessions["copy"]


@pytest.mark.req("BEN-11")
async def test_a_copy_whose_source_is_gone_opens_itself(sessions, open_list):
    sessions["source"].unlink()
    async with open_list() as pilot:
        await start(pilot, sessions["copy"])
        assert "copy of overnight, which is gone" in text_of(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: on_session(pilot))
        assert (scene(pilot.app).view.source, scene(pilot.app).view.path) == (None, sessions["copy"])


async def test_what_cannot_be_opened_says_why_and_leads_back(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["garbage"])
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProblemScreen))
        assert "× not_a_log" in text_of(pilot.app)
        await pilot.press("o")
        pane = await all_read(pilot, 8)
        assert pane.entry_at_cursor() is not None


# ------------------------------------------------------------------------------------------------------- read-only


@pytest.mark.req("BEN-11", "BEN-16")
@pytest.mark.parametrize("name", ["overnight", "source", "copy", "nightly-ci", "march-incident"])
async def test_read_only_writes_nothing_whatever_is_pressed(sessions, open_list, tmp_path, name):
    before = snapshot(tmp_path / "home", tmp_path / "elsewhere")
    async with open_list(root=tmp_path / "elsewhere") as pilot:
        await start(pilot, sessions[name])
        await pilot.press("o")
        await until(pilot, lambda: on_session(pilot))
        app = pilot.app
        assert "READ-ONLY" in rows(app)[0]
        view = scene(app).view
        assert (view.path, view.drivable) == (sessions[name], False)
        await pilot.press("n", "full_stop", "space", "i", "b", "r", "f", "d", "down", "enter", "escape", "end")
        await settled(pilot)
        assert isinstance(app.screen, SessionScreen)
        assert scene(app).view.events == view.events
        await pilot.press("o")
        await all_read(pilot, 8)
    app.launch.close()
    assert snapshot(tmp_path / "home", tmp_path / "elsewhere") == before


@pytest.mark.req("BEN-16")
async def test_time_can_be_travelled_in_a_log_that_is_only_looked_at(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("o")
        await until(pilot, lambda: on_session(pilot))
        await pilot.press("home", "t")
        await until(pilot, lambda: scene(pilot.app).past is not None)
        assert scene(pilot.app).past.seq < scene(pilot.app).view.events - 1


@pytest.mark.req("LOG-11")
async def test_a_log_that_somebody_writes_opens_read_only_and_names_the_writer(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        with WriterLock(sessions["overnight"]):
            before = sessions["overnight"].read_bytes()
            await pilot.press("enter")
            await until(pilot, lambda: on_session(pilot))
            shown = rows(pilot.app)
            assert "READ-ONLY" in shown[0]
            assert f"locked: process {os.getpid()} writes this log" in shown[1]
            assert "r takes over once it is let go" in shown[1]
            await pilot.press("n")
            await settled(pilot)
            assert sessions["overnight"].read_bytes() == before


@pytest.mark.req("LOG-11", "BEN-11")
async def test_a_foreign_log_whose_copy_is_in_use_shows_the_copy_read_only(sessions, open_list, tmp_path):
    async with open_list(root=tmp_path / "elsewhere") as pilot:
        with WriterLock(sessions["copy"]):
            await start(pilot, sessions["source"])
            await pilot.press("enter")
            await until(pilot, lambda: on_session(pilot))
            assert "locked: " in rows(pilot.app)[1]
            assert scene(pilot.app).view.path == sessions["copy"]
            assert isinstance(pilot.app.screen, SessionScreen)


# ------------------------------------------------------------------------------------------------------------ fork


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(("given", "named"), [("try-2", "try-2"), ("", "overnight-fork-2")])
async def test_fork_asks_for_a_name_and_opens_the_child(sessions, open_list, given, named):
    before = sessions["overnight"].read_bytes()
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("f")
        await fill(pilot, given)
        await until(pilot, lambda: on_session(pilot))
        view = scene(pilot.app).view
        assert (view.session_id, view.parent, view.active) == (named, "overnight", 0)
        assert view.seed_length == read_log(sessions["overnight"]).index.events
    assert sessions["overnight"].read_bytes() == before


async def test_a_fork_that_is_refused_says_so_and_the_list_stays(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["march-incident"])
        await pilot.press("f")
        await fill(pilot, "")
        await until(pilot, lambda: "× corrupt_log: " in text_of(pilot.app))
        assert pilot.app.screen.entry().path == sessions["march-incident"]
        await pilot.press("down")
        await pilot.press("u")
        assert "corrupt_log" not in rows(pilot.app)[1]


# ----------------------------------------------------------------------------------------------------------- check


@pytest.mark.req("LOG-13")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("overnight", ["✓ ok", "Nothing is wrong with it.", "session overnight, 102 events, format 0"]),
        ("nightly-ci", ["! torn", "torn_tail  line 104, seq 102"]),
        ("march-incident", ["× corrupt", "missing_number  line 21, seq 21", "expected 19, found 21"]),
        ("legacy-import", ["? unsupported", "newer_format  line 1", "expected 0, found 3"]),
        ("garbage", ["? unreadable", "not_a_log", "It cannot be opened as a session log."]),
    ],
)
async def test_check_says_everything_that_is_wrong(sessions, open_list, name, said):
    async with open_list() as pilot:
        await start(pilot, sessions[name])
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, CheckScreen))
        await pilot.pause()
        shown = text_of(pilot.app)
        for words in said:
            assert words in shown
        await pilot.press("escape")
        pane = await all_read(pilot, 8)
        assert pane.entry_at_cursor().path == sessions[name]


@pytest.mark.req("LOG-13")
async def test_a_long_answer_can_be_scrolled(sessions, open_list):
    lines = sessions["overnight"].read_bytes().splitlines(keepends=True)
    spoilt = [b"garbage\n" if at % 3 == 2 else line for at, line in enumerate(lines)]
    sessions["overnight"].write_bytes(b"".join(spoilt))
    async with open_list((60, 20)) as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, CheckScreen))
        await pilot.pause()
        assert "line 3" in text_of(pilot.app)
        await pilot.press("end")
        await pilot.pause()
        assert "line 102" in text_of(pilot.app)
        await pilot.press("home", "pagedown", "up", "down", "pageup")
        await pilot.pause()
        assert "It can be looked at" in text_of(pilot.app)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert all(len(row) == 40 for row in rows(pilot.app))


async def test_check_reads_the_log_again(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        with sessions["overnight"].open("ab") as out:
            out.write(b"{half a line")
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, CheckScreen))
        assert "! torn" in text_of(pilot.app)
        await pilot.press("q")
        pane = await all_read(pilot, 8)
        assert pane.listing.get(sessions["overnight"]).facts.verdict == "torn"


# ---------------------------------------------------------------------------------------------------------- forget


@pytest.mark.parametrize("key", ["n", "escape"])
async def test_forget_asks_and_no_keeps_everything(sessions, open_list, tmp_path, key):
    before = snapshot(tmp_path / "home")
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        shown = " ".join(text_of(pilot.app).split())
        assert "Forget overnight" in shown
        assert " KiB" in shown
        assert "workbench clean" in shown
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app.screen.entry().path == sessions["overnight"]
    assert snapshot(tmp_path / "home") == before


@pytest.mark.parametrize(("names", "said"), [(("a",), "1 other file"), (("a", "b/c"), "2 other files")])
async def test_forget_says_what_else_lies_in_the_folder(sessions, open_list, names, said):
    for name in names:
        file = sessions["overnight"].parent / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        lines = pilot.app.screen.query_one(Sheet).page.lines
        shown = " ".join(span.text.strip() for line in lines for span in line.spans)
        assert f" KiB with {said} in" in shown


async def test_forget_moves_to_the_trash_and_the_next_entry_takes_its_place(sessions, open_list, tmp_path):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight-fork"])
        row = listing(pilot.app).cursor
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("y")
        await until(pilot, lambda: "is forgotten" in text_of(pilot.app))
        pane = await all_read(pilot, 7)
        assert pane.listing.get(sessions["overnight-fork"]) is None
        assert pane.cursor == row
        assert "trash/overnight-fork-1" in rows(pilot.app)[1]
    assert not sessions["overnight-fork"].exists()
    (kept,) = (tmp_path / "home" / "trash").rglob("session.jsonl")
    assert read_log(kept).header.id == "overnight-fork"


@pytest.mark.req("BEN-11")
@pytest.mark.parametrize("name", ["copy", "source"])
async def test_of_another_programs_log_only_the_copy_is_forgotten(sessions, open_list, tmp_path, name):
    before = snapshot(tmp_path / "elsewhere")
    async with open_list(root=tmp_path / "elsewhere") as pilot:
        await start(pilot, sessions[name])
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        assert "not touched" in text_of(pilot.app)
        await pilot.press("y")
        await until(pilot, lambda: existing_copy(sessions["source"], tmp_path / "home") is None)
        await all_read(pilot, 8)
        if name == "source":
            # Without its copy there is nothing left to forget.
            await pilot.press("d")
            await until(pilot, lambda: "nothing_to_forget: " in rows(pilot.app)[0])
            assert isinstance(pilot.app.screen, SessionsScreen)
    assert snapshot(tmp_path / "elsewhere") == before


@pytest.mark.req("LOG-11")
async def test_forget_refuses_what_somebody_writes(sessions, open_list):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        with WriterLock(sessions["overnight"]):
            await pilot.press("d")
            await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
            await pilot.press("y")
            await until(pilot, lambda: "× locked: " in rows(pilot.app)[1])
        assert sessions["overnight"].exists()
        assert pilot.app.screen.entry().path == sessions["overnight"]


# ------------------------------------------------------------------------------------------------------------- new


async def test_new_starts_an_empty_session_and_the_list_has_it_afterwards(sessions, open_list):
    async with open_list() as pilot:
        await all_read(pilot, 8)
        await pilot.press("s")
        await until(pilot, lambda: on_session(pilot))
        made = scene(pilot.app).view.path
        await pilot.press("o")
        pane = await all_read(pilot, 9)
        assert pane.entry_at_cursor().path == made
        # It is the newest.
        assert pane.listing.row_of(made) == 1


async def test_what_a_session_could_not_write_is_said_on_the_list(sessions, open_list, monkeypatch):
    from workbench.errors import BarrierFailed

    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        await pilot.press("enter")
        await until(pilot, lambda: on_session(pilot))

        def full(self):
            raise BarrierFailed("the disk is full")

        monkeypatch.setattr(Bench, "close", full)
        await pilot.press("o")
        await until(pilot, lambda: "persistence_uncertain: the disk is full" in text_of(pilot.app))
    assert pilot.app.launch.close().code == "persistence_uncertain"


@pytest.mark.req("TUI-4")
async def test_only_what_applies_is_offered(sessions, open_list, tmp_path):
    async with open_list() as pilot:
        await start(pilot, sessions["overnight"])
        offered = {command.id for command in pilot.app.screen.offered()}
        assert {"list.open", "list.read", "list.fork", "list.check", "list.forget", "session.new"} <= offered
        assert not any(name.startswith(("time.", "agent.", "past.")) for name in offered)
    empty = WorkbenchApp(Launch(target=tmp_path / "elsewhere" / "nothing-here", home=tmp_path / "h2", options=QUICK))
    (tmp_path / "elsewhere" / "nothing-here").mkdir()
    async with empty.run_test() as pilot:
        await pilot.pause()
        offered = {command.id for command in pilot.app.screen.offered()}
        assert "session.new" in offered
        assert not {"list.open", "list.read", "list.fork", "list.check", "list.forget"} & offered
        await pilot.press("enter", "o", "f", "v", "d")
        assert isinstance(pilot.app.screen, SessionsScreen)


async def test_every_command_of_the_list_has_its_deed():
    from workbench.actions.commands import in_scope
    from workbench.fronts.tui.listing.deeds import LIST_DEEDS

    assert {command.id for command in in_scope("list")} <= set(LIST_DEEDS)

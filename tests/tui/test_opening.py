"""Opening: the newest page before anything else is read, copies offered again, the list, and the way in."""

import shutil

import pytest

from support.loggen import write_log
from support.screens import QUICK, fill, pane_text, scene, session, settled, until
from workbench.bench.bench import Bench
from workbench.errors import UsageError
from workbench.fronts.tui.app import run_app
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.page import read_page
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.copies import existing_copy
from workbench.session.index import LogIndex


def text_of(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.req("TUI-2")
async def test_the_newest_page_is_there_before_the_log_is_read(overnight, tmp_path, golden, monkeypatch):
    monkeypatch.setattr(SessionScreen, "open_bench", lambda self, **_: None)
    app = WorkbenchApp(Launch(target=overnight, home=tmp_path / "home", zone="Europe/Berlin"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        golden(app, "reading")
        assert scene(app).view is None
        assert not session(app).offered()[0].id.startswith("time.")


@pytest.mark.req("TUI-2")
async def test_what_was_on_the_page_stays_where_it_was(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        after = pane_text(app, "transcript")[1:]
    launch = Launch(target=overnight, home=app.launch.home, zone="Europe/Berlin")
    screen = launch.session_screen(overnight)
    assert screen.scene.page.index.next_seq == scene_events(overnight)
    assert any("Reminder schedule-1" in row for row in after)


def scene_events(path):
    return Bench.open(path, home=path.parent, in_place=True).view().events


@pytest.mark.req("TUI-2")
def test_the_page_of_a_long_log_is_a_small_part_of_it(tmp_path):
    path = tmp_path / "long.jsonl"
    write_log(path, 30_000)
    page = read_page(path)
    assert page.name == "generated"
    assert 100 <= page.index.rows <= 1000
    assert page.index.seq(page.index.rows - 1) == 29_999
    assert page.last_time == page.index.time(page.index.rows - 1)


@pytest.mark.req("TUI-2")
async def test_the_ends_of_a_long_log_are_one_key_apart(open_app, tmp_path):
    path = tmp_path / "long.jsonl"
    write_log(path, 30_000)
    async with open_app(path) as pilot:
        app = pilot.app
        await pilot.press("home")
        await pilot.pause()
        assert " 0 ○ create " in pane_text(app, "transcript")[1]
        await pilot.press("end")
        await pilot.pause()
        assert "29997" in pane_text(app, "transcript")[-2]


@pytest.mark.req("BEN-11")
async def test_a_copy_is_gone_on_with_and_nothing_is_asked(open_app, overnight):
    async with open_app(overnight) as pilot:
        await pilot.press("n")
        await settled(pilot)
        driven = scene(pilot.app).view.events
    async with open_app(overnight) as pilot:
        app = pilot.app
        assert app.screen is session(app)
        assert scene(app).view.events >= driven
        assert "O starts over" in scene(app).notice.text


@pytest.mark.req("BEN-11", "TUI-4")
@pytest.mark.parametrize(("key", "kept"), [("y", False), ("n", True), ("escape", True), ("enter", True), ("o", True)])
async def test_starting_over_asks_and_only_yes_throws_the_copy_away(open_app, overnight, tmp_path, key, kept):
    async with open_app(overnight) as pilot:
        app = pilot.app
        assert "session.over" not in {command.id for command in session(app).offered()}
        await pilot.press("n")
        await settled(pilot)
        driven = scene(app).view.events
        await pilot.press("O")
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.press(key)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is session(app) and scene(app).view is not None)
        assert (scene(app).view.events >= driven) == kept
        assert (existing_copy(overnight, tmp_path / "home") is not None) == kept


@pytest.mark.req("BEN-11")
async def test_a_changed_source_is_mentioned_with_the_copy(open_app, overnight, tmp_path):
    log = tmp_path / "mine.jsonl"
    shutil.copy(overnight, log)
    async with open_app(log) as pilot:
        await pilot.press("n")
        await settled(pilot)
    with log.open("ab") as out:
        out.write(b"\n")
    async with open_app(log) as pilot:
        assert "has changed since" in scene(pilot.app).notice.text


async def test_the_list_opens_makes_and_comes_back(open_app, tmp_path):
    home = tmp_path / "home"
    bench = Bench.new(home, start=1_785_920_400_000, session_id="mine", cwd="/srv", options=QUICK)
    bench.close()
    async with open_app(None) as pilot:
        app = pilot.app
        await until(pilot, lambda: "reading" not in text_of(app) and "mine" in text_of(app))
        assert "Your sessions" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert scene(app).view.session_id == "mine"
        assert scene(app).view.source is None
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen) and "mine" in text_of(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert scene(app).view.session_id.startswith("session-")
        await pilot.press("i")
        await fill(pilot, "every 10 minutes look around")
        await until(pilot, lambda: scene(app).view.active == 1)


async def test_an_empty_list_says_what_can_be_done(open_app, tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.actions.listing.bundled_folder", lambda: None)
    async with open_app(None) as pilot:
        await pilot.pause()
        assert "No sessions here yet." in text_of(pilot.app)
        await pilot.press("down", "up", "enter")
        assert isinstance(pilot.app.screen, SessionsScreen)


async def test_the_list_says_of_each_log_how_it_is(open_app, overnight, tmp_path):
    for project in ("--srv-demo--", "--elsewhere--"):
        (tmp_path / "logs" / project / "overnight").mkdir(parents=True)
        shutil.copy(overnight, tmp_path / "logs" / project / "overnight" / "session.jsonl")
    async with open_app(tmp_path / "logs", size=(120, 12)) as pilot:
        await until(pilot, lambda: "✓ ok" in text_of(pilot.app) and "reading" not in text_of(pilot.app))
        (misplaced,) = (row for row in text_of(pilot.app).split("\n") if "│▌× corrupt" in row or "│ × corrupt" in row)
        (well,) = (row for row in text_of(pilot.app).split("\n") if "✓ ok" in row)
        assert "wrong_identity" in misplaced
        assert "schedule-1  11:20:00  in 10m" in well


def test_an_unknown_zone_is_refused_before_anything_is_drawn(overnight, tmp_path):
    with pytest.raises(UsageError) as refused:
        run_app(overnight, home=tmp_path, zone="Mars/Olympus")
    assert refused.value.code == "invalid_time_zone"


@pytest.mark.req("TUI-2")
async def test_a_line_of_megabytes_is_shown_without_being_decoded(open_app, overnight, tmp_path, monkeypatch):
    path = tmp_path / "long-line.jsonl"
    lines = overnight.read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b"every 10 minutes check the build", b"x" * 5_000_000, 1)
    path.write_bytes(b"\n".join(lines))
    async with open_app(path) as pilot:
        app = pilot.app
        decode = LogIndex.event

        def decode_short(index, row):
            assert index.length(row) < 1_000_000
            return decode(index, row)

        monkeypatch.setattr(LogIndex, "event", decode_short)
        await pilot.press("home", "down")
        await pilot.pause()
        assert "a line of 5,000," in pane_text(app, "transcript")[2]
        await pilot.press("enter")
        await pilot.pause()
        assert '"type":"user/message"' in "".join(pane_text(app, "detail"))
        await pilot.press("end")
        await pilot.pause()
        assert "... of 5,000," in "".join(pane_text(app, "detail"))


async def test_a_data_folder_that_cannot_be_written_is_a_problem_not_a_crash(tmp_path):
    (tmp_path / "file").write_text("in the way")
    launch = Launch(target=None, home=tmp_path / "file" / "home", options=QUICK)
    async with WorkbenchApp(launch).run_test() as pilot:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProblemScreen))
        await pilot.press("o")
        assert isinstance(pilot.app.screen, SessionsScreen)


async def test_a_log_that_shrank_under_the_screen_is_told(open_app, overnight, tmp_path):
    log = tmp_path / "mine.jsonl"
    shutil.copy(overnight, log)
    async with open_app(log) as pilot:
        with log.open("r+b") as out:
            out.truncate(3000)
        await pilot.press("n")
        await settled(pilot)
        assert "log_changed" in text_of(pilot.app)

"""The session list: what it shows of each file at every size, read beside the screen, whatever is wrong with a file."""

import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.lists import all_read, choose, listing, make_sessions, rows, text_of
from support.screens import QUICK, START, until
from workbench.actions import known
from workbench.actions.known import Facts, LogFacts, Nearest, ScenarioFacts
from workbench.actions.listing import Found, Group
from workbench.bench.bench import Bench
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.listing.celltext import COLUMNS, columns_at, due_text, entry_line, head_line
from workbench.fronts.tui.listing.entries import Entry
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.session.lock import WriterLock
from workbench.time.zones import UTC, load_zone

ROLES = derive(DARK.to_color_system().generate(), dark=True)
MINUTE = 60_000


@pytest.fixture
def sessions(tmp_path, monkeypatch):
    """The logs of a list with everything in it; paths are shown from the test's own folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return make_sessions(tmp_path / "home", tmp_path / "elsewhere")


@pytest.fixture
def open_list(tmp_path):
    def opened(size=(120, 40), *, root=None, folder=None, zone="Europe/Berlin"):
        launch = Launch(target=folder, home=tmp_path / "home", zone=zone, root=root, options=QUICK)
        return WorkbenchApp(launch).run_test(size=size)

    return opened


# ------------------------------------------------------------------------------------------------------ the screen


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


# ------------------------------------------------------------------------------------------------------ the filter


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


# ------------------------------------------------------------------------------------------------------ the reading


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
    async with open_list((120, 40)) as pilot:
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


# --------------------------------------------------------------------------------------------------------- one row

NASTY = st.sampled_from(
    ("李雷轮换值班", "🚀", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "\x1b[31mred", "\u202eevil", "a\nb", "[bold]x[/bold]", "plain", "")
)
NAMES = st.one_of(NASTY, st.lists(NASTY, max_size=5).map("".join), st.text(max_size=40))
COUNTS = st.one_of(st.none(), st.integers(0, 10**9))
LOGS = st.builds(
    LogFacts, name=NAMES, verdict=st.sampled_from(("ok", "torn", "corrupt", "unsupported")),
    problem=st.one_of(st.none(), NAMES), now=st.integers(0, 10**13), events=COUNTS, every=COUNTS, once=COUNTS,
    nearest=st.one_of(st.none(), st.builds(Nearest, NAMES, st.sampled_from(("every", "at")), st.integers(0, 10**13))),
    overdue=st.integers(0, 9), parent=st.one_of(st.none(), NAMES), lost=st.integers(0, 10**9), frames=st.integers(0, 9),
)  # fmt: skip
NONE = st.builds(Facts, name=NAMES, verdict=st.sampled_from(("unreadable", "invalid")), problem=NAMES)
FACTS = st.one_of(st.none(), LOGS, NONE, st.builds(ScenarioFacts, name=NAMES, steps=st.integers(0, 10**6)))


@pytest.mark.req("TUI-6")
@given(FACTS, st.sampled_from(("own", "foreign", "scenario")), st.integers(20, 240), st.sampled_from((RICH, ASCII)))
def test_a_row_is_exactly_as_wide_as_the_pane_whatever_a_log_says(facts, kind, width, glyphs):
    from pathlib import Path

    found = Found(Group("", Path("/x"), kind), Path("/x/y/session.jsonl"))
    for line in (entry_line(Entry(found, facts), width, load_zone("Europe/Berlin"), glyphs, None), head_line(width)):
        strip = Paint(ROLES, glyphs=glyphs).strip(line, width)
        assert cell_len(strip.text) == width
        assert not any(ord(char) < 32 or char in "\u202e\u2028" for char in strip.text)


def test_columns_go_in_a_sensible_order():
    hidden = []
    shown = {column.name for column in COLUMNS}
    for width in range(240, 19, -1):
        now = {column.name for column in columns_at(width)}
        assert now <= shown, "a column that was hidden comes back on a narrower screen"
        hidden += sorted(shown - now)
        shown = now
        assert sum(column.cells + column.gap for column in columns_at(width)) <= width or width < 30
    assert hidden == ["note", "target", "health", "events", "active", "id", "due"]
    assert {"sign", "name", "shape"} <= shown


def row_of(facts, width, *, kind="scenario", path="/x/after-reminder.toml", group="/x"):
    from pathlib import Path

    entry = Entry(Found(Group("", Path(group), kind), Path(path)), facts)
    return "".join(span.text for span in entry_line(entry, width, UTC, RICH, None).spans)


@pytest.mark.req("TUI-6")
def test_nothing_is_cut_beside_free_cells():
    scenario = ScenarioFacts(name="Waiting for a busy agent", steps=6, words=("hold", "advance", "release"))
    for width in (118, 111, 98, 78, 56):
        assert "after-reminder " in row_of(scenario, width)
        assert "6 steps" in row_of(scenario, width)
    assert "hold, advance, release" in row_of(scenario, 118)
    assert "Waiting for a busy agent" in row_of(scenario, 38)
    forked = LogFacts(name="kid", events=1, every=0, once=0, parent="cold-catchup-long-name")
    assert "fork of cold-catchup-long-name" in row_of(forked, 118, kind="own", path="/x/kid/session.jsonl")
    waiting = LogFacts(
        name="kid",
        events=1,
        every=1,
        once=0,
        parent="cold-catchup",
        now=0,
        nearest=Nearest("schedule-1", "every", 9000),
    )
    assert "fork of cold-catchup" in row_of(waiting, 118, kind="own", path="/x/kid/session.jsonl")


def test_which_run_it_is_is_never_cut_off():
    facts = LogFacts(name="a-scenario-with-a-very-long-name", events=1, every=0, once=0)
    for width in (118, 78, 56, 40, 30):
        row = row_of(facts, width, kind="run", path="/x/a-scenario-12/_no-cwd/a/session.jsonl")
        assert "run 12" in row


@pytest.mark.parametrize(
    ("wait", "said"),
    [(8 * MINUTE + 47_000, "in 8m 47s"), (0, "due now"), (-770 * MINUTE, "overdue 12h 50m"), (1, "in 1ms")],
)
def test_due_is_never_signed(wait, said):
    assert due_text(START + wait, START) == said


def test_unread_says_so_in_every_width(tmp_path):
    found = Found(Group("", tmp_path, "own"), tmp_path / "name" / "session.jsonl")
    for width in range(38, 200):
        line = entry_line(Entry(found), width, UTC, RICH, None)
        assert "reading" in "".join(span.text for span in line.spans)


def test_no_environment_leaks_into_paths(monkeypatch):
    from pathlib import Path

    from workbench.fronts.tui.listing.preview import shown_path

    monkeypatch.setenv("HOME", "/home/ann")
    assert shown_path(Path("/home/ann/x")) == f"~{os.sep}x"
    assert shown_path(Path("/home/anna/x")) == "/home/anna/x"
    monkeypatch.setenv("HOME", "/")
    assert shown_path(Path("/srv/x")) == "/srv/x"


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

"""A damaged log on the screen: holes and second claims are marked, and nothing breaks over them (LOG-14)."""

from contextlib import asynccontextmanager

import pytest

from support.damaged import CASES, ENDED, LINES, OTHERS, stored
from support.lists import text_of
from support.loggen import event_line
from support.screens import QUICK, pane, pane_text, scene, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.theme.cells import width as cell_width

pytestmark = pytest.mark.req("LOG-14")
SIZES = [(120, 40), (80, 24), (40, 12)]
HOLE = LINES[:25] + LINES[28:]
TWO = [*LINES[:40], *OTHERS[20:39], ENDED, *LINES[40:]]
NOPE = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})


@pytest.fixture
def put(tmp_path):
    def write(lines, compression="none"):
        path = tmp_path / ("log.jsonl" if compression == "none" else "log.jsonl.zstd")
        path.write_bytes(stored(lines, compression))
        return path

    return write


def lines_of(app, width=None):
    """Every row of the transcript, as text."""
    transcript = pane(app, "transcript")
    cells = transcript.size.width if width is None else width
    return ["".join(s.text for s in transcript.row_line(row, cells).spans) for row in range(transcript.row_count())]


def row_with(app, text):
    return next(at for at, line in enumerate(lines_of(app)) if text in line)


@pytest.fixture
def dressed(tmp_path):
    """The app with these looks."""

    @asynccontextmanager
    async def opened(target, *, size, only_ascii):
        launch = Launch(target=target, home=tmp_path / "home", zone=None, options=QUICK, ascii=only_ascii)
        app = WorkbenchApp(launch)
        try:
            async with app.run_test(size=size) as pilot:
                await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
                yield pilot
        finally:
            launch.close()

    return opened


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("looks", ["plain", "ascii", "no colour"])
async def test_a_hole_is_a_row_of_its_own_at_every_size(dressed, put, size, looks, monkeypatch):
    if looks == "no colour":
        monkeypatch.setenv("NO_COLOR", "1")
    async with dressed(put(HOLE), size=size, only_ascii=looks == "ascii") as pilot:
        app = pilot.app
        row = row_with(app, "3 numbers missing")
        transcript = pane(app, "transcript")
        await pilot.press("1")
        transcript.move_cursor(row)
        await pilot.pause()
        [text] = [each for each in pane_text(app, "transcript") if "3 numbers missing: " in each and "25 to 27" in each]
        assert text.count("x" if looks == "ascii" else "×") >= 4, "a shape tells it without colour"
        assert {span.role for span in transcript.row_line(row, 40).spans} == {"bad"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_marks_say_a_word_at_any_width(open_app, put, case):
    async with open_app(put(case.lines)) as pilot:
        for width in (20, 24, 30, 40, 52, 80, 200):
            found = [line for line in lines_of(pilot.app, width) if line.startswith("××")]
            assert found
            for line in found:
                assert cell_width(line) <= width
                assert any(letter.isalpha() for letter in line)


async def test_a_second_claimant_says_so_on_its_own_row(open_app, put):
    async with open_app(put(TWO)) as pilot:
        app = pilot.app
        rows = lines_of(app)
        band = row_with(app, "second writer")
        assert "second claim of 20: " in rows[band + 1]
        claims = [row for row in rows if "second claim of " in row]
        assert len(claims) == 19, "all but the hidden end of the turn"
        assert "second claim of 20: " in next(row for row in lines_of(app, 40) if "second claim" in row)
        # Both branches are there: what the first one has under that number as well.
        assert [row for row in rows if row.lstrip().startswith("26 ")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_nothing_breaks_over_damage(open_app, put, case):
    compression = "zstd" if len(case.name) % 2 else "none"
    async with open_app(put(case.lines, compression)) as pilot:
        app = pilot.app
        for key in ("home", "v", "down", "enter", "escape", "end", "up", "enter", "escape", "7", "left", "enter"):
            await pilot.press(key)
        await pilot.pause()
        for key in ("left", "right", "escape", "2", "down", "enter", "escape", "t", "left", "escape", "1", "home"):
            await pilot.press(key)
        await pilot.pause()
        assert scene(app).view is not None
        assert not scene(app).view.schedules_known


async def test_schedules_over_damage_are_not_guessed(open_app, put):
    async with open_app(put(HOLE)) as pilot:
        await pilot.press("2")
        text = "\n".join(pane_text(pilot.app, "schedules"))
        assert "Schedules could not be read" in text
        assert "corrupt_schedule_log: missing_number: line 27 is event 28: " in text
        clock = text_of(pilot.app).splitlines()[1]
        assert "schedules unknown" in clock
        assert not scene(pilot.app).view.schedules_known


async def test_before_the_hole_the_past_still_knows_its_schedules(open_app, put):
    async with open_app(put(HOLE)) as pilot:
        view = scene(pilot.app).view
        before, after = view.history.view_at(20), view.history.view_at(40)
        assert (before.schedules_known, after.schedules_known) == (True, False)
        assert "corrupt_schedule_log" in after.problem
        assert len(before.schedules) == 10


async def test_travel_by_a_number_claimed_twice_goes_to_its_first_claim(open_app, put):
    async with open_app(put(TWO)) as pilot:
        view = scene(pilot.app).view
        assert view.history.view_at(30).rows == view.index.row_of(30) + 1 == 31
        transcript = pane(pilot.app, "transcript")
        transcript.go_to_seq(30)
        await pilot.pause()
        assert transcript.line_at(transcript.cursor) <= 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_event_over_damage_has_its_story(tmp_path, put, case):
    bench = Bench.open(put(case.lines), home=tmp_path / "home", zone=None)
    view = bench.view()
    for row in range(view.rows):
        seq = view.index.seq(row)
        assert view.history.event_story(seq).seq == seq
        assert view.history.view_at(seq).schedules_known == (view.index.row_of(seq) < case.kept)
    assert (view.schedules, view.next_target, view.active) == ((), None, 0)
    known = view.history.story("schedule-1")
    assert (known is None) == (case.kept == 0)
    assert known is None or (known.state, known.next_target, known.waiting) == ("unknown", None, None)


async def test_a_broken_rule_is_marked_where_it_breaks(open_app, put):
    async with open_app(put([*LINES, NOPE])) as pilot:
        assert row_with(pilot.app, "breaks a rule") == row_with(pilot.app, "nope") - 1


async def test_many_marks_cost_a_look_nothing(open_app, put):
    """A thousand holes: what is drawn is asked of the rows in sight alone."""
    lines = [event_line("goal/change", seq, 5, {}) for seq in range(0, 4000, 2)] + [
        event_line("turn/end", 4000, 5, {"turn": 1, "reason": {"kind": "completed"}})
    ]
    async with open_app(put(lines)) as pilot:
        await until(pilot, lambda: len(scene(pilot.app).view.marks.all) == 1001)
        marks = scene(pilot.app).view.marks
        asked = []
        real = type(marks).claim
        type(marks).claim = lambda self, row: asked.append(row) or real(self, row)
        try:
            await pilot.press("home")
            await pilot.pause()
        finally:
            type(marks).claim = real
        assert len(asked) < 200

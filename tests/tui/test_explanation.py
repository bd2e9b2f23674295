"""Everything about one schedule: origin, each decision with its reason, each dispatch, what is next; on the screen."""

import pytest

from support.screens import QUICK, START, fill, pane, pane_text, scene, session, settled
from support.tellings import MINUTE
from workbench.bench.bench import Bench
from workbench.fronts.tui.panes.explanation import EARLIER, FIRST, explanation_rows
from workbench.fronts.tui.panes.ladder import Telling
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.time.zones import load_zone

pytestmark = pytest.mark.req("BEN-15")
BERLIN = load_zone("Europe/Berlin")


def text_of(rows):
    return ["".join(span.text for span in (*row.line.spans, *row.line.right)) for row in rows]


@pytest.fixture
def bench(tmp_path):
    bench = Bench.new(tmp_path / "home", start=START, zone="Europe/Berlin", session_id="told", options=QUICK)
    bench.say("every 10 minutes check the build")
    bench.say("remind me in 20 minutes to stretch")
    yield bench
    bench.close()


def advance(bench, ms):
    for _ in bench.advance(by=ms):
        pass


def told(bench, record="schedule-1", width=120, most=FIRST):
    telling = Telling(RICH, BERLIN, bench.now)
    return explanation_rows(bench.explain(record), telling, width, most)


def test_where_it_came_from_is_told(bench):
    rows = "\n".join(text_of(told(bench)))
    assert "said       every 10 minutes check the build" in rows
    assert "schedule_create, by built-in" in rows
    assert '"every_seconds":600' in rows
    assert "nothing was decided about it yet" in rows


@pytest.mark.req("BEN-14")
def test_decisions_and_dispatches_are_told_in_order_with_reasons(bench):
    advance(bench, 10 * MINUTE)
    bench.hold()
    advance(bench, 25 * MINUTE)
    bench.release()
    rows = text_of(told(bench, width=200))
    start = next(at for at, row in enumerate(rows) if "Every decision and dispatch  2 dispatches" in row)
    course = rows[start + 1 :]
    assert [row.split()[1] for row in course] == ["delivered", "held", "held", "delivered"]
    assert "because a target was reached" in course[0]
    assert "waiting for idle" in course[1]
    assert "one-shots went first" in course[2]
    assert "15m late" in course[2]
    assert "1 target passed" in course[3]
    assert "because a turn ended" in course[3]


@pytest.mark.req("SCH-30")
def test_a_repeat_after_a_crash_is_marked_in_words(bench):
    bench.arm("crash_after_append")
    advance(bench, 10 * MINUTE)
    assert bench.crashed
    bench.resume()
    rows = text_of(told(bench))
    assert any("1 dispatch, 1 repeat" in row for row in rows)
    assert any(" repeat " in row and "never recorded" in row for row in rows)
    assert any("crash" in row and "lost" in row for row in rows)


def test_clock_set_back_is_told(bench):
    bench.hold()
    advance(bench, 15 * MINUTE)
    for _ in bench.jump(by=-10 * MINUTE):
        pass
    rows = text_of(told(bench))
    assert any("the clock went back" in row for row in rows)


def test_of_a_long_life_the_newest_are_told_and_more_on_demand(bench):
    advance(bench, 200 * 10 * MINUTE)
    rows = told(bench, most=20)
    earlier = [row for row in rows if row.name == EARLIER]
    assert len(earlier) == 1
    assert sum(row.name == "delivered" for row in rows) == 20 + 1
    more = told(bench, most=1000)
    assert not [row for row in more if row.name == EARLIER]
    assert sum(row.name == "delivered" for row in more) == 200 + 1


@pytest.mark.parametrize("width", [40, 66, 120])
def test_steps_lead_to_their_events(bench, width):
    advance(bench, 30 * MINUTE)
    steps = [row for row in told(bench, width=width) if row.name == "delivered"]
    assert len(steps) == 4
    assert all(row.seq is not None for row in steps)


# ---------------------------------------------------------------------------------------------------- on the screen


@pytest.mark.req("TUI-1", "TUI-4")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-color"])
async def test_the_screen(open_app, overnight, golden, monkeypatch, size, colour):
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        session(app).select("schedule-1")
        await pilot.press("b", "j")
        await fill(pilot, "35m")
        await settled(pilot)
        await pilot.press("b")
        await settled(pilot)
        await pilot.press("W")
        await pilot.pause()
        assert scene(app).zoomed == "detail"
        golden.check("".join(f"{row.rstrip()}\n" for row in pane_text(app, "detail")),
                     f"explained.{size[0]}x{size[1]}.txt")  # fmt: skip
        await pilot.press("end")
        await pilot.pause()
        assert any("delivered" in row for row in pane_text(app, "detail"))
        await pilot.press("escape")
        await pilot.pause()
        assert scene(app).zoomed is None
        assert not any("Where it came from" in row for row in pane_text(app, "detail"))


async def test_enter_on_a_schedule_tells_each_decision_as_well(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        await pilot.press("a")
        await fill(pilot, "2h")
        await settled(pilot)
        await pilot.press("2", "home", "enter")
        await pilot.pause()
        entered = pane_text(pilot.app, "detail")
        await pilot.press("escape", "W")
        await pilot.pause()
        assert pane_text(pilot.app, "detail") == entered
        assert sum("delivered" in row for row in entered) > 1


async def test_it_says_so_where_nothing_is_selected(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        session(pilot.app).select(None)
        await pilot.press("W")
        await pilot.pause()
        assert scene(pilot.app).notice.text == "explain: no schedule is selected"


async def test_more_is_told_on_demand(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("a")
        await fill(pilot, "20h")
        await settled(pilot)
        session(app).select("schedule-1")
        await pilot.press("W")
        await pilot.pause()
        detail = pane(app, "detail")
        at = next(row for row, told in enumerate(detail._rows) if told.name == EARLIER)
        before = len(detail._rows)
        detail.move_cursor(at)
        await pilot.press("enter")
        await pilot.pause()
        assert len(detail._rows) > before + 50
        assert detail.event is None

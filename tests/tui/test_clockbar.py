"""The clock bar in every mode and width: now, moving, the past, a scenario, a log that cannot be driven."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.tellings import HOUR, MINUTE, MOVE, NOW, OnePane, at, make_past, make_scene, make_view, rows_of
from workbench.bench.view import MoveReport
from workbench.fronts.tui.panes.clockbar import ClockBar
from workbench.fronts.tui.panes.movetext import move_spans
from workbench.fronts.tui.panes.scene import Notice, PastPoint, Progress, Scene, Tour
from workbench.fronts.tui.panes.tabs import TABS, TabStrip
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.zones import UTC

SIZES = ((120, 2), (100, 2), (80, 2), (60, 1), (40, 1))
ADVANCING = Progress("Advancing", NOW - HOUR, NOW + 18 * MINUTE)
TOUR = Tour("A night with a sleep", 3, 6, "jump 2h 52m: 5 delivered, as expected")
SCENES = {
    "live": make_scene(),
    "cold": make_scene(make_view(mode="cold", agent="idle", turn=None)),
    "held": make_scene(make_view(held=True)),
    "read-only": make_scene(make_view(mode="read-only", drivable=False, agent="idle", turn=None)),
    "viewing": make_scene(make_view(mode="read-only", agent="idle", turn=None, move=None)),
    "playing": make_scene(moving="play"),
    "advancing": make_scene(progress=ADVANCING, moving="move"),
    "working": make_scene(progress=Progress("Working", NOW), moving="move"),
    "past": make_past(),
    "past-playing": make_past(moving="play"),
    "tour": make_scene(tour=TOUR),
    "refused": make_scene(notice=Notice("it is not in the future", "not_future", bad=True)),
    "past-said": make_past(notice=Notice("no schedule was changed before this event")),
    "reading": Scene(name="overnight"),
}


async def shown(scene, size, tmp_path) -> tuple[list[str], list[Line]]:
    """The rows as text, and as they are before they are painted."""
    bar = ClockBar(id="clock")
    app = OnePane(bar, tmp_path)
    async with app.run_test(size=size) as pilot:
        bar.show(scene)
        await pilot.pause()
        return rows_of(app), bar.bar_lines(*size)


@pytest.mark.req("TUI-5")
async def test_every_mode_at_every_width(golden, tmp_path):
    bar = ClockBar(id="clock")
    app = OnePane(bar, tmp_path)
    lines = []
    async with app.run_test(size=(120, 2)) as pilot:
        for name, scene in SCENES.items():
            lines.append(f"== {name}")
            for size in SIZES:
                await pilot.resize_terminal(*size)
                bar.show(scene)
                await pilot.pause()
                lines += [f"{row}|" for row in rows_of(app)]
    golden.check("".join(f"{line}\n" for line in lines), "clockbar.txt")


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize(
    ("name", "chip", "role"),
    [
        ("live", " SIM PAUSED ", "chip"), ("playing", " SIM PLAYING ", "chip-fired"),
        ("advancing", " SIM ADVANCING ", "chip-fired"), ("cold", " SIM COLD ", "chip"),
        ("read-only", " READ-ONLY ", "chip"), ("past", " PAST ", "chip-past"),
        ("past-playing", " PLAYING ", "chip-past"), ("reading", " READING ", "chip"),
    ],
)  # fmt: skip
async def test_the_chip_says_the_mode(tmp_path, name, chip, role):
    _, lines = await shown(SCENES[name], (120, 2), tmp_path)
    chips = [span for span in (*lines[0].spans, *lines[0].right) if span.role.startswith("chip")]
    assert [(span.text, span.role) for span in chips] == [(chip, role)]


@pytest.mark.req("TUI-5")
async def test_a_move_that_is_over_at_once_shows_no_other_chip(tmp_path):
    rows, _ = await shown(make_scene(moving="move"), (120, 2), tmp_path)
    assert " SIM PAUSED " in rows[0]


@pytest.mark.req("BEN-16", "TUI-5")
async def test_the_past_says_which_event_and_how_far_away_now_is(tmp_path):
    rows, lines = await shown(make_past(), (120, 2), tmp_path)
    assert "Fri 2026-08-07 07:58:48 Berlin   05:58:48.965Z   seq 772 of 820" in rows[0]
    assert rows[0].rstrip().endswith("now is 3h 1m later, 11:00:01")
    assert "every pane is the fold of events 0-772, nothing here changes the session" in rows[1]
    assert rows[1].rstrip().endswith("End back to now")
    assert {line.look for line in lines} == {"past"}


async def test_a_clock_that_was_set_back_lies_earlier_than_the_past(tmp_path):
    view = make_view(now=at("05:00:00.000"))
    rows, _ = await shown(make_past().but(view=view), (120, 2), tmp_path)
    assert "now is 58m 48s earlier, 07:00:00" in rows[0]


async def test_before_the_first_event(tmp_path):
    past = make_past()
    rows, _ = await shown(past.but(past=PastPoint(-1, past.past.view)), (120, 2), tmp_path)
    assert "every pane shows what was before the first event" in rows[1]


@pytest.mark.req("TUI-5")
async def test_a_scenario_says_what_its_last_step_did(tmp_path):
    rows, _ = await shown(SCENES["tour"], (140, 2), tmp_path)
    assert rows[0].startswith(" A night with a sleep ")
    assert rows[1].startswith(" step 3 of 6  jump 2h 52m: 5 delivered, as expected ")
    rows, _ = await shown(SCENES["tour"], (80, 2), tmp_path)
    assert rows[0].startswith(" A night wit… ")


@pytest.mark.req("TUI-5")
async def test_a_scenario_says_what_its_next_step_will_do(tmp_path):
    tour = Tour("t", 3, 6, "jump 2h 52m", following="expect 3 turns")
    rows, _ = await shown(make_scene(tour=tour), (120, 2), tmp_path)
    assert rows[1].rstrip().endswith("n expect 3 turns")
    rows, _ = await shown(make_scene(tour=Tour("t", 6, 6, "done")), (120, 2), tmp_path)
    assert rows[1].rstrip().endswith("next schedule-2 in 8m 47s")


@pytest.mark.req("TUI-5", "LOG-12")
@pytest.mark.parametrize("tour", [None, TOUR], ids=["alone", "walked"])
async def test_that_something_is_not_on_the_disk_comes_before_all_else(tmp_path, tour):
    problem = "persistence_uncertain: /data/sessions/x/session.jsonl: No space left on device"
    rows, _ = await shown(make_scene(make_view(problem=problem), tour=tour), (120, 2), tmp_path)
    assert rows[1].startswith(" × persistence_uncertain: this log: No space left on device ")
    assert rows[1].rstrip().endswith("next schedule-2 in 8m 47s")
    (row,), _ = await shown(make_scene(make_view(problem=problem), tour=tour), (80, 1), tmp_path)
    assert "× persistence_uncertain" in row


@pytest.mark.req("TUI-5")
async def test_a_history_that_is_not_whole_hides_no_move(tmp_path):
    view = make_view(problem="corrupt_schedule_log: twice", schedules_known=False)
    rows, _ = await shown(make_scene(view), (120, 2), tmp_path)
    assert rows[1].startswith(" jumped 2h 52m")


WALKED = Tour("t", 3, 6, expected=True, moved=True, following='create "Half past two, which one?", at some time')


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize("width", [140, 120, 100, 80])
async def test_the_result_of_a_step_stands_before_what_comes_and_is_never_left_out(tmp_path, width):
    rows, _ = await shown(make_scene(tour=WALKED), (width, 2), tmp_path)
    assert rows[1].startswith(" step 3 of 6  as expected   jumped 2h 52m  3 turns, 5 delivered, 24 ")
    if width >= 140:
        assert "n create" in rows[1]


@pytest.mark.req("TUI-5")
async def test_what_comes_takes_the_room_that_is_left(tmp_path):
    tour = Tour("t", 3, 6, "said hello", following="create something that takes very long to say, every 20 minutes")
    rows, _ = await shown(make_scene(tour=tour), (80, 2), tmp_path)
    assert "said hello  n create something" in rows[1]
    assert "n create something that takes very long" in rows[1]
    assert rows[1].rstrip().endswith("…")


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize("size", [(80, 1), (60, 1), (40, 1)])
async def test_a_step_is_told_on_a_clock_of_one_row_until_the_next_key(tmp_path, size):
    told = make_scene(tour=WALKED, notice=Notice("", step=True))
    (row,), _ = await shown(told, size, tmp_path)
    assert "5 delivered" in row
    assert "3/6 ✓" in row if size[0] < 60 else "step 3 of 6  as expected" in row
    (row,), _ = await shown(told.but(notice=None), size, tmp_path)
    assert "delivered" not in row
    said = make_scene(tour=Tour("t", 3, 6, "the session is live: 5 delivered (schedule-1)", expected=True))
    (row,), _ = await shown(said.but(notice=Notice("", step=True)), size, tmp_path)
    assert "5 delivered" in row


@pytest.mark.req("TUI-5")
async def test_a_clock_of_one_row_tells_the_time_beside_a_step_where_there_is_room(tmp_path):
    told = make_scene(tour=Tour("t", 1, 6, "the session is cold"), notice=Notice("", step=True))
    (row,), _ = await shown(told, (40, 1), tmp_path)
    assert row.startswith(" 1/6 the session is cold")
    assert row.rstrip().endswith("11:00:01")


@pytest.mark.req("TUI-5")
async def test_once_something_else_happened_the_row_is_about_that(tmp_path):
    rows, _ = await shown(make_scene(tour=WALKED.overtaken()), (140, 2), tmp_path)
    assert rows[1].startswith(" step 3 of 6  jumped 2h 52m  3 turns")
    assert "as expected" not in rows[1]
    over = Tour("t", 6, 6, "released: 2 delivered", expected=True).overtaken()
    rows, _ = await shown(make_scene(tour=over), (120, 2), tmp_path)
    assert rows[0].startswith(" t ")
    assert rows[1] == (await shown(SCENES["live"], (120, 2), tmp_path))[0][1]


@pytest.mark.req("TUI-5")
async def test_the_name_is_the_same_now_and_then(tmp_path):
    tour = Tour("Waiting for a busy agent", 1, 6)
    for width in (140, 120, 100):
        now, _ = await shown(make_scene(tour=tour), (width, 2), tmp_path)
        then, _ = await shown(make_past().but(tour=tour), (width, 2), tmp_path)
        assert now[0].startswith(" Waiting for ")
        assert then[0].startswith(" Waiting for ") or "Waiting" not in then[0]
        assert "overnight" not in now[0] + then[0]


@pytest.mark.req("TUI-5")
async def test_what_a_forked_walk_leaves_is_named_with_the_key_that_shows_it(tmp_path):
    tour = Tour("t", 6, 6, expected=True, child=Path("/x/fork-child/session.jsonl"))
    rows, _ = await shown(make_scene(tour=tour), (120, 2), tmp_path)
    assert rows[1].rstrip().endswith("m compares with its child fork-child")


@pytest.mark.req("TUI-5")
async def test_a_failed_step_is_bad(tmp_path):
    failed = Tour("t", 3, 6, "expect: 2 turns, there were 3", failed=True)
    _, lines = await shown(make_scene(tour=failed), (120, 2), tmp_path)
    assert Span("expect: 2 turns, there were 3", "bad", True) in lines[1].spans


@pytest.mark.req("TUI-5")
async def test_progress_keeps_what_is_needed_most(tmp_path):
    rows, _ = await shown(SCENES["advancing"], (120, 2), tmp_path)
    assert rows[1].startswith(" advancing to 11:18:01  ━")
    assert " 76%  3 turns so far " in rows[1]
    assert rows[1].rstrip().endswith("esc stops between two events")
    rows, _ = await shown(SCENES["advancing"], (80, 2), tmp_path)
    assert "━" in rows[1]
    assert rows[1].rstrip().endswith("esc stops")


def text_of(spans) -> str:
    return "".join(span.text for span in spans)


@pytest.mark.req("TUI-5")
def test_a_search_that_found_nothing_says_so():
    idle = MoveReport("next", NOW, NOW, 0, 0, (), 0, 0)
    assert text_of(move_spans(idle, NOW)) == "nothing is due: no schedule is waiting"
    assert text_of(move_spans(replace(idle, move="step"), NOW)).endswith(": no schedule is waiting")
    assert text_of(move_spans(idle, NOW, waiting=True)) == "nothing can be delivered now"
    assert "no schedule" not in text_of(move_spans(replace(idle, turns=1, events=9), NOW))
    assert "no schedule" not in text_of(move_spans(replace(idle, move="advance"), NOW))


@pytest.mark.req("TUI-5")
def test_what_a_move_did_loses_the_other_way_first():
    whole = text_of(move_spans(MOVE, NOW))
    assert whole == (
        "jumped 2h 52m  3 turns, 5 delivered, 24 targets passed   advance would have run 29 turns"
    )  # fmt: skip
    assert text_of(move_spans(MOVE, NOW, 80)) == "jumped 2h 52m  3 turns, 5 delivered, 24 targets passed"
    assert text_of(move_spans(MOVE, NOW, 50)) == "jumped 2h 52m  3 turns, 5 delivered, 24 passed"
    assert text_of(move_spans(MOVE, NOW + HOUR, 90)).endswith("passed  1h ago")


TEXTS = st.text(max_size=40) | st.sampled_from(("李雷轮换" * 9, "🇩🇪🇫🇷", "\x1b[31m", "\u202e", "👩‍👩‍👧", ""))
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)


# Not built from the type's own hints, some of which are known to checkers alone.
TOURS = st.tuples(
    TEXTS, st.integers(0, 99), st.integers(0, 99), TEXTS, st.booleans(), TEXTS, st.booleans(), st.booleans(),
    st.booleans(), st.none(), st.none() | st.just(Path("/x/李雷/session.jsonl")),
).map(lambda given: Tour(*given))  # fmt: skip


@st.composite
def scenes(draw):
    view = make_view(
        now=draw(INSTANTS), problem=draw(st.none() | TEXTS), drivable=draw(st.booleans()), held=draw(st.booleans()),
        mode=draw(st.sampled_from(("live", "cold", "read-only"))), move=draw(st.sampled_from((None, MOVE))),
        next_target=draw(st.none() | st.tuples(TEXTS, INSTANTS)),
    )  # fmt: skip
    past = make_view(now=draw(INSTANTS), mode="past")
    return make_scene(
        view, name=draw(TEXTS), zone=draw(st.sampled_from((UTC, make_scene().zone))),
        moving=draw(st.sampled_from((None, "move", "play"))),
        past=draw(st.none() | st.integers(-1, 10**9).map(lambda seq: PastPoint(seq, past))),
        progress=draw(st.none() | st.builds(Progress, TEXTS, INSTANTS, st.none() | INSTANTS)),
        notice=draw(st.none() | st.builds(Notice, TEXTS, st.none() | TEXTS, st.booleans(), st.booleans())),
        tour=draw(st.none() | TOURS),
    )  # fmt: skip


@pytest.mark.req("TUI-6")
async def test_every_row_is_as_wide_as_the_screen(tmp_path):
    bar = ClockBar(id="clock")
    app = OnePane(bar, tmp_path)
    async with app.run_test(size=(120, 2)):

        @given(scenes(), st.integers(1, 150), st.integers(1, 2))
        def fits(scene, width, height):
            bar.scene = scene
            for line in bar.bar_lines(width, height):
                assert app.paint.strip(line, width).cell_length == width
                assert cell_len(app.paint.strip(line, width).text) == width

        fits()


# ------------------------------------------------------------------------------------------------------------- tabs


@pytest.mark.req("TUI-1")
async def test_the_tabs_at_each_width(golden, tmp_path):
    strip = TabStrip(id="tabs")
    app = OnePane(strip, tmp_path)
    lines = []
    async with app.run_test(size=(80, 1)) as pilot:
        for width in (80, 60, 59, 40, 30, 20):
            await pilot.resize_terminal(width, 1)
            for pane in ("transcript", "schedules", "todos", "timeline", "detail"):
                strip.show(make_scene(), pane)
                await pilot.pause()
                lines += [f"{row}|" for row in rows_of(app)]
    golden.check("".join(f"{line}\n" for line in lines), "tabs.txt")


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("width", [80, 40])
async def test_a_click_takes_the_tab_that_is_under_it(tmp_path, width):
    strip = TabStrip(id="tabs")
    app = OnePane(strip, tmp_path)
    picked = []
    strip.post_message = lambda message, inner=strip.post_message: (
        picked.append(message.pane) if isinstance(message, TabStrip.Picked) else None,
        inner(message),
    )[1]
    async with app.run_test(size=(width, 1)) as pilot:
        strip.show(make_scene(make_view(active=12_345)), "schedules")
        await pilot.pause()
        row = rows_of(app)[0]
        for tab in TABS:
            name = tab.short if width < 60 else tab.name
            await pilot.click(strip, offset=(row.index(name), 0))
        assert picked == [tab.pane for tab in TABS]


async def test_the_tab_in_use_never_goes(tmp_path):
    strip = TabStrip(id="tabs")
    app = OnePane(strip, tmp_path)
    async with app.run_test(size=(20, 1)) as pilot:
        strip.show(make_scene(), "timeline")
        await pilot.pause()
        assert "7 Time" in rows_of(app)[0]

"""What the screen says of a fault: what struck, what a crash left queued, and what a clock set back goes over again."""

import pytest

from support.bundled import SESSIONS
from support.lists import text_of
from support.screens import fill, scene, settled, until
from support.tellings import MINUTE, OnePane, make_scene, make_view, rows_of
from support.walking import EVERY, begun, second_row, step, to_the_end
from workbench.fronts.tui.panes.clockbar import ClockBar

ARMED = '{do="fault", name="barrier_fails"}, {do="advance", by="5m"}, {do="advance", by="1m"}'
BROKEN = f'{EVERY}, {{do="fault", name="crash_after_queue"}}, {{do="advance", by="10m"}}, {{do="resume"}}'


async def walked(pilot, strides):
    app = await begun(pilot)
    for _ in range(strides):
        await step(pilot)
    return app


@pytest.mark.req("TUI-5", "BEN-12")
async def test_a_step_in_which_a_fault_struck_says_so(walk):
    async with walk(f"{EVERY}, {ARMED}") as pilot:
        app = await walked(pilot, 2)
        assert "struck" not in second_row(app)
        await step(pilot)
        assert "barrier fails struck; 1 schedule due, barrier failed" in second_row(app)
        assert "armed" not in text_of(app)


@pytest.mark.req("TUI-5", "BEN-12")
async def test_arming_another_number_of_times_is_no_strike(walk):
    arm = '{{do="fault", name="barrier_fails", count={}}}'
    async with walk(f"{arm.format(3)}, {arm.format(1)}, {arm.format(0)}") as pilot:
        app = await walked(pilot, 3)
        assert scene(app).struck == ()


@pytest.mark.req("TUI-5", "BEN-12")
@pytest.mark.parametrize(("size", "far"), [((120, 40), "step 3 of 4  "), ((80, 24), "3/4 ")], ids=str)
async def test_a_crash_in_a_walk_keeps_the_step_and_names_the_fault(walk, size, far):
    async with walk(BROKEN) as pilot:
        await pilot.resize_terminal(*size)
        app = await walked(pilot, 3)
        row = second_row(app)
        assert row.strip().startswith(far)
        assert "0 events lost (crash after queueing struck); r resumes" in row
        await step(pilot)
        assert "struck" not in second_row(app)


@pytest.mark.req("TUI-5", "BEN-12")
async def test_a_crash_by_a_fault_is_named_after_its_notice_too(walk):
    async with walk(f"{EVERY}, {BROKEN}") as pilot:
        app = await walked(pilot, 3)
        await pilot.press("a")
        await fill(pilot, "10m")
        await until(pilot, lambda: scene(app).view.crashed is not None)
        await pilot.press("1")
        await pilot.pause()
        assert scene(app).notice is None
        assert "(crash after queueing struck)" in second_row(app)


@pytest.mark.req("TUI-5")
async def test_after_the_last_step_the_key_says_first_that_it_goes_on(walk):
    async with walk(EVERY) as pilot:
        app = await begun(pilot)
        await to_the_end(pilot)
        before = scene(app).view.now
        await step(pilot)
        assert "the scenario is finished; n again goes to the next delivery" in text_of(app)
        assert scene(app).view.now == before
        await step(pilot)
        assert scene(app).view.now == before + 5 * MINUTE


@pytest.mark.req("TUI-5")
async def test_what_was_done_since_the_last_step_needs_no_such_word(walk):
    async with walk(EVERY) as pilot:
        app = await begun(pilot)
        await to_the_end(pilot)
        before = scene(app).view.now
        await pilot.press("a")
        await fill(pilot, "1m")
        await settled(pilot)
        await step(pilot)
        assert scene(app).view.now == before + 5 * MINUTE


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize(
    ("title", "lasts"),
    [
        ("x", "turns last 45m · event 820"), ("overnight", "turns last 45m "), ("Busy for two hours", "turns 45m "),
        ("Busy for two hours, till late", ""),
    ],
)  # fmt: skip
async def test_how_long_turns_last_gives_way_to_the_title(tmp_path, title, lasts):
    bar = ClockBar(id="clock")
    view = make_view(turn_ms=45 * MINUTE, agent="running", turn=5)
    app = OnePane(bar, tmp_path)
    async with app.run_test(size=(120, 2)) as pilot:
        bar.show(make_scene(view).but(name=title))
        await pilot.pause()
        first = rows_of(app)[0]
    assert ("turns" in first) == bool(lasts)
    assert lasts in first
    assert first.startswith(f" {title[:16]}")


@pytest.mark.req("SCH-32", "TUI-5")
async def test_a_clock_set_back_says_what_was_delivered_already(walk):
    async with walk(SESSIONS / "clock-went-back.toml") as pilot:
        app = await walked(pilot, 4)
        said = "12:00 and 13:00 were delivered already, next 14:00"
        assert said in second_row(app)
        app.screen.select("schedule-1")
        await pilot.pause()
        assert "before the clock went back" in text_of(app)
        await step(pilot)
        assert said in second_row(app)
        await step(pilot)
        assert "already" not in text_of(app)


@pytest.mark.req("SCH-32", "TUI-5")
@pytest.mark.parametrize(
    ("back", "said"),
    [
        ("09:33", ""), ("09:28", "09:30 was delivered already, next 09:35"),
        ("09:14", "09:15 to 09:30 were delivered already, next 09:35"),
    ],
)  # fmt: skip
async def test_how_much_of_the_stretch_was_delivered(walk, back, said):
    async with walk(f'{EVERY}, {{do="advance", by="34m"}}, {{do="jump", to="2026-08-07 {back}"}}') as pilot:
        app = await walked(pilot, 3)
        assert said in second_row(app)
        assert ("already" in second_row(app)) == bool(said)


@pytest.mark.req("SCH-30", "BEN-14")
async def test_what_a_crash_left_queued_has_no_turn_yet(walk):
    async with walk(SESSIONS / "crashed-between.toml") as pilot:
        app = await walked(pilot, 12)
        text = text_of(app)
        assert "runs at the next wake" in text
        assert "no turn yet" in text
        assert "turn 7" not in text
        assert "1 reminder, runs at the next wake" in text
        await step(pilot)
        assert "next wake" not in text_of(app)


@pytest.mark.req("BEN-14")
async def test_a_journal_that_cannot_be_written_is_said_once(open_app, overnight):
    async with open_app(overnight) as pilot:
        await pilot.press("n")
        await settled(pilot)
        app = pilot.app
        assert "journal is not written" not in text_of(app)
        journal = scene(app).view.path.with_name("journal.jsonl")
        journal.rename(journal.with_name("aside"))
        journal.mkdir()
        await pilot.press("n")
        await settled(pilot)
        assert "the journal is not written: " in second_row(app)
        await pilot.press("6")
        await pilot.pause()
        (title,) = [line for line in text_of(app).split("\n") if "Journal" in line and "entries" in line]
        assert "×" in title
        await pilot.press("n")
        await settled(pilot)
        assert "the journal is not written" not in second_row(app)

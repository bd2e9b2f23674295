"""The transcript on the screen: sleeps, forks, the past, what the last move did, and keeping one's place."""

import pytest
from textual import events

from support.loggen import write_log
from support.screens import QUICK, fill, pane, pane_text, scene, session, settled, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.deeds.past import show_at
from workbench.fronts.tui.panes import blocks
from workbench.fronts.tui.panes.blocks import HIDDEN
from workbench.fronts.tui.panes.quiet import is_quiet
from workbench.fronts.tui.panes.turns import opening
from workbench.session.index import LogIndex

START = 1_786_000_000_000


def shown(app):
    """The rows of the transcript as text, without its frame."""
    return [row[1:-1].rstrip() for row in pane_text(app, "transcript")[1:-1] if row[1:-1].strip()]


def line_with(app, text):
    """The drawn line of the row that holds ``text``."""
    transcript = pane(app, "transcript")
    lines = [transcript.row_line(row, 52) for row in range(transcript.row_count())]
    return next(line for line in lines if text in "".join(span.text for span in line.spans))


async def jump(pilot, text):
    await pilot.press("j")
    await fill(pilot, text)
    await settled(pilot)


@pytest.mark.req("TUI-2", "TUI-5")
async def test_a_sleep_stands_before_the_turn_that_follows_it(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await jump(pilot, "2h 52m")
        rows = shown(app)
        asleep = next(at for at, row in enumerate(rows) if "asleep 2h 52m  11:10:00 → 14:02:00" in row)
        assert rows[asleep].startswith("░░")
        assert rows[asleep].endswith("░░")
        assert rows[asleep + 1].lstrip().startswith("turn 8")
        assert {span.role for span in line_with(app, "asleep").spans} == {"overdue"}


async def test_a_sleep_that_ends_with_nothing_due_says_so(open_app, tmp_path):
    bench = Bench.new(tmp_path / "home", start=START, zone="Europe/Berlin", session_id="quiet", options=QUICK)
    bench.say("hello there")
    bench.close()
    async with open_app(bench.path) as pilot:
        app = pilot.app
        await jump(pilot, "5h")
        assert "asleep 5h" in shown(app)[-2]
        assert shown(app)[-1].lstrip().startswith("nothing was due, no turn ran")
        await pilot.press("i")
        await fill(pilot, "good morning")
        await settled(pilot)
        assert not any("nothing was due" in row for row in shown(app))
        asleep = next(at for at, row in enumerate(shown(app)) if "asleep 5h" in row)
        assert shown(app)[asleep + 1].lstrip().startswith("turn 2")


async def test_a_session_that_was_closed_says_how_long(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("r")
        await settled(pilot)
        await jump(pilot, "1h")
        assert any("session cold 1h" in row for row in shown(app))
        await pilot.press("r")
        await settled(pilot)
        rows = shown(app)
        closed = next(at for at, row in enumerate(rows) if "session cold 1h" in row)
        assert rows[closed + 1].lstrip().startswith("turn 8")


@pytest.mark.req("TUI-2")
async def test_a_fork_shows_where_it_begins_and_what_it_inherited_is_faint(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        inherited = scene(app).view.events
        await pilot.press("f", "enter")
        await until(pilot, lambda: scene(app).view.parent == "overnight")
        await settled(pilot)
        assert f"seed boundary · {inherited} events inherited" in shown(app)[-1]
        await pilot.press("i")
        await fill(pilot, "which reminders do you hold?")
        await settled(pilot)
        rows = shown(app)
        boundary = next(at for at, row in enumerate(rows) if "seed boundary" in row)
        assert rows[boundary + 1].lstrip().startswith("turn 8")
        transcript = pane(app, "transcript")
        faint, plain = line_with(app, "stretch"), line_with(app, "which reminders")
        assert {span.role for span in faint.spans if span.text.strip()} == {"faint"}
        assert "text" in {span.role for span in plain.spans}
        row = transcript.boundary_row
        assert "seed boundary" in transcript.row_line(row, 80).spans[1].text


@pytest.mark.req("TUI-2")
async def test_the_past_dims_what_came_later_and_moves_its_cursor(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await jump(pilot, "2h 52m")
        transcript = pane(app, "transcript")
        last = scene(app).view.events - 1
        dispatch = next(row for row in shown(app) if "dispatch schedule-1  on time" in row)
        seq = int(dispatch.split()[0])
        show_at(session(app), seq)
        await pilot.pause()
        assert f"at {seq}" in pane_text(app, "transcript")[0]
        assert f"{last - seq} later, dimmed" in pane_text(app, "transcript")[0]
        assert transcript.seq_at_cursor() == seq
        rows = shown(app)
        cursor = next(at for at, row in enumerate(rows) if "━  cursor  ━" in row)
        assert str(seq) in rows[cursor - 1]
        late = line_with(app, "late")
        assert {span.role for span in late.spans if span.text.strip()} == {"faint"}
        assert late.look == "plain"
        assert {span.role for span in line_with(app, "asleep").spans} == {"faint"}
        count = transcript.row_count()
        await pilot.press("n")
        await pilot.pause()
        assert transcript.row_count() == count
        assert transcript.seq_at_cursor() == scene(app).past.seq > seq
        await pilot.press("end")
        await pilot.pause()
        assert scene(app).past is None
        assert transcript.following
        assert "fired" in {span.role for span in line_with(app, "late").spans}


async def test_each_event_of_the_past_can_be_shown(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("t")
        await pilot.pause()
        for seq in range(scene(app).view.events - 1, -1, -1):
            show_at(session(app), seq)
            await pilot._wait_for_screen()
            transcript = pane(app, "transcript")
            below = transcript.row_at(transcript.cursor + 1)
            assert below is None or below.kind == "band" or seq == 0
            assert transcript.cursor in transcript._sight()
            assert transcript.seq_at_cursor() <= seq or transcript.row_at(transcript.cursor).kind != "event"


@pytest.mark.req("TUI-5")
async def test_headers_say_what_kind_of_turn_it_was(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await jump(pilot, "2h 30m")
        headers = [row.strip(" ─") for row in shown(app) if row.lstrip().startswith("turn ")]
        assert headers[-4:] == [
            "turn 7  Wed 11:10:00  on time",
            "turn 8  Wed 13:40:00.000  one-shot 1 of 2",
            "turn 9  Wed 13:40:00.000  one-shot 2 of 2",
            "turn 10  Wed 13:40:00.000  batch of 2",
        ]
        roles = {span.text.strip(): span.role for span in line_with(app, "batch of 2").spans}
        assert roles["batch of 2"] == "fired"
        assert {span.text.strip(): span.role for span in line_with(app, "turn 7").spans}["on time"] == "dim"


@pytest.mark.req("TUI-3")
async def test_the_wheel_pauses_and_new_events_leave_the_place_alone(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        transcript = pane(app, "transcript")
        await pilot.press("1")
        await pilot.pause()
        transcript._on_mouse_scroll_up(_wheel(transcript))
        await pilot.pause()
        assert not transcript.following
        rows = shown(app)
        await pilot.press("n")
        await settled(pilot)
        assert "paused, " in pane_text(app, "transcript")[0]
        assert " new" in pane_text(app, "transcript")[0]
        assert shown(app) == rows
        await pilot.press("end")
        await pilot.pause()
        assert transcript.following
        assert transcript.cursor == transcript.row_count() - 1


def _wheel(widget):
    return events.MouseScrollUp(widget, x=2, y=2, delta_x=0, delta_y=-1, button=0, shift=False, meta=False, ctrl=False)


def visible(index: LogIndex, rows):
    """The rows that are shown, by the plain rules: what is neither structural nor quiet, and headers."""
    starts = {opening(index, turn): turn for turn in index.turns if turn < rows}
    found = []
    for row in range(rows):
        if row in starts:
            found.append(("header", starts[row]))
        if not HIDDEN[index.type_code(row)] and not is_quiet(index, row):
            found.append(("event", row))
    return found


@pytest.mark.req("TUI-2", "TUI-3")
@pytest.mark.parametrize("seed", range(4))
async def test_moving_through_a_long_log_meets_every_row_once(open_app, tmp_path, monkeypatch, seed):
    """Whatever is looked at closely on the way, a key moves by as many shown rows as it says."""
    monkeypatch.setattr(blocks, "_SIZE", (7, 16, 33, 512)[seed])
    log = tmp_path / "long.jsonl"
    write_log(log, 1500)
    async with open_app(log, size=(80, 24)) as pilot:
        transcript = pane(pilot.app, "transcript")
        await pilot.press("1")
        await pilot.pause()
        expected = visible(scene(pilot.app).view.index, scene(pilot.app).view.rows)
        at = len(expected) - 1
        page = transcript.size.height - 1
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -(10**6), "end": 10**6}
        keys = [sorted(steps)[(seed * 7 + number * number + number // 3) % len(steps)] for number in range(60)]
        actions = {"pageup": "page_up", "pagedown": "page_down"}
        for key in ["up", "pageup", "pageup", "up", *keys]:
            action = actions[key] if key.startswith("page") else f"scroll_{key}"
            getattr(transcript, f"action_{action}")()
            at = min(max(0, at + steps[key]), len(expected) - 1)
            assert transcript.row_at(transcript.cursor) == expected[at], key
            sight = [transcript.row_at(row) for row in transcript._sight()]
            top = expected.index(sight[0])
            assert [tuple(row) for row in sight if row is not None] == expected[top : top + len(sight)]


async def test_looking_closely_leaves_what_was_in_sight_alone(open_app, tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "_SIZE", 16)
    log = tmp_path / "long.jsonl"
    write_log(log, 1500)
    async with open_app(log, size=(80, 24)) as pilot:
        app = pilot.app
        transcript = pane(app, "transcript")
        await pilot.press("1")
        await pilot.pause()
        for _ in range(40):
            before = shown(app)
            transcript._on_mouse_scroll_up(_wheel(transcript))
            await pilot.pause()
            after = shown(app)
            moved = next(by for by in range(1, len(after)) if after[by:] == before[: len(after) - by])
            assert moved <= 4


async def test_the_place_is_kept_over_all_events_and_back(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        transcript = pane(app, "transcript")
        await pilot.press("up", "up", "up", "up", "up")
        seq, down = transcript.seq_at_cursor(), transcript.cursor - transcript.top_row
        for _ in range(2):
            await pilot.press("v")
            await pilot.pause()
            assert transcript.seq_at_cursor() == seq
            assert transcript.cursor - transcript.top_row == down


async def test_a_line_can_be_gone_to(open_app, overnight):
    async with open_app(overnight) as pilot:
        transcript = pane(pilot.app, "transcript")
        for seq in (16, 27, 99, 80):
            transcript.go_to_seq(seq)
            await pilot.pause()
            assert transcript.seq_at_cursor() == seq
        assert not transcript.following


@pytest.mark.req("TUI-2")
async def test_arrows_travel_through_the_past_row_by_row(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        app = pilot.app
        await jump(pilot, "2h 52m")
        await pilot.press("1", "t")
        await pilot.pause()
        transcript = pane(app, "transcript")
        seen = [transcript.sheet.seq_of(transcript.row_at(transcript.cursor))]
        for _ in range(transcript.row_count()):
            transcript.action_scroll_up()
            await pilot._wait_for_screen()
            row = transcript.row_at(transcript.cursor)
            assert row.kind != "band" or transcript.sheet.bands[row.at].kind != "cursor"
            seen.append(scene(app).past.seq)
            if not transcript.cursor:
                break
        assert transcript.cursor == 0
        assert seen == sorted(seen, reverse=True)
        for _ in range(transcript.row_count()):
            transcript.action_scroll_down()
            await pilot._wait_for_screen()
        assert scene(app).past.seq >= seen[0]

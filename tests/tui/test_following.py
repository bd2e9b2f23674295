"""The screen on a log that others write: what is new appears, nothing is stolen, and a log let go can be taken over."""

import os

import pytest

from support.comparing import rows
from support.logmaker import frame
from support.screens import QUICK, START, pane, pane_text, scene, settled, until
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.fronts.tui.panes.scene import Notice
from workbench.session.lock import WriterLock

MINUTE = 60_000

pytestmark = pytest.mark.req("LOG-15")


def go_on(bench, minutes):
    for _ in bench.advance(by=minutes * MINUTE):
        pass
    bench.log.barrier()


@pytest.fixture
def writer(tmp_path):
    """Another program's session, far from the data folder, driven live."""
    bench = Bench.new(tmp_path / "elsewhere", start=START, session_id="theirs", options=QUICK)
    bench.say("every 10 minutes look at the build")
    bench.say("every 30 minutes stretch")
    go_on(bench, 200)
    yield bench
    bench.abandon()


async def caught_up(pilot, bench):
    await until(pilot, lambda: scene(pilot.app).view.events == bench.log.index.events)


async def test_what_is_new_appears_at_the_end_and_the_clock_goes_on(open_app, writer):
    async with open_app(writer.path) as pilot:
        app = pilot.app
        go_on(writer, 30)
        await caught_up(pilot, writer)
        transcript = pane(app, "transcript")
        assert transcript.following
        assert transcript.cursor == len(transcript.rows) - 1
        assert scene(app).now == writer.log.state.last_time
        assert f"turn {writer.log.state.last_turn}" in pane_text(app, "transcript")[0]


async def test_a_compressed_log_appears_frame_by_frame(open_app, tmp_path):
    bench = Bench.new(
        tmp_path / "elsewhere", start=START, session_id="theirs", options=BenchOptions(fsync=False, compression="zstd")
    )
    bench.say("every 10 minutes look")
    async with open_app(bench.path) as pilot:
        for _ in range(3):
            go_on(bench, 20)
            await caught_up(pilot, bench)
    bench.abandon()


@pytest.mark.req("TUI-3")
async def test_who_reads_further_up_stays_there_and_is_told_how_much_is_new(open_app, writer):
    async with open_app(writer.path) as pilot:
        app, transcript = pilot.app, pane(pilot.app, "transcript")
        await pilot.press("pageup", "up")
        seq, top, body = transcript.seq_at_cursor(), transcript.scroll_offset.y, pane_text(app, "transcript")[1:-1]
        before = scene(app).view.events
        go_on(writer, 10)
        await caught_up(pilot, writer)
        assert (transcript.seq_at_cursor(), transcript.scroll_offset.y) == (seq, top)
        assert pane_text(app, "transcript")[1:-1] == body
        new = writer.log.index.events - before
        assert f"paused, {new} new" in pane_text(app, "transcript")[0]
        go_on(writer, 10)
        await caught_up(pilot, writer)
        assert f"paused, {writer.log.index.events - before} new" in pane_text(app, "transcript")[0]
        await pilot.press("end")
        assert transcript.cursor == len(transcript.rows) - 1
        assert "following" in pane_text(app, "transcript")[0]


@pytest.mark.req("TUI-1")
async def test_new_lines_never_steal_the_selection_or_the_last_sentence(open_app, writer):
    async with open_app(writer.path) as pilot:
        app = pilot.app
        await pilot.press("2", "down")
        assert scene(app).selected == "schedule-2"
        app.screen.say(Notice("said before"))
        go_on(writer, 30)
        await caught_up(pilot, writer)
        assert scene(app).selected == "schedule-2"
        assert scene(app).notice == Notice("said before")
        assert app.screen.wanted == "schedules"


async def test_a_partial_line_waits(open_app, writer, tmp_path):
    path = tmp_path / "raw.jsonl"
    path.write_bytes(writer.path.read_bytes())
    before = len(path.read_bytes())
    go_on(writer, 10)
    more = writer.path.read_bytes()[before:]
    cut = more.index(b"\n") + 30
    async with open_app(path) as pilot:
        events = scene(pilot.app).view.events
        with path.open("ab") as file:
            file.write(more[:cut])
        await until(pilot, lambda: scene(pilot.app).view.events == events + 1)
        assert scene(pilot.app).view.verdict in {"ok", "torn"}
        with path.open("ab") as file:
            file.write(more[cut:])
        await until(pilot, lambda: scene(pilot.app).view.events == writer.log.index.events)
        assert scene(pilot.app).view.verdict == "ok"


async def test_in_the_past_only_the_counts_go_on(open_app, writer):
    async with open_app(writer.path) as pilot:
        app = pilot.app
        await pilot.press("pageup", "t")
        await until(pilot, lambda: scene(app).past is not None)
        seq, shown = scene(app).past.seq, pane_text(app, "schedules")
        body = pane_text(app, "transcript")[1:-1]
        go_on(writer, 30)
        await caught_up(pilot, writer)
        assert scene(app).past.seq == seq
        assert pane_text(app, "schedules") == shown
        assert pane_text(app, "transcript")[1:-1] == body
        assert f"{writer.log.index.events - 1 - seq:,} later" in pane_text(app, "transcript")[0]
        await pilot.press("end")
        assert scene(app).past is None
        assert scene(app).now == writer.log.state.last_time


async def replaced(pilot, path, data):
    fresh = path.with_name("fresh")
    fresh.write_bytes(data)
    fresh.rename(path)
    await until(pilot, lambda: scene(pilot.app).notice is not None)


async def test_a_replaced_log_is_said_and_begun_anew_and_keeps_what_it_can(open_app, writer, tmp_path):
    path = tmp_path / "raw.jsonl"
    data = writer.path.read_bytes()
    path.write_bytes(data)
    async with open_app(path) as pilot:
        app = pilot.app
        await pilot.press("2", "down", "1", "home", "down", "t")
        await until(pilot, lambda: scene(app).past is not None)
        seq = scene(app).past.seq
        lines = data.splitlines(keepends=True)
        await replaced(pilot, path, b"".join(lines[:60]))
        assert "another file has taken its place: the log is read anew" in rows(app)[1]
        assert scene(app).view.events == 59
        assert scene(app).past.seq == seq
        await pilot.press("end")
        await pilot.press("2", "down")
        assert scene(app).selected == "schedule-2"
        app.screen.say(None)
        await replaced(pilot, path, b"".join(lines[:200]))
        assert scene(app).view.events == 199
        assert scene(app).selected == "schedule-2"


@pytest.mark.parametrize("harm", ["cut", "gone"])
async def test_a_log_that_is_cut_or_gone_is_said_and_the_screen_stays(open_app, writer, tmp_path, harm):
    path = tmp_path / "raw.jsonl"
    path.write_bytes(writer.path.read_bytes())
    async with open_app(path) as pilot:
        app = pilot.app
        events = scene(app).view.events
        if harm == "gone":
            path.unlink()
            await until(pilot, lambda: scene(app).notice is not None)
            assert "cannot be found any more" in scene(app).notice.text
            assert scene(app).view.events == events
        else:
            os.truncate(path, 1000)
            await until(pilot, lambda: scene(app).notice is not None)
            assert "it was cut: the log is read anew" in scene(app).notice.text
            assert scene(app).view.events < events
        await pilot.press("up", "2", "7", "1")
        assert app.is_running


async def test_a_log_of_fifty_megabytes_more_comes_in_slices_and_keys_are_answered(open_app, tmp_path):
    from support.loggen import event_lines
    from support.logmaker import plain_log

    lines = list(event_lines(60_000))
    path = tmp_path / "big.jsonl"
    path.write_bytes(plain_log(lines[:100]))
    async with open_app(path) as pilot:
        with path.open("ab") as file:
            file.write(b"".join(lines[100:]))
        await pilot.press("2")
        await until(pilot, lambda: scene(pilot.app).view.events == 60_000)
        assert pilot.app.screen.wanted == "schedules"


# ------------------------------------------------------------------------------------------------ two workbenches


@pytest.fixture
def own(tmp_path):
    bench = Bench.new(tmp_path / "home", start=START, session_id="own", options=QUICK)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


@pytest.mark.req("LOG-11", "BEN-11")
async def test_a_held_log_is_followed_and_taken_over_once_it_is_let_go(open_app, own, tmp_path):
    other = Bench.open(own, home=tmp_path / "home", options=QUICK)
    other.say("hello")
    async with open_app(own) as pilot:
        app = pilot.app
        assert scene(app).view.holder == f"process {os.getpid()}"
        assert f"locked: process {os.getpid()} writes this log since " in rows(app)[1]
        assert "READ-ONLY" in rows(app)[0]
        go_on(other, 30)
        await caught_up(pilot, other)
        await pilot.press("r")
        assert f"process {os.getpid()} writes this log: it is followed here until it is let go" in rows(app)[1]
        other.close()
        await until(pilot, lambda: "let this log go: r takes it over" in rows(app)[1])
        assert any("r take over" in row for row in rows(app)[-1:])
        events = scene(app).view.events
        await pilot.press("r")
        await settled(pilot)
        await until(pilot, lambda: scene(app).view.mode == "live")
        assert f"taken over with all {events:,} events" in rows(app)[1]
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.events > events + 1
        offered = {command.id for command in app.screen.offered()}
        assert offered & {"session.take", "agent.suspend"} == {"agent.suspend"}


@pytest.mark.req("LOG-11")
async def test_a_log_that_somebody_takes_meanwhile_is_followed_from_then_on(open_app, own, tmp_path):
    async with open_app(own) as pilot:
        app = pilot.app
        assert scene(app).view.drivable
        other = Bench.open(own, home=tmp_path / "home", options=QUICK)
        go_on(other, 30)
        await until(pilot, lambda: scene(app).view.holder is not None)
        await caught_up(pilot, other)
        assert "writes this log now: it is followed here" in rows(app)[1]
        assert not scene(app).view.drivable
        other.close()
        await until(pilot, lambda: scene(app).view.drivable)


@pytest.mark.req("LOG-11")
async def test_who_is_too_late_to_take_over_is_told_by_whom(open_app, own, unwatched):
    async with open_app(own) as pilot:
        app = pilot.app
        app.screen.show(scene(app).but(freed="process 1"))
        with WriterLock(own):
            await pilot.press("r")
            await settled(pilot)
            await until(pilot, lambda: scene(app).notice is not None)
            assert scene(app).notice.code == "locked"
            assert str(os.getpid()) in rows(app)[1]
        assert scene(app).view.mode == "read-only"


async def test_frames_of_any_size_are_taken(open_app, tmp_path):
    from support.loggen import event_lines, header_line

    lines = list(event_lines(300))
    path = tmp_path / "theirs.jsonl.zstd"
    path.write_bytes(frame(header_line()) + frame(b"".join(lines[:100])))
    async with open_app(path) as pilot:
        whole = frame(b"".join(lines[100:]))
        for part in (whole[:50], whole[50:]):
            with path.open("ab") as file:
                file.write(part)
            await pilot.pause()
        await until(pilot, lambda: scene(pilot.app).view.events == 300)

"""A live log: what an append does at once, what a barrier promises, what opening for writing adds."""

import errno
import json
import os

import pytest

from support.conformance import conformance_files, needs_conformance
from support.faulty_os import FaultyOs, fails, short_writes
from support.harness_rules import problems
from support.stories import START, Story
from workbench.errors import BarrierFailed, WorkbenchError
from workbench.session import logfile, publication
from workbench.session.events import Header
from workbench.session.live import LiveLog
from workbench.session.lock import lock_path
from workbench.session.reader import read_log

HEADER = Header(id="probe", created_at=START, cwd="/srv/probe")
NAMES = ["session.jsonl", "session.jsonl.zstd"]
LATER = START + 3_600_000


@pytest.fixture(params=NAMES)
def path(tmp_path, request):
    return tmp_path / "logs" / request.param


@pytest.fixture
def log(path):
    log = LiveLog.create(path, HEADER)
    yield log
    log.abandon()


def story(log):
    return Story(log.append, log.header.id, turn=log.state.last_turn, seq=log.next_seq)


def code_of(call, *args, **options):
    with pytest.raises(WorkbenchError) as error:
        call(*args, **options)
    return error.value.code


def types(log):
    return [event.type for event in log.index.events_from(0)]


def swap(monkeypatch, **replaced):
    faulty = FaultyOs(**replaced)
    monkeypatch.setattr(logfile, "os", faulty)
    monkeypatch.setattr(publication, "os", faulty)
    return faulty


# -- appending


@pytest.mark.req("LOG-12")
def test_an_append_counts_at_once_and_reaches_no_file(log, path):
    end = story(log).prompt_turn(schedule="schedule-1")
    assert log.next_seq == log.pending == log.index.events == end + 1
    assert list(log.state.schedules.active) == ["schedule-1"]
    assert log.state.last_turn == 1
    assert log.index.event_at(end).data["reason"] == {"kind": "completed"}
    assert log.durable_events == 0
    assert not path.exists()


@pytest.mark.req("LOG-12", "LOG-19")
def test_a_barrier_writes_what_was_appended_and_memory_lets_it_go(log, path):
    tale = story(log)
    for turn in range(1, 4):
        tale.prompt_turn()
        log.barrier()
        assert (log.pending, log.durable_events) == (0, log.index.events)
        assert log.index.pending() == []
        found = read_log(path)
        assert (found.verdict, found.index.events) == ("ok", log.index.events)
        assert len(log.index.turns) == turn
    assert [event.seq for event in log.index.events_from(0)] == list(range(log.index.events))
    assert problems(path) == []


@pytest.mark.req("LOG-12")
def test_a_log_without_events_is_on_disk_after_its_first_barrier(log, path):
    log.barrier()
    assert (read_log(path).verdict, read_log(path).index.events) == ("ok", 0)
    assert problems(path) == []


@pytest.mark.req("LOG-12")
def test_nothing_to_do_touches_nothing(log, monkeypatch):
    story(log).prompt_turn()
    log.barrier()
    calls = swap(monkeypatch)
    log.barrier()
    log.write_out()
    assert calls.log == []


@pytest.mark.req("LOG-12")
def test_writing_out_does_not_wait_for_the_disk_and_the_next_barrier_does(log, monkeypatch):
    log.barrier()
    calls = swap(monkeypatch)
    story(log).prompt_turn()
    log.write_out()
    assert calls.log == ["write"]
    assert (log.pending, log.durable_events) == (0, 0)
    log.barrier()
    assert calls.log == ["write", "fsync"]
    assert log.durable_events == log.index.events


@pytest.mark.req("LOG-12")
def test_events_written_out_first_are_durable_after_the_barrier(log):
    end = story(log).prompt_turn()
    log.write_out()
    log.barrier()
    assert log.durable_events == end + 1


@pytest.mark.req("LOG-6")
def test_a_compressed_log_has_one_frame_for_its_header_and_one_a_batch(tmp_path):
    from workbench.session.zstd import get_frame_size

    log = LiveLog.create(tmp_path / "session.jsonl.zstd", HEADER)
    tale = story(log)
    for _ in range(3):
        tale.prompt_turn()
        log.write_out()
    log.close()
    data, frames = (tmp_path / "session.jsonl.zstd").read_bytes(), 0
    while data:
        data, frames = data[get_frame_size(data) :], frames + 1
    assert frames == 4


@pytest.mark.req("LOG-3", "LOG-19")
def test_lines_have_the_keys_of_real_ones_in_their_order(log, tmp_path):
    story(log).prompt_turn(schedule="schedule-1")
    log.close()
    lines = list(log.index.lines(0, log.index.rows))
    shapes = {(event["type"], tuple(event)) for event in map(json.loads, lines)}
    assert ("turn/start", ("type", "seq", "time", "data")) in shapes
    assert ("user/message", ("type", "seq", "time", "data", "surfaceOp")) in shapes
    assert ("tool/result", ("type", "seq", "time", "data", "sourceEventSeqs", "surfaceOp")) in shapes
    header = log.index.source.read(0, 200).partition(b"\n")[0]
    assert list(json.loads(header)) == ["type", "version", "id", "createdAt", "cwd", "delegationDepth"]


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize(
    "text",
    [
        "\ud800 alone",
        "\udfff\ud800",
        "line\u2028sep\u2029\x85\x0b\x0c",
        "\x00\x1b[31m",
        "a\r\nb",
        "日本 🎉",
        "null",
        "𝄞",
    ],
)
def test_any_text_survives_the_file(log, path, text):
    log.append("session/title", {"title": text, text: None}, time=START)
    log.close()
    found = read_log(path)
    assert found.verdict == "ok"
    assert found.index.event_at(0).data == {"title": text, text: None}


@pytest.mark.req("LOG-3", "LOG-5", "LOG-12")
@pytest.mark.parametrize(
    ("kind", "data", "options"),
    [
        ("my/event", {}, {}),
        ("text-chunks", {}, {}),
        ("session", {}, {}),
        ("user/message", {}, {}),
        ("turn/start", {}, {"surface": True}),
        ("tool/result", {}, {"surface": True, "sources": [0]}),
        ("tool/result", {}, {"surface": True, "sources": [-1]}),
        ("turn/start", {"x": float("nan")}, {}),
        ("turn/start", {"x": [{"y": float("inf")}]}, {}),
        ("turn/start", {"\ud800": (1, float("-inf"))}, {}),
        ("turn/start", {"x": object()}, {}),
        ("turn/start", {("a", "b"): 1}, {}),
    ],
)
def test_an_event_that_cannot_stand_in_a_log_is_not_appended(log, kind, data, options):
    assert code_of(log.append, kind, data, time=START, **options) == "invalid_event"
    assert (log.next_seq, log.index.rows, log.state.events) == (0, 0, 0)


@pytest.mark.req("LOG-3")
@pytest.mark.parametrize("sources", [[2], [3], [0, 0], [-1, 0]])
def test_only_distinct_earlier_events_are_cited(log, sources):
    story(log).add("turn/start", {"turn": 1})
    story(log).add("step/start", {"turn": 1, "step": 1})
    refused = code_of(log.append, "assistant/message", {}, time=START, surface=True, sources=sources)
    assert (refused, log.next_seq) == ("invalid_event", 2)
    log.append("assistant/message", {}, time=START, surface=True, sources=[1, 0])


@pytest.mark.req("LOG-8")
def test_a_line_that_could_not_be_read_back_is_refused(log, monkeypatch):
    from workbench.session import encode

    monkeypatch.setattr(encode, "_MAX_LINE", 100)
    assert code_of(log.append, "session/title", {"title": "x" * 100}, time=START) == "too_large"
    assert log.next_seq == 0


@pytest.mark.req("LOG-8")
def test_a_compressed_log_that_could_not_be_read_back_is_not_written(tmp_path, monkeypatch):
    from workbench.session import live
    from workbench.session.limits import Limits

    log = LiveLog.create(tmp_path / "session.jsonl.zstd", HEADER)
    tale = story(log)
    tale.prompt_turn()
    monkeypatch.setattr(live, "LIMITS", Limits(decoded=100, ratio=2))
    assert code_of(log.barrier) == "too_large"
    assert not log.path.exists()
    monkeypatch.setattr(live, "LIMITS", Limits(decoded=100, ratio=20))
    log.barrier()
    size = log.path.stat().st_size
    tale.prompt_turn("x" * 100_000)
    assert code_of(log.barrier) == "too_large"
    assert log.path.stat().st_size == size
    log.abandon()


def test_null_is_no_number_that_is_missing(log):
    log.append("turn/start", {"x": None, "y": [None, "null"], "z": 1.5}, time=START)
    assert log.index.event_at(0).data == {"x": None, "y": [None, "null"], "z": 1.5}


# -- failing writes


@pytest.mark.req("LOG-12", "SCH-23")
@pytest.mark.parametrize("fault", [{"write": short_writes(7, room=50)}, {"fsync": fails(errno.EIO)}])
def test_a_failed_barrier_leaves_the_batch_pending_and_the_file_as_it_was(log, path, monkeypatch, fault):
    tale = story(log)
    tale.prompt_turn()
    log.barrier()
    before, durable = path.read_bytes(), log.durable_events
    tale.prompt_turn()
    with monkeypatch.context() as patch:
        swap(patch, **fault)
        with pytest.raises(BarrierFailed) as error:
            log.barrier()
    assert error.value.code == "persistence_uncertain"
    assert path.read_bytes() == before
    assert (log.durable_events, log.pending) == (durable, log.index.events - durable)
    assert log.index.event_at(log.next_seq - 1).type == "turn/end"
    tale.prompt_turn()
    log.barrier()
    assert log.durable_events == log.index.events
    assert read_log(path).index.events == log.index.events
    assert problems(path) == []


@pytest.mark.req("LOG-12")
@pytest.mark.parametrize("fault", [{"write": short_writes(7, room=50)}, {"fsync": fails()}, {"link": fails()}])
def test_a_failed_first_publication_can_be_tried_again(log, path, monkeypatch, fault):
    story(log).prompt_turn()
    with monkeypatch.context() as patch:
        swap(patch, **fault)
        with pytest.raises(BarrierFailed):
            log.barrier()
    assert not path.exists()
    assert log.pending == log.index.events
    log.barrier()
    assert problems(path) == []


@pytest.mark.req("LOG-10")
def test_a_log_changed_by_somebody_else_is_not_written_to(log, path):
    tale = story(log)
    tale.prompt_turn()
    log.barrier()
    changed = path.read_bytes() + b"more\n"
    path.write_bytes(changed)
    tale.prompt_turn()
    assert code_of(log.barrier) == "log_changed"
    assert path.read_bytes() == changed
    assert log.pending == tale.seq - log.durable_events


@pytest.mark.req("LOG-12")
def test_a_name_taken_before_the_first_publication_is_not_written_over(log, path):
    story(log).prompt_turn()
    path.write_bytes(b"somebody else's\n")
    assert code_of(log.barrier) == "session_exists"
    assert path.read_bytes() == b"somebody else's\n"


@pytest.mark.req("BEN-13")
def test_hooks_run_before_anything_changes(log, path):
    seen = []

    def refuse(kind):
        seen.append(kind)
        raise WorkbenchError("append_refused", "armed")

    def fail(sync):
        seen.append(sync)
        raise BarrierFailed("armed")

    log.before_append = refuse
    assert code_of(log.append, "turn/start", {"turn": 1}, time=START) == "append_refused"
    log.before_append = None
    story(log).prompt_turn()
    events = log.index.events
    log.before_write = fail
    assert code_of(log.barrier) == "persistence_uncertain"
    assert code_of(log.write_out) == "persistence_uncertain"
    assert seen == ["turn/start", True, False]
    assert (log.pending, path.exists()) == (events, False)
    log.before_write = None
    log.barrier()
    log.before_write = fail
    log.barrier()


# -- ending


@pytest.mark.req("LOG-12")
def test_closing_writes_what_is_pending_and_frees_the_log(log, path):
    story(log).prompt_turn()
    log.close()
    assert problems(path) == []
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    log.close()
    LiveLog.open(path, now=LATER).close()


@pytest.mark.req("LOG-12")
def test_closing_fails_where_the_barrier_fails_and_can_be_tried_again(log, path, monkeypatch):
    story(log).prompt_turn()
    with monkeypatch.context() as patch:
        swap(patch, fsync=fails())
        with pytest.raises(BarrierFailed):
            log.close()
    assert code_of(LiveLog.create, path, HEADER) == "locked"
    log.close()
    assert problems(path) == []


@pytest.mark.req("BEN-13", "LOG-12")
def test_an_abandoned_log_keeps_what_was_written_and_loses_what_was_pending(log, path):
    tale = story(log)
    tale.prompt_turn()
    log.barrier()
    before = path.read_bytes()
    tale.prompt_turn()
    events = log.index.events
    log.abandon()
    assert path.read_bytes() == before
    assert len(types(log)) == events, "what the dead process had in memory can still be looked at"
    for call in (log.barrier, log.write_out, lambda: log.append("turn/start", {"turn": 9}, time=START)):
        assert code_of(call) == "log_closed"
    again = LiveLog.open(path, now=LATER)
    assert again.next_seq == log.durable_events + 1
    again.close()


@pytest.mark.req("BEN-13")
def test_dropping_what_is_pending_says_how_many_events_are_lost(log):
    log.barrier()
    end = story(log).prompt_turn()
    assert log.drop_pending() == end + 1
    assert code_of(log.barrier) == "log_closed"
    log.close()
    assert read_log(log.path).index.events == 0


# -- opening for writing


@pytest.mark.req("LOG-10")
@pytest.mark.parametrize("times", [1, 2])
def test_opening_appends_end_seed_unless_it_is_last(log, path, times):
    story(log).prompt_turn()
    log.close()
    for _ in range(times):
        log = LiveLog.open(path, now=LATER)
        assert (log.pending, log.durable_events) == (0, log.index.events)
        log.abandon()
    assert types(log)[-2:] == ["turn/end", "session/end-seed"]
    assert log.index.event_at(log.next_seq - 1).time == LATER
    assert problems(path) == []


@pytest.mark.req("LOG-16", "LOG-19")
def test_a_session_goes_on_where_it_was(log, path):
    story(log).prompt_turn(schedule="schedule-1")
    log.close()
    log = LiveLog.open(path, now=LATER)
    assert list(log.state.schedules.active) == ["schedule-1"]
    tale = story(log)
    tale.reminder_turn("schedule-1")
    tale.prompt_turn("And on.", schedule="schedule-2", kind="every")
    tale.reminder_turn("schedule-2", "2026-08-05T09:40:00.000Z")
    log.close()
    assert problems(path) == []
    found = read_log(path)
    assert found.state.last_turn == 4
    assert list(found.state.schedules.active) == ["schedule-2"]
    assert log.past.state_at(found.index.events - 1).last_turn == 4


@pytest.mark.req("LOG-9", "LOG-10")
def test_an_interrupted_turn_gets_its_closers_only_when_opened_for_writing(log, path):
    tale = story(log)
    tale.begin(tale.queue("Build."))
    tale.call("bash")
    log.barrier()
    log.abandon()
    before = path.read_bytes()
    assert [event.type for event in read_log(path).closers] == ["tool/result", "step/end", "turn/end"]
    assert path.read_bytes() == before
    again = LiveLog.open(path, now=LATER)
    again.abandon()
    assert types(again)[-4:] == ["tool/result", "step/end", "turn/end", "session/end-seed"]
    assert path.read_bytes().startswith(before)
    assert problems(path) == []
    assert again.state.turn is None


@pytest.mark.req("LOG-8", "LOG-10")
def test_a_torn_tail_is_dropped_at_every_byte(tmp_path):
    path = tmp_path / "session.jsonl"
    log = LiveLog.create(path, HEADER)
    story(log).prompt_turn()
    log.close()
    whole = path.read_bytes()
    start = len(whole.split(b"\n")[0]) + 1
    for cut in range(start, len(whole), 7):
        path.write_bytes(whole[:cut])
        shown = read_log(path).events_shown
        again = LiveLog.open(path, now=LATER, fsync=False)
        again.abandon()
        assert again.index.events == shown + 1
        assert problems(path) == []


@pytest.fixture
def two_frames(tmp_path):
    """A compressed log of a short batch and one of several blocks, and the size up to the second."""
    path = tmp_path / "session.jsonl.zstd"
    log = LiveLog.create(path, HEADER)
    tale = story(log)
    tale.prompt_turn()
    log.barrier()
    first = path.stat().st_size
    for number in range(200):
        tale.prompt_turn(f"A longer prompt, so that there is something to keep: {number * 7919}.")
    log.close()
    return path, first


@pytest.mark.req("LOG-6", "LOG-8", "LOG-10")
def test_a_torn_frame_keeps_its_complete_lines(two_frames):
    path, first = two_frames
    whole, fewest = path.read_bytes(), read_log(path).index.events
    most = 0
    for cut in range(first, len(whole), max(1, (len(whole) - first) // 25)):
        path.write_bytes(whole[:cut])
        found = read_log(path)
        again = LiveLog.open(path, now=LATER, fsync=False)
        again.abandon()
        fewest, most = min(fewest, found.index.events), max(most, found.index.events)
        lines = list(again.index.lines(0, found.index.rows))
        assert lines == list(found.index.lines(0, found.index.rows))
        assert again.index.events == found.events_shown + 1
        assert problems(path) == []
    assert (fewest, most > 1000) == (13, True), "no cut left complete lines in its frame"


@pytest.mark.req("LOG-8", "LOG-10")
def test_rescuing_a_torn_frame_survives_a_full_disk(two_frames, monkeypatch):
    path, _ = two_frames
    torn = path.read_bytes()[:-10]
    path.write_bytes(torn)
    with monkeypatch.context() as patch:
        swap(patch, write=short_writes(100, room=1000))
        assert code_of(LiveLog.open, path, now=LATER) == "not_writable"
    assert path.read_bytes() == torn
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.req("LOG-8")
def test_a_damaged_log_is_not_opened_for_writing(tmp_path):
    path = tmp_path / "session.jsonl"
    log = LiveLog.create(path, HEADER)
    story(log).prompt_turn()
    log.close()
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:3], b"{", *lines[4:]]))
    before = path.read_bytes()
    assert code_of(LiveLog.open, path, now=LATER) == "corrupt_log"
    assert path.read_bytes() == before
    assert not lock_path(path).exists()


@pytest.mark.req("LOG-2", "LOG-5")
@pytest.mark.parametrize(
    "text",
    [
        b'{"type":"session","version":4,"id":"x"}\n',
        b'{"type":"session","version":0,"id":"x","createdAt":1,"delegationDepth":0}\n{"type":"x","seq":0,"time":1,"data":{}}\n',
    ],
    ids=["newer format", "unknown type"],
)
def test_an_unsupported_log_is_not_opened_for_writing(tmp_path, text):
    path = tmp_path / "session.jsonl"
    path.write_bytes(text)
    assert code_of(LiveLog.open, path, now=LATER) == "unsupported_format"
    assert path.read_bytes() == text


@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "foreign", "binary"])
def test_what_is_no_log_is_not_opened_for_writing(tmp_path, kind):
    path = tmp_path / "session.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_bytes({"empty": b"", "foreign": b"hello\n", "binary": bytes(range(256))}[kind])
    expected = {"missing": "not_found", "folder": "is_folder", "empty": "corrupt_log"}.get(kind, "not_a_log")
    assert code_of(LiveLog.open, path, now=LATER) == expected
    assert [each.name for each in tmp_path.iterdir()] == ([] if kind == "missing" else ["session.jsonl"])


@pytest.mark.req("LOG-11")
def test_a_log_has_one_writer(log, path):
    story(log).prompt_turn()
    log.barrier()
    with pytest.raises(WorkbenchError) as error:
        LiveLog.open(path, now=LATER)
    assert (error.value.code, error.value.details["pid"]) == ("locked", os.getpid())
    assert read_log(path).index.events == log.index.events, "reading needs no lock"


@pytest.mark.req("LOG-11")
def test_a_link_is_followed_and_shares_the_lock_of_its_target(log, path, tmp_path):
    story(log).prompt_turn()
    log.barrier()
    link = tmp_path / path.name
    link.symlink_to(path)
    assert code_of(LiveLog.open, link, now=LATER) == "locked"
    log.close()
    again = LiveLog.open(link, now=LATER)
    again.close()
    assert again.path == path
    assert link.is_symlink()


@pytest.mark.req("LOG-12")
def test_an_existing_session_is_not_created_again(log, path):
    log.barrier()
    before = path.read_bytes()
    log.close()
    assert code_of(LiveLog.create, path, HEADER) == "session_exists"
    assert path.read_bytes() == before
    assert not lock_path(path).exists()


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_a_session_needs_a_usable_id(path, name):
    assert code_of(LiveLog.create, path, Header(id=name, created_at=START)) == "invalid_id"
    assert not path.parent.exists()


def test_a_folder_that_cannot_be_made_is_not_writable(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert code_of(LiveLog.create, tmp_path / "file" / "x" / "session.jsonl", HEADER) == "not_writable"


@pytest.mark.req("LOG-12")
def test_without_fsync_the_same_bytes_are_written(tmp_path, monkeypatch):
    written = []
    for fsync in (True, False):
        path = tmp_path / str(fsync) / "session.jsonl"
        log = LiveLog.create(path, HEADER, fsync=fsync)
        tale = story(log)
        tale.prompt_turn()
        log.barrier()
        calls = swap(monkeypatch)
        tale.prompt_turn()
        log.write_out()
        log.barrier()
        monkeypatch.undo()
        log.close()
        written.append(path.read_bytes())
        assert calls.log == (["write", "fsync"] if fsync else ["write"])
        assert log.durable_events == log.index.events
    assert written[0] == written[1]


@needs_conformance
@pytest.mark.req("LOG-19", "LOG-10")
@pytest.mark.parametrize(
    "source",
    [*conformance_files("sessions/[cnz]*/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")],
    ids=lambda path: f"{path.parts[-4]}-{path.parent.name}{path.suffix}",
)
def test_real_logs_are_written_on_and_stay_true(tmp_path, source):
    path = tmp_path / source.name
    path.write_bytes(source.read_bytes())
    log = LiveLog.open(path, now=LATER)
    assert path.read_bytes().startswith(source.read_bytes())
    tale = Story(log.append, log.header.id, turn=log.state.last_turn, seq=log.next_seq, time=LATER)
    if not log.state.next_turn:
        tale.prompt_turn("One more.")
    log.close()
    assert problems(path) == []
    assert read_log(path).index.events == log.index.events

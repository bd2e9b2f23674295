"""Forks (LOG-18): which boundaries there are, what the child's file holds, that the parent's is untouched."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.conformance import FOLDER, needs_conformance
from support.harness_rules import problems
from support.stories import START, Story
from workbench.errors import WorkbenchError
from workbench.session.events import Header
from workbench.session.fork import fork_log
from workbench.session.live import LiveLog
from workbench.session.paths import log_path
from workbench.session.reader import read_log
from workbench.session.state import SessionState

pytestmark = pytest.mark.req("LOG-18")

NAMES = ["session.jsonl", "session.jsonl.zstd"]
NOW = START + 60_000


@pytest.fixture(params=NAMES)
def parent(tmp_path, request):
    """Three turns: a prompt that makes a schedule and a plan, its reminder, a prompt; the ends of its turns."""
    path = tmp_path / "parent" / request.param
    log = LiveLog.create(path, Header(id="parent", created_at=START, cwd="/srv/demo", agent_preset="x"))
    tale = Story(log.append, "parent")
    tale.begin(tale.queue("Remind me."))
    tale.create("schedule-1")
    tale.next_step()
    call = tale.call("todo_write")
    tale.add("todo/write", {"todos": [{"content": "a", "status": "pending"}]})
    tale.result(call)
    tale.next_step()
    tale.answer()
    tale.end()
    tale.reminder_turn("schedule-1")
    tale.prompt_turn("More.", schedule="schedule-2", kind="every")
    log.close()
    return path


@pytest.fixture
def root(tmp_path):
    return tmp_path / "sessions"


def ends(path):
    return [event.seq for event in read_log(path).index.events_from(0) if event.type == "turn/end"]


def code_of(call, *args, **options):
    with pytest.raises(WorkbenchError) as error:
        call(*args, **options)
    return error.value.code


def lines(path):
    found = read_log(path)
    return list(found.index.lines(0, found.index.rows))


@pytest.mark.parametrize("turn", [0, 1, 2, None])
def test_a_child_is_the_parents_prefix_and_end_seed(parent, root, turn):
    before = (parent.read_bytes(), parent.stat().st_mtime_ns)
    boundary = None if turn is None else ends(parent)[turn]
    path = fork_log(read_log(parent), boundary=boundary, child_id="child", now=NOW, target_root=root)
    seed = ends(parent)[2 if turn is None else turn] + 1
    assert path == log_path(root, "/srv/demo", "child", "zstd" if parent.suffix == ".zstd" else "none")
    child = read_log(path, root=root)
    assert (child.verdict, child.problems) == ("ok", ())
    assert child.header == Header(
        id="child", created_at=NOW, cwd="/srv/demo", parent="parent", seed_length=seed, delegation_depth=0
    )
    assert lines(path)[:-1] == lines(parent)[:seed]
    last = child.index.event_at(seed)
    assert (last.type, last.time, last.data, child.index.events) == ("session/end-seed", NOW, {}, seed + 1)
    assert problems(path) == []
    assert (parent.read_bytes(), parent.stat().st_mtime_ns) == before


@pytest.mark.req("LOG-2")
def test_the_childs_header_has_the_keys_of_real_ones(parent, root):
    path = fork_log(read_log(parent), child_id="child", now=NOW, target_root=root)
    header = json.loads(read_log(path).index.source.read(0, 500).partition(b"\n")[0])
    keys = ["type", "version", "id", "createdAt", "cwd", "parentSession", "seedLength", "delegationDepth"]
    assert list(header) == keys


@pytest.mark.req("LOG-17", "SCH-10")
def test_a_child_adopts_no_schedule_and_keeps_plan_and_turn_numbers(parent, root):
    path = fork_log(read_log(parent), boundary=ends(parent)[0], child_id="child", now=NOW, target_root=root)
    log = LiveLog.open(path, now=NOW)
    assert log.state.schedules.active == {}
    assert (log.state.last_turn, log.state.plan.items, log.state.plan.cleared_turn) == (1, (("a", "pending"),), None)
    assert log.next_seq == ends(parent)[0] + 2, "a fork's end-seed is not doubled"
    tale = Story(log.append, "child", turn=1, seq=log.next_seq, time=NOW)
    tale.prompt_turn("Again.", schedule="schedule-1")
    tale.reminder_turn("schedule-1")
    log.close()
    assert problems(path) == []
    found = read_log(path)
    assert (found.state.schedules.was_used("schedule-1"), found.state.plan.cleared_turn) == (True, 2)


def test_a_pending_inbox_is_not_adopted(parent, root):
    log = LiveLog.open(parent, now=NOW)
    Story(log.append, "parent", turn=3, seq=log.next_seq).queue("Later.")
    path = fork_log(log, child_id="child", now=NOW, target_root=root)
    log.close()
    assert read_log(path).state.next_turn == []
    assert len(read_log(parent).state.next_turn) == 1


def test_no_second_end_seed_where_the_prefix_ends_with_one(parent, root):
    LiveLog.open(parent, now=NOW).close()
    path = fork_log(read_log(parent), child_id="child", now=NOW + 1, target_root=root)
    child = read_log(path)
    assert child.header.seed_length == child.index.events == ends(parent)[-1] + 2
    assert child.state.last_type == "session/end-seed"
    assert problems(path) == []


def test_every_boundary_is_either_between_turns_or_inside_an_open_one(parent, root):
    found = read_log(parent)
    state = SessionState()
    for event in found.index.events_from(0):
        state.apply(event.type, event.seq, event.time, event.data)
        options = {"boundary": event.seq, "child_id": f"c{event.seq}", "now": NOW, "target_root": root}
        if state.turn is not None:
            assert code_of(fork_log, found, **options) == "open_turn"
        else:
            assert problems(fork_log(found, **options, fsync=False)) == []


@pytest.mark.parametrize("boundary", [-1, 10**6, -(10**6)])
def test_a_boundary_that_does_not_exist_is_refused(parent, root, boundary):
    found = read_log(parent)
    assert code_of(fork_log, found, boundary=boundary, child_id="c", now=NOW, target_root=root) == "invalid_boundary"
    assert not root.exists()


def test_the_first_boundary_past_the_end_is_refused(parent, root):
    found = read_log(parent)
    beyond = found.index.events
    assert code_of(fork_log, found, boundary=beyond, child_id="c", now=NOW, target_root=root) == "invalid_boundary"


def test_a_session_without_events_has_no_boundary(tmp_path, root):
    log = LiveLog.create(tmp_path / "session.jsonl", Header(id="new", created_at=START))
    log.close()
    found = read_log(log.path)
    assert code_of(fork_log, found, child_id="child", now=NOW, target_root=root) == "invalid_boundary"


def test_a_child_needs_a_new_id(parent, root):
    found = read_log(parent)
    assert code_of(fork_log, found, child_id="parent", now=NOW, target_root=root) == "session_exists"
    first = fork_log(found, child_id="child", now=NOW, target_root=root)
    before = first.read_bytes()
    assert code_of(fork_log, found, child_id="child", now=NOW + 1, target_root=root) == "session_exists"
    assert first.read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_the_other_compression_takes_the_id_too(parent, root, name):
    path = log_path(root, "/srv/demo", "child").with_name(name)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    found = read_log(parent)
    assert code_of(fork_log, found, child_id="child", now=NOW, target_root=root) == "session_exists"


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("child", ["..", ".", "../../x", "a/b", "tab\there", "\ud800", "\x00"])
def test_an_odd_id_stays_inside_the_root(parent, root, child):
    path = fork_log(read_log(parent), child_id=child, now=NOW, target_root=root)
    assert path.parent.parent == root / "--srv-demo--"
    assert path.resolve().is_relative_to(root.resolve())
    assert read_log(path, root=root).header.id == child
    assert read_log(path, root=root).problems == ()


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("child", ["", "x" * 201])
def test_an_unusable_id_is_refused(parent, root, child):
    assert code_of(fork_log, read_log(parent), child_id=child, now=NOW, target_root=root) == "invalid_id"
    assert not root.exists()


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize(
    ("header", "child", "code"),
    [
        ({"id": "a" * 5000}, "child", None),
        ({"id": "p"}, "é" * 60, "invalid_id"),
        ({"id": "p", "cwd": "/" + "é" * 60}, "child", "invalid_cwd"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_a_child_lies_in_folders_that_fit_a_file_system_or_is_refused(tmp_path, root, name, header, child, code):
    path = tmp_path / name
    log = LiveLog.create(path, Header(created_at=START, **(header | {"id": "p"})))
    Story(log.append, "p").prompt_turn("Hello.")
    log.close()
    found = read_log(path)
    found.header = msgspec.structs.replace(found.header, **header)
    if code is None:
        child_path = fork_log(found, child_id=child, now=NOW, target_root=root)
        assert read_log(child_path).header.parent == header["id"]
        return
    assert code_of(fork_log, found, child_id=child, now=NOW, target_root=root) == code
    assert not root.exists()


@pytest.mark.parametrize("name", ["r" * 300, "r/" * 3000])
def test_a_root_that_the_system_does_not_take_is_not_writable(parent, tmp_path, name):
    arguments = {"child_id": "child", "now": NOW, "target_root": tmp_path / name}
    assert code_of(fork_log, read_log(parent), **arguments) == "not_writable"


@pytest.mark.req("LOG-12")
def test_a_live_parent_writes_what_is_pending_before_it_is_forked(parent, root):
    log = LiveLog.open(parent, now=NOW)
    tale = Story(log.append, "parent", turn=3, seq=log.next_seq, time=NOW)
    end = tale.prompt_turn("Live.")
    tale.begin(tale.queue("Open."))
    assert code_of(fork_log, log, child_id="child", now=NOW, target_root=root) == "open_turn"
    path = fork_log(log, boundary=end, child_id="child", now=NOW, target_root=root)
    assert log.pending == 0
    assert lines(path)[:-1] == lines(parent)[: end + 1]
    assert read_log(path).state.last_turn == 4
    log.abandon()


@pytest.mark.req("LOG-9")
def test_an_interrupted_turn_is_forked_with_the_closers_it_is_shown_with(parent, root):
    log = LiveLog.open(parent, now=NOW)
    tale = Story(log.append, "parent", turn=3, seq=log.next_seq, time=NOW)
    tale.begin(tale.queue("Build."))
    tale.call("bash")
    log.barrier()
    log.abandon()
    before = parent.read_bytes()
    found = read_log(parent)
    shown = [event.type for event in found.closers]
    assert shown == ["tool/result", "step/end", "turn/end"]
    for boundary in range(found.index.events - 1, found.events_shown - 1):
        assert code_of(fork_log, found, boundary=boundary, child_id="c", now=NOW, target_root=root) == "open_turn"
    path = fork_log(found, child_id="child", now=NOW, target_root=root)
    child = list(read_log(path).index.events_from(found.index.events))
    assert [event.type for event in child] == [*shown, "session/end-seed"]
    assert problems(path) == []
    assert parent.read_bytes() == before


@pytest.mark.req("LOG-8")
def test_a_damaged_parent_is_not_forked(tmp_path, root):
    log = LiveLog.create(tmp_path / "session.jsonl", Header(id="parent", created_at=START))
    Story(log.append, "parent").prompt_turn()
    log.close()
    text = log.path.read_bytes().split(b"\n")
    log.path.write_bytes(b"\n".join([*text[:3], b"{", *text[4:]]))
    assert code_of(fork_log, read_log(log.path), child_id="c", now=NOW, target_root=root) == "corrupt_log"


def test_a_child_of_a_child_names_its_own_parent(parent, root):
    first = fork_log(read_log(parent), boundary=ends(parent)[1], child_id="one", now=NOW, target_root=root)
    second = fork_log(read_log(first), child_id="two", now=NOW + 1, target_root=root)
    found = read_log(second)
    assert (found.header.parent, found.header.seed_length) == ("one", ends(parent)[1] + 2)
    assert [event.type for event in found.index.events_from(0)].count("session/end-seed") == 1
    assert problems(second) == []


def test_a_folder_that_cannot_be_written_is_said(parent, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    found = read_log(parent)
    refused = code_of(fork_log, found, child_id="c", now=NOW, target_root=tmp_path / "file")
    assert refused == "not_writable"


@needs_conformance
@pytest.mark.parametrize("stored", ["none", "zstd"])
@pytest.mark.parametrize("name", ["basic-after", "cold-catchup", "fork-child"])
def test_real_logs_are_forked_at_every_turn(tmp_path, root, name, stored):
    source = next((FOLDER / "sessions" / stored).glob(f"*/{name}/session.jsonl*"))
    before = source.read_bytes()
    found = read_log(source)
    for number, boundary in enumerate(ends(source)):
        path = fork_log(found, boundary=boundary, child_id=f"c{number}", now=NOW, target_root=root, fsync=False)
        assert path.name == source.name
        assert problems(path) == []
        child, parent_events = read_log(path), list(found.index.events_from(0))
        assert list(child.index.events_from(0))[:-1] == parent_events[: boundary + 1]
        assert child.state.schedules.active == {}
        LiveLog.open(path, now=NOW, fsync=False).close()
        assert problems(path) == []
    assert source.read_bytes() == before


@needs_conformance
def test_the_real_child_has_the_header_and_prefix_that_a_fork_here_gives(root):
    folder = FOLDER / "sessions" / "none" / "--srv-demo--"
    real = read_log(folder / "fork-child" / "session.jsonl")
    seed = real.header.seed_length
    path = fork_log(
        read_log(folder / "fork-parent" / "session.jsonl"),
        boundary=seed - 1,
        child_id="fork-child",
        now=real.header.created_at,
        target_root=root,
    )
    made = read_log(path)
    assert made.header == real.header
    assert list(made.index.events_from(0)) == [
        *list(real.index.events_from(0))[:seed],
        made.index.event_at(seed),
    ]
    assert made.index.event_at(seed).type == real.index.event_at(seed).type == "session/end-seed"


@given(st.text(st.characters(codec="utf-16", exclude_categories=()), min_size=1, max_size=30))
def test_the_path_of_a_child_never_leaves_the_root(tmp_path_factory, child):
    root = tmp_path_factory.getbasetemp() / "root"
    path = log_path(root, "/srv/demo", child)
    assert path.parent.parent.parent == root

"""Copies (BEN-11) and prefix copies: whole or not at all, keyed by their source, cut rightly through packed rows."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.conformance import FOLDER, conformance_files, needs_conformance
from support.faulty_os import FaultyOs, fails
from support.harness_rules import envelope_problems, problems
from support.loggen import event_line, header_line
from support.stories import START, Story
from workbench.errors import WorkbenchError
from workbench.session import publication
from workbench.session.copies import (
    copy_folder,
    copy_for_simulation,
    discard_copy,
    existing_copy,
    prefix_copy,
    source_changed,
    source_note,
)
from workbench.session.events import Header
from workbench.session.live import LiveLog
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("BEN-11")
NAMES = ["session.jsonl", "session.jsonl.zstd"]
LATER = START + 3_600_000


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture(params=NAMES)
def source(tmp_path, request):
    path = tmp_path / "elsewhere" / "night" / request.param
    log = LiveLog.create(path, Header(id="night", created_at=START, cwd="/srv/demo"))
    tale = Story(log.append, "night")
    tale.prompt_turn(schedule="schedule-1")
    log.barrier()
    tale.reminder_turn("schedule-1")
    log.close()
    return path


def code_of(call, *args, **options):
    with pytest.raises(WorkbenchError) as error:
        call(*args, **options)
    return error.value.code


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_copy_has_the_sources_bytes_and_remembers_it(source, home):
    before = (everything(source.parent), source.stat().st_mtime_ns)
    copy = copy_for_simulation(source, home)
    assert copy.read_bytes() == source.read_bytes()
    assert (copy.name, copy.parent.parent) == (source.name, home / "copies")
    assert copy.parent.name.startswith("night-")
    assert existing_copy(source, home) == copy
    assert {path.name for path in copy.parent.iterdir()} == {source.name, "source.json"}
    assert {path.name for path in copy.parent.parent.iterdir()} == {copy.parent.name}
    note = source_note(copy)
    assert (note.path, note.size, note.session_id) == (str(source), source.stat().st_size, "night")
    assert not source_changed(note)
    assert (everything(source.parent), source.stat().st_mtime_ns) == before


def test_the_copy_is_driven_and_the_source_stays(source, home):
    before = source.read_bytes()
    log = LiveLog.open(copy_for_simulation(source, home), now=LATER)
    tale = Story(log.append, "night", turn=2, seq=log.next_seq, time=LATER)
    tale.prompt_turn("On the copy.")
    log.close()
    assert source.read_bytes() == before
    assert problems(log.path) == []
    assert existing_copy(source, home) == log.path
    assert not source_changed(source_note(log.path))


def test_a_copy_is_never_thrown_away_unasked(source, home):
    copy = copy_for_simulation(source, home)
    LiveLog.open(copy, now=LATER).close()
    before = everything(copy.parent)
    assert code_of(copy_for_simulation, source, home) == "copy_exists"
    assert everything(copy.parent) == before


def test_a_copy_that_could_not_be_finished_leaves_nothing(source, home, monkeypatch):
    def locked(folder):
        raise WorkbenchError("locked", "somebody was quicker")

    monkeypatch.setattr("workbench.session.copies._remove", locked)
    assert code_of(copy_for_simulation, source, home) == "locked"
    assert list((home / "copies").iterdir()) == []


def test_a_fresh_copy_starts_without_the_earlier_ones_journal(source, home):
    copy = copy_for_simulation(source, home)
    LiveLog.open(copy, now=LATER).close()
    copy.with_name("journal.jsonl").write_bytes(b"{}\n")
    assert discard_copy(source, home)
    assert copy_for_simulation(source, home) == copy
    assert copy.read_bytes() == source.read_bytes()
    assert not copy.with_name("journal.jsonl").exists()


def test_a_copy_that_someone_works_on_is_neither_replaced_nor_discarded(source, home):
    log = LiveLog.open(copy_for_simulation(source, home), now=LATER)
    before = everything(log.path.parent)
    assert code_of(copy_for_simulation, source, home) == "locked"
    assert code_of(discard_copy, source, home) == "locked"
    assert everything(log.path.parent) == before
    log.close()
    assert discard_copy(source, home)


def test_discarding_removes_the_copy_and_only_it(source, home):
    other = source.with_name("other.jsonl")
    other.write_bytes(source.read_bytes())
    kept = copy_for_simulation(other, home)
    copy_for_simulation(source, home)
    assert discard_copy(source, home)
    assert existing_copy(source, home) is None
    assert not discard_copy(source, home)
    assert list((home / "copies").iterdir()) == [kept.parent]
    assert source.exists()


def test_a_source_that_is_gone_still_has_its_copy(source, home):
    copy = copy_for_simulation(source, home)
    source.unlink()
    assert existing_copy(source, home) == copy
    assert source_changed(source_note(copy))
    assert discard_copy(source, home)


def test_a_source_that_was_written_to_is_noticed(source, home):
    copy = copy_for_simulation(source, home)
    os.utime(source, ns=(1, 1))
    assert source_changed(source_note(copy))


def test_a_log_that_is_no_copy_has_no_note(source):
    assert source_note(source) is None
    source.with_name("source.json").write_bytes(b"{}")
    assert source_note(source) is None


def test_two_names_of_one_file_share_a_copy_and_two_files_never_do(source, home, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(source)
    twin = tmp_path / "twin" / "night" / source.name
    twin.parent.mkdir(parents=True)
    twin.write_bytes(source.read_bytes())
    assert copy_folder(link, home) == copy_folder(source, home)
    assert copy_folder(twin, home) != copy_folder(source, home)


@pytest.mark.parametrize("name", ["a b.jsonl", "…", "tab\there", "-rf", "a" * 200, "..jsonl", "日本.jsonl", ".hidden"])
def test_any_name_makes_a_safe_folder_name(source, home, tmp_path, name):
    path = tmp_path / name
    folder = copy_folder(path, home)
    assert folder.parent == home / "copies"
    assert len(folder.name.encode()) < 100
    assert folder.name.isascii()
    assert not folder.name.startswith(".")


def test_how_a_log_is_stored_is_seen_in_it_and_not_in_its_name(source, home):
    odd = source.with_name("export.log")
    odd.write_bytes(source.read_bytes())
    copy = copy_for_simulation(odd, home)
    assert copy.name == source.name
    assert copy.parent.name.startswith("export-")
    LiveLog.open(copy, now=LATER).close()
    assert problems(copy) == []


@pytest.mark.parametrize(
    ("content", "code"), [(None, "not_found"), (b"hello\n", "not_a_log"), (bytes(range(256)), "not_a_log")]
)
def test_what_is_no_log_is_not_copied(tmp_path, home, content, code):
    path = tmp_path / "session.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert code_of(copy_for_simulation, path, home) == code
    assert not home.exists()


def test_a_damaged_log_is_copied_as_it_is(source, home):
    source.write_bytes(source.read_bytes()[:-3])
    assert copy_for_simulation(source, home).read_bytes() == source.read_bytes()


def test_a_copy_that_cannot_be_written_leaves_nothing_in_its_place(source, home, monkeypatch):
    monkeypatch.setattr(publication, "os", FaultyOs(fsync=fails(after=3)))
    assert code_of(copy_for_simulation, source, home) == "not_writable"
    assert existing_copy(source, home) is None
    monkeypatch.undo()
    copy_for_simulation(source, home)
    assert [path.name for path in (home / "copies").iterdir()] == [copy_folder(source, home).name]


def test_a_home_that_is_a_file_is_not_writable(source, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert code_of(copy_for_simulation, source, tmp_path / "file") == "not_writable"


# -- prefix copies


def test_a_prefix_has_the_header_and_exactly_so_many_events(source, tmp_path):
    found = read_log(source)
    events = list(found.index.events_from(0))
    header = found.index.source.read(0, 1000).partition(b"\n")[0]
    for count in range(len(events) + 1):
        path = prefix_copy(found, tmp_path / "out" / str(count), count, fsync=False)
        assert path.name == source.name
        copied = read_log(path)
        assert list(copied.index.events_from(0)) == events[:count]
        assert copied.index.source.read(0, 1000).partition(b"\n")[0] == header
        assert envelope_problems(path) == []
        assert source_note(path).first_events == count


@pytest.mark.parametrize("count", [-1, 10**6])
def test_a_prefix_longer_than_the_log_is_refused(source, tmp_path, count):
    assert code_of(prefix_copy, source, tmp_path / "out", count) == "invalid_boundary"
    assert not (tmp_path / "out").exists()


def test_a_prefix_is_not_written_over_a_session(source, tmp_path):
    prefix_copy(source, tmp_path / "out", 3)
    assert code_of(prefix_copy, source, tmp_path / "out", 4) == "session_exists"
    assert read_log(tmp_path / "out" / source.name).index.events == 3


def test_a_damaged_log_gives_no_prefix(tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"")
    assert code_of(prefix_copy, path, tmp_path / "out", 0) == "corrupt_log"


def packed_log(path, members):
    """A log of one packed row of each kind, with ordinary events around them."""
    place = {"turn": 1, "step": 1, "index": 0, "dt": [at % 5 - 2 for at in range(members - 1)]}
    texts = [f"t{at} \u2028 \N{PARTY POPPER}" for at in range(members)]
    call = {"id": "call_1", "name": "bash", "args": texts}
    lines = [
        {"type": "session", "version": 0, "id": "packed", "createdAt": START, "delegationDepth": 0},
        {"type": "turn/start", "seq": 0, "time": START, "data": {"turn": 1}},
        {"type": "text-chunks", "seq0": 1, "time0": START, "data": place | {"texts": texts}},
        {"type": "reasoning-chunks", "seq0": 1 + members, "time0": START + 9, "data": place | {"texts": texts}},
        {"type": "tool-call-chunks", "seq0": 1 + 2 * members, "time0": START + 99, "data": place | call},
        {"type": "step/end", "seq": 1 + 3 * members, "time": START, "data": {"turn": 1, "step": 1}},
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


@pytest.mark.req("LOG-4", "LOG-18")
@given(st.integers(3, 9), st.data())
def test_a_packed_row_is_cut_at_any_member(tmp_path_factory, members, data):
    folder = tmp_path_factory.mktemp("packed")
    path = folder / "session.jsonl"
    packed_log(path, members)
    found = read_log(path)
    events = list(found.index.events_from(0))
    count = data.draw(st.integers(0, len(events)))
    copy = prefix_copy(found, folder / "out", count, fsync=False)
    assert list(read_log(copy).index.events_from(0)) == events[:count]
    assert envelope_problems(copy) == []
    assert read_log(copy).verdict == "ok"


@needs_conformance
@pytest.mark.req("LOG-4")
@pytest.mark.parametrize(
    "source",
    [*conformance_files("sessions/none/**/session.jsonl"), *conformance_files("sessions/zstd/**/*.zstd")],
    ids=lambda path: f"{path.parent.name}{path.suffix}",
)
def test_real_logs_are_cut_at_any_event(tmp_path, source):
    found = read_log(source)
    events = list(found.index.events_from(0))
    for count in {*range(0, len(events), 9), len(events)}:
        path = prefix_copy(found, tmp_path / str(count), count, fsync=False)
        assert list(read_log(path).index.events_from(0)) == events[:count]
        assert envelope_problems(path) == []
    assert read_log(path).index.raw(0) == found.index.raw(0)


@needs_conformance
def test_the_first_events_of_a_real_log_are_resumed_where_it_was(tmp_path):
    source = FOLDER / "sessions" / "none" / "--srv-demo--" / "cold-catchup" / "session.jsonl"
    path = prefix_copy(source, tmp_path / "out", 145)
    log = LiveLog.open(path, now=LATER)
    log.close()
    assert path.read_bytes().startswith(b"".join(source.read_bytes().splitlines(keepends=True)[:1]))
    assert log.next_seq == 146
    assert len(log.state.schedules.active) == 6
    assert problems(path) == []


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("header", [{"id": "a" * 5000}, {"id": "é" * 200}, {"cwd": "/" + "é" * 200}])
def test_a_log_whose_id_fits_no_folder_has_a_copy_all_the_same(tmp_path, home, header):
    path = tmp_path / ("s" * 240 + ".jsonl")
    path.write_bytes(header_line(**header) + event_line("session/title", 0, START, {"title": "t"}))
    copy = copy_for_simulation(path, home)
    assert existing_copy(path, home) == copy
    assert source_note(copy).session_id == header.get("id", "generated")
    LiveLog.open(copy, now=LATER).close()
    assert discard_copy(path, home)


@pytest.mark.req("LOG-1")
@pytest.mark.parametrize("name", ["h" * 300, "h/" * 3000])
def test_a_home_that_the_system_does_not_take_is_not_writable(source, tmp_path, name):
    home = tmp_path / name
    assert existing_copy(source, home) is None
    assert not discard_copy(source, home)
    with pytest.raises(WorkbenchError) as error:
        copy_for_simulation(source, home)
    assert error.value.code == "not_writable"
    with pytest.raises(WorkbenchError) as error:
        prefix_copy(source, home, 1)
    assert error.value.code == "not_writable"


def test_a_loop_of_links_has_no_copy(tmp_path, home):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert existing_copy(loop, home) is None
    assert not discard_copy(loop, home)

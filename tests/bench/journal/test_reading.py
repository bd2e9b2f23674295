"""The reading side of the journal: any file at all, whole lines only, and finding entries (BEN-14, BEN-15)."""

import os
import threading

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.benches import START
from workbench.bench.journal import finding, lines, place
from workbench.bench.journal.entries import Entry, Item
from workbench.bench.journal.reading import JournalReader, read_journal
from workbench.bench.journal.writing import Journal

pytestmark = pytest.mark.req("BEN-14")
GOOD = Entry(START, "create", seq=4, id="schedule-1", by="tui")
LINE = msgspec.json.encode(GOOD)


def everything(view):
    return view.entries(0, len(view))


@pytest.fixture
def log(tmp_path):
    return tmp_path / "session.jsonl"


@pytest.fixture
def path(log):
    return log.with_name("journal.jsonl")


def test_where_there_is_none_it_is_empty(log):
    view = read_journal(log)
    assert (len(view), view.problem, list(view.about("schedule-1")), view.at_seq(4)) == (0, None, [], None)
    with pytest.raises(IndexError):
        view.entry(0)


def test_logs_that_share_a_folder_do_not_share_a_journal(tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(LINE + b"\n")
    for name in ("session.jsonl", "session.jsonl.zstd"):
        assert everything(read_journal(tmp_path / name)) == [GOOD]
    assert len(read_journal(tmp_path / "other.jsonl")) == 0
    assert place.journal_path(tmp_path / "other.jsonl").name == "other.jsonl.journal.jsonl"


@pytest.mark.parametrize(
    "bad",
    [
        b"", b"{}", b"[]", b"null", b"not json", b"\0" * 80, b"\xff\xfe\x00", b'{"at":1,"what":"dance"}', LINE[:-1],
        b'{"at":1,"what":"create","extra":true}', b'{"at":"1","what":"create"}', b'{"at":1e400,"what":"create"}',
        b'{"at":99999999999999999999999,"what":"create"}', b'{"at":999999999999999,"what":"create"}',
        b'{"at":1,"what":"decision","items":[{"id":"x","kind":"at","target":-99999999999999}]}',
        b'{"at":1,"what":"decision","items":[{"id":"x","kind":"at","target":1,"more":1}]}',
        b'{"at":1,"what":"crash","since":999999999999999}', b"[" * 100_000, b'{"at":1,"what":"create"}\r',
        b'{"at":1,"what":"decision","items":' + b"[" * 100_000, b"\x1b[31m\xe2\x80\xae", b"\xef\xbb\xbf" + LINE,
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_a_failure_and_spoils_no_other(log, path, bad):
    path.write_bytes(LINE + b"\n" + bad + b"\n" + LINE + b"\n")
    first, second, third = everything(read_journal(log))
    assert first == third == GOOD
    if bad.endswith(b"\r"):
        assert second == Entry(1, "create")
    else:
        assert (second.what, second.code, second.seq) == ("failure", "unreadable_entry", -1)
        assert second.message.startswith("line 2 of the journal")
        assert len(second.message) < 400


@given(st.binary(max_size=400), st.lists(st.sampled_from([b"\n", LINE + b"\n", b'{"at":', b"\0"]), max_size=8))
def test_no_bytes_at_all_make_it_raise(tmp_path_factory, junk, parts):
    log = tmp_path_factory.mktemp("junk") / "session.jsonl"
    data = junk.join(parts)
    log.with_name("journal.jsonl").write_bytes(data)
    view = read_journal(log)
    assert len(everything(view)) == len(view) == data.count(b"\n")
    view.about("schedule-1")
    view.at_seq(4)
    journal = Journal.open(log.with_name("journal.jsonl"))
    journal.add(GOOD)
    journal.flush()
    assert journal.problem is None
    assert everything(read_journal(log))[-1] == GOOD


def test_a_line_that_is_too_long_is_not_read(log, path, monkeypatch):
    monkeypatch.setattr(lines, "LINE_LIMIT", 5000)
    monkeypatch.setattr(lines, "_STEP", 1000)
    monkeypatch.setattr(place, "LINE_LIMIT", 5000)
    long = b'{"id":"schedule-1"' + b" " * 6000
    path.write_bytes(LINE + b"\n" + long + b"\n" + LINE + b"\n")
    view = read_journal(log)
    assert [entry.code for entry in everything(view)] == [None, "unreadable_entry", None]
    assert list(view.about("schedule-1")) == [0, 2]
    path.write_bytes(LINE + b"\n" + b"x" * 200_000)  # no end in sight
    assert everything(read_journal(log)) == [GOOD]
    journal = Journal.open(path)
    journal.add(GOOD)
    journal.flush()
    assert path.read_bytes() == LINE + b"\n" + b"x" * 200_000 + b"\n" + LINE + b"\n"
    assert [entry.code for entry in everything(journal.view())] == [None, "unreadable_entry", None]


def test_of_a_monstrous_journal_the_end_is_read(log, path, monkeypatch):
    monkeypatch.setattr(lines, "READ_LIMIT", 10 * (len(LINE) + 1) + 3)
    path.write_bytes((LINE + b"\n") * 50)
    view = read_journal(log)
    assert everything(view) == [GOOD] * 10
    assert "newest" in view.problem
    assert len(list(view.newest_first())) == 11  # the eleventh is the end of a line


def test_nothing_of_a_long_journal_is_read_before_somebody_asks(log, path, monkeypatch):
    path.write_bytes((LINE + b"\n") * 100_000)
    read, sizes = place.OpenFile.read, []
    monkeypatch.setattr(place.OpenFile, "read", lambda self, at, size: sizes.append(size) or read(self, at, size))
    journal, view = Journal.open(path), read_journal(log)
    journal.add(GOOD)
    journal.flush()
    assert sum(sizes) < 1_000_000 < path.stat().st_size
    assert len(view) == 100_000
    assert len(journal.view()) == 100_001
    assert journal.view().entry(99_999) == GOOD


@pytest.mark.parametrize("lay", ["fifo", "folder", "loop", "link"])
def test_what_is_no_file_is_said_and_never_waited_for(log, path, tmp_path, lay):
    if lay == "fifo":
        os.mkfifo(path)
    elif lay == "folder":
        path.mkdir()
    else:
        (tmp_path / "secret").write_bytes(LINE + b"\n")
        path.symlink_to(path if lay == "loop" else tmp_path / "secret")
    view = read_journal(log)
    assert len(view) == 0
    assert str(path) in view.problem


def test_a_journal_is_followed_while_it_grows_is_cut_and_replaced(log, path):
    reader = JournalReader(log)
    assert len(reader.view()) == 0
    path.write_bytes(LINE + b"\n" + LINE[:9])
    first = reader.view()
    assert everything(first) == [GOOD]
    with path.open("ab") as file:
        file.write(LINE[9:] + b"\n")
    assert len(reader.view()) == 2
    assert len(first) == 1
    path.write_bytes(LINE + b"\n")
    assert everything(reader.view()) == [GOOD]
    path.unlink()
    assert len(reader.view()) == 0
    path.write_bytes(LINE + b"\n" + LINE + b"\n" + LINE + b"\n")
    assert len(reader.view()) == 3


def test_a_reader_never_sees_half_an_entry(log, path):
    reader, journal, seen = JournalReader(log), Journal.open(path), []
    stop = threading.Event()

    def look():
        while not stop.is_set():
            view = reader.view()
            seen.append((len(view), [entry.code for entry in view.entries(len(view) - 3, len(view))]))

    thread = threading.Thread(target=look)
    thread.start()
    for number in range(3000):
        journal.add(Entry(START, "decision", seq=number, items=(Item("schedule-1", "after", START),) * 5))
        if number % 3 == 0:
            journal.flush()
    journal.flush()
    stop.set()
    thread.join()
    assert all(code is None for _, codes in seen for code in codes)
    lengths = [length for length, _ in seen]
    assert lengths == sorted(lengths)
    assert len(reader.view()) == 3000


def batch(seq, *names):
    items = tuple(Item(name, "every", START, occurrence=START, next=START + 1) for name in names)
    held = Item("waiting", "after", START, why="one_shot_first")
    return Entry(START, "decision", seq=seq, chosen="batch", items=(*items, held))


@pytest.mark.req("BEN-15")
@pytest.mark.parametrize("written", [True, False])
def test_an_event_finds_its_entry(log, path, written):
    told = [
        Entry(START, "resume", events=0),
        GOOD,
        batch(10, "a", "b", "c"),
        Entry(START, "decision", chosen="wait", items=(Item("a", "every", START, why="busy"),)),
        Entry(START, "delete", seq=20, id="a"),
        Entry(START, "failure", code="frame_failed"),
    ]
    journal = Journal.open(path)
    for entry in told:
        journal.add(entry)
    if written:
        journal.close()
    view = read_journal(log) if written else journal.view()
    found = {seq: view.at_seq(seq) for seq in range(-1, 30)}
    told_of = {4: told[1], 10: told[2], 11: told[2], 12: told[2], 20: told[4]}
    assert found == {seq: told_of.get(seq) for seq in found}
    assert [list(view.about(name)) for name in ("a", "b", "waiting", "schedule-1", "nobody", "")] == [
        [2, 3, 4], [2], [2], [1], [], []
    ]  # fmt: skip


@pytest.mark.req("BEN-15", "SCH-30")
@pytest.mark.parametrize("flushed", [True, False])
def test_an_entry_of_what_a_crash_lost_is_not_that_of_a_later_event(path, flushed):
    journal = Journal.open(path)
    journal.add(batch(10, "a", "b"))
    journal.add(batch(20, "a", "b"))
    journal.flush()
    before = journal.view()
    assert before.at_seq(21) == batch(20, "a", "b")
    journal.add(Entry(START, "resume", events=15))
    if flushed:
        journal.flush()
    between = journal.view()
    assert between.at_seq(21) is None
    assert between.at_seq(11) == batch(10, "a", "b")
    journal.add(batch(21, "c"))
    if flushed:
        journal.flush()
    assert journal.view().at_seq(21) == batch(21, "c")
    assert journal.view().at_seq(20) is None
    assert between.at_seq(21) is None
    assert before.at_seq(21) == batch(20, "a", "b")


@pytest.mark.req("BEN-15")
def test_what_was_recovered_out_of_order_is_found(path):
    journal = Journal.open(path)
    for seq in (40, 60, 10, 50, 30):
        journal.add(batch(seq, "a"))
        journal.flush()
        assert journal.view().at_seq(seq) == batch(seq, "a")
    assert [journal.view().at_seq(seq).seq for seq in (10, 30, 40, 50, 60)] == [10, 30, 40, 50, 60]


@given(
    st.lists(st.sampled_from(["a", "b", "a b", '"', "\\", "é", "\ud800"]), min_size=1, max_size=30), st.integers(0, 9)
)
def test_records_are_found_in_any_number_of_blocks(tmp_path_factory, names, early):
    path = tmp_path_factory.mktemp("about") / "journal.jsonl"
    journal = Journal.open(path)
    views = []
    for name in names:
        journal.add(Entry(START, "create", id=name, message='"id":"a"'))
        journal.flush()
        views.append(journal.view())
    for view in (views[early % len(views)], views[-1]):
        for name in set(names):
            assert list(view.about(name)) == [at for at, each in enumerate(names[: len(view)]) if each == name]


def test_what_was_found_is_kept_for_a_few_records_only(path):
    journal = Journal.open(path)
    for number in range(50):
        journal.add(Entry(START, "create", id=f"s{number}"))
    journal.flush()
    view = journal.view()
    assert [list(view.about(f"s{number}")) for number in range(50)] == [[number] for number in range(50)]
    assert len(view._file.finder._about) == finding._KEPT_IDS
    assert list(view.about("s0")) == [0]

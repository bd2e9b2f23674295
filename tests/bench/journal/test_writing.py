"""The writing side of the journal: what is pending, what is in the file, and what a bad file never does (BEN-14)."""

import os

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.benches import START
from workbench.bench.journal import place, writing
from workbench.bench.journal.entries import Entry, Item
from workbench.bench.journal.writing import Journal

pytestmark = pytest.mark.req("BEN-14")


def note(number, **more):
    return Entry(START + number, "decision", seq=number, **more)


def everything(view):
    return view.entries(0, len(view))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def test_nothing_is_made_before_something_is_written(path):
    journal = Journal.open(path)
    assert len(journal.view()) == 0
    journal.flush()
    journal.add(note(1))
    assert not path.exists()
    assert everything(journal.view()) == [note(1)]
    journal.close()
    assert everything(Journal.open(path).view()) == [note(1)]


def test_entries_are_json_lines_in_order(path):
    journal = Journal.open(path)
    for number in range(7):
        journal.add(note(number, id=f"schedule-{number}"))
        if number % 3 == 2:
            journal.flush()
    journal.close()
    values = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert [value["seq"] for value in values] == list(range(7))
    assert values[3] == {"at": START + 3, "what": "decision", "seq": 3, "id": "schedule-3"}


def test_a_flush_is_one_write_and_waits_for_no_disk(path, monkeypatch):
    writes, write = [], os.write
    monkeypatch.setattr(os, "write", lambda fd, data: writes.append(len(data)) or write(fd, data))
    monkeypatch.setattr(os, "fsync", lambda fd: pytest.fail("the journal waits for the disk"))
    journal = Journal.open(path)
    for number in range(5):
        journal.add(note(number))
    journal.flush()
    assert writes == [path.stat().st_size]


def test_views_stay_as_they_were_made(path):
    journal = Journal.open(path)
    views = []
    for number in range(6):
        journal.add(note(number))
        views.append(journal.view())
        if number % 2:
            journal.flush()
            views.append(journal.view())
    journal.close()
    lengths = [1, 2, 2, 3, 4, 4, 5, 6, 6]
    assert [len(view) for view in views] == lengths
    assert [everything(view) for view in views] == [[note(n) for n in range(length)] for length in lengths]


def test_a_crash_drops_what_is_pending(path):
    journal = Journal.open(path)
    journal.add(note(0))
    journal.flush()
    journal.add(note(1))
    before = journal.view()
    journal.drop_pending()
    journal.flush()
    assert everything(journal.view()) == [note(0)]
    assert everything(before) == [note(0), note(1)]
    assert path.read_bytes().count(b"\n") == 1


@pytest.mark.parametrize("kept", range(1, 60, 7))
def test_a_torn_entry_is_not_seen_and_cut_at_the_next_flush(path, kept):
    journal = Journal.open(path)
    journal.add(note(0))
    journal.add(note(1))
    journal.close()
    whole = path.read_bytes()
    second = whole.index(b"\n") + 1
    path.write_bytes(whole[: min(second + kept, len(whole) - 1)])
    journal = Journal.open(path)
    assert everything(journal.view()) == [note(0)]
    journal.flush()
    assert path.stat().st_size > second  # nothing to write, so nothing is touched
    journal.add(note(2))
    journal.flush()
    assert everything(journal.view()) == [note(0), note(2)]
    assert path.read_bytes().startswith(whole[:second] + b'{"at":')


@pytest.mark.parametrize("tail", [b"dear diary", b"\0" * 4096, b'{"type":"session"', b"\xff\xfe", b'{"at'])
def test_an_end_that_is_not_ours_is_kept(path, tail):
    path.write_bytes(b"first\n" + tail)
    journal = Journal.open(path)
    journal.add(note(5))
    journal.flush()
    ours = tail == b'{"at'
    assert path.read_bytes().startswith(b"first\n" if ours else b"first\n" + tail + b"\n")
    told = everything(journal.view())
    assert [entry.code for entry in told] == ["unreadable_entry"] * (1 if ours else 2) + [None]
    assert told[-1] == note(5)


def lay_fifo(path, aside):
    del aside
    os.mkfifo(path)


def lay_folder(path, aside):
    del aside
    path.mkdir()


def lay_loop(path, aside):
    del aside
    path.symlink_to(path)


def lay_link(path, aside):
    aside.write_bytes(b"not yours\n")
    path.symlink_to(aside)


def lay_device(path, aside):
    del aside
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("lay", [lay_fifo, lay_folder, lay_loop, lay_link, lay_device])
def test_what_is_no_file_is_left_alone_and_said(path, tmp_path, lay):
    lay(path, tmp_path / "aside")
    journal = Journal.open(path)
    assert "journal" in journal.problem
    for number in range(20):
        journal.add(note(number))
        journal.flush()
    assert str(path) in journal.problem
    assert everything(journal.view()) == [note(number) for number in range(20)]
    assert journal.view().problem == journal.problem
    journal.close()
    assert not (tmp_path / "aside").exists() or (tmp_path / "aside").read_bytes() == b"not yours\n"


def test_a_full_disk_keeps_entries_until_there_is_room(path, monkeypatch):
    journal = Journal.open(path)
    journal.add(note(0))
    journal.flush()
    before, write, room = path.read_bytes(), os.write, [10]

    def scarce(fd, data):
        if len(data) > room[0]:
            data, left = data[: room[0]], room[0]
            room[0] = 0
            if not left:
                raise OSError(28, "No space left on device")
        return write(fd, data)

    monkeypatch.setattr(os, "write", scarce)
    for number in range(1, 5):
        journal.add(note(number))
        journal.flush()
        assert "No space left" in journal.problem
        assert path.read_bytes() == before
    assert everything(journal.view()) == [note(number) for number in range(5)]
    room[0] = 1 << 20
    journal.flush()
    assert journal.problem is None
    assert everything(Journal.open(path).view()) == [note(number) for number in range(5)]


def test_what_cannot_be_written_does_not_grow_without_end(path, monkeypatch):
    monkeypatch.setattr(writing, "MOST_PENDING", 100)
    path.mkdir()
    journal = Journal.open(path)
    tries, attach = [], Journal._attach
    monkeypatch.setattr(Journal, "_attach", lambda self, flags: tries.append(flags) or attach(self, flags))
    for number in range(2000):
        journal.add(note(number))
        journal.flush()
    told = everything(journal.view())
    assert len(told) <= 120
    assert told[-1] == note(1999)
    assert len(tries) < 500
    path.rmdir()
    journal.close()
    assert everything(Journal.open(path).view()) == told


@pytest.mark.parametrize("what", ["removed", "replaced", "cut", "longer"])
def test_a_file_that_somebody_else_changed_is_taken_up_again(path, what):
    journal = Journal.open(path)
    journal.add(note(0))
    journal.add(note(1))
    journal.flush()
    seen = journal.view()
    first = path.read_bytes().splitlines(keepends=True)[0]
    if what == "cut":
        os.truncate(path, len(first) + 5)
    elif what == "longer":
        with path.open("ab") as file:
            file.write(first)
    else:
        path.unlink()
        if what == "replaced":
            path.write_bytes(first)
    journal.add(note(2))
    journal.flush()
    kept = {"removed": [], "replaced": [note(0)], "cut": [note(0)], "longer": [note(0), note(1), note(0)]}[what]
    assert everything(journal.view()) == [*kept, note(2)]
    assert len(everything(seen)) == 2


def test_what_may_only_be_read_is_read(path, monkeypatch):
    path.write_bytes(b'{"at":5,"what":"suspend"}\n')
    opened = place.os.open

    def refuse(name, flags, *more):
        if flags & os.O_RDWR:
            raise PermissionError(13, "Permission denied")
        return opened(name, flags, *more)

    monkeypatch.setattr(place.os, "open", refuse)
    journal = Journal.open(path)
    assert "Permission denied" in journal.problem
    assert everything(journal.view()) == [Entry(5, "suspend")]
    journal.add(note(1))
    journal.flush()
    assert everything(journal.view()) == [Entry(5, "suspend"), note(1)]
    assert path.read_bytes().count(b"\n") == 1


def test_a_decision_about_very_many_is_told_in_parts_that_can_be_read(path, monkeypatch):
    monkeypatch.setattr(writing, "MOST_ITEMS", 3)
    delivered = tuple(Item(f"s{at}", "every", START, occurrence=START, next=START + 1) for at in range(5))
    held = tuple(Item(f"h{at}", "after", START, why="busy") for at in range(2))
    journal = Journal.open(path)
    journal.add(note(40, chosen="batch", items=(*delivered, *held)))
    journal.flush()
    parts = everything(journal.view())
    assert [(part.seq, len(part.items)) for part in parts] == [(40, 3), (43, 3), (45, 1)]
    assert tuple(item for part in parts for item in part.items) == (*delivered, *held)
    assert journal.view().at_seq(44).items[1] == delivered[4]


texts = st.text(max_size=20)
entries = st.builds(
    Entry,
    at=st.integers(0, START),
    what=st.sampled_from(["decision", "create", "refusal"]),
    seq=st.integers(-1, 1 << 40),
    id=st.none() | texts,
    message=st.none() | texts,
    items=st.lists(st.builds(Item, id=texts, kind=texts, target=st.integers(0, START)), max_size=3).map(tuple),
)


@given(told=st.lists(entries, max_size=8), rhythm=st.integers(1, 4))
def test_whatever_is_noted_is_read_back(tmp_path_factory, told, rhythm):
    path = tmp_path_factory.mktemp("any") / "journal.jsonl"
    journal = Journal.open(path)
    for number, entry in enumerate(told):
        journal.add(entry)
        if number % rhythm == 0:
            journal.flush()
    assert everything(journal.view()) == told
    journal.close()
    view = Journal.open(path).view()
    assert everything(view) == told
    for name in {entry.id for entry in told if entry.id is not None}:
        about = [at for at, entry in enumerate(told) if name in (entry.id, *(item.id for item in entry.items))]
        assert list(view.about(name)) == about

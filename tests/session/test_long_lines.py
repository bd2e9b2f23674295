"""Long lines among short ones: read whole once, then only what is asked for; cut or replaced, that is noticed."""

from pathlib import Path

import pytest

from support.loggen import event_line, header_line
from workbench.errors import WorkbenchError
from workbench.session.reader import read_stored
from workbench.session.source import BytesSource

HEADER = header_line()
LONG = 3 << 20
LENGTHS = {2: LONG, 5: LONG + 1}
LINES = [
    event_line("odd/thing", seq, 1_785_000_000_000 + seq, {"text": f"{seq}" + "x" * LENGTHS.get(seq, 30)})
    for seq in range(9)
]


class Counted(BytesSource):
    """Bytes that count how many of them were read."""

    def __init__(self, data):
        super().__init__(data)
        self.data, self.count = data, 0

    def read(self, offset, size):
        found = self.data[offset : offset + size]
        self.count += len(found)
        return found

    def size(self):
        return len(self.data)


@pytest.fixture
def source():
    return Counted(HEADER + b"".join(LINES))


@pytest.fixture
def index(source):
    return read_stored(source, Path("x")).index


@pytest.mark.req("LOG-3", "TUI-3")
def test_rows_are_the_same_however_often_and_in_whatever_order_they_are_read(index):
    for order in (range(9), range(8, -1, -1), (5, 2, 5, 8, 0)):
        for row in order:
            assert index.raw(row) + b"\n" == LINES[row]
            assert index.length(row) == len(LINES[row]) - 1
            assert index.event(row).data["text"].startswith(f"{row}x")
            assert index.head(row, 50) == LINES[row][:50]
            assert index.head(row, 1 << 30) + b"\n" == LINES[row]
    assert [index.offset(row) for row in range(9)] == [len(HEADER) + sum(map(len, LINES[:row])) for row in range(9)]


@pytest.mark.req("TUI-3")
def test_what_is_asked_for_at_every_key_is_not_read_at_every_key(index, source):
    """Views of the past read the last event, and the last message, again and again."""
    for row in range(9):
        index.event(row)
    source.count = 0
    for _ in range(50):
        for row in range(9):
            index.event(row)
            index.length(row)
            index.head(row, 100)
    assert source.count < LONG


def test_events_that_are_kept_are_bounded(index, source):
    lines = [event_line("odd/thing", seq, 1_785_000_000_000, {"text": "y" * (12 << 20)}) for seq in range(5)]
    source = Counted(HEADER + b"".join(lines))
    index = read_stored(source, Path("x")).index
    for row in range(5):
        index.event(row)
    assert len(index._long) == 2


def test_a_long_line_that_was_cut_or_replaced_is_noticed(index, source):
    index.raw(5)
    source.data = source.data[: len(HEADER) + sum(map(len, LINES[:5])) + 100]
    with pytest.raises(WorkbenchError) as caught:
        index.raw(5)
    assert caught.value.code == "log_changed"
    source.data = (HEADER + b"".join(LINES)).replace(b"x" * 30 + b'"', b"x" * 29 + b'\n"')
    for row in (2, 5):
        with pytest.raises(WorkbenchError) as caught:
            index.event(row)
        assert caught.value.code == "log_changed"


def test_lines_taken_away_are_forgotten(index):
    index.event(2)
    index.cut_from(2, len(HEADER) + sum(map(len, LINES[:2])))
    assert index.rows == 2
    assert not index._long
    other = event_line("odd/thing", 2, 1_785_000_000_000, {"text": "other"})
    index.attach(BytesSource(HEADER + b"".join(LINES[:2]) + other))
    index.add_lines(b"\xff", 2, 1_785_000_000_000, [other[:-1]])
    assert index.event(2).data == {"text": "other"}
    index.flushed()
    assert index.event(2).data == {"text": "other"}

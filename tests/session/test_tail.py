"""The newest page without an index (TUI-2): the same rows that the full reader finds at the end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.loggen import event_lines, header_line, write_log
from support.logmaker import batched, framed_log, make_events, plain_log, stored_lines
from workbench.session.reader import read_log
from workbench.session.tail import read_tail


def same_as_index(path, rows):
    index = read_log(path).index
    page = read_tail(path, rows)
    first = max(0, index.rows - rows)
    assert list(page.events) == [index.event(row) for row in range(first, index.rows)]
    return page


@pytest.mark.req("TUI-2")
@given(st.integers(0, 2**32), st.integers(0, 20), st.booleans(), st.integers(1, 60), st.integers(0, 30))
def test_the_page_is_the_end_of_the_log(tmp_path_factory, seed, growths, compressed, rows, cut):
    rng = random.Random(seed)
    lines = stored_lines(make_events(rng, growths), rng, 0.5)
    data = framed_log(batched(lines, rng)) if compressed else plain_log(lines)
    path = tmp_path_factory.getbasetemp() / "tail.log"
    path.write_bytes(data[: max(len(framed_log([]) if compressed else header_line()), len(data) - cut)])
    page = same_as_index(path, rows)
    assert page.whole == (read_log(path).index.rows < rows)
    assert page.header.id == "generated"


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("rows", [1, 40, 1000, 20_001])
def test_a_long_log_is_read_from_its_end(tmp_path, compressed, rows):
    path = tmp_path / "log"
    if compressed:
        path.write_bytes(framed_log(batched(list(event_lines(20_000)), random.Random(1))))
    else:
        write_log(path, 20_000)
    page = same_as_index(path, rows)
    assert page.whole == (rows > 20_000)


@pytest.mark.req("TUI-2", "LOG-14")
def test_damage_does_not_hide_the_newest_events(tmp_path):
    lines = list(event_lines(3000))
    lines[2990] = b"garbage\n"
    path = tmp_path / "log"
    path.write_bytes(b"no header\n" + b"".join(lines) + b'{"torn')
    page = read_tail(path, 20)
    assert page.header is None
    assert [each.seq for each in page.events] == [*range(2979, 2990), *range(2991, 3000)]


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("data", [b"", header_line(), header_line()[:-1], framed_log([]), framed_log([])[:20]])
def test_a_log_without_events_has_an_empty_page(tmp_path, data):
    path = tmp_path / "log"
    path.write_bytes(data)
    assert (read_tail(path, 5).events, read_tail(path, 5).whole) == ((), True)

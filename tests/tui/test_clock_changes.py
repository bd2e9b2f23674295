"""The night in which an hour happens twice: turns at one local time are told apart, and what lies between is said."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.bundled import SESSIONS
from support.screens import QUICK, pane, pane_text, scene, settled, until
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.clockchanges import ClockChanges, change_words
from workbench.fronts.tui.program import WorkbenchApp
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.source import BytesSource
from workbench.time.instant import DAY, parse_utc
from workbench.time.zones import UTC, load_zone

BERLIN = load_zone("Europe/Berlin")
AUTUMN = parse_utc("2026-10-25T01:00:00.000Z")
SPRING = parse_utc("2026-03-29T01:00:00.000Z")
HOUR = 3_600_000


def index_of(*times):
    """Turns that start then, each with its end."""
    index = LogIndex(BytesSource())
    for time in times:
        for kind in ("turn/start", "turn/end"):
            index.add(TYPE_CODE[kind], index.next_seq, time, b"{}")
    return index


def found(times, zone=BERLIN):
    index = index_of(*times)
    return [(each.line, each.before, each.after) for each in ClockChanges(zone).of(index, index.rows)]


@pytest.mark.req("TUI-7")
def test_a_change_lies_before_the_first_turn_after_it():
    assert found([AUTUMN - HOUR, AUTUMN - 1, AUTUMN, AUTUMN + HOUR]) == [(4, AUTUMN - 1, AUTUMN)]
    assert found([AUTUMN - 1]) == []
    assert found([AUTUMN - 1, AUTUMN], UTC) == []


def test_a_year_that_was_slept_over_changes_nothing():
    assert found([AUTUMN - 1, AUTUMN - 1 + 365 * DAY]) == []


def test_a_clock_that_is_set_back_changes_no_clocks():
    assert found([AUTUMN, AUTUMN - HOUR]) == []
    assert found([AUTUMN, AUTUMN - HOUR, AUTUMN + HOUR]) == [(4, AUTUMN - HOUR, AUTUMN + HOUR)]


@given(st.lists(st.integers(SPRING - 40 * DAY, AUTUMN + 400 * DAY), max_size=40), st.integers(0, 40))
def test_looking_bit_by_bit_finds_what_comparing_neighbours_does(times, first):
    index = index_of(*times)
    changes = ClockChanges(BERLIN)
    changes.of(index, min(2 * first, index.rows))
    pairs = list(enumerate(pairwise(times), 1))
    expected = [
        (2 * at, before, after)
        for at, (before, after) in pairs
        if before <= after and BERLIN.offset_ms(before) != BERLIN.offset_ms(after)
    ]
    assert [tuple(each) for each in changes.of(index, index.rows)] == expected


def test_no_offset_is_asked_for_again_within_a_calm_week(monkeypatch):
    asked = []
    zone = load_zone("Europe/Berlin")
    monkeypatch.setattr(type(zone), "offset_ms", lambda self, ms: asked.append(ms) or 7_200_000)
    index = index_of(*range(AUTUMN - 30 * DAY, AUTUMN - 29 * DAY, 10_000))
    changes = ClockChanges(zone)
    assert changes.of(index, index.rows) == []
    assert len(asked) < 5
    changes.of(index, index.rows)
    assert len(asked) < 5


@pytest.mark.parametrize(
    ("instant", "words"),
    [(AUTUMN, "clocks go back 1h  03:00 > 02:00"), (SPRING, "clocks go forward 1h  02:00 > 03:00")],
)
def test_what_is_said_of_a_change(instant, words):
    assert change_words(instant - 1, instant, BERLIN, ">")[0] == words
    assert change_words(instant - 40 * DAY, instant + 40 * DAY, BERLIN, ">")[0] == words
    assert change_words(instant - 500 * DAY, instant, BERLIN, ">") == (words.partition("  ")[0],)


@pytest.mark.req("TUI-7")
async def test_the_bundled_night_tells_both_half_past_twos_apart(tmp_path):
    app = WorkbenchApp(Launch(target=SESSIONS / "dst-night.toml", home=tmp_path / "home", zone=None, options=QUICK))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: scene(app).tour is not None)
        for _ in range(4):
            await pilot.press("n")
            await settled(pilot)
        await pilot.pause()
        rows = pane_text(app, "transcript")
        heads = [row for row in rows if "Sun 02:30:00" in row]
        assert [row.partition("02:30:00")[2].split()[0] for row in heads] == [".000+02", ".000+02", "+01"]
        band = next(at for at, row in enumerate(rows) if "clocks go back 1h  03:00 → 02:00" in row)
        assert "+01" in rows[band + 1]
        transcript = pane(app, "transcript")
        lines = [transcript.row_line(row, 52) for row in range(len(transcript.rows))]
        (line,) = (line for line in lines if any("clocks go" in span.text for span in line.spans))
        assert {span.role for span in line.spans} == {"overdue"}
        assert any("-1h" in row for row in pane_text(app, "timeline"))
        await pilot.press("u")
        await pilot.pause()
        clock = app.screen._compositor.render_strips()[0].text
        assert "03:30:00.000 UTC" in clock
        assert clock.count("03:30:00") == 1
        assert not any("clocks go" in row for row in pane_text(app, "transcript"))

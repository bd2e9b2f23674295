"""Rows that are cut: wherever an edge falls, and whatever sign it falls on, every row stays exactly as wide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.strip import Strip

from support.screens import QUICK, START, session, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.theme.cells import signs
from workbench.fronts.tui.theme.paint import Line, Paint, Span
from workbench.fronts.tui.theme.whole import WHOLE_SIGNS

KEYCAP, FROWN, FAMILY, FLAG = "1\ufe0f\u20e3", "\u2639\ufe0f", "👩\u200d👩\u200d👧\u200d👦", "🇩🇪"
BURNING, HANGUL = "❤\ufe0f\u200d🔥", "\u1100\u1161\u11a8"
SIGNS = (KEYCAP, FROWN, FAMILY, FLAG, "👍🏽", "漢", HANGUL, "e\u0301", "क्षि", "ก็ำ", BURNING, "a")
WIDE = 24
TEXTS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(SIGNS), max_size=20).map("".join))
ROLES = {"text": "#ffffff", "ground": "#000000"}


def row(texts):
    strip = Paint(ROLES).strip(Line(tuple(map(Span, texts))), WIDE)
    return strip.apply_filter(WHOLE_SIGNS, Color(0, 0, 0))


def cells(strip):
    return cell_len(strip.text)


@pytest.mark.req("TUI-6")
@given(st.lists(TEXTS, max_size=4), st.sets(st.integers(1, WIDE - 1)))
def test_a_row_cut_anywhere_stays_as_wide_as_it_was(texts, cuts):
    edges = (*sorted(cuts), WIDE)
    parts = row(texts).divide(edges)
    assert [cells(part) for part in parts] == [b - a for a, b in zip((0, *edges), edges, strict=False)]
    # What is cut once is cut again, where a second box lies over the first.
    for part in parts:
        again = part.divide((1, part.cell_length)) if part.cell_length > 1 else ()
        assert sum(map(cells, again)) in (0, part.cell_length)


@given(st.lists(TEXTS, max_size=4), st.integers(0, WIDE), st.integers(0, WIDE))
def test_a_part_of_a_row_is_as_wide_as_was_asked_for(texts, start, end):
    assert cells(row(texts).crop(start, end)) == max(0, end - start)


@given(TEXTS, st.integers(1, WIDE - 1))
def test_a_cut_leaves_whole_signs_and_blanks(text, cut):
    whole = [sign for sign, _ in signs(row([text]).text)]
    for part in row([text]).divide((cut, WIDE)):
        assert {sign for sign, _ in signs(part.text)} <= {*whole, " "}


def test_a_halved_keycap_is_a_blank_on_both_sides():
    left, right = row([KEYCAP * 3]).divide((3, WIDE))
    assert (left.text, right.text.rstrip(" ")) == (f"{KEYCAP} ", f" {KEYCAP}")
    # What the terminal library makes of the same cut.
    assert sum(map(cells, Strip([Segment(KEYCAP)], 2).divide((1, 2)))) < 2


@pytest.fixture(scope="session")
def rows_of_signs(tmp_path_factory):
    """A session whose rows are one sign over and over, each sign twice, the second time a cell further right."""
    home = tmp_path_factory.mktemp("signs") / "home"
    bench = Bench.new(home, start=START, zone="UTC", session_id="signs", options=QUICK)
    for at in range(2 * len(SIGNS)):
        prompt = "a" * (at % 2) + SIGNS[at // 2] * 60 + "."
        bench.call("schedule_create", {"after_seconds": 300, "prompt": prompt}, front="test")
    bench.close()
    return bench.path


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("size", [(121, 40), (80, 24)], ids=["121x40", "80x24"])
async def test_a_dialog_over_such_rows_leaves_each_as_wide_as_the_screen(open_app, rows_of_signs, size):
    async with open_app(rows_of_signs, size=size) as pilot:
        app = pilot.app
        for key in ("T", "Z", "g", "f", "w", "colon"):
            await pilot.press(key)
            await until(pilot, lambda: app.screen is not session(app))
            for wide in (size[0], size[0] - 1):
                await pilot.resize_terminal(wide, size[1])
                await pilot.pause()
                rows = [cells(strip) for strip in app.screen._compositor.render_strips()]
                assert rows == [wide] * size[1], f"{key}: {rows}"
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is session(app))

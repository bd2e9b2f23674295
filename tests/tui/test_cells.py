"""Cell arithmetic on anything a log can hold: nothing wider than asked for, nothing halved, nothing unsafe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.fronts.tui.theme.cells import clean, cut, pad, width, wrap

NASTY = (
    "plain", "李雷轮换", "🚀 rocket", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "e\u0301\u0301", "\u200d", "\ufe0f", "❤️",
    "\x1b[31m", "\x9b", "\u202e",
    "\u2028", "a\tb", "\n", "[bold]", "\ud83d", "क्षि", "ｆｕｌｌ", "\u3000", "\u0301",
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(NASTY), max_size=12).map("".join))


@pytest.mark.req("TUI-6")
@given(TEXTS, st.integers(0, 50), st.booleans())
def test_padding_gives_exactly_the_cells_asked_for(text, cells, right):
    padded = pad(clean(text, cells), cells, right=right)
    assert cell_len(padded) == cells
    assert width(padded) == cells


@given(TEXTS, st.integers(0, 50))
def test_a_cut_text_fits_and_begins_like_the_whole(text, cells):
    text = clean(text, 200)
    found = cut(text, cells)
    assert cell_len(found) <= cells
    assert found == text or text.startswith(found.removesuffix("…"))


@given(TEXTS, st.integers(1, 50))
def test_what_is_cleaned_cannot_move_the_cursor(text, cells):
    cleaned = clean(text, cells)
    assert not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in cleaned)
    assert not set(cleaned) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2028\u2029\n\r")


@pytest.mark.parametrize(
    ("text", "cells", "found"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("abc", 0, ""),
        ("abc", 1, "…"),
        ("李雷轮换", 5, "李雷…"),
        ("李雷轮换", 4, "李…"),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
    ],
)
def test_no_sign_is_halved(text, cells, found):
    assert cut(text, cells) == found


def test_a_flag_is_kept_or_dropped_as_one():
    flags = "🇩🇪🇫🇷🇮🇹"
    for cells in range(cell_len(flags) + 1):
        shown = cut(flags, cells).removesuffix("…")
        assert len(shown) % 2 == 0, f"{shown!r} at {cells} cells"


@given(TEXTS, st.integers(4, 40))
def test_wrapping_loses_nothing(text, cells):
    text = clean(text, 500)
    pieces = list(wrap(text, cells))
    assert "".join(pieces) == text
    assert all(cell_len(piece) <= cells for piece in pieces)


def test_wrapping_breaks_at_a_blank():
    assert list(wrap("the quick brown fox", 10)) == ["the quick ", "brown fox"]


def test_a_huge_text_is_looked_at_only_as_far_as_it_can_show():
    huge = "x" * 10_000_000
    assert len(clean(huge, 40)) < 2000

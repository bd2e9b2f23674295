"""Trimming over all of Unicode."""

import sys
import unicodedata

import pytest
from hypothesis import given

from support.schedules import any_text
from workbench.text.trim import WHITESPACE, is_trimmed, trim

CONTROLS = "\t\n\v\f\r\u2028\u2029\ufeff"


@pytest.mark.req("SCH-3")
def test_exactly_these_characters_are_trimmed():
    expected = {
        char for char in map(chr, range(sys.maxunicode + 1)) if char in CONTROLS or unicodedata.category(char) == "Zs"
    }
    assert {char for char in map(chr, range(sys.maxunicode + 1)) if trim(char) == ""} == expected
    assert sorted(WHITESPACE) == sorted(expected)


@pytest.mark.req("SCH-3")
@pytest.mark.parametrize(
    "kept", ["\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u180e", "\u200b", "\u2060", "\x00", "\u2800"]
)
def test_what_other_definitions_strip_is_kept(kept):
    assert trim(f" {kept}x{kept} ") == f"{kept}x{kept}"
    assert is_trimmed(kept)


@pytest.mark.req("SCH-3")
@pytest.mark.parametrize("space", list(WHITESPACE))
def test_spaces_inside_stay(space):
    assert trim(f"{space}{space}a{space}b{space}") == f"a{space}b"
    assert not is_trimmed(f"a{space}")
    assert not is_trimmed(f"{space}a")


@pytest.mark.req("SCH-3")
@given(any_text)
def test_is_trimmed_says_what_trim_would_do(text):
    assert is_trimmed(text) == (trim(text) == text)
    assert is_trimmed(trim(text))
    assert trim(text) in text

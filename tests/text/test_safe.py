"""No character that a terminal would act on gets through."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.text.quote import LIMIT, quote
from workbench.text.safe import safe_block, safe_line

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
DANGEROUS = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{BIDI}\ud800-\udfff]")
wild_text = st.text(st.characters() | st.sampled_from(f"\x1b\x9b\x07\x7f\n\r\t\u2028\ud800{BIDI}[m]"))


@given(wild_text)
def test_a_line_holds_nothing_dangerous(text):
    line = safe_line(text)
    assert not DANGEROUS.search(line)
    assert len(line) == len(text)
    line.encode()


@given(wild_text)
def test_a_block_splits_at_lf_only_and_holds_nothing_dangerous(text):
    lines = safe_block(text)
    assert len(lines) == text.count("\n") + 1
    assert not any(DANGEROUS.search(line) for line in lines)


def test_every_control_and_format_character_shows_in_one_cell():
    hidden = [
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} or char in BIDI
    ]
    wrong = [hex(ord(char)) for char in hidden if cell_len(safe_line(char)) != 1 or safe_line(char) == char]
    assert wrong == []


def test_invisible_format_characters_show_except_joiners():
    formats = {code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Cf"}
    # Joiners shape text; the signs have a glyph of their own in Arabic, Syriac, Kaithi and hieroglyphs.
    joiners = {0x200C, 0x200D}
    signs = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
    assert {code for code in formats if safe_line(chr(code)) == chr(code)} <= joiners | signs
    assert all(safe_line(chr(code)) == chr(code) for code in joiners | signs)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain [b]markup[/b] 轮 👩‍🚀", "plain [b]markup[/b] 轮 👩‍🚀"),
        ("\x1b[31mred", "␛[31mred"),
        ("two\nlines\tand a tab", "two⏎lines and a tab"),
        ("\x9b2J\x85\x7f\x00", "�2J�␡␀"),
        ("abc\u202egnp.exe", "abc�gnp.exe"),
        ("\u2028\u2029\ufeff\u200b", "����"),
        ("\ud800", "�"),
        ("a\rb", "a␍b"),
        ("", ""),
    ],
)
def test_line(text, line):
    assert safe_line(text) == line


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("one", ["one"]),
        ("a\tb\n\tc\n", ["a   b", "    c", ""]),
        ("a\r\nb\u2028c\vd", ["a␍", "b�c␋d"]),
        ("\x1b]0;title\x07", ["␛]0;title␇"]),
    ],
)
def test_block(text, lines):
    assert safe_block(text) == lines


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", '"a"'),
        ("a\nb\x1b\u202e\x9b", '"a\\nb\\u001b��"'),
        ("\ud800", '"\\ud800"'),
        (None, "null"),
        (True, "true"),
        (300.5, "300.5"),
        ([1, {"a": "b"}], '[1,{"a":"b"}]'),
        (object(), "a value of type object"),
        ({1, 2}, "[1,2]"),
    ],
)
def test_quoted_values(value, text):
    assert quote(value) == text


@pytest.mark.req("SCH-25")
@given(wild_text | st.lists(wild_text) | st.dictionaries(wild_text, st.floats()))
def test_a_quoted_value_is_one_short_safe_line(value):
    text = quote(value)
    assert not DANGEROUS.search(text)
    assert len(text) <= 6 * LIMIT + 3


def test_long_values_are_cut():
    assert quote("x" * 10_000_000) == '"' + "x" * LIMIT + '"…'
    assert quote(["x" * 1000]) == '["' + "x" * (LIMIT - 2) + "…"

"""TOML into records: each refusal names the key and what is accepted, in words of TOML."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.tomltext import MAX_TOML_BYTES, keys_of, parse_toml, shaped


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    size: Annotated[int, msgspec.Meta(ge=0)] = 0
    ratio: float = 0.5
    on: bool = False
    kind: Literal["a", "b"] = "a"
    many: int | list[str] | None = None
    words: dict[str, Literal["x", "y"]] = {}
    rest: Any = None


def test_a_table_becomes_a_record():
    table = parse_toml(b'name = "n"\nsize = 3\nratio = 1\non = true\nkind = "b"\nmany = ["q"]\nwords = {k = "y"}\n')
    assert shaped(table, Shape) == Shape(name="n", size=3, ratio=1, on=True, kind="b", many=["q"], words={"k": "y"})
    assert keys_of(Shape) == ("name", "size", "ratio", "on", "kind", "many", "words", "rest")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the key 'name' is missing"),
        ('nme = "n"', "unknown key 'nme'; accepted: name, size, ratio, on, kind, many, words, rest"),
        ("name = 1", "name: expected text, got a whole number"),
        ("name = true", "name: expected text, got true or false"),
        ("name = [1]", "name: expected text, got a list"),
        ("name = {a = 1}", "name: expected text, got a table"),
        ('name = "n"\nsize = -1', "size: expected a whole number >= 0"),
        ('name = "n"\nsize = 1.5', "size: expected a whole number, got a number"),
        ('name = "n"\nratio = "1"', "ratio: expected a number, got text"),
        ('name = "n"\nkind = "c"', "kind: invalid enum value 'c'; accepted: a, b"),
        ('name = "n"\nmany = "q"', "many: expected a whole number or a list, got text"),
        ('name = "n"\nwords = {k = "z"}', "words: invalid enum value 'z'; accepted: x, y"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(text, said):
    with pytest.raises(ValueError, match=r".") as caught:
        shaped(parse_toml(text.encode()), Shape)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = ", "Invalid value"),
        (b"a = 1\na = 2", "Cannot overwrite"),
        (b"\xff", "not UTF-8 text (byte 0)"),
        ("name = 1".encode("utf-16"), "byte order mark of UTF-16"),
        (b"\xfe\xff" + "name = 1".encode("utf-16-be"), "byte order mark of UTF-16"),
        ("name = 1".encode("utf-32"), "byte order mark of UTF-16 or UTF-32"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a = " + b"{b = " * 5000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "digits"),
        (b"#" * (MAX_TOML_BYTES + 1), "bytes"),
    ],
)
def test_what_is_no_toml_is_refused(data, said):
    with pytest.raises(ValueError, match=r".") as caught:
        parse_toml(data)
    assert said in str(caught.value)


@given(st.binary(max_size=200) | st.text(alphabet="ab=\"'[]{},.#\n 019-:TZ\\", max_size=60).map(str.encode))
def test_any_bytes_are_a_table_or_a_value_error(data):
    try:
        table = parse_toml(data)
    except ValueError:
        return
    assert isinstance(table, dict)


def test_a_mark_before_utf_8_is_taken_for_nothing():
    assert parse_toml(b'\xef\xbb\xbfname = "n"') == parse_toml(b'name = "n"')

"""JSON text: what is written is read back, and what the log format allows is read."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import any_text
from workbench.text.jsontext import decode, dumps, encode

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)


def joined(value):
    """What a value reads back as: a high and a low surrogate side by side are one character in JSON."""
    return json.loads(json.dumps(value))


@pytest.mark.req("LOG-7")
@given(values)
def test_what_is_written_is_read_back(value):
    assert decode(encode(value)) == joined(value)
    assert encode(value) == dumps(value).encode()


@pytest.mark.req("LOG-7", "SCH-33")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None]}, '{"b":1,"a":[true,null]}'),
        ("é😀\u2028\x7f/", '"é😀\u2028\x7f/"'),
        ('"\\\n\r\t\b\f\x00\x1f', '"\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001f"'),
        ("\ud800", '"\\ud800"'),
        ("a\udfffb", '"a\\udfffb"'),
        ("\udc00\ud83d", '"\\udc00\\ud83d"'),
        ("\ud83d\ude00é\ud800", '"😀é\\ud800"'),
        ({"\udc00": "\n"}, '{"\\udc00":"\\n"}'),
        (["\ud800", math.inf, math.nan, 1.5], '["\\ud800",null,null,1.5]'),
        ([math.inf, -math.inf], "[null,null]"),
        (2**80, "1208925819614629174706176"),
        (300, "300"),
    ],
)
def test_spelling(value, text):
    assert dumps(value) == text
    assert encode(value) == text.encode()


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'"\\ud800"', "\ud800"),
        (b'"\\ud83d\\ude00"', "😀"),
        (b'"\xff"', "\ufffd"),
        (b'{"a":1,"a":2}', {"a": 2}),
        (b'{"a":"\\ud800","a":2}', {"a": 2}),
        (b"1e400", math.inf),
        (b"-1e400", -math.inf),
        (b" [1] \r", [1]),
        ('"\u2028\u0085\u2029"'.encode(), "\u2028\u0085\u2029"),
        (b"9" * 5000, math.inf),
        (b'["\\ud800",-' + b"9" * 5000 + b"]", ["\ud800", -math.inf]),
        (b"9007199254740993", 9007199254740993),
    ],
)
def test_what_is_read(data, value):
    assert decode(data) == value


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"NaN",
        b"Infinity",
        b"[-Infinity]",
        b'\xef\xbb\xbf"x"',
        b'"a',
        b'"\n"',
        b"{'a':1}",
        b"1 2",
        b"01",
        b"[" * 200_000,
    ],
    ids=lambda data: data[:12].decode("utf-8", "replace"),
)
def test_what_is_refused(data):
    with pytest.raises(ValueError):
        decode(data)


@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_a_value_error(data):
    try:
        decode(data)
    except ValueError:
        return


@given(values)
def test_numbers_keep_their_kind(value):
    assert repr(decode(encode(value))) == repr(joined(value))

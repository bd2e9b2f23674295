r"""JSON text as logs, tools and frames write and read it (LOG-7, SCH-33).

Written compact, key order kept, non-ASCII raw, and a lone surrogate as ``\udXXX``, so that every string survives. Read
leniently where the log format asks for it. Owns no shapes: a value here is whatever JSON can say.
"""

import json
import math
import re
from typing import Any, Final, NoReturn

import msgspec

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder()
_SURROGATES: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")
# Python refuses to convert a longer run of digits at once; as a double it is infinite, which is what it means here.
_MAX_DIGITS: Final = 4300


def encode(value: Any) -> bytes:
    """``value`` as compact UTF-8 JSON; a non-finite number becomes ``null``, as JavaScript writes it."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return _escaping_encode(value).encode()


def dumps(value: Any) -> str:
    """``value`` as compact JSON text; see :func:`encode`."""
    try:
        return _encoder.encode(value).decode()
    except UnicodeEncodeError:
        return _escaping_encode(value)


def decode(data: bytes) -> Any:
    """The value of one JSON text in UTF-8.

    Invalid UTF-8 is read with replacement characters, a repeated key takes its last value, ``1e400`` is infinite.
    Raises ValueError for anything that is not JSON: ``NaN``, ``Infinity``, a BOM, too deep a nesting.
    """
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return _lenient_decode(data)


def _lenient_decode(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8", "replace"), parse_constant=_refuse, parse_int=_integer)
    except RecursionError:
        raise ValueError("the JSON text is nested too deeply") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


def _escaping_encode(value: Any) -> str:
    text = json.dumps(
        _finite(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=msgspec.to_builtins
    )
    return _SURROGATES.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if len(found) == 2:
        return found.encode("utf-16", "surrogatepass").decode("utf-16")
    return f"\\u{ord(found):04x}"


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value

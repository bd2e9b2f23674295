"""TOML text into frozen records, with errors that name the key and list what is accepted. Pure: it opens no file.

Owns the way from bytes to a checked record for everything a person writes by hand (settings, scenarios). What the
values mean is for the modules that own the records.
"""

import codecs
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

MAX_TOML_BYTES = 1 << 20
_OTHER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_PLACE = re.compile(r"(?P<what>.*) - at `\$\.?(?P<path>.*)`", re.DOTALL)
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(?P<key>.*)`", re.DOTALL)
_MISSING_FIELD = re.compile(r"Object missing required field `(?P<key>.*)`", re.DOTALL)
_KEY = re.compile(r"\w+")
# The names of types as a TOML file has them.
_WORDS = {"str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "object": "a table",
          "array": "a list", " | null": "", " | ": " or "}  # fmt: skip
_TYPE_WORDS = re.compile(r"\b(?:str|int|float|bool|object|array)\b| \| null| \| ")

S = TypeVar("S", bound=msgspec.Struct)


def parse_toml(data: bytes) -> dict[str, Any]:
    """The tables of a TOML text; ValueError says line and column, or why it is no text at all. A mark before
    UTF-8 is taken for nothing."""
    if len(data) > MAX_TOML_BYTES:
        raise ValueError(f"it has over {MAX_TOML_BYTES} bytes, which no hand-written file has")
    if data.startswith(_OTHER_MARKS):
        raise ValueError(
            "it is not UTF-8 text: it begins with the byte order mark of UTF-16 or UTF-32; save it as UTF-8"
        )
    try:
        # Some editors put a mark before UTF-8 too, which says nothing.
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 text (byte {error.start})") from error
    except RecursionError as error:
        raise ValueError("its values are nested too deeply") from error


def shaped(table: Mapping[str, Any], shape: type[S]) -> S:
    """``table`` as a record of that shape; no coercion, no unknown key. ValueError names the key and what is accepted.

    The shape must be flat: of a table inside a table pass each on its own, so that the message can say where it is.
    """
    try:
        return msgspec.convert(dict(table), shape, strict=True)
    except msgspec.ValidationError as error:
        raise ValueError(_in_words(str(error), shape)) from error


def keys_of(shape: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys a table of that shape may have, in the order they are declared."""
    return tuple(field.encode_name for field in msgspec.structs.fields(shape))


def _in_words(message: str, shape: type[msgspec.Struct]) -> str:
    placed = _PLACE.fullmatch(message)
    what, path = (placed["what"], placed["path"]) if placed else (message, "")
    unknown = _UNKNOWN_FIELD.fullmatch(what)
    if unknown:
        return f"unknown key {unknown['key']!r}; accepted: {', '.join(keys_of(shape)) or 'none'}"
    missing = _MISSING_FIELD.fullmatch(what)
    if missing:
        return f"the key {missing['key']!r} is missing"
    listed = _listed(shape, path) if what.startswith("Invalid enum value") else ""
    plain = _TYPE_WORDS.sub(lambda found: _WORDS[found[0]], what.replace("`", "").replace("[...]", ""))
    return f"{path.removesuffix('[...]')}: {plain[0].lower()}{plain[1:]}{listed}"


def _listed(shape: type[msgspec.Struct], path: str) -> str:
    """The words a key accepts, where it accepts only certain ones."""
    key = _KEY.match(path)
    kinds = [field.type for field in msgspec.structs.fields(shape) if key and field.encode_name == key[0]]
    words: list[str] = []
    while kinds:
        kind = kinds.pop(0)
        arguments = get_args(kind)
        if get_origin(kind) is Literal:
            words += map(str, arguments)
        else:
            kinds += arguments
    return f"; accepted: {', '.join(words)}"

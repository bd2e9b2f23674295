"""Line 1 of a log: what it must say, and what is kept of a header this version does not know (LOG-2).

Owns the header's rules. Where the file lies is checked in ``paths``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.session.events import FORMAT_VERSION, Header
from workbench.text.jsontext import decode

BOM: Final = b"\xef\xbb\xbf"
_MAX_SAFE: Final = 2**53 - 1

# Key -> (accepts, what it accepts, required); the order is the one in which real headers have them.
_RULES: Final[dict[str, tuple[Callable[[Any], bool], str, bool]]] = {
    "id": (lambda value: isinstance(value, str) and value != "", "a non-empty text", True),
    "createdAt": (lambda value: whole(value) is not None, "epoch milliseconds", True),
    "cwd": (lambda value: isinstance(value, str), "a text", False),
    "parentSession": (lambda value: isinstance(value, str), "a text", False),
    "seedLength": (lambda value: whole(value) is not None, "a whole number", False),
    "origin": (lambda value: value == "subagent", '"subagent"', False),
    "delegationDepth": (lambda value: (whole(value) or 0) >= 0 and whole(value) is not None, "0 or more", True),
    "agentPreset": (lambda _value: True, "anything", False),
}
_KNOWN: Final = frozenset(("type", "version", *_RULES))


class HeaderError(ValueError):
    """A line that is no header: which key is wrong, what it accepts, what it has."""

    def __init__(self, message: str, expected: str, found: str) -> None:
        super().__init__(message)
        self.expected = expected
        self.found = found


def whole(value: object) -> int | None:
    """``value`` as an int if it is a whole number that JSON can say exactly (``5``, ``5.0``), else None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and -_MAX_SAFE <= value <= _MAX_SAFE:
        return value
    return None


def parse_header(line: bytes) -> Header:
    """The header in ``line`` (without LF). One of another format is taken as it is, its ``format`` says so.

    Raises HeaderError for a line that is no header of any format, or a format 0 header that breaks a rule.
    """
    value = _object(line)
    if value.get("type") != "session":
        raise HeaderError("line 1 is not a session header", '"type":"session"', _shown(value.get("type")))
    version = whole(value.get("version"))
    if version is None:
        raise HeaderError("the header's version is not a whole number", "0", _shown(value.get("version")))
    if version != FORMAT_VERSION:
        return _foreign(value, version)
    for key, (accepts, accepted, required) in _RULES.items():
        if (key in value or required) and not accepts(value.get(key)):
            found = _shown(value[key]) if key in value else "nothing"
            raise HeaderError(f"the header's {key} must be {accepted}, it has {found}", accepted, found)
    return _header(value)


def looks_like_event(line: bytes) -> bool:
    """Whether a line could be an event of some format: what tells a damaged log from a foreign file."""
    try:
        value = _object(line)
    except HeaderError:
        return False
    return isinstance(value.get("type"), str) and (
        value["type"] == "session" or whole(value.get("seq", value.get("seq0"))) is not None
    )


def _object(line: bytes) -> Mapping[str, Any]:
    try:
        value = decode(line)
    except ValueError as error:
        raise HeaderError(f"line 1 cannot be read: {error}", "a session header", "no JSON") from None
    if not isinstance(value, Mapping):
        raise HeaderError("line 1 is not a session header", "a JSON object", _shown(value))
    return value


def _header(value: Mapping[str, Any]) -> Header:
    return Header(
        id=value["id"],
        created_at=int(value["createdAt"]),
        cwd=value.get("cwd"),
        parent=value.get("parentSession"),
        seed_length=whole(value.get("seedLength")),
        origin=value.get("origin"),
        delegation_depth=int(value["delegationDepth"]),
        agent_preset=value.get("agentPreset"),
        extra=_extra(value),
    )


def _foreign(value: Mapping[str, Any], version: int) -> Header:
    """What a header of another format says in words that this one has too; anything odd stays in ``extra``."""
    texts = {key: found for key, found in value.items() if isinstance(found, str)}
    return Header(
        id=texts.get("id", ""),
        created_at=whole(value.get("createdAt")) or 0,
        cwd=texts.get("cwd"),
        parent=texts.get("parentSession"),
        format=version,
        extra=_extra(value),
    )


def _extra(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: found for key, found in value.items() if key not in _KNOWN}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."

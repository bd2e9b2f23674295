"""The arguments of both tools, checked field by field: kinds, lengths, shapes (REM-3).

Owns the limits and their codes. Nothing is coerced; what is trimmed is only tags. Due times are read in
:mod:`workbench.services.dues`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.services.refusal import ServiceError
from workbench.text.quote import quote
from workbench.text.trim import trim

PROMPT_BYTES: Final = 8_192
SUBJECT_CHARACTERS: Final = 200
TAG_CHARACTERS: Final = 64
MOST_TAGS: Final = 20
LIMIT: Final = 50
MOST_LIMIT: Final = 100

_ID: Final = re.compile(r"arem_[A-Za-z0-9]{1,64}")
_CONTROLS: Final = frozenset(map(chr, (*range(32), 127)))


def _text(value: object) -> bool:
    return isinstance(value, str)


def _texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def _limit(value: object) -> bool:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool) and isinstance(value, int | float) and 1 <= value <= MOST_LIMIT


Kind = tuple[Callable[[object], bool], str]
_TEXT: Final[Kind] = (_text, "text")
_TEXTS: Final[Kind] = (_texts, "a list of texts")
UPSERT_KINDS: Final[dict[str, Kind]] = {
    "account_id": _TEXT,
    "id": _TEXT,
    "prompt": _TEXT,
    "due_at": _TEXT,
    "subject": (lambda value: value is None or isinstance(value, str), "text or null"),
    "tags": _TEXTS,
    "completed": (lambda value: isinstance(value, bool), "true or false"),
}
LIST_KINDS: Final[dict[str, Kind]] = {
    "account_id": _TEXT,
    "subject": _TEXT,
    "subject_prefix": _TEXT,
    "tags": _TEXTS,
    "limit": (_limit, f"a whole number from 1 to {MOST_LIMIT}"),
    "cursor": _TEXT,
}


def check_kinds(args: Mapping[str, Any], kinds: Mapping[str, Kind]) -> None:
    """Refuse as ``INVALID_ARGS`` what has a wrong kind, an unknown key or no ``account_id``."""
    if not isinstance(args, Mapping):
        raise ServiceError("INVALID_ARGS", f"the arguments must be one object, given {quote(args)}")
    for name, value in args.items():
        if name not in kinds:
            message = f"the unknown key {quote(name)} is refused; accepted keys are {', '.join(kinds)}"
            raise ServiceError("INVALID_ARGS", message, field=str(name)[:64])
        accepts, words = kinds[name]
        if not accepts(value):
            raise ServiceError("INVALID_ARGS", f"{name} must be {words}, given {quote(value)}", field=name)
    if "account_id" not in args:
        raise ServiceError("INVALID_ARGS", "account_id is missing; it is required always", field="account_id")


def check_id(value: str) -> str:
    """An id of the accepted shape, else ``invalid_id``."""
    if not _ID.fullmatch(value):
        message = f"id must be arem_ and 1 to 64 letters or digits, given {quote(value)}; leave it out to create one"
        raise ServiceError("invalid_id", message, field="id")
    return value


def check_prompt(value: str) -> str:
    """A prompt that is not blank and has at most 8192 bytes of UTF-8; it is kept as given."""
    _refuse_surrogates(value, "prompt", "invalid_prompt")
    if not trim(value):
        raise ServiceError("invalid_prompt", f"prompt is blank: {quote(value)}; accepted is text", field="prompt")
    size = len(value.encode())
    if size > PROMPT_BYTES:
        message = f"prompt has {size} bytes of UTF-8; accepted are at most {PROMPT_BYTES} (8 KB)"
        raise ServiceError("prompt_too_long", message, field="prompt", details={"bytes": size, "limit": PROMPT_BYTES})
    return value


def check_subject(value: str | None, field: str = "subject") -> str | None:
    """A subject that is not blank and has at most 200 characters; None clears."""
    if value is None:
        return None
    _refuse_surrogates(value, field, "invalid_subject")
    if not trim(value):
        message = f"{field} is blank: {quote(value)}; accepted is text with something in it"
        raise ServiceError("invalid_subject", message, field=field)
    if len(value) > SUBJECT_CHARACTERS:
        message = f"{field} has {len(value)} characters; accepted are at most {SUBJECT_CHARACTERS}"
        details = {"characters": len(value), "limit": SUBJECT_CHARACTERS}
        raise ServiceError("subject_too_long", message, field=field, details=details)
    return value


def check_tags(values: list[str]) -> tuple[str, ...]:
    """Tags trimmed, each once, in the order given: at most 20 of 1 to 64 characters, no control characters."""
    tags = tuple(dict.fromkeys(map(_tag, values)))
    if len(tags) > MOST_TAGS:
        message = f"{len(tags)} different tags were given; accepted are at most {MOST_TAGS}"
        raise ServiceError("invalid_tags", message, field="tags", details={"tags": len(tags), "limit": MOST_TAGS})
    return tags


def _tag(value: str) -> str:
    _refuse_surrogates(value, "tags", "invalid_tags")
    tag = trim(value)
    if not 1 <= len(tag) <= TAG_CHARACTERS or not _CONTROLS.isdisjoint(tag):
        what = f"accepted are 1 to {TAG_CHARACTERS} characters in one line without control characters"
        raise ServiceError("invalid_tags", f"the tag {quote(value)} is refused; {what}", field="tags")
    return tag


def _refuse_surrogates(value: str, field: str, code: str) -> None:
    # Half a character has no UTF-8 bytes, so it could be neither counted nor stored.
    try:
        value.encode()
    except UnicodeEncodeError:
        message = f"{field} holds a lone surrogate (half a character): {quote(value)}; accepted is whole text"
        raise ServiceError(code, message, field=field) from None

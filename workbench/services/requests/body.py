"""The body of a message call (REQ-1): strict fields, no conversion, and what is wrong said by field.

Owns the limits: 255 characters of key, 10,000 of message, counted as characters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.services.requests.refusals import RequestError
from workbench.text.quote import quote
from workbench.text.trim import trim

MAX_KEY: Final = 255
MAX_MESSAGE: Final = 10_000
FIELDS: Final = ("idempotency_key", "message", "request_id")
UUID_PATTERN: Final = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
_UUID: Final = re.compile(UUID_PATTERN.removesuffix("$") + r"\Z")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid call; ``request_id`` is in lower case."""

    key: str
    message: str
    request_id: str | None


def read_body(body: object) -> Asked:
    """The call that ``body``, parsed JSON, makes; raises ``validation_error`` that names the field."""
    if not isinstance(body, Mapping):
        raise RequestError(
            "validation_error", f"the body must be an object with {', '.join(FIELDS)}, given {quote(body)}"
        )
    unknown = [key for key in body if key not in FIELDS]
    if unknown:
        raise RequestError(
            "validation_error",
            f"unknown field {quote(unknown[0])}; the fields are {', '.join(FIELDS)}",
            details={"unknown": [quote(key) for key in unknown[:20]]},
        )
    key = _text(body, "idempotency_key", MAX_KEY)
    message = _text(body, "message", MAX_MESSAGE)
    return Asked(key, message, _request_id(body.get("request_id")))


def _text(body: Mapping[str, object], field: str, limit: int) -> str:
    value = body.get(field)
    if field not in body:
        raise _wrong(field, f"{field} is missing; it is text of 1 to {limit} characters")
    if not isinstance(value, str):
        raise _wrong(field, f"{field} must be text, given {quote(value)}")
    if not trim(value):
        raise _wrong(field, f"{field} must not be blank, given {quote(value)}")
    if len(value) > limit:
        raise _wrong(field, f"{field} has {len(value)} characters; at most {limit} are accepted")
    if _SURROGATE.search(value):
        raise _wrong(field, f"{field} holds half of a surrogate pair, which is no character: {quote(value)}")
    return value


def _request_id(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not _UUID.match(value):
        raise _wrong(
            "request_id", f"request_id must be a UUID such as the call returned, or null, given {quote(value)}"
        )
    return value.lower()


def _wrong(field: str, message: str) -> RequestError:
    return RequestError("validation_error", message, field=field)

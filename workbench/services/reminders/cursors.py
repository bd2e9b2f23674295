"""Cursors of ``agent_reminder_list_due``: where a page ended, signed, and good for one caller's one question (REM-7).

A cursor that was made up, cut, changed, or made for another user, account or filter is ``invalid_cursor``.
"""

import base64
import binascii
import hashlib
import hmac
from typing import Final

import msgspec

from workbench.services.refusal import ServiceError
from workbench.text.quote import quote

Place = tuple[int, int, str]
_MARK_BYTES: Final = 16
_decoder: Final = msgspec.json.Decoder(Place)


def make_cursor(key: bytes, question: object, place: Place) -> str:
    """The cursor for going on after ``place`` (due, created, id) with the same ``question``, any JSON value."""
    body = msgspec.json.encode(place)
    return base64.urlsafe_b64encode(_mark(key, question, body) + body).rstrip(b"=").decode()


def read_cursor(key: bytes, question: object, cursor: str) -> Place:
    """The place that ``cursor`` was made for; raises ``invalid_cursor``."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        mark, body = raw[:_MARK_BYTES], raw[_MARK_BYTES:]
        # Compared before it is decoded: nothing that was not signed here is looked at.
        if hmac.compare_digest(mark, _mark(key, question, body)):
            return _decoder.decode(body)
    except (ValueError, binascii.Error, msgspec.DecodeError):
        pass
    message = (
        f"cursor {quote(cursor)} is refused; accepted is next_cursor of an earlier answer, with the same account_id,"
        " subject, subject_prefix and tags"
    )
    raise ServiceError("invalid_cursor", message, field="cursor")


def _mark(key: bytes, question: object, body: bytes) -> bytes:
    asked = msgspec.json.encode(question)
    return hmac.digest(key, hashlib.sha256(asked).digest() + body, "sha256")[:_MARK_BYTES]

"""Ids that the workbench makes: the same session, seq and index always give the same id (BEN-1).

Owns their shape and what a session id may be; how an id becomes a folder name is in ``paths``.
"""

import hashlib

from workbench.errors import UsageError
from workbench.session.paths import MAX_NAME, encode_id

MAX_ID = 200  # characters
# Name space of the version 5 UUIDs below; any constant would do, but it must never change.
_NAMESPACE = bytes.fromhex("8f1d3c1e5b7a5e0c9d42a6b1c0e7f385")


def made_id(session_id: str, seq: int, index: int, prefix: str = "") -> str:
    """The id of the ``index``-th thing first written at ``seq`` of a session: a UUID, or ``prefix`` and 16 hex digits.

    A hash and never a running generator, so that a replay and a resume give the same bytes and a fork differs.
    """
    name = f"{prefix}:{seq}:{index}:{session_id}".encode("utf-8", "surrogatepass")
    digits = hashlib.sha1(_NAMESPACE + name, usedforsecurity=False).hexdigest()
    if prefix:
        return prefix + digits[:16]
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def check_session_id(session_id: str) -> str:
    """The id itself, or UsageError ``invalid_id``: 1 to 200 characters whose folder name fits a file system.

    Any characters will do otherwise: separators, dots and control characters are encoded (LOG-1).
    """
    if not 1 <= len(session_id) <= MAX_ID:
        raise UsageError("invalid_id", f"a session id of {len(session_id)} characters: 1 to {MAX_ID} are accepted")
    if len(encode_id(session_id)) > MAX_NAME:
        raise UsageError("invalid_id", f"{session_id[:20]!r}... needs a folder name over {MAX_NAME} bytes")
    return session_id


def shortened(session_id: str, room: int) -> str:
    """The id, or as much of its beginning as is still a session id with ``room`` plain characters after it."""
    kept = session_id[: MAX_ID - room]
    while len(encode_id(kept)) > MAX_NAME - room:
        kept = kept[:-1]
    return kept

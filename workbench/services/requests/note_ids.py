"""Ids of notes: UUIDv7, so that they sort by time, and the ``mem://note/<id>`` addresses made of them (REQ-6).

Owns making an id and reading how a request names one: whole, as an address, or by its beginning, with dots or without.
"""

import re
import secrets
from typing import Final
from uuid import UUID

from workbench.services.requests.naming import ADDRESS

_MAX_MS: Final = (1 << 48) - 1
_PLACES: Final = (8, 13, 18, 23)  # where an id has its hyphens
_NAMED: Final = re.compile(rf"(?:{ADDRESS})?(?P<start>[0-9a-f-]+?)(?:\.{{2,}}|…)?", re.IGNORECASE | re.ASCII)
# Shorter beginnings are words or numbers as likely as ids.
_SHORTEST: Final = 4


def new_note_id(now: int) -> str:
    """A UUIDv7 of the instant ``now`` (epoch ms; before 1970 as 1970) with 74 random bits (RFC 9562)."""
    stamp = min(max(now, 0), _MAX_MS)
    chance = secrets.randbits(74)
    high, low = chance >> 62, chance & ((1 << 62) - 1)
    return str(UUID(int=stamp << 80 | 7 << 76 | high << 64 | 2 << 62 | low))


def note_address(note_id: str) -> str:
    """The address under which a note is named everywhere."""
    return f"{ADDRESS}{note_id}"


def id_beginning(name: str) -> str | None:
    """The beginning of an id that ``name`` stands for, hyphens in their places; None when it cannot be one."""
    match = _NAMED.fullmatch(name)
    digits = match["start"].replace("-", "").lower() if match else ""
    if not _SHORTEST <= len(digits) <= 32:
        return None
    beginning = ""
    for digit in digits:
        beginning += ("-" if len(beginning) in _PLACES else "") + digit
    return beginning

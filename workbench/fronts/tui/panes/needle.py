"""What is looked for in rows, and the quick test which lines of a log can hold it at all.

Owns folding (case and blanks) and the promise of the quick test: it looks at raw bytes and may let through too much,
but never refuses a line whose row or texts hold the needle. What a row says beyond its line is listed by event type.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from workbench.session.events import EVENT_TYPES, TYPE_CODE

# What the rows of these types say in words that need not stand in their line (casefolded), and whether numbers too.
_CHUNKS: Final = ("chunks pieces of text reasoning tool call", True)
_SAID: Final[dict[str, tuple[str, bool]]] = {
    "schedule/change": (
        "create delete dispatch repeat every first due on time late d h m s ms mon tue wed thu fri sat sun",
        True,
    ),
    "user/message": ("user message context reminder reminders framed as a one", True),
    "assistant/message": ("agent calls x", True),
    "assistant/chunk": ("chunk", False),
    "tool/call": ("tool", False),
    "tool/result": ("result", False),
    "todo/write": ("plan todos completed", True),
    "turn/start": ("turn starts", False),
    "turn/end": ("turn ends", False),
    "step/start": ("step of turn starts", False),
    "step/end": ("step of turn ends", False),
    "session/title": ("title", False),
    "session/end-seed": ("opened the session was opened for writing here", False),
    "agent/inbox/spliced": ("inbox queues takes from the", True),
    "text-chunks": _CHUNKS,
    "reasoning-chunks": _CHUNKS,
    "tool-call-chunks": _CHUNKS,
}
_NUMBER_SIGNS: Final = "0123456789.-"
_JOINING: Final = "_-."
# Letters and signs that have no other case; in a line they stand as themselves, or escaped.
_SOLID: Final = frozenset(("Lo", "So", "Nd"))
# What undecodable bytes are shown as; they stand in the line as themselves.
_REPLACEMENT: Final = "\ufffd"
# What folds to something with an ASCII letter in it: İ ß ŉ ſ ǰ ẖ ẗ ẘ ẙ ẚ ẞ, the Kelvin sign, and the ligatures.
_FOLDS_TO_ASCII: Final = re.compile("|".join("İßŉſǰẖẗẘẙẚẞ\u212a\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06").encode())
_ESCAPE: Final = rb"\u"


def fold(text: str) -> str:
    """``text`` without case, every run of blanks and line ends as one blank."""
    return " ".join(text.casefold().split())


def matches(text: str, needle: str) -> bool:
    """Whether ``text`` holds ``needle``, whatever the case of either."""
    return fold(needle) in fold(text)


class Needle:
    """One text to look for."""

    def __init__(self, text: str) -> None:
        self.folded = fold(text)
        tokens = sorted(_tokens(self.folded), key=lambda token: (len(_telling(token)), -len(token)))
        # The token that the fewest types can say by themselves, the longest of those.
        self._probe = tokens[0] if tokens else ""
        self._bytes = self._probe.encode() if all(map(_is_solid, self._probe)) else b""
        # Types whose rows can say the probe by themselves, and those that can say any part of the needle.
        self.said_by = _table(_telling(self._probe) if self._probe else EVENT_TYPES)
        self.partly_said_by = _table([kind for token in tokens for kind in _telling(token)] if tokens else EVENT_TYPES)

    def __bool__(self) -> bool:
        return bool(self.folded)

    def may_be_in(self, raw: bytes) -> bool:
        """Whether texts in this line can hold the needle; what a row says beyond its line is ``said_by``'s question."""
        if not self._probe:
            return True
        lowered = raw.lower()
        if (self._bytes and self._bytes in lowered) or _ESCAPE in lowered:
            return True
        if raw.isascii():
            return False
        if not self._bytes:
            return self._probe in raw.decode("utf-8", "replace").casefold()
        return _FOLDS_TO_ASCII.search(raw) is not None

    def is_in(self, text: str) -> bool:
        """Whether ``text`` holds the needle."""
        return self.folded in fold(text)


def _table(kinds: Iterable[str]) -> bytes:
    """A translation table: 1 for the codes of these types."""
    codes = {TYPE_CODE[kind] for kind in kinds}
    return bytes(code in codes for code in range(256))


def _is_solid(char: str) -> bool:
    if char.isascii():
        return True
    return unicodedata.category(char) in _SOLID and char == char.lower() == char.upper() and char != _REPLACEMENT


def _tokens(folded: str) -> list[str]:
    """The runs of ``folded`` that stand unbroken in a line: rows put blanks, commas and colons between their parts."""
    kept = [char if char.isalnum() or char in _JOINING or _is_solid_sign(char) else " " for char in folded]
    return "".join(kept).split()


def _is_solid_sign(char: str) -> bool:
    return not char.isascii() and _is_solid(char)


def _telling(token: str) -> list[str]:
    """The event types whose rows can say (a part of) ``token`` without their line having it."""
    core = token.strip(_NUMBER_SIGNS)
    if not core:
        return [kind for kind, (_, numbers) in _SAID.items() if numbers]
    numbered = core != token
    return [
        kind
        for kind, (words, numbers) in _SAID.items()
        if (numbers or not numbered) and any(core in word for word in words.split())
    ]

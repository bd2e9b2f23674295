"""A request's text in two equally long spellings: as written, and plain for matching.

Owns leading and trailing courtesies, white space and quotation marks. What the words ask for is decided elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Final

from workbench.text.trim import WHITESPACE, trim

# One character for one, so that a place in the plain spelling is the same place in the written one.
_PLAIN: Final = str.maketrans({**dict.fromkeys(WHITESPACE, " "), "’": "'", "‘": "'", "“": '"', "”": '"'})
_LEAD: Final = re.compile(
    r"(?:(?:hey|hi|hello|ok|okay|so|please|and)[\s,!]+)*"
    r"(?P<question>(?:can|could|would|will)\s+you\s+(?:please\s+)?)?(?:i\s+(?:want|need)\s+you\s+to\s+)?",
    re.IGNORECASE | re.ASCII,
)
_TAIL: Final = re.compile(r"(?<![\s,])[\s,]+(?:please|thanks|thank\s+you)[\s.!?]*\Z", re.IGNORECASE | re.ASCII)
_QUOTED: Final = re.compile(r'"[^"]+"')


@dataclass(frozen=True, slots=True)
class RequestText:
    """``written`` is what the user wrote, ``plain`` the same with ordinary spaces and straight quotes."""

    written: str
    plain: str

    def part(self, start: int, end: int | None = None) -> "RequestText":
        """The text between two places, without white space around it."""
        written, plain = self.written[start:end], self.plain[start:end]
        shorter = len(plain) - len(plain.lstrip(" "))
        size = len(plain.strip(" "))
        return RequestText(written[shorter : shorter + size], plain[shorter : shorter + size])

    @property
    def quoted(self) -> bool:
        """Whether all of it stands in one pair of quotation marks."""
        return _QUOTED.fullmatch(self.plain) is not None


def plain_text(written: str) -> str:
    """``written`` in the spelling that patterns match, place for place."""
    return written.translate(_PLAIN)


def request_text(text: str) -> RequestText:
    """``text`` without courtesies around it: "please", "can you", "thanks"."""
    written = trim(text)
    whole = RequestText(written, written.translate(_PLAIN))
    lead = _LEAD.match(whole.plain)
    start = lead.end() if lead else 0
    tail = _TAIL.search(whole.plain, start)
    end = tail.start() if tail else len(written)
    if lead and lead["question"] and whole.plain[:end].endswith("?"):
        end -= 1
    return whole.part(start, end)

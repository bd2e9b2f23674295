"""Finds time phrases in a text: a run of pieces at a place, at the end, or anywhere (REQ-8).

Owns where a phrase begins and ends. It never decides what a phrase means; moments.py does.
"""

import re
from dataclasses import dataclass
from typing import Final

from workbench.services.requests.pieces import LOCAL_KINDS, Piece
from workbench.services.requests.words import piece_at

# A time phrase has fewer words than this; it bounds the search for one at the end of a long text.
MAX_WORDS: Final = 16
MAX_SEARCHED: Final = 100
_BETWEEN: Final = re.compile(r"\s*,?\s*")
_DATE_TIME: Final = re.compile(r"[Tt](?=[0-9])")
_WORD: Final = re.compile(r"(?<!\S)\S")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The pieces found in ``text[start:end]``, in order."""

    pieces: tuple[Piece, ...]
    start: int
    end: int

    @property
    def weak(self) -> bool:
        """Whether it begins with something that may be no time at all."""
        return self.pieces[0].weak


def phrase_at(text: str, start: int = 0) -> Phrase | None:
    """The longest run of time pieces that begins exactly at ``start``."""
    pieces: list[Piece] = []
    end = at = start
    while True:
        after_local = bool(pieces) and (pieces[-1].kind in LOCAL_KINDS or pieces[-1].problem is not None)
        found = piece_at(text, at, after_local=after_local)
        if found is None:
            return Phrase(tuple(pieces), start, end) if pieces else None
        pieces += found[0]
        end = found[1]
        attached = pieces[-1].kind == "date" and _DATE_TIME.match(text, end) is not None
        at = _end(_DATE_TIME if attached else _BETWEEN, text, end)


def phrase_before(text: str, end: int) -> Phrase | None:
    """The longest time phrase that ends exactly at ``end``; where only a weak one does, that one."""
    weak = None
    text = text[:end]
    for start in _word_starts(text)[-MAX_WORDS:]:
        phrase = phrase_at(text, start)
        if phrase is not None and phrase.end == end:
            if not phrase.weak:
                return phrase
            weak = weak or phrase
    return weak


def phrase_within(text: str) -> Phrase | None:
    """The first time phrase among the text's first words, for saying what was read of it."""
    for start in _word_starts(text)[:MAX_SEARCHED]:
        phrase = phrase_at(text, start)
        if phrase is not None and not phrase.weak:
            return phrase
    return None


def _word_starts(text: str) -> list[int]:
    return [match.start() for match in _WORD.finditer(text)]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at

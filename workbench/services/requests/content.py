"""What a reminder is about: the words that remain beside the time, and whether they hide another time or wish.

Owns the checks that keep a second time, a limit or a condition from silently becoming content. Text in quotation marks
is content as it stands.
"""

import re
from typing import Final

from workbench.services.requests.commands import Every, NeedsInput, When
from workbench.services.requests.durations import DURATION, NUMBER, duration_seconds
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import CLOCK_KINDS, DAY_KINDS, Piece
from workbench.services.requests.request_text import RequestText
from workbench.services.requests.scan import Phrase, phrase_at, phrase_before

REMIND: Final = (
    r"(?:(?:remind|ping|nudge)\s+me"
    r"|(?:set|create|make|add|schedule)\s+(?:me\s+)?(?:a|an|another|one)\s+(?:new\s+)?reminder)\b"
)
_DANGLING: Final = frozenset(
    "a about after an and approximately around at before between but by during each every except exactly for from in"
    " last next not of on only or past per roughly since starting than the this through till to until within".split()
)
_AND: Final = re.compile(r"(?:\b(?:and|then|or)|;)\s+(?:(?:also|then|please)\s+)*", re.IGNORECASE)
_REMIND: Final = re.compile(REMIND, re.IGNORECASE | re.ASCII)
_LIMIT: Final = re.compile(
    r"\b(?:until|till|unless|except|starting|beginning)\b.*|\A(?:only|not)\b.*"
    rf"|\b(?:(?:at\s+most|only)\s+)?(?:{NUMBER}\s+times?|once|twice)[\s.!]*\Z",
    re.IGNORECASE | re.DOTALL,
)
# No content begins with these: they make what stands before them depend on something.
_CONDITION: Final = re.compile(r"(?:but|unless|except|or|if|when|while)\b", re.IGNORECASE)
_FOR: Final = re.compile(rf"\bfor\s+(?P<length>{DURATION})\Z", re.IGNORECASE | re.ASCII)
_TELLING: Final = CLOCK_KINDS | {"after", "every"}
_MARKS: Final = " ,;:-–—"


def said_content(text: RequestText) -> str:
    """The content as written, without quotation marks around all of it."""
    return text.written[1:-1] if text.quoted else text.written


def before_time(text: RequestText) -> RequestText:
    """Content that stands before its time, without the punctuation between them."""
    return text.part(0, len(text.plain.rstrip(_MARKS)))


def dangling_word(text: RequestText) -> str | None:
    """A last word that cannot end a content, so that it belonged to the time: "by", "until", "every"."""
    last = text.plain.rsplit(None, 1)[-1] if text.plain else ""
    return last if last.lower() in _DANGLING and not text.quoted else None


def content_problem(text: RequestText, time: Phrase, said: str, when: When) -> NeedsInput | None:
    """What must be asked before ``text`` may be the content of a reminder whose ``time`` was written as ``said``."""
    if not text.plain.strip(' "'):
        return needs("no_content", said)
    if text.quoted:
        return None
    quoting = f'remind me {said} to "{text.plain}"'
    other = _second_time(text, time)
    if other is not None:
        return needs("two_times", said, other, example=quoting)
    condition = text.plain if _CONDITION.match(text.plain) else None
    left = condition or _second_wish(text.plain) or _limit(text.plain, when)
    return None if left is None else needs("leftover", left, said, example=quoting)


def _second_time(text: RequestText, time: Phrase) -> str | None:
    """Another time at the end: a routine never takes one, nor does a time of day that lacks its day."""
    end = len(text.plain.rstrip(".!? "))
    other = phrase_before(text.plain, end)
    if other is None or other.weak:
        return None
    kinds = {piece.kind for piece in time.pieces}
    open_time = "every" in kinds or (kinds & CLOCK_KINDS and not kinds & DAY_KINDS and "after" not in kinds)
    if open_time or any(map(_repeats, other.pieces)):
        return text.plain[other.start : other.end]
    return None


def _repeats(piece: Piece) -> bool:
    return piece.kind == "every" or (piece.problem is not None and piece.problem.reason == "calendar_rule")


def _second_wish(text: str) -> str | None:
    """Another time or wish behind an "and", which would be lost in the content."""
    for match in _AND.finditer(text):
        phrase = phrase_at(text, match.end())
        timed = phrase is not None and any(piece.kind in _TELLING for piece in phrase.pieces)
        if timed or _REMIND.match(text, match.end()):
            return text[match.start() :]
    return None


def _limit(text: str, when: When) -> str | None:
    """A routine has no end and no condition; "for an hour" is one unless it fits between two occurrences."""
    if not isinstance(when, Every):
        return None
    limit = _LIMIT.search(text)
    if limit is not None:
        return limit[0]
    lasting = _FOR.search(text.rstrip(".!? "))
    seconds = duration_seconds(lasting["length"]) if lasting is not None else None
    fits = lasting is None or (seconds is not None and seconds < when.seconds)
    return None if fits or lasting is None else lasting[0]

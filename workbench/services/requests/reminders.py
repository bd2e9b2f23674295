"""Reminders and routines in plain words: where the time stands, what is to be said then, and what is left over.

Owns the sentence forms: time first ("every 10 minutes check the build"), ``remind me TIME to CONTENT`` and
``remind me to CONTENT TIME``. A word that belongs to neither time nor content is asked about, never dropped (REQ-7).
"""

import re
from dataclasses import dataclass
from typing import Final

from workbench.services.requests.commands import NeedsInput, Remind
from workbench.services.requests.content import (
    REMIND,
    before_time,
    content_problem,
    dangling_word,
    said_content,
)
from workbench.services.requests.moments import when_of
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import LOCAL_KINDS
from workbench.services.requests.request_text import RequestText
from workbench.services.requests.scan import Phrase, phrase_at, phrase_before, phrase_within
from workbench.time.zones import zone_names

_HEAD: Final = re.compile(rf"{REMIND}[\s,:]*", re.IGNORECASE | re.ASCII)
_FOR: Final = re.compile(r"for\s+", re.IGNORECASE | re.ASCII)
_TO: Final = re.compile(r"(?:to|that|about|of|for)\s+|(?=not\s+to\s)", re.IGNORECASE | re.ASCII)
_WORD: Final = r"(?:(?:to|that|about|of)\s+|(?=not\s+to\s))"
_LINK: Final = re.compile(rf"\s*[,;:]?\s*{_WORD}|\s*[,;:]\s+", re.IGNORECASE | re.ASCII)
_LOOSE_LINK: Final = re.compile(rf"\s*[,;:]?\s*(?:please\s+)?(?:{REMIND}\s*)?{_WORD}?", re.IGNORECASE | re.ASCII)
# No content begins with these: right after a time they say more about it.
_MORE_TIME: Final = re.compile(
    r"(?:after|am|and|approximately|around|as|at|before|beginning|between|but|by|during|each|every|exactly|except|for"
    r"|from|gmt|if|in|ish|local|my|o'clock|on|once|only|or|past|per|pm|sharp|since|starting|through|till|time|unless"
    r"|until|utc|when|while|within|[-+#]?[0-9]\S*)\b.*",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_SOME_TIME: Final = re.compile(r"\S+(?:\s+\S+)?\s+time\b", re.IGNORECASE)
_TAIL_MARKS: Final = " .!?"
_QUOTED_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class Setting:
    """When and where a request is read: ``now`` in epoch ms, and the name of the one zone that is known, or None."""

    now: int
    zone: str | None


def read_reminder(text: RequestText, setting: Setting) -> Remind | NeedsInput | None:
    """The reminder that ``text`` asks for, what it leaves open, or None when it asks for none."""
    head = _HEAD.match(text.plain)
    if head is not None:
        return _asked(text.part(head.end()), setting)
    phrase = phrase_at(text.plain)
    if phrase is not None:
        return _time_first(text, phrase, setting, _LOOSE_LINK)
    last = phrase_before(text.plain, len(text.plain.rstrip(_TAIL_MARKS)))
    if last is not None and not last.weak and last.start:
        return needs("not_understood", example=f"remind me to {text.written}")
    return None


def _asked(text: RequestText, setting: Setting) -> Remind | NeedsInput:
    """What stands after "remind me"."""
    for start in (0, *(match.end() for match in (_FOR.match(text.plain),) if match)):
        phrase = phrase_at(text.plain, start)
        if phrase is not None:
            return _time_first(text, phrase, setting, _LINK)
    content = _TO.match(text.plain)
    if content is not None:
        return _time_last(text.part(content.end()), setting)
    inner = phrase_within(text.plain)
    if inner is not None:
        return needs("leftover", _words(text.plain[: inner.start]), text.plain[inner.start : inner.end])
    return needs("no_time")


def _time_first(text: RequestText, time: Phrase, setting: Setting, link: re.Pattern[str]) -> Remind | NeedsInput:
    said = text.plain[time.start : time.end]
    rest = text.part(time.end)
    joint = link.match(text.plain, time.end)
    bare = joint is not None and text.plain[time.end : joint.end()].isspace()
    if rest.plain.strip(_TAIL_MARKS) and (joint is None or (bare and _more_time(rest.plain, time))):
        return _left_over(rest, time, said)
    when = when_of(time.pieces, said, setting.now, setting.zone)
    if isinstance(when, NeedsInput):
        return when
    content = rest if joint is None else text.part(joint.end())
    return content_problem(content, time, said, when) or Remind(said_content(content), when)


def _time_last(text: RequestText, setting: Setting) -> Remind | NeedsInput:
    time = phrase_before(text.plain, len(text.plain.rstrip(_TAIL_MARKS)))
    if time is None or time.weak:
        return _no_last_time(text, time)
    said = text.plain[time.start : time.end]
    content = before_time(text.part(0, time.start))
    last = dangling_word(content)
    if last is not None:
        return needs("leftover", last, said)
    other = None if content.quoted else phrase_before(content.plain, len(content.plain))
    if other is not None and not other.weak:
        return needs("two_times", content.plain[other.start : other.end], said)
    when = when_of(time.pieces, said, setting.now, setting.zone)
    if isinstance(when, NeedsInput):
        return when
    return content_problem(content, time, said, when) or Remind(said_content(content), when)


def _no_last_time(text: RequestText, weak: Phrase | None) -> NeedsInput:
    """Why "remind me to ..." has no time at its end."""
    if weak is not None and weak.pieces[0].problem is not None:
        return weak.pieces[0].problem
    inner = phrase_within(text.plain)
    if inner is None:
        return needs("no_time")
    return _left_over(text.part(inner.end), inner, text.plain[inner.start : inner.end])


def _more_time(rest: str, time: Phrase) -> bool:
    """Whether the words after a time say more about it, so that they are no content."""
    return _MORE_TIME.match(rest) is not None or (_lacks_zone(time) and _place(rest) is not None)


def _left_over(rest: RequestText, time: Phrase, said: str) -> NeedsInput:
    """Words after a time that were not understood; a place gets the name of its zone."""
    zone = _place(rest.plain) if _lacks_zone(time) else None
    if zone:
        return needs("unknown_zone", _words(rest.plain), example=f"remind me {said} {zone} to call the lab")
    return needs("leftover", _words(rest.plain), said)


def _lacks_zone(time: Phrase) -> bool:
    kinds = {piece.kind for piece in time.pieces}
    return bool(kinds & LOCAL_KINDS) and not kinds & {"zone", "offset"}


def _place(text: str) -> str | None:
    """The zone of the place, told by its capitals, that the text begins with; "" for "... time" anywhere else."""
    text = text.removeprefix("in ")
    for name in zone_names():
        place = name.rsplit("/", 1)[-1].replace("_", " ")
        if text.startswith(place) and not text[len(place) : len(place) + 1].isalnum():
            return name
    return "" if _SOME_TIME.match(text) else None


def _words(text: str) -> str:
    """The first few words, enough to recognise the place."""
    return " ".join(text.split()[:_QUOTED_WORDS]).rstrip(",;:.!?")

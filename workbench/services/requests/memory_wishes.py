"""Remembering and recalling in plain words (REQ-6): what becomes a note, and what the notes are asked about.

Owns their sentence forms. A note is kept exactly as written; a wish to be reminded is no note, even when it begins with
"remember to".
"""

import re
from collections.abc import Callable
from typing import Final

from workbench.services.requests.account_commands import Recall, Remember
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.content import said_content
from workbench.services.requests.needs import needs
from workbench.services.requests.request_text import RequestText
from workbench.services.requests.scan import phrase_at, phrase_before
from workbench.services.requests.unquoted import other_wish

Memory = Remember | Recall
_ABOUT: Final = r"(?:about|on|regarding|concerning|of|for|with)"
_DID: Final = (
    r"(?:decide|say|note|write|agree|conclude|settle|plan|choose|save|record|learn|remember|tell\s+you|ask\s+you\s+to\s+remember)"
    r"(?:\s+(?:down|upon|you))?"
)
_MARKS: Final = " .!?"
# Words about when a note was made: notes are searched by their words alone.
_WHEN_NOTED: Final = re.compile(
    r"\s(?:yesterday|recently|lately|earlier|(?:last|this|past|next)\s+\w+|(?:[a-z0-9]+\s+){1,2}ago|since\s.*|between\s.*"
    r"|in\s+(?:19|20)[0-9]{2})\Z",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_TOPIC: Final = re.compile(rf"\s+{_ABOUT}\s", re.IGNORECASE)
_EXCEPT: Final = re.compile(r"\b(?:except|but\s+not|excluding|other\s+than|without|or)\s.*", re.IGNORECASE | re.DOTALL)
# What follows "remember" without "that" or a colon and asks for something else than a note.
_NO_NOTE: Final = re.compile(
    r"(?:me|us|for|until|till|after|before|next|when|what|where|who|whom|which|why|how|if|whether|this|it|them|everything|nothing|at|on|in|by|every|tomorrow"
    r"|tonight|today|the\s+(?:time|day)\s+(?:i|we|when))\b",
    re.IGNORECASE | re.ASCII,
)


def read_memory(text: RequestText) -> Memory | NeedsInput | None:
    """The note that ``text`` wants kept or the question it asks the notes, or None when it is neither."""
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text.plain)
        if match is not None:
            return build(match, text)
    return None


def _remember(match: re.Match[str], text: RequestText) -> Memory | NeedsInput:
    content = text.part(match.start("what"))
    if not content.plain.strip(_MARKS + '"'):
        return needs("no_text", match[0])
    return other_wish(content.plain) or Remember(said_content(content))


def _bare_remember(match: re.Match[str], text: RequestText) -> Memory | NeedsInput:
    content = text.part(match.start("what"))
    if content.quoted:
        return _remember(match, text)
    aim = re.match(r"(?:not\s+)?to\s+", content.plain, re.IGNORECASE)
    if aim is not None:
        return needs("not_understood", example=f"remind me to {content.written[aim.end() :]}")
    if _NO_NOTE.match(content.plain) or content.plain.endswith("?"):
        return needs("not_understood", example="remember that the lab opens at 9:00")
    return _remember(match, text)


def _forgetting(match: re.Match[str], text: RequestText) -> Memory | NeedsInput:
    """Not forgetting may mean a note or a reminder."""
    verb, rest = match["verb"].lower(), text.written[match.start("what") :]
    wish = "remember that" if verb == "that" else "remind me to"
    return needs("not_understood", example=f"{wish} {rest}")


def _recall(match: re.Match[str], text: RequestText) -> Memory | NeedsInput:
    topic = text.part(match.start("what"), match.end("what"))
    query = RequestText(topic.written[: len(topic.plain.rstrip(_MARKS))], topic.plain.rstrip(_MARKS))
    if not query.plain.strip('"'):
        return needs("no_topic")
    if query.quoted:
        return Recall(said_content(query))
    left = _limit(query.plain)
    if left is not None:
        return needs("leftover", left, query.plain, example="what did I decide about the Acme renewal?")
    return other_wish(topic.plain) or Recall(query.written)


def _limit(query: str) -> str | None:
    noted = _WHEN_NOTED.search(query) or _EXCEPT.search(query)
    if noted is not None:
        return noted[0].strip()
    asked_when = phrase_at(query)
    if asked_when is not None and _TOPIC.match(query, asked_when.end):
        return query[: asked_when.end]
    time = phrase_before(query, len(query))
    return query[time.start : time.end] if time is not None and not time.weak and time.start else None


def _nothing_asked(_match: re.Match[str], _text: RequestText) -> Memory | NeedsInput:
    return needs("no_topic")


def _form(
    pattern: str, build: Callable[[re.Match[str], RequestText], Memory | NeedsInput]
) -> tuple[re.Pattern[str], Callable[[re.Match[str], RequestText], Memory | NeedsInput]]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL), build


_FORMS: Final = (
    _form(r"(?:don't|dont|do\s+not|never)\s+forget\s+(?P<verb>to|that)\s+(?P<what>.*)", _forgetting),
    _form(r"(?:remember|memori[sz]e|note|keep\s+in\s+mind)\s+(?:that\b|this\s*:)[\s:,]*(?P<what>.*)", _remember),
    _form(r"(?:remember|memori[sz]e|note|keep\s+in\s+mind)\s*:\s*(?P<what>.*)", _remember),
    _form(
        r"(?:(?:make|take|add|save|create)\s+(?:me\s+)?(?:a|another)\s+(?:new\s+)?note|write\s+down|note\s+down)"
        r"(?:\s+(?:that|saying)\b\s*:?|\s*:)\s*(?P<what>.*)",
        _remember,
    ),
    _form(r"(?:remember|memori[sz]e)\s+(?P<what>.*)", _bare_remember),
    _form(rf"what\s+(?:did|have|had)\s+(?:i|we)\s+(?:ever\s+)?{_DID}d?\s+{_ABOUT}\b\s*(?P<what>.*)", _recall),
    _form(rf"what\s+(?:do|did)\s+(?:i|we|you)\s+(?:know|remember)\s+{_ABOUT}\b\s*(?P<what>.*)", _recall),
    _form(rf"what\s+(?:do|did)\s+(?:my|our)\s+notes\s+(?:say|tell(?:\s+me)?)\s+{_ABOUT}\b\s*(?P<what>.*)", _recall),
    _form(rf"(?:recall|remind\s+me\s+what\s+(?:i|we)\s+{_DID}d?)(?:\s+{_ABOUT}\b)?\b\s*(?P<what>.*)", _recall),
    _form(rf"(?:search|look\s+in|look\s+through)\s+(?:all\s+)?(?:my\s+)?notes\s+{_ABOUT}\b\s*(?P<what>.*)", _recall),
    _form(
        rf"(?:find|show(?:\s+me)?|list|get|read(?:\s+me)?)\s+(?:(?:all|my|the|any|a)\s+)*notes?\s+{_ABOUT}\b\s*(?P<what>.*)",
        _recall,
    ),
    _form(r"(?:look\s+up|find|search\s+for)\s+(?P<what>\S.*?)\s+in\s+(?:my\s+)?notes[\s?!.]*", _recall),
    _form(rf"(?:do\s+i\s+have|are\s+there|is\s+there)\s+(?:any\s+|a\s+)?notes?\s+{_ABOUT}\b\s*(?P<what>.*)", _recall),
    _form(rf"what\s+did\s+(?:i|we)\s+{_DID}[\s?!.]*", _nothing_asked),
)  # fmt: skip

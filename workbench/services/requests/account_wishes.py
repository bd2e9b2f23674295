"""Listing, showing, completing and deleting what the account holds, in plain words (REQ-6, REQ-7).

Owns their sentence forms, and the one complete sentence that confirms a bulk wish. What "delete" and "complete" are
about is ending_wishes.py's.
"""

import re
from collections.abc import Callable
from typing import Final

from workbench.services.requests.account_commands import (
    DeleteAll,
    ListDue,
    ListThings,
    Recall,
    TodoFilter,
)
from workbench.services.requests.ending_wishes import Found, read_complete, read_delete
from workbench.services.requests.naming import KIND, PLURAL, kind_of, named_targets
from workbench.services.requests.needs import needs
from workbench.services.requests.request_text import RequestText

_STATUSES: Final[dict[str, TodoFilter]] = {
    "open": "open", "unfinished": "open", "pending": "open",
    "in progress": "in_progress", "started": "in_progress",
    "completed": "completed", "complete": "completed", "done": "completed", "finished": "completed",
}  # fmt: skip
_STATUS_WORDS: Final = "|".join(_STATUSES).replace(" ", r"[\s_-]+")
_STATUS: Final = rf"(?P<status>{_STATUS_WORDS}|active|current)"


def read_account_wish(text: RequestText) -> Found:
    """The wish that ``text`` is as a whole, what it leaves open, or None when it is none of these."""
    said = text.plain.rstrip(" .!?")
    for pattern, build in _FORMS:
        match = pattern.fullmatch(said)
        if match is not None:
            return build(match)
    return None


def _negated(_match: re.Match[str]) -> Found:
    return needs("negated_wish")


def _bare_answer(_match: re.Match[str]) -> Found:
    return needs("bare_answer")


def _confirmed(match: re.Match[str]) -> Found:
    return DeleteAll(kind_of(match["kind"]))


def _due(_match: re.Match[str]) -> Found:
    return ListDue()


def _due_when(match: re.Match[str]) -> Found:
    return needs("leftover", match["rest"], "what is due", example="what is due?")


def _one_kind(_match: re.Match[str]) -> Found:
    return needs("one_kind")


def _list(match: re.Match[str]) -> Found:
    kind = kind_of(match["kind"])
    words = match.groupdict()
    status = " ".join(re.split(r"[\s_-]+", (words.get("status") or "").lower()))
    if kind == "todos":
        every = re.search(r"\ball\b", words.get("all") or "", re.IGNORECASE) and not status
        return ListThings(kind, "all" if every else _STATUSES.get(status, "open"))
    if status in _STATUSES:
        return needs("leftover", status, match["kind"], example=f"list my {kind}")
    return ListThings(kind)


def _show(match: re.Match[str]) -> Found:
    targets, left = named_targets(match["rest"])
    notes = tuple(target.id for target in targets if target.kind == "note")
    if not targets or len(notes) < len(targets):
        return None
    return needs("leftover", left, notes[0], example="list my notes") if left else Recall("", notes)


def _form(
    pattern: str, build: Callable[[re.Match[str]], Found]
) -> tuple[re.Pattern[str], Callable[[re.Match[str]], Found]]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL), build


_VERBS: Final = (
    r"(?:remind|remember|recall|memori[sz]e|note|add|create|make|set|put|delete|cancel|remove|list|show|complete|mark|finish"
    r"|clear|drop|ping|nudge|forget|todo)"
)
_NOT: Final = (
    r"(?:don't|dont|do\s+not|never|shouldn't|should\s+not|must\s+not|needn't|no\s+need\s+to|no\s+longer|not|stop"
    r"|without)"
)
_THESE: Final = r"(?P<all>(?:\s+(?:all|of|my|the|any|me))*)"
_FORMS: Final = (
    _form(
        rf"(?:i\s+(?:don't|do\s+not|no\s+longer|never)\s+(?:want|need|wish)\b.*|(?:you\s+)?{_NOT}\s+(?:(?:ever|need\s+to|have\s+to|to)\s+)*"
        rf"(?:be\s+)?{_VERBS}(?:e?d|ing)?\b.*|no\s+(?:more\s+)?{KIND}\b.*)",
        _negated,
    ),
    _form(
        r"(?:yes\s*[,.!]?\s*)?i\s+confirm\s*[:,]?\s*(?:delete|cancel|remove|clear)\s+all\s+(?:of\s+)?my\s+"
        rf"(?P<kind>{KIND})",
        _confirmed,
    ),
    _form(
        r"(?:yes|yep|yeah|no|nope|sure|ok(?:ay)?|confirm(?:ed)?|do\s+it|go\s+ahead|that's\s+right)(?:\W+\w+){0,3}"
        r"|i\s+confirm\b.*",
        _bare_answer,
    ),
    _form(
        r"(?:what|which\s+(?:things|reminders|todos))(?:'s|\s+is|\s+are)\s+(?:currently\s+)?due(?:\s+(?:right\s+)?now)?"
        r"|(?:list|show)(?:\s+me)?\s+(?:(?:everything|what)(?:'s|\s+(?:that\s+)?is)\s+)?due(?:\s+(?:things|items))?"
        r"|(?:is\s+)?anything\s+due(?:\s+now)?|due",
        _due,
    ),
    _form(r"(?:what|anything)(?:'s|\s+is|\s+are)?\s+due\s+(?P<rest>.+)", _due_when),
    _form(rf"(?:list|show|display|give)(?:\s+me)?{_THESE}(?:\s+{_STATUS})?\s+(?P<kind>{KIND})(?:\s+please)?", _list),
    _form(rf"(?:my\s+)?(?P<kind>{PLURAL})", _list),
    _form(rf"(?:what|which)\s+are{_THESE}(?:\s+{_STATUS})?\s+(?P<kind>{KIND})", _list),
    _form(rf"(?:what|which)\s+(?P<kind>{KIND})\s+(?:do\s+i\s+have|(?:are|is)\s+(?:there|{_STATUS}))", _list),
    _form(rf"(?:do\s+i\s+have|are\s+there)\s+any(?:\s+{_STATUS})?\s+(?P<kind>{KIND})", _list),
    _form(r"(?:what(?:'s|\s+is)\s+on\s+my\s+)(?P<kind>to-?do\s+list)", _list),
    _form(r"(?:list|show(?:\s+me)?)(?:\s+(?:everything|all))?", _one_kind),
    _form(r"(?:show(?:\s+me)?|read(?:\s+me)?|open)\s+(?P<rest>.*)", _show),
    _form(r"(?:delete|cancel|remove|drop|stop|end|clear|forget|trash)(?:\s+(?P<rest>.*))?", read_delete),
    _form(r"(?:complete|finish|close|tick\s+off|check\s+off|mark|done)(?:\s*:\s*|\s+)(?P<rest>.*)", read_complete),
)  # fmt: skip

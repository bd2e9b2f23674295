"""Listing, completing and deleting what the account holds, in plain words, and confirming a bulk wish (REQ-6, REQ-7).

Owns their sentence forms. Things are named by id; a wish to delete all of a kind is carried out only in the one
complete sentence that confirms it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from workbench.services.requests.account_commands import (
    AccountCommand,
    Cancel,
    Complete,
    DeleteAll,
    ListDue,
    ListThings,
    Recall,
    Target,
    TodoFilter,
)
from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.naming import KIND, PLURAL, kind_of, named_targets
from workbench.services.requests.needs import needs
from workbench.services.requests.request_text import RequestText
from workbench.services.requests.unquoted import other_wish

_STATUSES: Final[dict[str, TodoFilter]] = {
    "open": "open", "unfinished": "open", "pending": "open",
    "in progress": "in_progress", "started": "in_progress",
    "completed": "completed", "complete": "completed", "done": "completed", "finished": "completed",
}  # fmt: skip
_STATUS_WORDS: Final = "|".join(_STATUSES).replace(" ", r"[\s_-]+")
_STATUS: Final = rf"(?P<status>{_STATUS_WORDS}|active|current)"
_DONE: Final = r"(?:done|completed?|finished|handled)"
_ALL: Final = re.compile(
    rf"(?:(?:all|every|each)(?:\s+(?:of|one\s+of))?(?:\s+(?:my|the))?|my|the)?\s*(?P<kind>{KIND})",
    re.IGNORECASE | re.ASCII,
)
_EVERYTHING: Final = re.compile(r"(?:everything|all|them(?:\s+all)?|all\s+of\s+(?:it|them))", re.IGNORECASE | re.ASCII)
_PLURAL: Final = re.compile(PLURAL, re.IGNORECASE | re.ASCII)
_KIND_INSIDE: Final = re.compile(rf"\b{KIND}\b", re.IGNORECASE | re.ASCII)
_THIS: Final = re.compile(r"(?:it|that|this|one|#?[0-9]+|(?:the\s+)?(?:last|first|next)\s+one)", re.IGNORECASE)
_IT: Final = re.compile(r"(?:it|that|this|them)(?:\s+(?:as\s+)?done)?", re.IGNORECASE)
_BULK: Final = re.compile(r"\b(?:all|every|each|everything)\b", re.IGNORECASE)

Found = AccountCommand | NeedsInput | None


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


def _delete(match: re.Match[str]) -> Found:
    rest = match["rest"] or ""
    targets, left = named_targets(rest)
    if targets:
        kinds = {target.kind for target in targets}
        mixed = needs("one_kind") if "note" in kinds and len(kinds) > 1 else None
        return _left_beside(left, rest, targets, "delete") or mixed or Cancel(targets)
    everything = _ALL.fullmatch(rest)
    if everything is not None and (_PLURAL.fullmatch(everything["kind"]) or _BULK.search(rest)):
        kind = kind_of(everything["kind"])
        question = needs("confirm_all", kind, example=f"I confirm: delete all my {kind}")
        return replace(question, introduction="The complete request for that is:")
    if not rest or _EVERYTHING.fullmatch(rest):
        return needs("one_kind")
    if _KIND_INSIDE.search(rest) and _BULK.search(rest):
        return needs("leftover", rest, match[0], example="list my todos")
    return _which(rest, _THIS)


def _complete(match: re.Match[str]) -> Found:
    rest = match["rest"]
    targets, left = named_targets(rest)
    left = re.sub(rf"(?:\bas\s+)?\b{_DONE}\Z", "", left, flags=re.IGNORECASE).strip()
    if not targets:
        return _which(rest, _IT)
    kinds = {target.kind for target in targets}
    if not kinds <= {"todo", "reminder"}:
        return needs("leftover", rest, match[0], example="list my todos")
    return _left_beside(left, rest, targets, "complete") or Complete(targets)


def _which(rest: str, pronoun: re.Pattern[str]) -> Found:
    """What is asked where ``rest`` names a kind or says "it", but no id; None where it does neither."""
    kind = _KIND_INSIDE.search(rest)
    if kind is not None:
        return needs("which_id", example=f"list my {kind_of(kind[0])}")
    return needs("which_id") if pronoun.fullmatch(rest) else None


def _left_beside(left: str, rest: str, targets: tuple[Target, ...], verb: str) -> NeedsInput | None:
    if not left:
        return None
    first = targets[0]
    name = f"note {first.id}" if first.kind == "note" else first.id
    return other_wish(rest) or needs("leftover", left, name, example=f"{verb} {name}")


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
    _form(r"(?:delete|cancel|remove|drop|stop|end|clear|forget|trash)(?:\s+(?P<rest>.*))?", _delete),
    _form(r"(?:complete|finish|close|tick\s+off|check\s+off|mark|done)(?:\s*:\s*|\s+)(?P<rest>.*)", _complete),
)  # fmt: skip

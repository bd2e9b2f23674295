"""Wishes without a time: list, delete, plan, and what is asked in return when they are not certain (REQ-6, REQ-7).

Owns their words. A bulk delete is never carried out from one word: it asks for each id. Reminders are reminders.py's.
"""

import re
from collections.abc import Callable
from typing import Final

from workbench.services.requests.commands import (
    CancelSchedules,
    Command,
    ListSchedules,
    MarkPlan,
    NeedsInput,
    PlanStatus,
    WritePlan,
)
from workbench.services.requests.needs import needs
from workbench.services.requests.request_text import RequestText
from workbench.text.trim import trim

_KINDS: Final = r"(?:reminders?|schedules?|routines?)"
_ID: Final = r"schedule-[0-9]{1,9}"
_NUMBERS: Final = r"#?[0-9]{1,4}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+)#?[0-9]{1,4})*"
_ALL: Final = re.compile(
    r"(?:all|every|each)\b.*|everything|them|them\s+all|(?:(?:my|the)\s+)?(?:reminders|schedules|routines)",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT_ONE: Final = re.compile(rf"\b{_KINDS}\b|\A(?:it|that|this|one|#?[0-9]+)\Z", re.IGNORECASE)
_STATUSES: Final[dict[str, PlanStatus]] = {
    "done": "completed", "completed": "completed", "finished": "completed",
    "start": "in_progress", "started": "in_progress", "doing": "in_progress", "in progress": "in_progress",
    "pending": "pending", "reopened": "pending",
}  # fmt: skip
_STATUS_WORDS: Final = "|".join(name.replace(" ", r"\s+") for name in _STATUSES)


def read_wish(text: RequestText) -> Command | NeedsInput | None:
    """The wish that ``text`` is as a whole, or None when it is none of these."""
    said = text.plain.rstrip(" .!?")
    for pattern, build in _FORMS:
        match = pattern.fullmatch(said)
        if match is not None:
            return build(match, text)
    return None


_Build = Callable[[re.Match[str], RequestText], Command | NeedsInput | None]


def _list(_match: re.Match[str], _text: RequestText) -> Command:
    return ListSchedules()


def _help(_match: re.Match[str], _text: RequestText) -> NeedsInput:
    return needs("help")


def _negated(_match: re.Match[str], _text: RequestText) -> NeedsInput:
    return needs("negated")


def _delete(match: re.Match[str], _text: RequestText) -> Command | NeedsInput | None:
    rest = match["rest"] or ""
    ids = re.findall(_ID, rest, re.IGNORECASE)
    if ids:
        left = re.sub(rf"{_ID}|,|\band\b|\b(?:the|my|{_KINDS})\b(?!-)", " ", rest, flags=re.IGNORECASE).split()
        return needs("leftover", " ".join(left), ids[0], example=f"delete {ids[0].lower()}") if left else _cancel(ids)
    if _ALL.fullmatch(rest):
        return needs("confirm")
    return needs("which") if not rest or _ABOUT_ONE.search(rest) else None


def _cancel(ids: list[str]) -> CancelSchedules:
    return CancelSchedules(tuple(dict.fromkeys(found.lower() for found in ids)))


def _plan(match: re.Match[str], text: RequestText) -> Command | NeedsInput:
    written = text.written[match.start("items") :]
    items = tuple(filter(None, map(trim, re.split(r"[;\n]", written))))
    return WritePlan(items) if items else needs("no_items")


def _mark(match: re.Match[str], _text: RequestText) -> Command:
    status = _STATUSES[" ".join(match["status"].lower().split())]
    numbers = dict.fromkeys(int(number) for number in re.findall(r"[0-9]+", match["numbers"]))
    return MarkPlan(tuple(numbers), status)


def _form(pattern: str, build: _Build) -> tuple[re.Pattern[str], _Build]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL), build


_FORMS: Final = (
    _form(
        r".*\b(?:don't|dont|do\s+not|never|no\s+longer|stop|without|not)\s+(?:ever\s+|to\s+)?"
        r"(?:remind|ping|nudg)(?:e|ing)?\s+(?:me|us)\b.*|no\s+(?:more\s+)?reminders?\b.*",
        _negated,
    ),
    _form(r"help|what\s+can\s+(?:you|i)\s+(?:do|say)", _help),
    _form(
        rf"(?:list|show|display)(?:\s+me)?(?:\s+(?:all|my|the|active|current))*\s+{_KINDS}|list|(?:my\s+)?(?:reminders|schedules)"
        rf"|what(?:'s|\s+is)\s+(?:scheduled|due|active|coming\s+up)|(?:are\s+there|do\s+i\s+have)\s+any\s+{_KINDS}"
        rf"|(?:what|which)\s+{_KINDS}\s+(?:(?:are|is)\s+(?:there|set|active|due|scheduled)|do\s+i\s+have)"
        rf"|(?:what|which)\s+are\s+(?:my|the)\s+(?:active\s+)?{_KINDS}",
        _list,
    ),
    _form(r"(?:delete|cancel|remove|drop|stop|end|clear)(?:\s+(?P<rest>.*))?", _delete),
    _form(r"(?:plan|todos?|todo\s+list)\s*:(?P<items>.*)", _plan),
    _form(rf"(?P<status>{_STATUS_WORDS})(?:\s*:\s*|\s+)(?P<numbers>{_NUMBERS})", _mark),
)

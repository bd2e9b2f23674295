"""The grammar of requests (REQ-8): pure functions from a sentence to a command, or to what it leaves open.

Owns the order in which the forms are tried, for a session alone and for the whole account. A sentence is understood
whole or not at all: a word left over, an unknown unit, an open half of the day, a missing zone or a calendar rule is
asked about, never guessed (REQ-7).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from workbench.services.requests.accept import future_problem, instant_of
from workbench.services.requests.account_commands import (
    AccountCommand,
    AddTodo,
    Cancel,
    ListThings,
    Recall,
    Remember,
    Target,
)
from workbench.services.requests.account_wishes import read_account_wish
from workbench.services.requests.commands import (
    CancelSchedules,
    Command,
    ListSchedules,
    NeedsInput,
    Remind,
)
from workbench.services.requests.context import split_context
from workbench.services.requests.memory_wishes import read_memory
from workbench.services.requests.needs import needs
from workbench.services.requests.reminders import Setting, read_reminder
from workbench.services.requests.request_text import RequestText, plain_text, request_text
from workbench.services.requests.routine_rule import with_own_words
from workbench.services.requests.todo_wishes import read_todo
from workbench.services.requests.unquoted import other_wish
from workbench.services.requests.wishes import read_wish

EXAMPLES: Final = (
    "remind me in 20 minutes to stretch",
    "every 10 minutes check the build",
    "at 2026-11-01 01:30 America/New_York call the lab",
    "list reminders",
    "delete schedule-2",
    "plan: draft; review; send",
)
REQUEST_EXAMPLES: Final = (
    "remind me in 20 minutes to stretch",
    "every 2 hours check the queue",
    "remember that the Acme renewal is decided for Q3",
    "what did I decide about Acme?",
    "todo: review the scope matrix, high, due tomorrow 17:00 UTC",
    "what is due?",
    "list my todos",
    "delete schedule-2",
)
_HELP: Final = "I remember and recall notes, set reminders and routines, keep todos, and list and delete all of these."
# Tried in this order where the usual example of a question would itself be asked about at this now, or in no zone.
_SURE_EXAMPLES: Final = (
    "remind me tomorrow at 17:00 UTC to call the lab",
    "remind me in 20 minutes to stretch",
    "list my todos",
)


def parse(text: str, now: int, zone: str | None = None) -> Command | NeedsInput:
    """What ``text`` asks of a session at ``now`` (epoch ms), local times read in ``zone`` unless it names another.

    ``zone`` is the name of the one zone that is known, None when there is none. Local times stay local and keep their
    zone (BEN-17); lengths become whole seconds. Raises only ``time_zone_data_missing``.
    """
    request = request_text(text)
    if not request.plain:
        return needs("empty")
    return read_wish(request) or read_reminder(request, Setting(now, zone)) or needs("not_understood")


def parse_request(text: str, now: int, zone: str | None = None) -> AccountCommand | NeedsInput:
    """What ``text`` asks of the whole account (REQ-6): all that :func:`parse` reads, notes, todos, and what is due.

    Takes the same arguments. A time is accepted only if it is one instant, and a reminder's only if that is to come
    (REQ-7). Of a question, ``example`` is a request that would do at this now. Raises only ``time_zone_data_missing``.
    """
    found = _read(text, Setting(now, zone))
    if not isinstance(found, NeedsInput):
        return found
    timed = found.example.replace("remind me to ", "remind me in 2 hours to ", 1)
    usable = (example for example in (found.example, timed, *_SURE_EXAMPLES) if _would_do(example, now, zone))
    return replace(found, example=next(usable, found.example))


def _would_do(example: str, now: int, zone: str | None) -> bool:
    return not isinstance(_read(example, Setting(now, zone)), NeedsInput)


def _read(text: str, setting: Setting) -> AccountCommand | NeedsInput:
    split = split_context(text)
    if isinstance(split, NeedsInput):
        return split
    request = request_text(split[0])
    if not request.plain:
        return needs("no_topic" if split[1] else "empty")
    for found in _forms(request, setting):
        if found is not None:
            return _with_context(found, split[1]) if split[1] else found
    return needs("not_understood")


def _forms(request: RequestText, setting: Setting) -> Iterator[AccountCommand | NeedsInput | None]:
    yield read_memory(request)
    yield read_todo(request, setting)
    yield read_account_wish(request)
    yield _of_session(read_wish(request))
    yield _reminder(request, setting)


def _reminder(request: RequestText, setting: Setting) -> Remind | NeedsInput | None:
    found = read_reminder(request, setting)
    if isinstance(found, Remind):
        instant = instant_of(found.when, setting.now)
        if isinstance(instant, NeedsInput):
            return instant
        said = plain_text(found.prompt)
        second = None if f'"{said}"' in request.plain else other_wish(said)
        return second or future_problem(found.when, instant, setting.now) or found
    if isinstance(found, NeedsInput) and found.reason == "calendar_rule":
        return with_own_words(found, request, setting)
    return found


def _of_session(found: Command | NeedsInput | None) -> AccountCommand | NeedsInput | None:
    """A wish of the session's own forms, as one of the account."""
    if isinstance(found, ListSchedules):
        return ListThings("reminders")
    if isinstance(found, CancelSchedules):
        return Cancel(tuple(Target("schedule", name) for name in found.ids))
    if isinstance(found, NeedsInput) and found.reason == "help":
        return replace(found, message=_HELP)
    return found


def _with_context(found: AccountCommand | NeedsInput, notes: tuple[str, ...]) -> AccountCommand | NeedsInput:
    if isinstance(found, NeedsInput):
        return found
    if isinstance(found, Remind | Remember | AddTodo | Recall):
        return replace(found, context=notes)
    return needs("leftover", f"use note {notes[0]} as context", "this request", example="list my todos")

"""The wording of every refusal of the grammar: what is missing or unclear, and an example that would do.

Owns the sentences, one per reason. Which reason applies is decided where the words are read.
"""

from typing import Final

from workbench.services.requests.commands import NeedsInput, Reason
from workbench.text.quote import quote

_CREATE: Final = "remind me in 20 minutes to stretch"
_CLOCK: Final = "remind me tomorrow at 17:00 to call the lab"
_DATE: Final = "remind me on 2026-08-14 at 17:00 to call the lab"
_ZONE: Final = "remind me tomorrow at 17:00 Europe/Berlin to call the lab"
_DELETE: Final = "delete schedule-2"
# Per reason: the sentence, where {0} and {1} are quoted pieces of the request, and the usual example.
_WORDING: Final[dict[Reason, tuple[str, str]]] = {
    "ambiguous_day": ("I cannot tell which day {0} means; write its date and time in digits.", _DATE),
    "ambiguous_hour": ("I cannot tell which half of the day {0} means; write am, pm or a time such as 17:00.", _CLOCK),
    "ambiguous_note": ("{0} is the beginning of more than one note's id; write more of it.", "list my notes"),
    "bare_answer": (
        "Each request starts fresh and knows nothing of an earlier one; say completely what to do.",
        "list my todos",
    ),
    "calendar_rule": (
        "{0} follows the calendar; a routine here repeats at a fixed interval, counted from its creation.",
        "every 24 hours check the build",
    ),
    "confirm": (
        "That would delete more than you named. To confirm, name the id of each one to delete.",
        "delete schedule-1 and schedule-2",
    ),
    "confirm_all": (
        "That would delete all your {0}. I deleted nothing; if you mean it, confirm with a new request.",
        "",
    ),
    "empty": ("The request has no words.", _CREATE),
    "fraction": ("{0} is not a whole number of seconds.", _CREATE),
    "gap": ("{0} does not exist: the clocks skip it. The nearest times are {1} and {2}.", _CLOCK),
    "help": ("I set, list and delete reminders of this session and keep its plan.", _CREATE),
    "invalid_date": ("{0} is no day that I can read; write it as YYYY-MM-DD.", _DATE),
    "invalid_hour": ("{0} is no time of day that I can read; write it as 17:00, 5 pm or noon.", _CLOCK),
    "leftover": ("I do not know what {0} means beside {1}.", _CREATE),
    "negated": ("I created nothing, because you say not to remind you. To end a reminder, name its id.", _DELETE),
    "negated_wish": ("I did nothing, because the request says not to, or takes it back.", _CREATE),
    "no_content": ("I read the time {0}, but not what to remind you of.", _CREATE),
    "no_hour": ("{0} has no time of day.", _CLOCK),
    "no_items": ("The plan has no items; write them with semicolons between.", "plan: draft; review; send"),
    "no_text": ("I read {0} and nothing that it is about.", "remember that the lab opens at 9:00"),
    "no_time": ("I read no time that I understand.", _CREATE),
    "no_topic": ("I do not see what about.", "what did I decide about the Acme renewal?"),
    "no_zone": ("{0} needs a time zone and no single one is known; add UTC or an Area/City name.", _ZONE),
    "not_exact": ("{0} is not a time that I can set exactly.", _CREATE),
    "not_understood": ("I do not understand that.", _CREATE),
    "one_kind": (
        "I list and delete one kind at a time: reminders, routines, schedules, todos or notes.",
        "list my todos",
    ),
    "out_of_range": ("{0} is outside the years 0001 to 9999.", _CREATE),
    "past": ("{0} is over; now it is {1}.", _CREATE),
    "too_frequent": ("{0} is too often; a routine repeats every 5 minutes at most.", "every 5 minutes check the build"),
    "twice": ("{0} comes twice, because the clocks go back: name the offset, {1} or {2}.", _DATE),
    "two_priorities": ("I read two priorities, {0} and {1}.", "todo: review the scope matrix, high"),
    "two_times": ("I read two times, {0} and {1}, and cannot tell how they go together.", _CREATE),
    "two_wishes": ("I take one wish at a time; {0} looks like a second one. Send it as a request of its own.", _CREATE),
    "unknown_note": ("{0} names no note of yours.", "list my notes"),
    "unknown_priority": (
        "{0} is no priority that I know: low, normal, high or urgent.",
        "todo: review the scope matrix, high",
    ),
    "unknown_unit": ("{0} has no unit that I know: seconds, minutes, hours, days or weeks.", _CREATE),
    "unknown_zone": ("{0} names no time zone that I know; write UTC or an Area/City name.", _ZONE),
    "which_id": ("I cannot tell which one you mean; name its id, which a list shows.", "list my todos"),
    "which": ('I cannot tell which one you mean; name its id. "list reminders" shows them.', _DELETE),
}


def needs(reason: Reason, *pieces: str, example: str | None = None) -> NeedsInput:
    """The refusal for ``reason``; ``pieces`` are words of the request that its sentence quotes."""
    sentence, usual = _WORDING[reason]
    return NeedsInput(reason, sentence.format(*map(quote, pieces)), example or usual)

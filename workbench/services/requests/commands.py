"""What a request can ask for, as frozen records, and the record of what it leaves open.

Owns shapes only. Reading them out of text is grammar.py's business, carrying them out is the caller's, through tools.
"""

from dataclasses import dataclass
from typing import Any, Literal

PlanStatus = Literal["pending", "in_progress", "completed"]
Reason = Literal[
    "ambiguous_day", "ambiguous_hour", "ambiguous_note", "bare_answer", "calendar_rule", "confirm", "confirm_all",
    "empty", "fraction", "gap", "help", "invalid_date", "invalid_hour", "leftover", "negated", "negated_wish",
    "no_content", "no_hour", "no_items", "no_text", "no_time", "no_topic", "no_zone", "not_exact", "not_understood",
    "one_kind", "out_of_range", "past", "too_frequent", "twice", "two_priorities", "two_times", "two_wishes",
    "unknown_note", "unknown_priority", "unknown_unit", "unknown_zone", "which", "which_id",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocalAt:
    """A local calendar time that keeps its zone: ``YYYY-MM-DD``, ``HH:MM:SS[.mmm]``, ``UTC`` or Area/Location."""

    date: str
    time: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class After:
    """``seconds`` of elapsed time from now; a day is 86,400 s."""

    seconds: int


@dataclass(frozen=True, slots=True)
class At:
    """An absolute time: local fields with their zone, or text with an offset (SCH-15, SCH-16)."""

    at: LocalAt | str


@dataclass(frozen=True, slots=True)
class Every:
    """A fixed interval in ``seconds``; whether it is long enough is for Schedule to say (SCH-14)."""

    seconds: int


When = After | At | Every


@dataclass(frozen=True, slots=True)
class Remind:
    """Create one schedule: the content exactly as it was written, and when.

    ``context`` holds the notes that a request of the account names beside it (REQ-6), as it names them.
    """

    prompt: str
    when: When
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListSchedules:
    """Show the active schedules."""


@dataclass(frozen=True, slots=True)
class CancelSchedules:
    """Delete the schedules with these ids, in the order they were named."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WritePlan:
    """Replace the plan by these items, all pending."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkPlan:
    """Give items of the last plan, numbered from 1, another status."""

    numbers: tuple[int, ...]
    status: PlanStatus


Command = Remind | ListSchedules | CancelSchedules | WritePlan | MarkPlan


@dataclass(frozen=True, slots=True)
class NeedsInput:
    """Nothing was decided. ``message`` says what is missing or unclear, ``example`` is a request that would do."""

    reason: Reason
    message: str
    example: str
    introduction: str = "For example:"

    @property
    def sentence(self) -> str:
        """Both in one line, for a reply."""
        return f"{self.message} {self.introduction} {self.example}"


def create_arguments(command: Remind) -> dict[str, Any]:
    """The arguments of ``schedule_create`` for it (SCH-13); local fields stay local and keep their zone (BEN-17)."""
    when = command.when
    if isinstance(when, After):
        return {"prompt": command.prompt, "after_seconds": when.seconds}
    if isinstance(when, Every):
        return {"prompt": command.prompt, "every_seconds": when.seconds}
    if isinstance(when.at, str):
        return {"prompt": command.prompt, "at": when.at}
    local = when.at
    return {"prompt": command.prompt, "at": {"date": local.date, "time": local.time, "time_zone": local.time_zone}}

"""Why due work waits, in the words of every pane: of a whole view, of one record, of a journal's item.

Owns the words and which of them holds for a view. Whether anything is held back is the bench's to say.
"""

from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.panes.already import already_words
from workbench.fronts.tui.panes.instants import counted
from workbench.fronts.tui.theme.paint import Span

if TYPE_CHECKING:
    from workbench.bench.journal.entries import HeldBack, Woke
    from workbench.bench.story import HeldBy
    from workbench.bench.view import BenchView, ScheduleRow
    from workbench.fronts.tui.panes.scene import Scene

IDLE: Final = "waiting for idle"
# What holds a record back now.
NOW: "Final[dict[HeldBy, str]]" = {
    "busy": IDLE,
    "held": IDLE,
    "cold": "session cold",
    "read-only": "not live yet",
    "queued prompts": "queued prompts first",
    "faulted": "owner stopped",
    "slow barrier": "slow barrier",
    "barrier failed": "barrier failed",
    "queueing failed": "queueing failed",
    "framing failed": "framing failed",
}
FIRST: Final = "one-shots first"
# What held a record back, as the journal noted it.
THEN: "Final[dict[HeldBack, str]]" = {
    "busy": IDLE,
    "one_shot_first": "one-shots went first",
    "prompt_first": "queued prompts went first",
    "barrier_failed": "the barrier failed",
    "cold": "the session was cold",
    "faulted": "the owner stopped",
    "clock_went_back": "the clock went back",
    "queue_failed": "queueing failed",
    "frame_failed": "framing failed",
}
# Why the owner looked at what is due.
WOKE: "Final[dict[Woke, str]]" = {
    "target": "a target was reached",
    "turn_end": "a turn ended",
    "prompt": "a prompt was queued",
    "reminder": "a reminder queued before was taken up",
    "call": "a tool was called",
    "clock": "the clock was set",
    "resume": "the session was resumed",
    "release": "the agent was released",
    "retry": "what failed was tried again",
}


def then_words(why: str) -> str:
    """The words for a journal's reason; one that is not known yet as it stands there."""
    return next((words for each, words in THEN.items() if each == why), why.replace("_", " "))


def waits(row: "ScheduleRow") -> bool:
    """Whether the record is due and was not delivered by the last move."""
    return row.state == "overdue" and row.delivered is None


def reason_of(view: "BenchView") -> str:
    """What holds all due work of the present back, in a few words; empty where nothing does, and in the past."""
    if view.mode == "past" or view.history is None:
        return ""
    held = view.history.hold
    return NOW.get(held.by, held.by) if held is not None else ""


def record_reasons(view: "BenchView") -> dict[str, str]:
    """The few words of each record that is due and waits, by its id; cheap: nothing is read for them."""
    waiting = [row for row in view.schedules if waits(row)]
    if not waiting:
        return {}
    common = reason_of(view)
    first = FIRST if view.mode == "live" and any(row.kind != "every" for row in waiting) else ""
    reasons = {row.id: common or (first if row.kind == "every" else "") for row in waiting}
    return {name: reason for name, reason in reasons.items() if reason}


def waiting_spans(view: "BenchView") -> list[Span]:
    """Due work that the last move left waiting, for the clock's row: how much, and for what."""
    due = sum(1 for row in view.schedules if waits(row))
    reason = reason_of(view)
    if not due or not reason:
        return []
    return [Span(f"{counted(due, 'schedule')} due, {reason}", "overdue", True)]


def met_spans(scene: "Scene", view: "BenchView") -> list[Span]:
    """The faults that the last move met, what it left waiting, and what a clock set back does not deliver again."""
    met = [Span(", ".join(scene.struck), "overdue", True)] if scene.struck else []
    waiting = waiting_spans(view)
    told = [*met, *([Span("; ")] if met and waiting else []), *waiting]
    already = "" if told else already_words(view, scene.zone)
    return told or ([Span(already, "overdue")] if already else [])

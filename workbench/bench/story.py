"""What can be told about one record, one event, one sleep: immutable answers to *why*, made by ``history``.

Owns shapes only. Times are epoch ms, lengths ms. What the log and the fold cannot tell is None or empty, never guessed.
"""

from typing import Literal

import msgspec

from workbench.bench.view import Delivery

HeldBy = Literal[
    "busy", "held", "cold", "asleep", "one-shots first", "queued prompts", "read-only",
    "faulted", "slow barrier", "barrier failed", "queueing failed", "framing failed",
]  # fmt: skip


class Sleep(msgspec.Struct, frozen=True):
    """A stretch in which nothing was decided: the clock was jumped over it, or the session was closed.

    ``seq`` is the first event after it, where the transcript says so. ``cold`` when the session was closed meanwhile.
    """

    started: int
    ended: int
    seq: int
    cold: bool = False


class Origin(msgspec.Struct, frozen=True):
    """The event that created a record; ``call`` is the id of the tool call that asked for it, ``turn`` its turn."""

    seq: int
    time: int
    target: int
    call: str | None = None
    turn: int | None = None


class Passed(msgspec.Struct, frozen=True):
    """Targets that went by without a delivery of their own, before the last delivery: first and last of them.

    ``asleep`` says that one sleep lay over all of them, ``cold`` that it was one in which the session was closed.
    """

    count: int
    first: int
    last: int
    asleep: bool = False
    cold: bool = False


class Held(msgspec.Struct, frozen=True):
    """What kept a record from being delivered at its target. ``ids`` are the records before it in line, ``turns`` how
    many turns that took; ``since`` and ``until`` are when it held where that is known."""

    by: HeldBy
    ids: tuple[str, ...] = ()
    turns: int = 0
    since: int | None = None
    until: int | None = None


class Story(msgspec.Struct, frozen=True):
    """The ladder of one record (page 10, section 6, Why). ``last`` is its latest delivery, by the last move or before.

    ``held`` says what held that delivery back; ``waiting`` what holds the record back now, None where nothing does.
    ``batch`` are the ids that ``last`` was delivered with, itself included, in order; empty for a delivery alone.
    ``deleted`` is seq and time of its deletion. ``unknown`` is its state where Schedule's history cannot be trusted
    any more; then it has no next target (LOG-14).
    """

    id: str
    kind: str
    prompt: str
    seconds: int
    state: Literal["scheduled", "overdue", "ended", "deleted", "unknown"]
    origin: Origin | None
    deliveries: int
    last: Delivery | None
    passed: Passed | None
    held: Held | None
    batch: tuple[str, ...]
    next_target: int | None
    waiting: Held | None
    deleted: tuple[int, int] | None = None


class Difference(msgspec.Struct, frozen=True):
    """One thing an event changed. ``what`` names it (``target``, ``dispatches``, ``schedule``, ``plan``, ``turn``,
    ``inbox``, ``title``); ``before`` and ``after`` are instants where ``instant``, else texts; None is *not there*."""

    what: str
    before: int | str | None
    after: int | str | None
    instant: bool = False


class EventStory(msgspec.Struct, frozen=True):
    """What one event changed (page 10, section 6, Event): the state before it against the state after it.

    ``record`` is the schedule it is about. ``unchanged`` counts schedules and plan items that stayed as they were.
    ``previous`` and ``following`` are seq and time of the changes of the same record around it (of any change, where it
    is about none); ``delivery`` is set for a dispatch.
    """

    seq: int
    time: int
    type: str
    record: str | None
    summary: str
    differences: tuple[Difference, ...]
    unchanged: tuple[int, int]
    delivery: Delivery | None = None
    previous: tuple[int, int] | None = None
    following: tuple[int, int] | None = None

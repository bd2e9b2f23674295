"""What a journal says: one record per entry, the closed lists of its words, and their JSON (BEN-14).

Owns shapes only. Times are epoch ms, lengths ms. Entries are written by ``scribe``, kept by ``writing``, read by
``reading``; no decision, fold or view of state reads them.
"""

from typing import Final, Literal

import msgspec

from workbench.bench.faults import FaultName

What = Literal["decision", "create", "delete", "refusal", "failure", "fault", "crash", "suspend", "resume", "clock"]
Chosen = Literal["one-shot", "batch", "wait"]
# What kept a due record from going: page 4, and what stands before it in the one order of an instant.
HeldBack = Literal[
    "busy", "one_shot_first", "prompt_first", "barrier_failed", "cold", "faulted", "clock_went_back",
    "queue_failed", "frame_failed",
]  # fmt: skip
Woke = Literal["target", "turn_end", "prompt", "reminder", "call", "clock", "resume", "release", "retry"]


class Item(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One due record in a decision: its stored ``target``, how ``late`` that was, how many targets ``passed``.

    Delivered: ``occurrence`` is set, and ``next`` where it goes on. Held back: ``why`` is set. ``repeat`` says that the
    same occurrence had been queued before and was lost with a crash (SCH-30).
    """

    id: str
    kind: str
    target: int
    late: int = 0
    passed: int = 0
    occurrence: int | None = None
    next: int | None = None
    why: HeldBack | None = None
    repeat: bool = False


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of the journal. ``at`` is the bench's now; ``seq`` the log event it belongs to (the first dispatch of a
    decision, the change of a create or delete), -1 where it has none.

    decision: ``woke``, ``chosen``, ``active``, ``due``, ``items`` (delivered ones first, then those newly held back).
    create, delete: ``id``, ``by`` (the front or model that called). refusal: ``tool``, ``by``, ``code``, ``message``.
    failure: ``code``, ``message`` of what failed in a delivery. fault: ``fault``, ``left`` uses after this, ``message``
    (``armed``, ``disarmed``, ``struck``). crash: ``lost`` events. suspend, resume: ``since`` (cold since), ``events``
    of the log; a resume lists in ``items`` what had been queued and never became durable. clock: ``since`` (the
    instant it was set back from). ``recovered`` marks an entry made from the log on reopening.
    """

    at: int
    what: What
    seq: int = -1
    chosen: Chosen | None = None
    woke: Woke | None = None
    active: int = 0
    due: int = 0
    items: tuple[Item, ...] = ()
    turn: int | None = None
    id: str | None = None
    tool: str | None = None
    by: str | None = None
    code: str | None = None
    message: str | None = None
    fault: FaultName | None = None
    left: int | None = None
    lost: int | None = None
    since: int | None = None
    events: int | None = None
    recovered: bool = False


JOURNAL_NAME: Final = "journal.jsonl"

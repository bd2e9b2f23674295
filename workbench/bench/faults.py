"""Faults to be had on purpose: which there are, which are armed, and how often they still strike (BEN-13).

Owns the switches. Where each of them strikes is the business of what it breaks: the barrier, an append, the queue, the
frame, the end of a call; a crash is :class:`Crashed`, which only the bench catches.
"""

from typing import Final, Literal, get_args

import msgspec

from workbench.errors import BarrierFailed, UsageError, WorkbenchError

FaultName = Literal[
    "barrier_fails", "barrier_slow", "append_fails", "queue_fails", "frame_fails",
    "crash_after_queue", "crash_after_append", "crash_after_barrier", "answer_lost",
]  # fmt: skip
MOST: Final = 1000
SLOWEST: Final = 86_400
DEFAULT_SECONDS: Final = 60


class Fault(msgspec.Struct, frozen=True):
    """One kind of fault: its name, its title for people, what happens when it strikes."""

    name: FaultName
    title: str
    help: str


FAULTS: Final[tuple[Fault, ...]] = (
    Fault("barrier_fails", "barrier fails",
          "Nothing reaches the disk at the next barrier; calls answer persistence_uncertain, due work waits."),
    Fault("barrier_slow", "barrier is slow",
          "The next barrier takes simulated time: due work and calls stand in line behind it."),
    Fault("append_fails", "append fails",
          "The next schedule change cannot be appended; after its text was queued, the owner stops and says so."),
    Fault("queue_fails", "queueing fails",
          "The next reminder cannot be queued: it stays active, and the next activity tries again."),
    Fault("frame_fails", "framing fails",
          "The next reminder's text cannot be built: it stays active, and the next activity tries again."),
    Fault("crash_after_queue", "crash after queueing",
          "The process dies when the reminder is queued and on disk, its dispatch is not: it comes again."),
    Fault("crash_after_append", "crash after append",
          "The process dies before the batch with the dispatch is written: all of it is lost, and it comes again."),
    Fault("crash_after_barrier", "crash after the barrier",
          "The process dies when reminder and dispatch are on disk: it does not come again."),
    Fault("answer_lost", "answer lost",
          "The next tool call does its work, and whoever called never hears."),
)  # fmt: skip
BY_NAME: Final = {fault.name: fault for fault in FAULTS}
CRASHES: Final[tuple[FaultName, ...]] = ("crash_after_queue", "crash_after_append", "crash_after_barrier")


class Armed(msgspec.Struct, frozen=True):
    """A fault that will strike: ``left`` times; ``seconds`` is how long a slow barrier takes (simulated)."""

    name: FaultName
    left: int
    seconds: int = 0


class Crashed(BaseException):
    """The simulated death of the process (BEN-12). No handler of ordinary errors may swallow it."""

    def __init__(self, where: FaultName | None = None) -> None:
        super().__init__(where or "crash")
        self.where = where


class Faults:
    """The switches of one bench. They outlive a suspension and a crash, as what is wrong with a machine does.

    ``on_change`` is told of every change: the name, the uses left, and ``armed``, ``disarmed`` or ``struck``.
    """

    def __init__(self) -> None:
        self._armed: dict[FaultName, Armed] = {}
        self.on_change = ignore

    @property
    def armed(self) -> tuple[Armed, ...]:
        """What is armed, in the order of :data:`FAULTS`."""
        return tuple(self._armed[fault.name] for fault in FAULTS if fault.name in self._armed)

    def arm(self, name: str, count: int = 1, seconds: int | None = None) -> Armed:
        """Let a fault strike the next ``count`` times; 0 disarms it. ``seconds`` are for a slow barrier alone.

        Arming anew replaces. Raises UsageError ``unknown_fault`` and ``invalid_fault``.
        """
        known = check_fault(name, count, seconds)
        lasts = (DEFAULT_SECONDS if seconds is None else seconds) if known == "barrier_slow" else 0
        armed = Armed(known, count, lasts)
        if count:
            self._armed[known] = armed
            self.on_change(known, count, "armed")
        elif self._armed.pop(known, None) is not None:
            self.on_change(known, 0, "disarmed")
        return armed

    def strikes(self, name: FaultName) -> Armed | None:
        """Use the fault up once where it is armed: the caller now does what the fault does."""
        if not self._armed or (armed := self._armed.get(name)) is None:
            return None
        if armed.left == 1:
            del self._armed[name]
        else:
            self._armed[name] = msgspec.structs.replace(armed, left=armed.left - 1)
        self.on_change(name, armed.left - 1, "struck")
        return armed


def refusal_of(name: FaultName) -> WorkbenchError:
    """What an armed fault that is no crash raises where it strikes."""
    if name == "barrier_fails":
        return BarrierFailed("the barrier was made to fail: what was appended may not be on disk")
    code, what = _REFUSALS[name]
    return WorkbenchError(code, f"{what} was made to fail")


_REFUSALS: Final[dict[FaultName, tuple[str, str]]] = {
    "append_fails": ("append_failed", "appending the schedule change"),
    "queue_fails": ("queue_failed", "queueing the reminder"),
    "frame_fails": ("frame_failed", "building the reminder's text"),
    "answer_lost": ("answer_lost", "the way of the answer back"),
}


def check_fault(name: str, count: int = 1, seconds: int | None = None) -> FaultName:
    """The fault of that name, if it can be armed so; raises UsageError ``unknown_fault`` and ``invalid_fault``."""
    known: FaultName | None = next((each for each in get_args(FaultName) if each == name), None)
    if known is None:
        raise UsageError("unknown_fault", f"there is no fault {name!r}; there are: {', '.join(BY_NAME)}")
    if not 0 <= count <= MOST:
        raise UsageError("invalid_fault", f"{name} can strike 1 to {MOST} times, or 0 to disarm it; got {count}")
    if seconds is not None and known != "barrier_slow":
        raise UsageError("invalid_fault", f"seconds are for barrier_slow alone, not for {name}")
    if seconds is not None and not 1 <= seconds <= SLOWEST:
        raise UsageError("invalid_fault", f"a slow barrier takes 1 to {SLOWEST:,} seconds; got {seconds}")
    return known


def ignore(name: FaultName, left: int, how: str) -> None:
    """Nobody notes what becomes of the faults."""
    del name, left, how

"""The fold of a log prefix: everything later decisions need from the events before them, and nothing else.

Owns which event changes what: schedules, the plan, the inbox, the open turn and its calls, title, request context. It
does not read files, keep rows or decide anything; :class:`SessionState` is fed by the reader and by the live log alike,
so a view of the past, a resumed session and a running one can never disagree (BEN-16).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from workbench.errors import ScheduleError
from workbench.schedule.changes import Change, decode_change
from workbench.schedule.fold import Fold

Message = Mapping[str, Any]


class Plan(msgspec.Struct, frozen=True):
    """The last ``todo/write`` (LOG-17): (content, status) pairs, the turn that wrote it, the turn that cleared it."""

    items: tuple[tuple[str, str], ...] = ()
    written_turn: int | None = None
    cleared_turn: int | None = None


class OpenCall(msgspec.Struct):
    """A call of the open turn that has no result yet; ``call_seq`` is its ``tool/call`` once that is there (LOG-9)."""

    id: str
    name: str
    step: int
    call_seq: int | None = None


class SessionState:
    """The fold itself. ``fold_from`` is the first seq whose schedules and inbox count (SCH-10, LOG-18).

    ``turn`` and ``step`` are the open ones or None; ``last_turn`` counts on through forks. ``header_due`` is set until
    the opening's ``request/header`` is written, ``opened`` once any was (its reason is then ``resume``).
    ``schedule_error`` is the first broken rule of the fold range; from there on ``schedules`` stands still.
    """

    __slots__ = (
        "calls", "context", "events", "fold_from", "header_due", "last_time", "last_turn", "last_type", "next_step",
        "next_turn", "opened", "plan", "schedule_error", "schedules", "step", "title", "turn", "turn_zones",
    )  # fmt: skip

    def __init__(self, fold_from: int = 0) -> None:
        self.fold_from = fold_from
        self.schedules = Fold()
        self.schedule_error: ScheduleError | None = None
        self.plan = Plan()
        self.next_turn: list[Message] = []
        self.next_step: list[Message] = []
        self.turn: int | None = None
        self.step: int | None = None
        self.last_turn = 0
        self.calls: dict[str, OpenCall] = {}
        self.turn_zones: set[str | None] = set()
        self.title: str | None = None
        self.context: Mapping[str, Any] | None = None
        self.header_due = True
        self.opened = False
        self.events = 0
        self.last_time: int | None = None
        self.last_type: str | None = None

    def apply(self, kind: str, seq: int, time: int, data: Any, change: Change | None = None) -> None:
        """Take in the event ``seq`` (its type, its time in epoch ms, its data).

        ``change`` spares decoding where the caller built the ``schedule/change`` itself. Unknown types and data of
        unexpected shape change nothing: whether a line is acceptable is the reader's business.
        """
        self.events = seq + 1
        self.last_time = time
        self.last_type = kind
        if kind == "schedule/change":
            self._schedule(seq, data, change)
            return
        handler = self._HANDLERS.get(kind)
        if handler is not None and isinstance(data, dict):
            handler(self, seq, data)

    def apply_changes(self, first: int, time: int, changes: Sequence[Change]) -> None:
        """Take in ``schedule/change`` events that follow each other from seq ``first`` on, all at ``time``."""
        self.events = first + len(changes)
        self.last_time = time
        self.last_type = "schedule/change"
        for seq, change in enumerate(changes, first):
            self._schedule(seq, None, change)

    def copy(self) -> "SessionState":
        """An independent copy: appending to one never shows in the other."""
        twin = SessionState(self.fold_from)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.schedules = self.schedules.copy()
        twin.next_turn = list(self.next_turn)
        twin.next_step = list(self.next_step)
        twin.calls = {key: OpenCall(call.id, call.name, call.step, call.call_seq) for key, call in self.calls.items()}
        twin.turn_zones = set(self.turn_zones)
        return twin

    def _schedule(self, seq: int, data: Any, change: Change | None) -> None:
        if seq < self.fold_from or self.schedule_error is not None:
            return
        try:
            self.schedules.apply(change if change is not None else decode_change(data), seq)
        except ScheduleError as error:
            self.schedule_error = error

    def _spliced(self, seq: int, data: Mapping[str, Any]) -> None:
        if seq < self.fold_from:
            return
        queue = self.next_step if data.get("target") == "next-step" else self.next_turn
        start = _count(data.get("start"))
        queue[start : start + _count(data.get("removedCount"))] = _messages(data.get("inserted"))

    def _turn_start(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        self.turn = _count(data.get("turn"), self.last_turn + 1)
        self.last_turn = self.turn
        self.step = None
        self.calls.clear()
        self.turn_zones.clear()
        plan = self.plan
        if (plan.items or plan.written_turn is not None) and plan.cleared_turn is None:
            self.plan = Plan(plan.items, plan.written_turn, self.turn)

    def _turn_end(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq, data
        self.turn = None
        self.step = None
        self.calls.clear()

    def _step_start(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        self.step = _count(data.get("step"), (self.step or 0) + 1)

    def _step_end(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq, data
        self.step = None

    def _user_message(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        source = data.get("source")
        if isinstance(source, dict) and source.get("kind") == "user":
            zone = source.get("clientTimeZone")
            self.turn_zones.add(zone if isinstance(zone, str) else None)

    def _assistant_message(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        message = data.get("message")
        blocks = message.get("content") if isinstance(message, dict) else None
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool-call" and isinstance(block.get("id"), str):
                name = block.get("name")
                self.calls[block["id"]] = OpenCall(block["id"], str(name), _count(data.get("step"), 1))

    def _tool_call(self, seq: int, data: Mapping[str, Any]) -> None:
        key = data.get("callId")
        if not isinstance(key, str):
            return
        call = self.calls.setdefault(key, OpenCall(key, str(data.get("name")), _count(data.get("step"), 1)))
        call.call_seq = seq

    def _tool_result(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        message = data.get("message")
        source = message.get("source") if isinstance(message, dict) else None
        if isinstance(source, dict):
            self.calls.pop(str(source.get("callId")), None)

    def _todo_write(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        todos = data.get("todos")
        items = tuple(
            (todo["content"], todo["status"])
            for todo in (todos if isinstance(todos, list) else ())
            if isinstance(todo, dict) and isinstance(todo.get("content"), str) and isinstance(todo.get("status"), str)
        )
        self.plan = Plan(items, self.turn if self.turn is not None else self.last_turn or None)

    def _title(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        self.title = str(data.get("title"))

    def _request_context(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq
        self.context = data

    def _request_header(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq, data
        self.header_due = False
        self.opened = True

    def _end_seed(self, seq: int, data: Mapping[str, Any]) -> None:
        del seq, data
        self.header_due = True

    _HANDLERS: ClassVar[Mapping[str, Callable[["SessionState", int, Mapping[str, Any]], None]]] = {
        "agent/inbox/spliced": _spliced,
        "turn/start": _turn_start,
        "turn/end": _turn_end,
        "step/start": _step_start,
        "step/end": _step_end,
        "user/message": _user_message,
        "assistant/message": _assistant_message,
        "tool/call": _tool_call,
        "tool/result": _tool_result,
        "todo/write": _todo_write,
        "session/title": _title,
        "request/context": _request_context,
        "request/header": _request_header,
        "session/end-seed": _end_seed,
    }


def _count(value: object, default: int = 0) -> int:
    """A non-negative integer out of untrusted data, or the default."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else default


def is_reminder(message: Message) -> bool:
    """Whether Schedule queued this message (SCH-33)."""
    source = message.get("source")
    return isinstance(source, dict) and source.get("plugin") == "schedule"


def _messages(value: object) -> list[Message]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []

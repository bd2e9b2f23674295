"""What one event says in its transcript row: a shape, a role word and one line of text (page 10, section 6).

Owns the words for every event type, as a table. Colours are named by role, times by the scene's zone; the row's seq,
mark and ground are the transcript pane's.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workbench.fronts.tui.panes.messagetext import LOOKED_AT, framed_count, message_text, plain, texts_in
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.session.events import Event
from workbench.session.packed import PackedRun
from workbench.text.jsontext import dumps
from workbench.time.clocktext import table_moment
from workbench.time.durations import format_duration
from workbench.time.instant import SECOND, parse_utc
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.view import Delivery

_LONGEST_NUMBER: Final = 64
# A time of day with seconds; of a one-shot that was due at a whole minute they say nothing.
_COLONS: Final = 2


class Words(msgspec.Struct, frozen=True):
    """A row's parts. ``record`` is the id of the schedule it is about, ``loud`` marks what the last move delivered.

    ``raw`` says that there were no words for the event, and ``text`` is its data as JSON.
    """

    word: str
    text: str
    shape: str = " "
    role: str = "dim"
    text_role: str = "soft"
    shape_role: str | None = None
    bold: bool = False
    record: str | None = None
    loud: bool = False
    raw: bool = False


class Setting(msgspec.Struct, frozen=True):
    """What wording needs beside the event: signs, zone, and the last move's delivery if this event made one.

    ``occurrence`` (epoch ms) is the target that a dispatch delivered, where it is known.
    """

    glyphs: Glyphs
    zone: Zone
    delivery: "Delivery | None" = None
    occurrence: int | None = None


def words_of(event: Event | PackedRun, setting: Setting) -> Words:
    """The words for ``event``; data of an unexpected shape is shown as it is, never refused."""
    words = None
    try:
        if isinstance(event, PackedRun):
            words = _packed(event)
        elif event.type in _WORDERS:
            words = _WORDERS[event.type](event, event.data, setting)
    except (LookupError, TypeError, ValueError, AttributeError):
        words = None
    if words is not None:
        return words
    return Words(event.type.rpartition("/")[2][:9], _as_json(event.data), role="faint", text_role="dim", raw=True)


def repeated(words: Words) -> Words:
    """The words of a dispatch that delivered again what had been queued before a crash (SCH-30)."""
    name = words.record or ""
    rest = words.text.removeprefix(name).lstrip()
    return msgspec.structs.replace(words, text=f"{name}  repeat{f', {rest}' if rest else ''}")


def _text(value: object) -> str:
    """``value`` where it is a text; anything else there is data of an unexpected shape."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: object) -> int:
    """``value`` where it is a whole number that fits a row."""
    if not isinstance(value, int) or value.bit_length() > _LONGEST_NUMBER:
        raise TypeError(value)
    return value


def _packed(event: PackedRun) -> Words:
    what = event.type.removesuffix("-chunks").replace("-", " ")
    return Words("chunks", f"{len(event)} pieces of {what}", role="faint", text_role="faint")


def _user(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event
    source = data.get("source", {})
    text = message_text(data)
    if source.get("kind") == "user":
        return Words("user", text, setting.glyphs.user, role="ok", text_role="text", bold=True)
    framed = framed_count(data)
    if framed:
        many = "1 reminder framed as a message" if framed == 1 else f"{framed} reminders framed as one message"
        return Words("message", many, role="dim")
    return Words("context", text, role="faint", text_role="faint")


def _assistant(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    message = data["message"]
    text = message_text(message)
    calls = [_text(block["name"]) for block in message["content"] if block.get("type") == "tool-call"]
    if text or not calls:
        return Words("agent", text, text_role="text")
    # The call's own row follows and says more.
    return Words("agent", f"calls {_counted(calls)}", role="faint", text_role="faint")


def _counted(names: list[str]) -> str:
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counts.items())


def _tool_call(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    return Words("tool", f"{_text(data['name'])}  {plain(_text(data['arguments']))}", text_role="soft")


def _tool_result(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    block = data["message"]["content"][0]
    failed = bool(block.get("isError"))
    code = (data.get("error") or {}).get("code")
    text = plain(message_text(block))
    text = f"{code}: {text}" if isinstance(code, str) and code else text
    return Words("result", text, role="bad" if failed else "faint", text_role="dim")


def _change(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    operation = data["operation"]
    if operation == "create":
        return _create(event, data["schedule"], setting)
    if operation == "delete":
        return Words("delete", _text(data["id"]), role="dim", record=data["id"])
    return _dispatch(event, data, setting)


def _create(event: Event, record: Mapping[str, Any], setting: Setting) -> Words:
    due = table_moment(parse_utc(record["scheduledAt"]), event.time, setting.zone)
    rule = f"every {format_duration(record['everySeconds'] * 1000)}, first" if record["kind"] == "every" else "due"
    shape = setting.glyphs.shape(record["kind"], delivered=False)
    text = f"{_text(record['id'])}  {rule} {due}  {_text(record['prompt'])}"
    return Words("create", text, shape, role="link", record=record["id"])


def _dispatch(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    accepted = data.get("acceptedAt")
    decided = parse_utc(accepted) if accepted is not None else event.time
    occurrence = setting.delivery.occurrence if setting.delivery is not None else setting.occurrence
    text = _text(data["id"])
    if occurrence is not None:
        text = f"{text}  {_lateness(occurrence, decided, setting.zone, once=accepted is None)}"
    loud = setting.delivery is not None
    shape = setting.glyphs.shape("every" if accepted is not None else "once", delivered=True)
    role = "fired" if loud else "dim"
    return Words("dispatch", text, shape, role=role, text_role="text" if loud else "soft", record=data["id"], loud=loud)


def _lateness(occurrence: int, decided: int, zone: Zone, *, once: bool) -> str:
    late = decided - occurrence
    if late < SECOND:
        return "on time"
    when = table_moment(occurrence, decided, zone)
    if once:
        when = f"due {when.removesuffix(':00') if when.count(':') == _COLONS else when}"
    return f"{when}, {format_duration(late)} late"


def _plan(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    todos = data["todos"]
    done = sum(1 for todo in todos if todo.get("status") == "completed")
    return Words("plan", f"{len(todos)} todos, {done} completed", role="link")


def _turn_end(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    kind = _text(data["reason"]["kind"])
    role = "faint" if kind == "completed" else "overdue"
    return Words("turn", f"{_number(data['turn'])} ends, {kind}", role=role, text_role=role)


def _title(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    return Words("title", _text(data["title"]), role="faint", text_role="dim")


def _spliced(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    inserted = data.get("inserted") or []
    taken = _number(data.get("removedCount", 0))
    text = f"queues {message_text(inserted[0])}" if inserted else f"takes {taken} from the inbox"
    return Words("inbox", text, role="faint", text_role="faint")


def _numbered(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del setting
    what, _, edge = event.type.partition("/")
    turn = _number(data["turn"])
    number = f"{_number(data['step'])} of turn {turn}" if what == "step" else turn
    return Words(what, f"{number} {edge}s", role="faint", text_role="faint")


def _chunk(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, setting
    return Words("chunk", "  ".join(texts_in(data["chunk"]))[:LOOKED_AT], role="faint", text_role="faint")


def _end_seed(event: Event, data: Mapping[str, Any], setting: Setting) -> Words:
    del event, data, setting
    return Words("opened", "the session was opened for writing here", role="faint", text_role="faint")


def _as_json(value: object) -> str:
    return dumps(value)[:LOOKED_AT]


_WORDERS: Final[dict[str, Callable[[Event, Mapping[str, Any], Setting], Words]]] = {
    "user/message": _user,
    "assistant/message": _assistant,
    "assistant/chunk": _chunk,
    "tool/call": _tool_call,
    "tool/result": _tool_result,
    "schedule/change": _change,
    "todo/write": _plan,
    "turn/start": _numbered,
    "turn/end": _turn_end,
    "step/start": _numbered,
    "step/end": _numbered,
    "session/title": _title,
    "session/end-seed": _end_seed,
    "agent/inbox/spliced": _spliced,
}

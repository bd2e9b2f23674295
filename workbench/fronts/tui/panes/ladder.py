"""The ladder: why a schedule is as it is, step by step, out of its story (page 10, section 6, *Why*).

Owns the words of each step. Only what the log and the fold can tell is a step. Widths are ``rungs``', the forms of
times ``instants``' business.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.actions.commands import key_with
from workbench.fronts.tui.panes.instants import counted, doubtful, lateness, local_detail, local_moment, utc_moment
from workbench.fronts.tui.panes.rungs import BLANK_ROW, Row, Rung, rung_row
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import table_moment
from workbench.time.durations import format_duration
from workbench.time.instant import SECOND
from workbench.time.zones import Zone

if TYPE_CHECKING:
    from workbench.bench.story import Held, HeldBy, Origin, Passed, Story
    from workbench.bench.view import Delivery

# What held a delivery back, as the past tells it, and what holds one back now with what can be done about it.
_HELD: "Final[dict[HeldBy, str]]" = {
    "busy": "agent busy", "held": "agent held", "cold": "session cold", "faulted": "owner stopped",
}  # fmt: skip
_WAITS: "Final[dict[HeldBy, tuple[str, str]]]" = {
    "busy": ("waiting for idle", "the agent is busy"),
    "held": ("waiting for idle", "{agent.release} releases the agent"),
    "cold": ("the session is cold", "{agent.resume} resumes it"),
    "queued prompts": ("queued prompts", "they run first"),
    "slow barrier": ("a slow barrier", "it ends with its time"),
    "barrier failed": ("the barrier failed", "the next activity tries again"),
    "queueing failed": ("queueing failed", "the next activity tries again"),
    "framing failed": ("framing failed", "the next activity tries again"),
    "faulted": ("the owner stopped", "{agent.suspend}, then {agent.resume}, starts it again"),
}
# More ids than this never fit a row.
_MOST_NAMED: Final = 64
# What was dispatched and waits in the inbox, after a crash for whatever wakes the agent next.
WAKES: Final = "runs at the next wake"
_MILLIS: Final = len(".000Z")


class Telling(msgspec.Struct, frozen=True):
    """What the words need beside the story. ``now`` is the instant shown (epoch ms); ``loud`` says that the last move
    made the last delivery; ``drivable`` that a move can make the session live; ``keys`` are the user's own by command
    id; ``repeat`` marks the last delivery as one that came again after a crash, ``queued`` as one that no turn has
    taken yet."""

    glyphs: Glyphs
    zone: Zone
    now: int
    loud: bool = False
    drivable: bool = True
    keys: Mapping[str, str] = {}
    repeat: bool = False
    queued: bool = False


def ladder_rows(story: "Story", telling: Telling, width: int, *, whole: bool) -> list[Row]:
    """The rows for a pane ``width`` cells wide; without ``whole`` only the steps, for one of a few rows."""
    steps = [rung_row(rung, width) for rung in _steps(story, telling)]
    if not whole:
        return steps
    foot = [BLANK_ROW, rung_row(_turn(story, story.last, telling), width)] if story.last is not None else []
    return [Row(head_line(story, telling)), BLANK_ROW, *steps, *foot]


def rule_words(story: "Story") -> str:
    """``every 10m``, ``after 20m`` or ``at``."""
    return story.kind if story.kind == "at" else f"{story.kind} {format_duration(story.seconds * 1000)}"


def head_line(story: "Story", telling: Telling) -> Line:
    """Rule and prompt, the state at the right."""
    glyphs, loud = telling.glyphs, telling.loud
    word = "delivered" if loud and story.state in ("scheduled", "overdue") else story.state
    role = {"overdue": "overdue", "scheduled": "link"}.get(word, "fired" if loud else "dim")
    signs = {"deleted": glyphs.none, "overdue": glyphs.overdue, "ended": "" if loud else glyphs.delivered_before}
    sign = signs.get(word) or glyphs.shape(story.kind, delivered=loud)
    left = (Span(f" {rule_words(story)}  ", "dim"), Span(story.prompt, "text", True))
    return Line(left, (Span(f"{sign} {word} ", role, word != "scheduled"),))


def _steps(story: "Story", telling: Telling) -> Iterator[Rung]:
    if story.origin is not None:
        yield _created(story, story.origin, telling)
    if story.passed is not None and story.passed.count:
        yield _passed(story, story.passed, telling)
    if story.held is not None:
        yield _held(story, story.held, telling)
    if story.last is not None:
        yield _delivered(story, story.last, telling)
    if story.next_target is not None:
        yield _coming(story, story.next_target, telling)
    if story.waiting is not None:
        yield _waiting(story, story.waiting, telling)
    if story.deleted is not None:
        yield _deleted(*story.deleted, telling)


def _created(story: "Story", origin: "Origin", telling: Telling) -> Rung:
    rule = f"{story.kind} {story.seconds:,} s"
    once = story.kind == "at"
    which = doubtful(origin.target, telling.now, telling.zone) if once else ()
    if once:
        rule = f"at {utc_moment(origin.target, telling.now)}"
    calls = (origin.call,) if origin.call is not None else ()
    turn = (f"turn {origin.turn}",) if origin.turn is not None else ()
    when = local_moment(origin.time, telling.now, telling.zone)
    return Rung(
        Span(telling.glyphs.shape(story.kind, delivered=False), "link"), "created", Span(f"seq {origin.seq}"),
        (*which, *calls, rule, *turn), when, seq=origin.seq, brief=table_moment(origin.time, telling.now, telling.zone),
    )  # fmt: skip


def _passed(story: "Story", passed: "Passed", telling: Telling) -> Rung:
    first, last = utc_moment(passed.first, telling.now), utc_moment(passed.last, telling.now)
    detail = first if passed.count == 1 else f"{first} {telling.glyphs.ellipsis} {last}"
    return Rung(
        Span(telling.glyphs.passed, "dim"), "passed", Span(counted(passed.count, "target")), (detail,),
        "session cold" if passed.cold else "asleep" if passed.asleep else "", seq=_last_seq(story),
    )  # fmt: skip


def _held(story: "Story", held: "Held", telling: Telling) -> Rung:
    measure = counted(held.turns, "turn") if held.turns else ""
    if held.since is not None and held.until is not None:
        measure = measure or format_duration(held.until - held.since)
    value = Span(_HELD.get(held.by, held.by))
    detail = _between(held, telling)
    return Rung(Span(telling.glyphs.held, "overdue", True), "held back", value, detail, measure, seq=_last_seq(story))


def _between(held: "Held", telling: Telling) -> tuple[str, ...]:
    """Who was first, and from when to when."""
    pieces = [", ".join(held.ids[:_MOST_NAMED])] if held.ids else []
    since = _to_the_second(held.since, telling) if held.since is not None else None
    until = _to_the_second(held.until, telling) if held.until is not None else None
    if since is not None:
        pieces.append(f"{since} {telling.glyphs.arrow} {until}" if until is not None else f"since {since}")
    elif until is not None:
        pieces.append(f"until {until}")
    return tuple(pieces)


def _to_the_second(ms: int, telling: Telling) -> str:
    """Two instants stand in one detail, so they are told to the second."""
    return f"{utc_moment(ms, telling.now)[:-_MILLIS]}Z"


def _delivered(story: "Story", last: "Delivery", telling: Telling) -> Rung:
    glyphs = telling.glyphs
    decided = (f"decided {utc_moment(last.decided, telling.now)}",) if telling.loud or last.late >= SECOND else ()
    so_far = (f"{story.deliveries:,} so far",) if story.deliveries > 1 else ()
    repeat = ("repeat after a crash",) if telling.repeat else ()
    when, late = utc_moment(last.occurrence, telling.now), lateness(last.late)
    which = doubtful(last.occurrence, telling.now, telling.zone)
    if telling.queued:
        mark, detail = Span(glyphs.held, "overdue", True), (WAKES, "a target or a prompt", *repeat, *which, *decided)
        return Rung(mark, "queued", Span(when, "text", True), detail, late, seq=last.seq)
    if last.decided > telling.now:
        repeat = ("before the clock went back", *repeat)
    if telling.loud:
        mark, detail = Span(glyphs.shape(story.kind, delivered=True), "fired"), (*repeat, *which, *decided, *so_far)
        return Rung(mark, "delivered", Span(when, "text", True), detail, late, "fired", last.seq)
    mark, detail = Span(glyphs.delivered_before, "soft"), (*repeat, *which, "earlier", *decided, *so_far)
    return Rung(mark, "delivered", Span(when, "soft"), detail, late, seq=last.seq)


def _coming(story: "Story", target: int, telling: Telling) -> Rung:
    value = Span(utc_moment(target, telling.now), "text", True)
    local = local_detail(target, telling.now, telling.zone)
    late = telling.now - target
    seq = _last_seq(story)
    if late < 0:
        mark = Span(telling.glyphs.shape(story.kind, delivered=False), "link")
        if story.last is not None and story.last.decided > telling.now:
            local = (*local, "nothing fires before")
        return Rung(mark, "next", value, local, f"in {format_duration(-late)}", seq=seq)
    measure = f"overdue {format_duration(late)}" if late else "due now"
    return Rung(Span(telling.glyphs.overdue, "overdue", True), "target", value, local, measure, seq=seq)


def _waiting(story: "Story", held: "Held", telling: Telling) -> Rung:
    value, hint = _WAITS.get(held.by, (held.by, ""))
    for command in ("agent.release", "agent.suspend", "agent.resume"):
        hint = hint.replace(f"{{{command}}}", key_with(telling.keys, command))
    if held.by == "read-only":
        hint = "the first move makes it live" if telling.drivable else "it cannot be driven"
    measure = format_duration(telling.now - held.since) if held.since is not None and held.since < telling.now else ""
    detail = tuple(piece for piece in (hint, *_between(held, telling)) if piece)
    mark = Span(telling.glyphs.held, "overdue", True)
    return Rung(mark, "held back", Span(value, "overdue"), detail, measure, seq=_last_seq(story))


def _deleted(seq: int, time: int, telling: Telling) -> Rung:
    when = local_moment(time, telling.now, telling.zone)
    detail = (utc_moment(time, telling.now),)
    brief = table_moment(time, telling.now, telling.zone)
    return Rung(Span(telling.glyphs.none, "dim"), "deleted", Span(f"seq {seq}"), detail, when, seq=seq, brief=brief)


def _turn(story: "Story", last: "Delivery", telling: Telling) -> Rung:
    mark = Span(telling.glyphs.batch, "dim")
    turn = "no turn yet" if telling.queued else f"turn {last.turn}"
    if len(story.batch) > 1:
        label = f"batch of {len(story.batch)}"
        return Rung(mark, label, Span(""), (", ".join(story.batch[:_MOST_NAMED]),), turn, seq=last.seq)
    return Rung(mark, "alone", Span("one reminder, one turn", "dim"), (), turn, seq=last.seq)


def _last_seq(story: "Story") -> int | None:
    if story.last is not None:
        return story.last.seq
    return story.origin.seq if story.origin is not None else None

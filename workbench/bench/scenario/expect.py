"""Compares what happened since the last expect with what a step expects; each difference is one readable sentence.

Owns what every key of an expect means. Counting is in ``observe``, the state is the bench's own fold.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.bench.scenario.model import Expect
from workbench.bench.scenario.observe import Span, turn_end_before
from workbench.bench.scenario.when import moment_ms
from workbench.schedule.fold import Fold
from workbench.schedule.records import state_of
from workbench.text.quote import quote
from workbench.time.instant import format_utc
from workbench.time.zones import Zone


@dataclass(frozen=True, slots=True)
class Seen:
    """What an expect is compared with. ``held_back`` are the reasons that hold due records back now; ``now`` is ms."""

    spans: tuple[Span, ...]
    fold: Fold
    now: int
    zone: Zone
    code: str | None
    held_back: tuple[str, ...]


def differences(expect: Expect, seen: Seen) -> Iterator[str]:
    """Every way in which what was seen is not what was expected."""
    yield from _count("turns", expect.turns, sum(span.turns for span in seen.spans))
    yield from _dispatches(expect, seen)
    yield from _states(expect.state, seen)
    yield from _targets(expect.target, seen)
    if expect.code is not None and expect.code != (seen.code or ""):
        yield f"code: expected {quote(expect.code)}, got {quote(seen.code or '')}"
    yield from _reason(expect, seen)
    yield from _texts(expect.text, seen)
    yield from _lines(expect.lines, seen)


def _count(name: str, expected: int | None, got: int) -> Iterator[str]:
    if expected is not None and expected != got:
        yield f"{name}: expected {expected}, got {got}"


def _dispatches(expect: Expect, seen: Seen) -> Iterator[str]:
    if expect.dispatches is None:
        return
    got = [schedule for span in seen.spans for schedule in span.dispatches()]
    if isinstance(expect.dispatches, int):
        yield from _count("dispatches", expect.dispatches, len(got))
    elif expect.dispatches != got:
        yield f"dispatches: expected {quote(expect.dispatches)}, got {quote(got)}"


def _states(expected: Mapping[str, str], seen: Seen) -> Iterator[str]:
    for schedule, state in expected.items():
        got = _state(schedule, seen)
        if got != state:
            yield f"state of {quote(schedule)}: expected {state}, got {got}"


def _state(schedule: str, seen: Seen) -> str:
    record = seen.fold.active.get(schedule)
    if record is not None:
        return state_of(record, seen.now)
    return "ended" if seen.fold.was_used(schedule) else "never created"


def _targets(expected: Mapping[str, Any], seen: Seen) -> Iterator[str]:
    for schedule, value in expected.items():
        target = format_utc(moment_ms(value, seen.now, seen.zone))
        record = seen.fold.active.get(schedule)
        got = _state(schedule, seen) if record is None else format_utc(record.target)
        if got != target:
            yield f"target of {quote(schedule)}: expected {target}, got {got}"


def _reason(expect: Expect, seen: Seen) -> Iterator[str]:
    if expect.reason is None:
        return
    ended = next((reason for span in reversed(seen.spans) if (reason := span.ended())), None)
    if ended is None and seen.spans:
        ended = turn_end_before(seen.spans[-1].index, seen.spans[-1].last)
    applies = [*seen.held_back, *([ended] if ended is not None else [])]
    if expect.reason not in applies:
        yield f"reason: expected {expect.reason}, got {', '.join(applies) or 'none'}"


def _texts(expected: str | list[str] | None, seen: Seen) -> Iterator[str]:
    if expected is None:
        return
    messages = list(_messages(seen.spans))
    for piece in [expected] if isinstance(expected, str) else expected:
        if not any(piece in message for message in messages):
            yield f"text: {quote(piece)} is in none of the {len(messages)} new messages"


def _lines(expected: int | list[str] | None, seen: Seen) -> Iterator[str]:
    if expected is None:
        return
    if isinstance(expected, int):
        yield from _count("lines", expected, sum(span.events for span in seen.spans))
        return
    lines = (line for message in _messages(seen.spans) for line in message.split("\n"))
    missing = next((line for line in expected if line not in lines), None)
    if missing is not None:
        yield f"lines: {quote(missing)} is no line of the new messages, or not in this order"


def _messages(spans: Iterable[Span]) -> Iterator[str]:
    for span in spans:
        yield from span.texts()

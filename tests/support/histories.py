"""Random lives of a bench, and what is true of them told by brute force: every event replayed, every target listed.

Nothing here uses the book, the columns' look-ups or the tellers under test; only the fold and the events themselves.
"""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from support.benches import DAY, HOUR, SECOND, create, new_bench, run
from workbench.bench.bench import Bench
from workbench.bench.view import Delivery
from workbench.errors import WorkbenchError
from workbench.schedule.changes import Create, Delete, Dispatch, decode_change
from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import occurrence
from workbench.session.events import Event
from workbench.session.index import LogIndex
from workbench.session.prefix import header_bytes, prefix_lines
from workbench.time.instant import format_utc

_AWAY = st.integers(1, 3 * DAY)
STEPS = st.one_of(
    st.tuples(st.just("every"), st.sampled_from([300, 600, 3600, 86_400])),
    st.tuples(st.just("after"), st.integers(1, 20_000)),
    st.tuples(st.just("at"), st.integers(1, 20_000)),
    st.tuples(st.just("delete"), st.integers(1, 6)),
    st.tuples(st.just("advance"), st.integers(1, 8 * HOUR)),
    st.tuples(st.just("jump"), _AWAY),
    st.tuples(st.just("jump"), st.just(4 * HOUR)),
    st.tuples(st.just("back"), st.integers(1, 6 * HOUR)),
    st.tuples(st.sampled_from(["step", "next", "say", "inject", "hold", "release", "suspend", "resume"]), st.just(0)),
)
LIVES = st.tuples(st.sampled_from([0, 500, 90 * SECOND]), st.lists(STEPS, min_size=2, max_size=18))

SENSELESS = {"already_cold", "already_held", "already_live", "call_waiting", "not_held", "session_cold"}


def live(folder: Path, turn_ms: int, steps: list[tuple[str, int]]) -> Bench:
    """A new bench that went through all these steps; what makes no sense at some point is passed over."""
    bench = new_bench(folder, turn_ms=turn_ms)
    for name, number in steps:
        try:
            step(bench, name, number)
        except WorkbenchError as error:
            if error.code not in SENSELESS:
                raise
    return bench


def step(bench: Bench, name: str, number: int) -> None:
    """One step of a life."""
    if name == "every":
        create(bench, "look", every_seconds=number)
    elif name == "after":
        create(bench, "stretch", after_seconds=number)
    elif name == "at":
        create(bench, "call", at=format_utc(bench.now + number * SECOND))
    elif name == "delete":
        bench.call("schedule_delete", {"id": f"schedule-{number}"}, front="test")
    elif name == "advance":
        run(bench.advance(by=number))
    elif name in {"jump", "back"}:
        run(bench.jump(by=number if name == "jump" else -number))
    elif name in {"step", "next"}:
        run(bench.step() if name == "step" else bench.next_due())
    elif name in {"say", "inject"}:
        (bench.say if name == "say" else bench.inject)("Good morning.")
    else:
        getattr(bench, name)()


class Told:
    """What is true of one record after some event."""

    def __init__(self, seq: int, event: Event, change: Create) -> None:
        self.record = change.record
        self.created = (seq, event.time)
        self.target: int | None = change.record.target
        self.deliveries: list[Delivery] = []
        self.before: int | None = None
        self.deleted: tuple[int, int] | None = None
        self.seqs = [seq]


class Replay:
    """A log replayed event by event up to seq ``until``; damage and inherited events are the caller's to avoid."""

    def __init__(self, events: list[Event], until: int, fold_from: int = 0) -> None:
        self.fold = Fold()
        self.told: dict[str, Told] = {}
        self.turns = {
            event.data["id"]: turn
            for event, turn in _with_turns(events[: until + 1])
            if event.type == "user/message" and turn is not None
        }
        # By the seq of a dispatch: the message it queued.
        self.queued: dict[int, str | None] = {}
        queued: str | None = None
        for event in events[: until + 1]:
            if event.type == "agent/inbox/spliced" and event.data["inserted"]:
                queued = event.data["inserted"][0]["id"]
            if event.type == "schedule/change" and event.seq >= fold_from:
                self._change(event, queued)

    def _change(self, event: Event, queued: str | None) -> None:
        change = decode_change(event.data)
        applied = self.fold.apply(change, event.seq)
        if isinstance(change, Create):
            self.told[change.record.id] = Told(event.seq, event, change)
            return
        told = self.told[change.id]
        told.seqs.append(event.seq)
        told.target = applied.after.target if applied.after is not None else None
        if isinstance(change, Delete):
            told.deleted = (event.seq, event.time)
        elif isinstance(change, Dispatch) and applied.before is not None:
            decided = event.time if change.accepted is None else change.accepted
            found = occurrence(applied.before, decided)
            self.queued[event.seq] = queued
            told.before = applied.before.target
            told.deliveries.append(
                Delivery(
                    change.id, told.record.kind, told.record.prompt, told.record.seconds, event.seq,
                    self.turns.get(queued, 0), found.at, decided, max(0, decided - found.at), found.passed,
                    found.next_target,
                )
            )  # fmt: skip


def _with_turns(events: list[Event]) -> list[tuple[Event, int | None]]:
    turn, found = None, []
    for event in events:
        if event.type == "turn/start":
            turn = event.data["turn"]
        found.append((event, turn))
    return found


def prefix_file(index: LogIndex, events: int, folder: Path) -> Path:
    """A log of its own of the first ``events`` events."""
    path = folder / f"prefix-{events}.jsonl"
    lines = [header_bytes(index), *prefix_lines(index, events)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def facts(view: Any) -> dict[str, Any]:
    """What a view of the past and that of a prefix opened by itself must agree on."""
    names = (
        "session_id", "title", "now", "turn", "last_turn", "events", "seed_length", "parent", "schedules",
        "active", "plan", "next_target", "queued", "held", "schedules_known",
    )  # fmt: skip
    return {name: getattr(view, name) for name in names}

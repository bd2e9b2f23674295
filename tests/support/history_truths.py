"""What is true of every history, whatever was done: no model takes part, only the log, the journal and the files.

Nothing acknowledged is lost; nothing is delivered early, in a turn, or twice; anchors are kept; journal and log agree;
looking changes no byte; and the files alone say what the process that wrote them says.
"""

from pathlib import Path

from support.harness_rules import problems
from support.history_bench import Driven
from support.history_checks import facts, fold
from support.model_facts import facts_of_file
from support.model_records import Fact, State
from workbench.bench.bench import Bench
from workbench.session.live import LiveLog

Queued = tuple[str, int]


class Promises:
    """What barriers promised so far; ``keep`` after every step."""

    def __init__(self, driven: Driven) -> None:
        self._driven = driven
        self._safe: list[Fact] = []
        self._of: Path | None = None

    def keep(self, found: list[Fact]) -> None:
        """Everything acknowledged is still there, first and in order; what is acknowledged by now is added."""
        bench = self._driven.bench
        if self._of != bench.path:
            self._of, self._safe = bench.path, []
        assert found[: len(self._safe)] == self._safe, "an acknowledged event is lost"
        log = bench.log
        if isinstance(log, LiveLog) and log.durable_events == log.index.events:
            self._safe = list(found)


def check_deliveries(found: list[Fact], seed_turn: int = 0) -> None:
    """Each dispatch lies in its window and follows its own reminder; no occurrence is recorded twice (SCH-26..32)."""
    state = State()
    state.last_turn = seed_turn
    told: list[Queued] = []
    recorded: set[Queued] = set()
    for fact in found:
        time, what, *rest = fact
        if what == "insert":
            told = [(name, at) for name, at, _ in rest[1][1:]] if rest[1][0] == "reminder" else []
        elif what == "dispatch":
            known = state.active[rest[0]]
            assert state.turn is None, "never inside a turn"
            assert time >= known.target, "never before its target"
            assert rest[1] in (None, time)
            assert (known.target - known.first) % ((known.seconds if known.kind == "every" else 1) * 1000 or 1) == 0
            occurrence = (known.id, known.at(time).target)
            assert told.pop(0) == occurrence, "a dispatch records what was queued for it"
            assert occurrence not in recorded, "no occurrence is delivered twice"
            recorded.add(occurrence)
        elif what in ("turn", "opened"):
            told = []
        state.apply(fact)


def check_anchors(bench: Bench, found: list[Fact]) -> None:
    """Every target of an every record is its first one plus whole intervals (SCH-8)."""
    first = {fact[2]: (fact[0], fact[5]) for fact in found if fact[1] == "create"}
    for name, kind, _, seconds, target in fold(bench):
        created, interval = first[name][0], seconds * 1000
        assert kind != "every" or (target - (created + interval)) % interval == 0


def check_restart(driven: Driven) -> None:
    """Another process that has the files alone says the same: fold, inbox, plan, journal (BEN-16)."""
    bench = driven.bench
    if isinstance(bench.log, LiveLog) and bench.log.pending:
        return
    other = driven.look()
    mine, its = bench.view(), other.view()
    assert fold(bench) == fold(other)
    assert (mine.last_turn, mine.turn, mine.queued, mine.next_id, mine.plan, mine.title) == (
        its.last_turn, its.turn, its.queued, its.next_id, its.plan, its.title,
    )  # fmt: skip
    assert bench.plan() == other.plan()
    assert bench.preview(count=4) == other.preview(count=4)
    assert facts(bench) == facts(other)
    ours, theirs = bench.journal, other.journal
    assert theirs.entries(0, len(theirs)) == ours.entries(0, len(theirs))
    # Only what no delivery hangs on may still be on its way.
    assert {entry.what for entry in ours.entries(len(theirs), len(ours))} <= {"fault", "resume"}


def check_looking(driven: Driven) -> None:
    """Every command that only looks leaves every byte as it was (SCH-24)."""
    before = _bytes(driven.home)
    driven.do("read")
    check_restart(driven)
    assert _bytes(driven.home) == before


def _bytes(home: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in home.rglob("*") if each.is_file()}


def check_end(driven: Driven) -> None:
    """The files that are left keep the harness's rules, and no parent was touched after its fork."""
    bench = driven.bench
    bench.close()
    assert problems(bench.path) == []
    assert facts_of_file(bench.path) == facts(bench)
    for parent, data in driven.left:
        assert parent.read_bytes() == data

"""The fold against a plain model that knows no heaps, and each of its refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import MINUTE, NOON, after, at, created, every
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Delete, Dispatch
from workbench.schedule.fold import Fold
from workbench.schedule.records import Record
from workbench.text.safe import safe_line
from workbench.time.instant import MAX_MS


class Model:
    """The rules of the fold, told again the slow way: lists, and one look at everything for each question."""

    def __init__(self):
        self.active = []
        self.used = []

    def find(self, name):
        return next((record for record in self.active if record.id == name), None)

    def apply(self, change):
        """Whether the change is allowed; if so it is done."""
        if isinstance(change, Create):
            return self.create(change.record)
        record = self.find(change.id)
        if record is None:
            return False
        after = self.ended(record) if isinstance(change, Delete) else self.dispatched(record, change.accepted)
        if after is None:
            return False
        place = self.active.index(record)
        self.active[place : place + 1] = after
        return True

    def create(self, record):
        if record.id in self.used:
            return False
        self.used.append(record.id)
        self.active.append(record)
        return True

    def ended(self, _record):
        return []

    def dispatched(self, record, accepted):
        """What stands in the record's place after a dispatch: it with a new target, or nothing; None when refused."""
        if record.kind != "every":
            return [] if accepted is None else None
        if accepted is None or not record.target <= accepted <= MAX_MS:
            return None
        step = record.seconds * 1000
        target = record.target + ((accepted - record.target) // step + 1) * step
        return [Record(record.id, record.kind, record.prompt, record.seconds, target)] if target <= MAX_MS else []

    def due(self, now, *kinds):
        # Sorting keeps the order of creation among equal targets.
        due = [record for record in self.active if record.kind in kinds and record.target <= now]
        return sorted(due, key=lambda record: record.target)


ids = st.sampled_from([f"schedule-{number}" for number in range(1, 9)])
# Near each other, so that targets often coincide; at the end of time, so that records end by themselves.
times = st.integers(0, 40).map(lambda n: NOON + n * MINUTE) | st.integers(0, 20).map(lambda n: MAX_MS - n * MINUTE)
some_records = st.builds(every, ids, times, st.sampled_from([300, 600, 3600, 10**9]))
some_records |= st.builds(at, ids, times) | st.builds(after, ids, times)
some_changes = (
    some_records.map(Create)
    | ids.map(Delete)
    | ids.map(Dispatch)
    | st.builds(Dispatch, ids, times)
    | st.builds(Dispatch, ids, times)
)


def observed(fold, now):
    """Everything a fold answers."""
    one_shot = fold.due_one_shot(now)
    return {
        "active": list(fold.active.values()),
        "keys": list(fold.active),
        "used": fold.used_ids,
        "count": fold.used_count,
        "dispatches": [fold.dispatches(name) for name in fold.used_ids],
        "next": fold.next_target(),
        "one_shot": one_shot and one_shot.id,
        "every": fold.due_every(now),
        "id": fold.allocate(),
    }


@pytest.mark.req("SCH-7", "SCH-8", "SCH-26")
@given(st.lists(some_changes, max_size=60), st.data())
def test_it_agrees_with_the_model(changes, data):
    fold, model = Fold(), Model()
    for seq, change in enumerate(changes):
        now = data.draw(times)
        before = observed(fold, now)
        if model.apply(change):
            fold.apply(change, seq)
        else:
            with pytest.raises(ScheduleError, match=f"^seq {seq}: ") as refusal:
                fold.apply(change, seq)
            assert refusal.value.code == "corrupt_schedule_log"
            assert observed(fold, now) == before
        assert list(fold.active.values()) == model.active
        assert list(fold.used_ids) == model.used
        assert fold.next_target() == min((record.target for record in model.active), default=None)
        assert fold.due_every(now) == model.due(now, "every")
        assert fold.due_one_shot(now) == next(iter(model.due(now, "at", "after")), None)


@pytest.mark.req("SCH-12")
@given(st.lists(some_changes, max_size=30), st.lists(some_changes, max_size=30), times)
def test_a_copy_is_independent(first, second, now):
    def apply_all(fold, changes):
        for change in changes:
            try:
                fold.apply(change)
            except ScheduleError:
                continue
        return fold

    fold = apply_all(Fold(), first)
    before = observed(fold, now)
    twin = fold.copy()
    assert observed(twin, now) == before
    apply_all(twin, second)
    assert observed(fold, now) == before
    assert observed(apply_all(fold, second), now) == observed(twin, now)


@pytest.mark.req("SCH-8")
def test_what_a_change_did_is_told():
    fold = Fold()
    assert fold.apply(Create(every())).after == every()
    assert fold.apply(Create(at("b"))).before is None
    applied = fold.apply(Dispatch("schedule-1", NOON + 7 * MINUTE))
    assert (applied.before, applied.after) == (every(), every(target=NOON + 10 * MINUTE))
    assert fold.apply(Dispatch("b")).after is None
    applied = fold.apply(Delete("schedule-1"))
    assert (applied.before, applied.after) == (every(target=NOON + 10 * MINUTE), None)
    assert (fold.dispatches("schedule-1"), fold.dispatches("b"), fold.dispatches("c")) == (1, 1, 0)
    assert fold.was_used("b")
    assert not fold.was_used("c")


@pytest.mark.req("SCH-8")
def test_an_advanced_record_keeps_its_place():
    fold = created(Fold(), every("a"), at("b"), every("c"))
    fold.apply(Dispatch("a", NOON))
    assert list(fold.active) == ["a", "b", "c"]


@pytest.mark.req("SCH-8", "SCH-26")
def test_records_that_were_advanced_still_follow_creation():
    fold = created(Fold(), every("z"), every("y"), every("x"))
    for name in ("x", "z", "y"):
        fold.apply(Dispatch(name, NOON))
    assert [record.id for record in fold.due_every(NOON + 5 * MINUTE)] == ["z", "y", "x"]


@pytest.mark.req("SCH-8")
def test_the_last_millisecond_of_the_years_is_a_target():
    fold = created(Fold(), every("a", target=MAX_MS - 5 * MINUTE))
    assert fold.apply(Dispatch("a", MAX_MS - 1)).after == every("a", target=MAX_MS)
    assert fold.apply(Dispatch("a", MAX_MS)).after is None


@pytest.mark.req("SCH-8")
def test_a_record_that_runs_out_of_years_ends_and_keeps_its_id():
    fold = created(Fold(), every("a", target=MAX_MS - 1))
    assert fold.apply(Dispatch("a", MAX_MS)).after is None
    assert not fold.active
    assert fold.was_used("a")
    with pytest.raises(ScheduleError, match=r'used id: expected an id never used before, found "a" again, ended since'):
        fold.apply(Create(every("a")))


@pytest.mark.req("SCH-9")
def test_a_one_shot_may_be_dispatched_before_its_target():
    fold = created(Fold(), at("a", target=MAX_MS))
    assert fold.apply(Dispatch("a")).before == at("a", target=MAX_MS)


@pytest.mark.req("SCH-7")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            Create(at("a")),
            'seq 12: create with a used id: expected an id never used before, found "a" again, active since',
        ),
        (
            Create(at("gone")),
            'seq 12: create with a used id: expected an id never used before, found "gone" again, ended since',
        ),
        (Delete("x"), 'seq 12: delete of an id that is not active: expected an active id, found "x", an unknown one'),
        (
            Delete("gone"),
            'seq 12: delete of an id that is not active: expected an active id, found "gone", an ended one',
        ),
        (
            Dispatch("x"),
            'seq 12: dispatch of an id that is not active: expected an active id, found "x", an unknown one',
        ),
        (
            Dispatch("a", NOON),
            'seq 12: dispatch of one-shot "a": expected no acceptedAt, found acceptedAt 2026-08-07T12:00:00.000Z',
        ),
        (Dispatch("e"), 'seq 12: dispatch of every "e": expected an acceptedAt, found none'),
        (
            Dispatch("e", NOON - 1),
            (
                'seq 12: dispatch of "e" at a decision time that cannot be: expected acceptedAt from'
                " 2026-08-07T12:00:00.000Z to 9999-12-31T23:59:59.999Z, found 2026-08-07T11:59:59.999Z"
            ),
        ),
    ],
)
def test_refusals_name_seq_rule_and_both_values(change, message):
    fold = created(Fold(), at("a"), every("e"), at("gone"))
    fold.apply(Delete("gone"))
    with pytest.raises(ScheduleError) as refusal:
        fold.apply(change, 12)
    assert refusal.value.message == message
    assert refusal.value.details["seq"] == 12
    assert list(fold.active) == ["a", "e"]


@pytest.mark.req("SCH-7")
def test_a_refusal_can_be_printed_whatever_the_id():
    fold = created(Fold(), at('a"b\n\x1b\u202e\ud800'))
    with pytest.raises(ScheduleError) as refusal:
        fold.apply(Create(at('a"b\n\x1b\u202e\ud800')))
    assert safe_line(refusal.value.message) == refusal.value.message


@pytest.mark.req("SCH-11")
@pytest.mark.parametrize(
    ("used", "allocated"),
    [
        ([], "schedule-1"),
        (["schedule-1"], "schedule-2"),
        (["schedule-2"], "schedule-3"),
        (["schedule-1", "schedule-3"], "schedule-4"),
        (["x"], "schedule-2"),
        (["schedule-4", "schedule-3", "x"], "schedule-5"),
        (["Schedule-2", "schedule-02"], "schedule-3"),
    ],
)
def test_new_ids_count_past_taken_ones(used, allocated):
    fold = created(Fold(), *map(at, used))
    assert fold.allocate() == allocated
    for name in used:
        fold.apply(Delete(name))
    assert fold.allocate() == allocated


class Counted(int):
    """A target that counts how often it is compared, which is what a heap's work consists of."""

    comparisons = 0

    def __lt__(self, other):
        Counted.comparisons += 1
        return int.__lt__(self, other)


@pytest.mark.req("SCH-12")
@pytest.mark.parametrize("changes", [200, 20_000])
def test_the_cost_of_a_change_does_not_grow_with_the_log(changes):
    fold = Fold()
    for number in range(changes):
        fold.apply(Create(at(f"old-{number}", target=NOON + number)))
        fold.apply(Dispatch(f"old-{number}"))
    for number in range(10):
        fold.apply(Create(every(f"e{number}", target=Counted(NOON))))
    Counted.comparisons = 0
    fold.apply(Create(at("new", target=Counted(NOON + 1))))
    fold.apply(Dispatch("e0", NOON))
    assert fold.next_target() == NOON
    assert Counted.comparisons < 20


@pytest.mark.req("SCH-12")
def test_what_is_remembered_stays_small_when_one_record_holds_the_rest_back():
    fold = created(Fold(), every("held", target=NOON), every("busy", target=NOON), at("late", target=MAX_MS))
    for number in range(5_000):
        fold.apply(Dispatch("busy", NOON + number * 5 * MINUTE))
        fold.apply(Create(at(f"n{number}", target=NOON + number)))
        fold.apply(Delete(f"n{number}"))
    assert len(fold._every) + len(fold._one_shot) < 200
    assert fold.next_target() == NOON
    assert [record.id for record in fold.due_every(MAX_MS)] == ["held", "busy"]


@pytest.mark.req("SCH-26")
def test_many_due_records_come_in_order_of_target_then_creation():
    targets = [NOON + (number * 7919) % 50 * MINUTE for number in range(500)]
    fold = created(Fold(), *(every(f"e{number}", target) for number, target in enumerate(targets)))
    due = fold.due_every(NOON + 25 * MINUTE)
    expected = sorted((target, number) for number, target in enumerate(targets) if target <= NOON + 25 * MINUTE)
    assert [record.id for record in due] == [f"e{number}" for _, number in expected]

"""What is delivered at one instant."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import MINUTE, NOON, after, at, created, every
from workbench.errors import ScheduleError
from workbench.schedule.changes import Dispatch
from workbench.schedule.decision import Batch, OneShot, Wait, decide
from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import occurrence
from workbench.time.instant import MAX_MS


@pytest.mark.req("SCH-26")
def test_nothing_active():
    assert decide(Fold(), NOON) == Wait(None)


@pytest.mark.req("SCH-26")
@pytest.mark.parametrize("record", [at(), after(), every()])
def test_due_means_reached(record):
    fold = created(Fold(), record)
    assert decide(fold, NOON - 1) == Wait(NOON)
    assert decide(fold, NOON) != Wait(NOON)


@pytest.mark.req("SCH-26")
@pytest.mark.parametrize(
    "records",
    list(
        itertools.permutations(
            [at("late", NOON - 1), after("early", NOON - 2), every("e", NOON - 9), every("f", NOON - 8)]
        )
    ),
)
def test_one_shots_singly_then_one_batch_whatever_the_order_of_creation(records):
    fold = created(Fold(), *records)
    assert decide(fold, NOON) == OneShot(after("early", NOON - 2))
    fold.apply(Dispatch("early"))
    assert decide(fold, NOON) == OneShot(at("late", NOON - 1))
    fold.apply(Dispatch("late"))
    batch = decide(fold, NOON)
    assert batch == Batch(NOON, (occurrence(every("e", NOON - 9), NOON), occurrence(every("f", NOON - 8), NOON)))
    for item in batch.items:
        fold.apply(Dispatch(item.record.id, batch.accepted))
    assert decide(fold, NOON) == Wait(NOON - 9 + 5 * MINUTE)


@pytest.mark.req("SCH-26")
def test_equal_targets_follow_creation():
    fold = created(Fold(), every("e2"), at("b"), every("e1"), at("a"))
    assert decide(fold, NOON).record.id == "b"
    fold.apply(Dispatch("b"))
    fold.apply(Dispatch("a"))
    assert [item.record.id for item in decide(fold, NOON).items] == ["e2", "e1"]


@pytest.mark.req("SCH-26")
def test_a_batch_is_ordered_by_stored_target_not_by_occurrence():
    slow = every("slow", NOON - 50 * MINUTE, seconds=3600)
    quick = every("quick", NOON - 20 * MINUTE)
    batch = decide(created(Fold(), quick, slow), NOON)
    assert [(item.record.id, item.at - NOON) for item in batch.items] == [("slow", -50 * MINUTE), ("quick", 0)]


@pytest.mark.req("SCH-26")
@given(st.lists(st.tuples(st.booleans(), st.integers(-60, 60)), max_size=20))
def test_a_decision_changes_nothing_and_acting_on_it_ends_in_a_wait(specs):
    records = [
        (every if recurring else at)(f"schedule-{number}", NOON + minutes * MINUTE)
        for number, (recurring, minutes) in enumerate(specs, 1)
    ]
    fold = created(Fold(), *records)
    batches = 0
    while not isinstance(decision := decide(fold, NOON), Wait):
        assert decide(fold, NOON) == decision
        if isinstance(decision, OneShot):
            assert batches == 0
            fold.apply(Dispatch(decision.record.id))
        else:
            batches += 1
            for item in decision.items:
                fold.apply(Dispatch(item.record.id, decision.accepted))
    assert batches <= 1
    assert decision.target == min((record.target for record in fold.active.values()), default=None)


@pytest.mark.req("SCH-26")
def test_past_the_last_year_only_one_shots_can_be_delivered():
    assert decide(created(Fold(), at()), MAX_MS + 1) == OneShot(at())
    with pytest.raises(ScheduleError):
        decide(created(Fold(), every()), MAX_MS + 1)

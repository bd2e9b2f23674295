"""Occurrence arithmetic against a model that walks from target to target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import MINUTE, NOON, after, at, every, every_records, instants
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Dispatch
from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import Occurrence, occurrence
from workbench.time.instant import MAX_MS, MIN_MS


def walked(record, accepted):
    """The same answer, found by listing every missed target."""
    step = record.seconds * 1000
    due = [record.target]
    while due[-1] + step <= accepted:
        due.append(due[-1] + step)
    following = due[-1] + step
    return Occurrence(record, due[-1], following if following <= MAX_MS else None, len(due) - 1)


@pytest.mark.req("SCH-8")
@given(st.integers(300, 100_000), instants, st.integers(0, 10**10))
def test_it_agrees_with_walking(seconds, target, late):
    record = every(target=target, seconds=seconds)
    accepted = min(target + late, MAX_MS)
    assert occurrence(record, accepted) == walked(record, accepted)


@pytest.mark.req("SCH-8")
@given(every_records, st.data())
def test_what_is_delivered_is_the_latest_due_target_on_the_grid(record, data):
    accepted = data.draw(st.integers(record.target, MAX_MS))
    found = occurrence(record, accepted)
    step = record.seconds * 1000
    assert record.target <= found.at <= accepted < found.at + step
    assert found.at == record.target + found.passed * step
    assert found.next_target == (found.at + step if found.at + step <= MAX_MS else None)


@pytest.mark.req("SCH-8")
@given(
    st.integers(MIN_MS, MAX_MS - 10**9),
    st.integers(300, 10_000),
    st.lists(st.integers(0, 10**12) | st.integers(0, 10**6), max_size=20),
)
def test_every_target_for_ever_stays_on_the_anchor(created, seconds, delays):
    step = seconds * 1000
    fold = Fold()
    fold.apply(Create(every("a", target=created + step, seconds=seconds)))
    decided = created
    for delay in delays:
        record = fold.active.get("a")
        if record is None:
            break
        assert (record.target - (created + step)) % step == 0
        decided = max(decided + delay, record.target)
        if decided > MAX_MS:
            break
        fold.apply(Dispatch("a", decided))
        assert all(later.target > decided for later in fold.active.values())


@pytest.mark.req("SCH-8")
@pytest.mark.parametrize(
    ("late", "at_minute", "passed"),
    [
        (0, 0, 0),
        (1, 0, 0),
        (5 * MINUTE - 1, 0, 0),
        (5 * MINUTE, 5, 1),
        (172 * MINUTE, 170, 34),
        (525_600 * MINUTE, 525_600, 105_120),
    ],
)
def test_catch_up(late, at_minute, passed):
    found = occurrence(every(), NOON + late)
    assert (found.at, found.passed) == (NOON + at_minute * MINUTE, passed)
    assert found.next_target == found.at + 5 * MINUTE


@pytest.mark.req("SCH-8")
@pytest.mark.parametrize(
    ("target", "accepted", "following"),
    [
        (MAX_MS, MAX_MS, None),
        (MAX_MS - 300_000, MAX_MS - 300_000, MAX_MS),
        (MAX_MS - 300_000, MAX_MS - 1, MAX_MS),
        (MAX_MS - 300_000, MAX_MS, None),
        (MAX_MS - 299_999, MAX_MS - 299_999, None),
        (MIN_MS, MAX_MS, None),
    ],
)
def test_the_last_year(target, accepted, following):
    assert occurrence(every(target=target), accepted).next_target == following


@pytest.mark.req("SCH-8", "SCH-9")
@pytest.mark.parametrize("record", [at(), after()])
@pytest.mark.parametrize("accepted", [MIN_MS, NOON - 1, NOON, MAX_MS, MAX_MS + 1])
def test_a_one_shot_delivers_its_target_and_ends(record, accepted):
    assert occurrence(record, accepted) == Occurrence(record, NOON, None, 0)


@pytest.mark.req("SCH-7")
@pytest.mark.parametrize(
    ("accepted", "found"),
    [(NOON - 1, "2026-08-07T11:59:59.999Z"), (MAX_MS + 1, "253402300800000 ms"), (MIN_MS, "0001-01-01T00:00:00.000Z")],
)
def test_a_decision_time_that_cannot_be(accepted, found):
    with pytest.raises(ScheduleError, match=f"from 2026-08-07T12:00:00.000Z to 9999.*found {found}") as refusal:
        occurrence(every(), accepted)
    assert refusal.value.code == "corrupt_schedule_log"

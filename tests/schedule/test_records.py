"""Views, ids asked for, previews, and the fold of a list of events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import MINUTE, NOON, after, at, every, every_records, instants, records
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Delete, Dispatch, change_json
from workbench.schedule.fold import Fold
from workbench.schedule.manage import check_delete_id
from workbench.schedule.preview import targets
from workbench.schedule.records import record_json, state_of, view_json
from workbench.schedule.replay import check_seed_length, fold_events
from workbench.time.instant import MAX_MS


@pytest.mark.req("SCH-21")
@pytest.mark.parametrize(("now", "state"), [(NOON - 1, "scheduled"), (NOON, "overdue"), (NOON + 1, "overdue")])
@pytest.mark.parametrize("record", [at(), after(), every()])
def test_views(record, now, state):
    assert state_of(record, now) == state
    view = view_json(record, now)
    assert view == {**record_json(record), "state": state, "deliveryMode": "session-local"}
    assert list(view) == [*record_json(record), "state", "deliveryMode"]


@pytest.mark.req("SCH-21")
@given(records, instants)
def test_a_view_is_the_record_and_two_keys(record, now):
    view = view_json(record, now)
    assert view.pop("deliveryMode") == "session-local"
    assert view.pop("state") in {"scheduled", "overdue"}
    assert view == record_json(record)


@pytest.mark.req("SCH-22")
@pytest.mark.parametrize("value", ["schedule-1", "x", "a b", "\x1c", "ünï☕", "\ud800"])
def test_ids_that_can_be_asked_for(value):
    assert check_delete_id(value) == value


@pytest.mark.req("SCH-22", "SCH-25")
@pytest.mark.parametrize("value", ["", " ", " x", "x\n", "\ufeffx", None, 5, True, [], {}])
def test_ids_that_cannot(value):
    with pytest.raises(ScheduleError, match="id must be non-empty text") as refusal:
        check_delete_id(value)
    assert refusal.value.code == "invalid_rule"


@pytest.mark.req("BEN-15")
@pytest.mark.parametrize(
    ("record", "count", "after_ms", "minutes"),
    [
        (at(), 5, None, [0]),
        (at(), 5, NOON - 1, [0]),
        (at(), 5, NOON, []),
        (at(), 0, None, []),
        (every(), 3, None, [0, 5, 10]),
        (every(), 3, NOON - 1, [0, 5, 10]),
        (every(), 3, NOON, [5, 10, 15]),
        (every(), 2, NOON + 5 * MINUTE - 1, [5, 10]),
        (every(), 2, NOON + 5 * MINUTE, [10, 15]),
        (every(), 0, None, []),
        (every(), -1, None, []),
    ],
)
def test_previews(record, count, after_ms, minutes):
    assert targets(record, count, after_ms) == [NOON + minute * MINUTE for minute in minutes]


@pytest.mark.req("BEN-15")
def test_a_preview_stops_at_the_last_year():
    assert targets(every(target=MAX_MS - 5 * MINUTE), 9) == [MAX_MS - 5 * MINUTE, MAX_MS]
    assert targets(every(target=MAX_MS - 5 * MINUTE), 9, after=MAX_MS) == []


@pytest.mark.req("BEN-15")
@given(every_records, st.integers(0, 6), st.data())
def test_a_preview_is_what_dispatching_in_time_delivers(record, count, data):
    fold = Fold()
    fold.apply(Create(record))
    aimed = []
    while record.id in fold.active and len(aimed) < count:
        target = fold.active[record.id].target
        aimed.append(target)
        fold.apply(Dispatch(record.id, target))
    assert targets(record, count) == aimed
    cut = data.draw(instants)
    later = targets(record, count, cut)
    assert all(target > cut and (target - record.target) % (record.seconds * 1000) == 0 for target in later)


def event(change):
    return {"type": "schedule/change", "data": change_json(change)}


@pytest.mark.req("SCH-10")
@pytest.mark.parametrize(
    ("seed", "active"),
    [(0, ["a", "b"]), (1, ["b"]), (2, ["b"]), (3, []), (3.0, [])],
)
def test_a_fork_folds_only_what_follows_its_seed(seed, active):
    events = [event(Create(at("a"))), {"type": "turn/start", "data": {"turn": 1}}, event(Create(at("b")))]
    assert list(fold_events(events, seed).active) == active


@pytest.mark.req("SCH-10")
def test_a_fork_may_use_an_inherited_id_again_but_not_end_it():
    events = [event(Create(at("a"))), event(Create(every("a")))]
    assert fold_events(events, 1).active == {"a": every("a")}
    with pytest.raises(ScheduleError, match=r"^seq 1: "):
        fold_events([event(Create(at("a"))), event(Delete("a"))], 1)


@pytest.mark.req("SCH-10")
def test_what_is_broken_inside_the_seed_does_not_count():
    assert fold_events([{"type": "schedule/change"}, event(Create(at("a")))], 1).used_ids == ("a",)


@pytest.mark.req("SCH-7", "SCH-10")
@pytest.mark.parametrize("seed", [-1, 3, 0.5, True, "1", None, [], 10**30])
def test_a_seed_outside_the_log(seed):
    with pytest.raises(ScheduleError, match="from 0 to 2, the number of events") as refusal:
        check_seed_length(seed, 2)
    assert refusal.value.code == "corrupt_schedule_log"


@pytest.mark.req("SCH-7")
@pytest.mark.parametrize("broken", [{"type": "schedule/change"}, {"type": "schedule/change", "data": None}])
def test_a_change_without_data_names_its_seq(broken):
    with pytest.raises(ScheduleError, match=r"^seq 1: ") as refusal:
        fold_events([event(Create(at("a"))), broken])
    assert refusal.value.code == "corrupt_schedule_log"


def test_other_events_do_not_count():
    assert fold_events([{"type": "schedule/changed", "data": 5}, {"type": "Schedule/change"}, {}]).used_count == 0

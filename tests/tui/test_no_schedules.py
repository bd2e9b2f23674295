"""What the schedules pane says where there are none, or where they are over, inherited or filtered away."""

from dataclasses import replace

import pytest

from support.scheduled import pane_app
from support.tellings import (
    NOW,
    ROWS,
    FakeHistory,
    make_scene,
    make_view,
    rows_of,
)
from workbench.fronts.tui.panes.noschedules import inherited
from workbench.fronts.tui.panes.scene import Filter
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.text.jsontext import encode


async def said(tmp_path, view, **scene) -> list[str]:
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(view, **scene))
        await pilot.pause()
        return [row.strip("│ ") for row in rows_of(app)]


def fork_index(*changes: dict[str, object], opened: bool = False) -> LogIndex:
    """An index of a fork: these changes inherited, then the boundary, one event more."""
    index = LogIndex(None)  # nothing is ever read from a file
    events = [("schedule/change", {"version": 1, **change}) for change in changes]
    events[1:1] = [("session/end-seed", {})] if opened else []
    for kind, data in (*events, ("session/end-seed", {}), ("turn/start", {"turn": 1})):
        seq = index.rows
        index.add(TYPE_CODE[kind], seq, NOW, encode({"type": kind, "seq": seq, "time": NOW, "data": data}))
    return index


CHANGES = (
    {"operation": "create", "schedule": {"id": "schedule-1", "kind": "every"}},
    {"operation": "create", "schedule": {"id": "schedule-2", "kind": "at"}},
    {"operation": "create", "schedule": {"id": "schedule-3", "kind": "after"}},
    {"operation": "dispatch", "id": "schedule-1", "acceptedAt": "2026-08-07T09:00:00.000Z"},
    {"operation": "dispatch", "id": "schedule-2"},
)


def fork_view(*changes: dict[str, object], opened: bool = False):
    index = fork_index(*changes, opened=opened)
    seeds = index.rows - 1
    return make_view(
        schedules=(), active=0, move=None, index=index, rows=index.rows, events=index.rows, seed_length=seeds,
        parent="overnight", history=FakeHistory(seed_row=seeds),
    )  # fmt: skip


@pytest.mark.req("LOG-18")
async def test_a_fork_says_that_it_adopted_nothing(tmp_path):
    rows = await said(tmp_path, fork_view(*CHANGES), selected=None)
    assert "0 active  0 adopted" in rows[0]
    assert rows[2:5] == [
        "0 schedules adopted", "the parent's 2 stay in the history above and never",
        "fire here; ids start again at schedule-1",
    ]  # fmt: skip


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(
    "view",
    [
        fork_view(*CHANGES, opened=True),
        fork_view({"operation": "create"}),
        replace(fork_view(*CHANGES), history=None),
        replace(fork_view(*(CHANGES[0],) * 600), parent="overnight"),
    ],
    ids=["opened before", "odd data", "no history", "many changes"],
)
async def test_a_fork_does_not_guess_how_many_there_were(tmp_path, view):
    assert inherited(view) is None
    rows = await said(tmp_path, view, selected=None)
    assert rows[3] == "the parent's schedules stay in the history above"


@pytest.mark.req("TUI-5")
async def test_a_pane_whose_records_have_all_ended_says_so(tmp_path):
    history = FakeHistory()
    history.records = 2
    rows = await said(tmp_path, make_view(schedules=(), active=0, move=None, history=history))
    assert rows[2] == "No schedule is waiting; 2 have ended."
    history.records = 1
    rows = await said(tmp_path, make_view(schedules=(), active=0, move=None, history=history))
    assert rows[2] == "No schedule is waiting; 1 has ended."


@pytest.mark.req("LOG-18")
async def test_a_low_pane_leaves_blank_rows_out_before_what_it_says(tmp_path):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(66, 5)) as pilot:
        pane.show(make_scene(fork_view(*CHANGES), selected=None))
        await pilot.pause()
        assert [row.strip("│ ") for row in rows_of(app)[1:4]] == [
            "0 schedules adopted", "the parent's 2 stay in the history above and never",
            "fire here; ids start again at schedule-1",
        ]  # fmt: skip


async def test_what_an_empty_pane_says(tmp_path):
    none = {"schedules": (), "active": 0, "move": None}
    rows = await said(tmp_path, make_view(**none))
    assert rows[2:5] == ["No schedules in this session.", "", "s creates one and shows its next five targets"]
    rows = await said(tmp_path, make_view(**none, drivable=False))
    assert rows[4] == "Schedules that the log creates appear here."
    rows = await said(tmp_path, make_view(schedules_known=False, problem="row 3 breaks a rule"))
    assert rows[2:5] == ["Schedules could not be read", "", "corrupt_schedule_log: row 3 breaks a rule"]
    rows = await said(tmp_path, None, filter=Filter("schedules", "nothing has this"))
    assert rows[2:5] == ["No schedule contains that.", "", "esc shows all of them again"]


@pytest.mark.parametrize(
    ("wanted", "left"),
    [("KEYS", ["schedule-3"]), ("schedule-", None), ("ended", ["schedule-5", "schedule-4"]), ("10m", ["schedule-2"])],
)
async def test_a_filter_leaves_the_rows_that_contain_its_text(tmp_path, wanted, left):
    pane, app = pane_app(tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(filter=Filter("schedules", wanted)))
        await pilot.pause()
        rows = [pane.record_at(row) for row in range(1, pane.row_count())]
        assert [row.id for row in rows] == (left or [row.id for row in ROWS])
        assert ("1 of 7" in rows_of(app)[0]) == (left is not None and len(left) == 1)
        pane.show(make_scene(filter=Filter("transcript", wanted)))
        assert pane.row_count() == 1 + len(ROWS)

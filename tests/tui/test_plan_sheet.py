"""What is ahead: the turns that would run at idle and the next targets, local time shifts marked, at every size."""

import pytest
from rich.cells import cell_len

from support.dialogs import opened, screen_rows
from support.screens import fill, scene, session, settled, until
from support.tellings import MINUTE, NOW, at
from workbench.bench.forecast import PlannedTurn, Target, preview
from workbench.fronts.tui.dialogs.outlook import PlanSheet
from workbench.fronts.tui.panes.plantext import Outlook, plan_lines
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.fronts.tui.theme.paint import fit
from workbench.schedule.changes import Create
from workbench.schedule.fold import Fold
from workbench.schedule.occurrence import Occurrence
from workbench.schedule.records import Record
from workbench.time.zones import UTC, load_zone

pytestmark = pytest.mark.req("BEN-15")
BERLIN = load_zone("Europe/Berlin")
BEFORE_AUTUMN = at("2026-10-24T21:00:00.000Z")


def record(name, kind="every", target=NOW - 20 * MINUTE, prompt="check the build"):
    return Record(name, kind, prompt, 600 if kind == "every" else 0, target)


def turns():
    once, poll, check = record("schedule-5", "at", NOW - 80 * MINUTE), record("schedule-2"), record("schedule-1")
    return (
        PlannedTurn("prompt"),
        PlannedTurn("one-shot", (Occurrence(once, once.target, None, 0),)),
        PlannedTurn("batch", (Occurrence(poll, NOW, NOW + 10 * MINUTE, 2),
                              Occurrence(check, NOW - 20 * MINUTE, NOW + 40 * MINUTE, 0))),
    )  # fmt: skip


def over_autumn():
    """Six hours from before the night in which Berlin's clocks go back."""
    fold = Fold()
    fold.apply(Create(Record("schedule-7", "every", "look", 3600, BEFORE_AUTUMN + 60 * MINUTE)))
    return tuple(preview(fold, BEFORE_AUTUMN, BERLIN, 6))


def outlook(**changes):
    known = {"now": NOW, "turns": turns(), "targets": (Target("schedule-2", NOW + 10 * MINUTE, None),), "zone": BERLIN}
    return Outlook(**{**known, "hold": "waiting for idle", **changes})


def text_of(lines):
    return ["".join(span.text for span in (*line.spans, *line.right)) for line in lines]


@pytest.mark.req("TUI-1", "TUI-7")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-color"])
async def test_the_sheet(golden, tmp_path, monkeypatch, size, colour):
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    async with opened(PlanSheet(outlook()), tmp_path, size) as (app, pilot):
        await pilot.pause()
        frame = "".join(f"{row.rstrip()}\n" for row in screen_rows(app))
        golden.check(frame, f"plan.{size[0]}x{size[1]}.txt")


def test_the_rows_at_which_local_time_shifts_are_marked():
    rows = text_of(plan_lines(outlook(now=BEFORE_AUTUMN, turns=(), targets=over_autumn()), RICH, 80))
    shift = next(row for row, text in enumerate(rows) if "local time shifts, +02:00 → +01:00" in text)
    assert "Sun 02:00:00+01" in rows[shift + 1]
    assert "shifted" in rows[shift + 1]
    assert "Sun 02:00:00+02" in rows[shift - 1]
    assert sum("shift" in text for text in rows) == 2


def test_turns_are_in_the_order_in_which_they_would_run():
    rows = text_of(plan_lines(outlook(), RICH, 100))
    found = [row for row in rows if row[:4].strip().isdigit()]
    assert [row.split()[0] for row in found] == ["1", "2", "3"]
    assert "a prompt that is queued" in found[0]
    assert "schedule-5" in found[1]
    assert "1h 20m late" in found[1]
    assert "one batch of 2" in found[2]
    assert any("schedule-2" in row and "2 targets passed" in row for row in rows)
    assert any("held back now: waiting for idle" in row for row in rows)


def test_nothing_ahead_is_said():
    rows = "\n".join(text_of(plan_lines(outlook(turns=(), targets=(), hold=""), RICH, 60)))
    assert "Nothing is due: no turn would run." in rows
    assert "No schedule is active." in rows


@pytest.mark.parametrize("cells", [20, 38, 60, 102])
def test_every_row_fits(cells):
    for line in plan_lines(outlook(), RICH, cells):
        assert sum(cell_len(span.text) for span in fit(line, cells)) == cells


@pytest.mark.parametrize("size", [(120, 40), (40, 12)], ids=["120x40", "40x12"])
async def test_the_key_opens_it_and_it_scrolls_and_closes(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await pilot.press("b")
        await settled(pilot)
        await pilot.press("j")
        await fill(pilot, "3h")
        await settled(pilot)
        await pilot.press("P")
        await until(pilot, lambda: isinstance(app.screen, PlanSheet))
        await pilot.pause()
        region = app.screen.query_one("#plan").region
        rows = [row[region.x : region.right] for row in screen_rows(app)[region.y : region.bottom]]
        assert any("schedule-3" in row for row in rows)
        # The narrow sheet begins with the turns and has no room for more.
        assert size[0] < 60 or any("overdue" in row for row in rows)
        await pilot.press("end")
        await pilot.pause()
        rows = [row[region.x : region.right] for row in screen_rows(app)[region.y : region.bottom]]
        assert "schedule-1" in rows[-2]
        assert " in " in rows[-2]
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is session(app)


@pytest.mark.req("BEN-16")
async def test_in_the_past_it_is_what_was_ahead_then(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("u", "n", "n", "n")
        await settled(pilot)
        events = scene(app).view.events
        await pilot.press("t", "p", "p", "p", "p", "p", "p", "P")
        await until(pilot, lambda: isinstance(app.screen, PlanSheet))
        await pilot.pause()
        rows = screen_rows(app)
        assert any(f"at {scene(app).past.seq}" in row for row in rows)
        assert any("09:20:00.000" in row or "11:20:00" in row for row in rows)
        assert scene(app).view.events == events


def test_in_utc_the_times_are_said_once_with_their_weekday():
    rows = text_of(plan_lines(outlook(zone=UTC), RICH, 50))
    assert any("Fri 09:10:01" in row for row in rows)

"""Driving a fork and its parent from their comparison, alone and together."""

import pytest

from support.comparing import HOUR, MINUTE, OWN, PARENT, comparing, comparison, now_of, part, rest, rows
from support.screens import fill, press, until
from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.fronts.tui.compare.screen import CompareScreen


@pytest.mark.req("BEN-2")
async def test_a_move_drives_the_side_with_the_focus_alone(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        before = now_of(app, PARENT), now_of(app, OWN)
        await pilot.press("a")
        await fill(pilot, "15m")
        await rest(pilot)
        assert (now_of(app, PARENT), now_of(app, OWN)) == (before[0], before[1] + 15 * MINUTE)
        await pilot.press("tab", "a")
        await fill(pilot, "20m")
        await rest(pilot)
        assert now_of(app, PARENT) == before[0] + 20 * MINUTE
        assert comparison(app).sides[PARENT].view.move.turns == 2


@pytest.mark.req("BEN-2")
async def test_together_both_sides_are_driven_and_the_bar_says_what_each_did(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("t")
        assert "driven" in part(app, "parent-log")[0]
        assert "driven" in part(app, "child-log")[0]
        await pilot.press("j")
        await fill(pilot, "2026-08-07 15:00")
        await rest(pilot)
        assert now_of(app, PARENT) == now_of(app, OWN)
        assert "parent 1 turn, 1 delivered, 16 passed; child 0 turns, 0 delivered" in rows(app)[1]
        assert any("asleep" in row for row in part(app, "parent-log"))
        assert any("asleep" in row for row in part(app, "child-log"))
        await pilot.press("t")
        assert "driven" not in part(app, "parent-log")[0]


async def test_say_reaches_both_sides(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("t", "i")
        await fill(pilot, "remind me in 5 minutes to stretch")
        await rest(pilot)
        for name in ("parent-log", "child-log"):
            assert any("remind me in 5 minutes to stretch" in row for row in part(app, name))
        await pilot.press(".")
        await rest(pilot)
        assert [side.view.move.delivered_count for side in comparison(app).sides] == [1, 1]


async def test_the_dialog_says_how_two_clocks_are_meant(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("j")
        await fill(pilot, "1h")
        await rest(pilot)
        await pilot.press("t", "a")
        await fill(pilot, "10m", enter=False)
        await pilot.pause()
        text = "\n".join(rows(app))
        assert "Advance both sides" in text
        assert "A length counts from each side's own clock" in text
        assert "each from its own clock" in text
        await pilot.press("escape")
        assert isinstance(app.screen, CompareScreen)


@pytest.mark.req("TUI-5")
async def test_esc_stops_both_sides_between_two_events(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("t", "i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        before = now_of(app, OWN)
        await pilot.press("a")
        await fill(pilot, "60 days", enter=False)
        press(app, "enter")
        await until(pilot, lambda: all(side.scene.progress is not None for side in comparison(app).sides))
        await until(pilot, lambda: rows(app)[0].startswith(" parent advancing"))
        await until(pilot, lambda: all(side.view.now > before for side in comparison(app).sides))
        assert rows(app)[1].startswith(" child advancing")
        assert "esc stops" in rows(app)[0]
        press(app, "escape")
        await rest(pilot)
        for side in comparison(app).sides:
            assert before < side.view.now < before + 60 * 24 * HOUR
            assert side.view.move.note == "stopped"
        assert not comparison(app).mover.timers
        assert isinstance(app.screen, CompareScreen)


async def test_what_one_side_refuses_is_said_with_its_name(open_app, monkeypatch):

    async with comparing(open_app) as pilot:
        app = pilot.app

        def refuse(bench, text, zone=None):
            raise WorkbenchError("locked", "another program writes this log")

        await pilot.press("tab")
        monkeypatch.setattr(Bench, "say", refuse)
        await pilot.press("i")
        await fill(pilot, "hello")
        await rest(pilot)
        assert "× locked: the parent: another program writes this log" in rows(app)[1]
        assert not comparison(app).sides[PARENT].moving


async def test_a_large_advance_is_asked_about_for_the_side_it_is_of(open_app):
    async with comparing(open_app) as pilot:
        app = pilot.app
        await pilot.press("i")
        await fill(pilot, "every 5 minutes hum")
        await rest(pilot)
        before = now_of(app, OWN)
        await pilot.press("a")
        await fill(pilot, "3000 days", enter=False)
        press(app, "enter")
        await until(pilot, lambda: any("on the child's side" in row.lower() for row in rows(app)))
        press(app, "n")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await rest(pilot)
        assert now_of(app, OWN) == before
        assert not comparison(app).mover.timers

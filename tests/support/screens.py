"""Running the screen in tests: waiting for what the driver's thread does, typing, and a session worth looking at."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.screens.session import SessionScreen

START = 1_785_920_400_000  # 2026-08-05T09:00:00.000Z
QUICK = BenchOptions(fsync=False)
_ROUNDS = 2000


def make_overnight(home: Path) -> Path:
    """A session with every kind of record, prompts in three scripts, two records delivered, and a plan."""
    bench = Bench.new(home, start=START, zone="Europe/Berlin", session_id="overnight", cwd="/srv/demo", options=QUICK)
    for text in (
        "every 10 minutes check the build",
        "every 30 minutes 轮换值班密钥 keys",
        "remind me in 20 minutes to stretch",
        "remind me in 90 minutes to post 🚀 notes to Dana 👩‍👩‍👧 🇩🇪🇫🇷",
        "at 2026-11-01 01:30 America/New_York call the lab",
    ):
        bench.say(text)
    todos = [
        {"content": "Review the scope", "status": "completed"},
        {"content": "预订去 Köln 的火车", "status": "pending"},
    ]
    bench.call("todo_write", {"todos": todos}, front="test")
    for _ in bench.advance(by=15 * 60_000):
        pass
    bench.close()
    return bench.path


def session(app: App[Any]) -> SessionScreen:
    """The session screen, whatever lies over it."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, SessionScreen))


def scene(app: App[Any]) -> Scene:
    """What the session screen draws from."""
    return session(app).scene


def pane(app: App[Any], name: str) -> Any:
    """A pane of the session screen by its id."""
    return session(app).query_one(f"#{name}", Pane)


def pane_text(app: App[Any], name: str) -> list[str]:
    """The rows of a pane as text, frame included."""
    region = pane(app, name).region
    strips = app.screen._compositor.render_strips()[region.y : region.bottom]
    return [strip.crop(region.x, region.right).text for strip in strips]


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Let the app work until ``condition`` holds."""
    # A pilot's own pause waits until the process is idle, which it is not while time is being moved.
    for _ in range(_ROUNDS):
        await asyncio.sleep(0.005)
        if condition():
            await pilot._wait_for_screen()
            return
    raise AssertionError("the app never got there")


async def settled(pilot: Pilot[Any]) -> None:
    """Let the app work until no move is under way."""
    await until(pilot, lambda: scene(pilot.app).moving is None)


async def fill(pilot: Pilot[Any], text: str, *, enter: bool = True) -> None:
    """Put ``text`` into the dialog's field, as a paste would, and press enter."""
    await until(pilot, lambda: pilot.app.screen.query("#text"))
    pilot.app.screen.query_one("#text").value = text
    await pilot.pause()
    if enter:
        await pilot.press("enter")


def press(app: App[Any], key: str) -> None:
    """Press a key without waiting for its effect: a pilot waits for idleness, which a move under way has none of."""
    app.simulate_key(key)

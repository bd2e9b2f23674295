"""A walk through every screen, pane and dialog of the program, stopping at each to be looked at.

Owns the way. What is looked for at a stop, such as colours, signs or hostile text, is each test's own.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from textual.pilot import Pilot

from support.screens import fill, scene, session, settled, until
from workbench.fronts.tui.screens.session import SessionScreen

PANES: Final = {"transcript": "1", "schedules": "2", "todos": "3", "timeline": "7"}
DIALOGS: Final = {
    "help": "question_mark", "palette": "colon", "advance": "a", "jump": "j", "say": "i", "create": "s", "fork": "f",
    "go to": "g", "zone": "Z", "theme": "T", "write": "w",
}  # fmt: skip
SLEPT: Final = "2h 52m"


async def through_a_session(pilot: Pilot[Any]) -> AsyncIterator[str]:
    """The session screen on a log that can be driven: at rest, its dialogs, after a jump, held, in the past."""
    app = pilot.app
    yield "opened"
    for name, key in PANES.items():
        await pilot.press(key)
        await pilot.pause()
        yield name
    await pilot.press("1", "v")
    await pilot.pause()
    yield "all events"
    await pilot.press("v", "enter")
    await pilot.pause()
    yield "details"
    await pilot.press("escape", "z")
    await pilot.pause()
    yield "zoomed"
    await pilot.press("z")
    for name, key in DIALOGS.items():
        await pilot.press(key)
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.pause()
        yield name
        await back(pilot)
    await pilot.press("w", "s")
    await until(pilot, lambda: app.screen.query("#text"))
    await pilot.pause()
    yield "write where"
    await back(pilot)
    await pilot.press("slash")
    await pilot.pause()
    yield "filter"
    await pilot.press("escape")
    async for name in _moving(pilot):
        yield name


async def _moving(pilot: Pilot[Any]) -> AsyncIterator[str]:
    app = pilot.app
    await pilot.press("j")
    await fill(pilot, SLEPT)
    await settled(pilot)
    yield "jumped"
    await pilot.press("b")
    await settled(pilot)
    await pilot.press("a")
    await fill(pilot, "1h")
    await settled(pilot)
    yield "overdue"
    await pilot.press("y")
    await pilot.pause()
    yield "copied"
    await pilot.press("2", "d")
    await until(pilot, lambda: app.screen is not session(app))
    yield "delete"
    await back(pilot)
    await pilot.press("1", "t")
    await until(pilot, lambda: scene(app).past is not None)
    yield "past"
    for _ in range(3):
        before = scene(app).past
        await pilot.press("p")
        await until(pilot, lambda before=before: scene(app).past is not before)
    yield "earlier"
    await pilot.press("t")
    await until(pilot, lambda: scene(app).past is None)


async def back(pilot: Pilot[Any]) -> None:
    """Close what lies over the session screen."""
    for _ in range(4):
        if isinstance(pilot.app.screen, SessionScreen):
            return
        top = pilot.app.screen
        await pilot.press("escape")
        await until(pilot, lambda top=top: pilot.app.screen is not top)


def broken_logs(folder: Path, log: Path, name: str) -> list[Path]:
    """Logs that cannot be opened or only in part, with ``name`` in their paths."""
    folder = folder / name
    folder.mkdir(parents=True)
    data = log.read_bytes()
    made = {
        "torn.jsonl": data[:-20],
        "corrupt.jsonl": data.replace(b'"seq":5', b'"seq":7', 1),
        "foreign.jsonl": b"no log at all\n",
        "empty.jsonl": b"",
    }
    for file, content in made.items():
        (folder / file).write_bytes(content)
    return [folder / file for file in made]

"""The comparison screen in tests: opened by its key from a session screen, and what stands where on it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from support.repo import ROOT
from support.screens import QUICK, START, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.compare.screen import CompareScreen

LOGS = ROOT / "sessions/logs/none/_no-cwd"
CHILD = LOGS / "fork-child/session.jsonl"
PARENT, OWN = 0, 1
MINUTE, HOUR = 60_000, 3_600_000

Opening = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


@asynccontextmanager
async def comparing(open_app: Opening, path: Path = CHILD, **more: Any) -> AsyncIterator[Pilot[int]]:
    """The app on a fork's session screen, with the comparison opened over it and both sides known."""
    async with open_app(path, **more) as pilot:
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
        await compared(pilot)
        yield pilot


def comparison(app: App[Any]) -> CompareScreen:
    """The comparison, whatever lies over it."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, CompareScreen))


def rows(app: App[Any]) -> list[str]:
    """The rows of the screen as text."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def part(app: App[Any], name: str) -> list[str]:
    """The rows of a part as text, frame included."""
    region = comparison(app).query_one(f"#{name}").region
    return [row[region.x : region.right] for row in rows(app)[region.y : region.bottom]]


def marked(app: App[Any], name: str) -> list[str]:
    """The rows of a part that carry the mark of a difference, without their first cells."""
    return [row[3:].strip(" │") for row in part(app, name) if row[2:3] == "≠"]


def top_of(app: App[Any], number: int) -> Any:
    """What stands in the first row in sight of that side."""
    log = comparison(app).log_of(number)
    return log.rows.at(log.top_row)


def now_of(app: App[Any], number: int) -> int:
    """The clock of that side's bench."""
    view = comparison(app).sides[number].view
    assert view is not None
    return view.now


async def compared(pilot: Pilot[Any]) -> None:
    """Wait until both sides are open, or one is known to be missing, and everything wanted is compared."""

    def ready() -> bool:
        screen = comparison(pilot.app)
        return all(side.view is not None or side.missing for side in screen.sides) and not screen.lookout.busy

    await until(pilot, ready)


async def rest(pilot: Pilot[Any]) -> None:
    """Wait until neither side moves."""
    await until(pilot, lambda: not any(side.moving for side in comparison(pilot.app).sides))
    await compared(pilot)


def make_family(home: Path) -> Path:
    """A parent of one's own with three schedules, and a child that went another way; the child's log."""
    parent = Bench.new(home, start=START, zone="Europe/Berlin", session_id="night", options=QUICK)
    for text in (
        "every 10 minutes check the build",
        "every 30 minutes 轮换值班密钥 keys",
        "remind me in 2 hours to post 🚀 notes",
    ):
        parent.say(text)
    for _ in parent.advance(by=45 * MINUTE):
        pass
    child = parent.fork(session_id="day")
    parent.close()
    child.say("every 10 minutes check the build")
    child.say("remind me in 3 hours to call Dana")
    child.close()
    return child.path

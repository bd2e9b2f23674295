"""The screens that pictures are made of, each brought about by pressing keys in the program itself.

Owns the stories and their sizes. How a screen becomes a file is ``pictures``.
"""

import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from textual.pilot import Pilot

from support.repo import ROOT
from support.screens import QUICK, START, fill, make_overnight, scene, settled, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen

_LOGS: Final = ROOT / "sessions/logs/none/_no-cwd"
_ZONE: Final = "Europe/Berlin"
_SAID: Final = ("remind me in 50 minutes to water the plants", "every 45 minutes 💧 drink a glass of water")
_SLEPT: Final = "2h 52m"
_FLASH: Final = 0.5
_OTHERS: Final = {
    "客服值班 night 🌙": "every 20 minutes 检查值班电话",
    "release-train": "every 30 minutes look at the release train",
    "nightly-ci": "remind me in 20 hours to read the nightly build",
    "march-incident": "every 15 minutes look at the error rate",
    "legacy-import": "remind me in 2 hours to import the rest",
}
_DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "nightly-ci": lambda data: data[:-40],
    "march-incident": lambda data: data.replace(b'"seq":12,', b'"seq":14,', 1),
    "legacy-import": lambda data: data.replace(b'"version":0', b'"version":3', 1),
}
MINUTE: Final = 60_000
_WRITTEN: Final = START // 1000 + 2 * 86_400

Story = Callable[[Pilot[Any]], Awaitable[None]]


class Picture(NamedTuple):
    """One picture: its size in cells, what is opened (None: the session list), what is done, and the looks."""

    size: tuple[int, int]
    log: str | None
    story: Story
    theme: str | None = None
    ascii: bool = False
    no_color: bool = False
    before: Callable[[Path], None] | None = None


async def say(pilot: Pilot[Any], text: str) -> None:
    """Say something to the agent and let it answer."""
    events = scene(pilot.app).view.events
    await pilot.press("i")
    await fill(pilot, text)
    await until(pilot, lambda: scene(pilot.app).view.events > events)
    await settled(pilot)


async def night(pilot: Pilot[Any]) -> None:
    """Two more reminders, then a laptop that sleeps for some hours."""
    for text in _SAID:
        await say(pilot, text)
    await pilot.press("j")
    await fill(pilot, _SLEPT)
    await settled(pilot)
    await pilot.press("2")


async def travel(pilot: Pilot[Any]) -> None:
    """After the night, look at the session as it was a few changes earlier."""
    await night(pilot)
    await pilot.press("1", "t")
    await until(pilot, lambda: scene(pilot.app).past is not None)
    for _ in range(9):
        before = scene(pilot.app).past
        await pilot.press("p")
        await until(pilot, lambda before=before: scene(pilot.app).past is not before)


async def create(pilot: Pilot[Any]) -> None:
    """The form for a new schedule over the morning after, filled in across the night in which the clocks go back."""
    await night(pilot)
    await pilot.pause(_FLASH)
    await pilot.press("s")
    await until(pilot, lambda: pilot.app.screen.query("#prompt"))
    await pilot.press("right", "right")
    form = pilot.app.screen
    form.query_one("#prompt").value = "Send the sprint report 📮 to the team"
    form.query_one("#value").value = "3 weeks"
    form.query_one("#value").focus()
    await pilot.pause(_FLASH)


async def compare(pilot: Pilot[Any]) -> None:
    """A fork beside its parent, both driven for a while."""
    await pilot.press("m")
    await until(pilot, lambda: not isinstance(pilot.app.screen, SessionScreen))
    await pilot.pause(0.5)


async def sessions(pilot: Pilot[Any]) -> None:
    """The session list, every log of it read."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause(_FLASH)


async def states(pilot: Pilot[Any]) -> None:
    """A long move under way, the transcript scrolled away from its end."""
    await night(pilot)
    await pilot.press("1", "pageup")
    await pilot.press("a")
    await until(pilot, lambda: pilot.app.screen.query("#text"))
    pilot.app.screen.query_one("#text").value = "300d"
    pilot.app.simulate_key("enter")
    await until(pilot, lambda: scene(pilot.app).progress is not None)


async def faults(pilot: Pilot[Any]) -> None:
    """The faults, two of them armed."""
    await night(pilot)
    await pilot.press("x", "space", "+", *["down"] * 5, "space")
    await settled(pilot)


async def journal(pilot: Pilot[Any]) -> None:
    """The journal after a crash between queueing and the durable dispatch, and the repeat after it."""
    await night(pilot)
    await pilot.press("x", *["down"] * 5, "space", "escape")
    await settled(pilot)
    await pilot.press("n")
    await until(pilot, lambda: scene(pilot.app).view.mode == "cold")
    await settled(pilot)
    await pilot.press("r")
    await until(pilot, lambda: scene(pilot.app).view.mode == "live")
    await settled(pilot)
    await pilot.press("6")


def own_sessions(home: Path) -> None:
    """A data folder as it is after some weeks: sound logs, a fork, a torn, a corrupt and a foreign one."""
    overnight = make_overnight(home)
    bench = Bench.open(overnight, home=home, options=QUICK)
    fork = bench.fork(session_id="overnight-fork-1")
    bench.close()
    fork.close()
    logs = [overnight, fork.path]
    for name, said in _OTHERS.items():
        bench = Bench.new(home, start=START, zone=_ZONE, session_id=name, options=QUICK)
        bench.say(said)
        for _ in bench.advance(by=95 * MINUTE):
            pass
        bench.close()
        data = bench.path.read_bytes()
        bench.path.write_bytes(_DAMAGE.get(name, bytes)(data))
        logs.append(bench.path)
    # The list has what was written last at its top.
    for age, path in enumerate(logs):
        os.utime(path, (_WRITTEN - age, _WRITTEN - age))


PICTURES: Final[dict[str, Picture]] = {
    "main": Picture((120, 40), "overnight", night),
    "80x24": Picture((80, 24), "overnight", night),
    "40x12": Picture((40, 12), "overnight", night),
    "compare": Picture((120, 40), "fork-child", compare),
    "create": Picture((120, 40), "overnight", create),
    "travel": Picture((120, 40), "overnight", travel),
    "light": Picture((120, 40), "overnight", night, theme="workbench-light"),
    "sessions": Picture((120, 40), None, sessions, before=own_sessions),
    "no-color": Picture((120, 40), "overnight", night, no_color=True),
    "ansi": Picture((120, 40), "overnight", night, theme="ansi-dark"),
    "ascii": Picture((120, 40), "overnight", night, ascii=True),
    "journal": Picture((120, 40), "overnight", journal),
    "faults": Picture((120, 40), "overnight", faults),
    "states": Picture((120, 40), "overnight", states),
}


async def draw(picture: Picture, home: Path, keys: Sequence[str] = ()) -> str:
    """The picture's screen as SVG, after some further keys."""
    from workbench.fronts.tui.export.svg import screen_svg

    log = None if picture.log is None else _LOGS / picture.log / "session.jsonl"
    if picture.before is not None:
        picture.before(home)
    launch = Launch(target=log, home=home, zone=_ZONE, options=QUICK, theme=picture.theme, ascii=picture.ascii)
    app = WorkbenchApp(launch)
    try:
        async with app.run_test(size=picture.size) as pilot:
            if log is not None:
                await until(pilot, lambda: scene(app).view is not None)
            await picture.story(pilot)
            for key in keys:
                await pilot.press(key)
            # What was just delivered flashes for a moment; the picture is of what stays.
            await pilot.pause(_FLASH)
            strips = app.screen._compositor.render_strips()
            return screen_svg(strips, title="workbench", theme=app.terminal_theme())
    finally:
        launch.close()

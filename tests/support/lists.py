"""Session lists for tests: a data folder with a log in every state, and waiting until all of it was read."""

import os
import shutil
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from support.screens import QUICK, START, make_overnight, until
from workbench.bench.bench import Bench
from workbench.fronts.tui.panes.listing import ListingPane
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.copies import copy_for_simulation
from workbench.session.paths import log_path

WRITTEN = 1_785_931_200  # 2026-08-05T12:00:00Z, the last change of the newest file, in seconds


def make_sessions(home: Path, elsewhere: Path) -> dict[str, Path]:
    """One's own sessions, newest first by name: sound, forked, late, torn, damaged, of a newer format, and no log; and
    the copy of another program's log, which lies below ``elsewhere``. Their logs by name."""
    logs = {"overnight": make_overnight(home)}
    logs["overnight-fork"] = fork(home, logs["overnight"])
    logs["客服值班 night 🌙"] = late(home)
    for name, spoil in _SPOILT.items():
        logs[name] = log_path(home / "sessions", None, name)
        logs[name].parent.mkdir(parents=True)
        logs[name].write_bytes(spoil(logs["overnight"].read_bytes().replace(b',"cwd":"/srv/demo"', b"", 1), name))
    shutil.copytree(logs["overnight"].parent, elsewhere / "--srv-demo--" / "overnight")
    logs["source"] = elsewhere / "--srv-demo--" / "overnight" / "session.jsonl"
    logs["copy"] = copy_for_simulation(logs["source"], home)
    for age, log in enumerate(logs.values()):
        os.utime(log, (WRITTEN - 60 * age, WRITTEN - 60 * age))
    return logs


def fork(home: Path, parent: Path) -> Path:
    """A child with one schedule of its own."""
    bench = Bench.open(parent, home=home, options=QUICK)
    child = bench.fork(None, "overnight-fork")
    child.say("remind me in 4 hours to call")
    child.close()
    return child.path


def late(home: Path) -> Path:
    """A session whose agent was held for half a day: two records are overdue by its own clock."""
    bench = Bench.new(home, start=START, session_id="客服值班 night 🌙", cwd="/srv/demo", options=QUICK)
    bench.say("every 10 minutes look")
    bench.say("remind me in 25 minutes to stop")
    bench.hold()
    for _ in bench.advance(by=12 * 3_600_000):
        pass
    bench.say("still there?")
    bench.close()
    return bench.path


def _torn(data: bytes, name: str) -> bytes:
    return _named(data, name) + b'{"type":"turn/start","seq":'


def _damaged(data: bytes, name: str) -> bytes:
    lines = _named(data, name).splitlines(keepends=True)
    return b"".join(lines[:20] + lines[22:])


def _named(data: bytes, name: str) -> bytes:
    return data.replace(b'"id":"overnight"', f'"id":"{name}"'.encode(), 1)


_SPOILT = {
    "nightly-ci": _torn,
    "march-incident": _damaged,
    "legacy-import": lambda _, name: f'{{"type":"session","version":3,"id":"{name}","createdAt":1}}\n'.encode(),
    "garbage": lambda _data, _name: b"\0" * 500,
}


def listing(app: App[Any]) -> ListingPane:
    """The list's pane, whatever lies over it."""
    screen = next(screen for screen in reversed(app.screen_stack) if isinstance(screen, SessionsScreen))
    return screen.pane


async def all_read(pilot: Pilot[Any], at_least: int = 1) -> ListingPane:
    """Let the app work until everything in the list was read, the log under the cursor looked at."""

    def done() -> bool:
        if not isinstance(pilot.app.screen, SessionsScreen):
            return False
        return (
            not pilot.app.screen._reader.busy
            and len(listing(pilot.app).listing) >= at_least
            and not listing(pilot.app).totals().unread
        )

    await until(pilot, done)
    await pilot.pause()
    return listing(pilot.app)


async def choose(pilot: Pilot[Any], path: Path) -> None:
    """Put the cursor on the entry of ``path``."""
    pane = listing(pilot.app)
    row = pane.listing.row_of(path)
    assert row is not None, f"{path} is not in the list"
    pane.move_cursor(row + 1)
    await pilot.pause()


def rows(app: App[Any]) -> list[str]:
    """The rows of the screen as text."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def text_of(app: App[Any]) -> str:
    """All of them as one text."""
    return "\n".join(rows(app))

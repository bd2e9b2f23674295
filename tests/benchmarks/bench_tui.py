"""The screen on a log of a million events: first frame and key to paint, against an empty Textual app in the same run.

The first frame counts from the start of the process to the newest events on the terminal. A key counts from being
typed to the first byte that answers it; the empty app repaints one label at every key.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness import ROOT, Row

sys.path.insert(0, str(ROOT / "tests"))

from support.loggen import write_log
from support.terminal import Terminal

EMPTY = "from textual.app import App\nApp().run()"
LABEL = """
from textual.app import App
from textual.widgets import Static
class Label(App):
    n = 0
    def compose(self):
        yield Static('ready')
    def on_key(self, event):
        self.n += 1
        self.query_one(Static).update(f'key {self.n}')
Label().run()
"""
SCREEN = """
from pathlib import Path
from workbench.fronts.tui.app import run_app
run_app(Path({log!r}), home=Path({home!r}))
"""
DOWN, UP, PAGE_DOWN, PAGE_UP, HOME, END = "\x1b[B", "\x1b[A", "\x1b[6~", "\x1b[5~", "\x1b[H", "\x1b[F"
KEYS = [UP, UP, DOWN, PAGE_UP, UP, PAGE_UP, PAGE_DOWN, HOME, DOWN, PAGE_DOWN, END, UP]
LAST_ROW = b"\x1b[40;1H"
NEWEST = b"newest events"
READ = b"active"


def run(quick: bool) -> Iterator[Row]:
    """First frame through the entry point and through the command line, the rest of the screen, and keys."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "big.jsonl"
        events = 100_000 if quick else 1_000_000
        write_log(log, events)
        times = 3 if quick else 15
        screen = ["-c", SCREEN.format(log=str(log), home=str(Path(folder) / "home"))]
        command = ["-m", "workbench", "--home", str(Path(folder) / "home"), str(log)]
        yield from _first_frames(screen, command, times)
        yield from _keys(screen, 3 if quick else 12)


def _first_frames(screen: list[str], command: list[str], times: int) -> Iterator[Row]:
    samples = [
        (_paint(["-c", EMPTY], LAST_ROW), _paint(screen, NEWEST), _paint(command, NEWEST), _whole(screen))
        for _ in range(times)
    ]
    empty, own, through_cli, whole = (statistics.median(column) for column in zip(*samples, strict=True))
    against = "empty app"
    yield Row("first frame, newest page", own * 1000, "ms", empty * 1000, against, target=1.5)
    yield Row("the same from the command line", through_cli * 1000, "ms", empty * 1000, against)
    yield Row("index and schedules after it", (whole - own) * 1000, "ms", target=1500)


def _paint(arguments: list[str], mark: bytes) -> float:
    with Terminal(arguments) as terminal:
        return terminal.wait_for(mark) - terminal.started


def _whole(arguments: list[str]) -> float:
    with Terminal(arguments) as terminal:
        return terminal.wait_for(READ) - terminal.started


def _keys(screen: list[str], rounds: int) -> Iterator[Row]:
    with Terminal(["-c", LABEL]) as label, Terminal(screen) as own:
        label.wait_for(b"ready")
        own.wait_for(READ)
        label.settle()
        own.settle()
        pairs = [(_latency(own, key), _latency(label, key)) for _ in range(rounds) for key in KEYS]
    ours, yard = sorted(pair[0] for pair in pairs), sorted(pair[1] for pair in pairs)
    place = int(len(pairs) * 0.95)
    yield Row("key to paint, p95", ours[place] * 1000, "ms", yard[place] * 1000, "label app", target=1.3)
    yield Row("key to paint, median", ours[len(ours) // 2] * 1000, "ms", yard[len(yard) // 2] * 1000, "label app")


def _latency(terminal: Terminal, key: str) -> float:
    before = terminal.settle(0.05)
    typed = terminal.press(key)
    return terminal.wait_for(bool, after=before) - typed

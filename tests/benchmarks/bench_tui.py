"""The screen on a log of a million events: first frame and key to paint, against an empty Textual app in the same run.

The first frame counts from the start of the process to the newest events on the terminal. A key counts from being
typed to the first byte that answers it; the empty app repaints one label at every key. A whole page of rows costs
Textual itself more than a label does, so a bare page of rows is measured beside it.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from harness import ROOT, Row

sys.path.insert(0, str(ROOT / "tests"))

from support.loggen import write_log
from support.terminal import Terminal

Programs = dict[str, tuple[list[str], bytes]]

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
ROWS = """
from rich.segment import Segment
from textual.app import App
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
class Rows(ScrollView, can_focus=True):
    def on_mount(self):
        self.virtual_size = Size(54, 1_000_000)
        self.focus()
        self.call_after_refresh(self.go, 500_000)
    def go(self, by):
        self.scroll_relative(y=by, animate=False)
    def render_line(self, y):
        return Strip([Segment(f'{y + self.scroll_offset.y:>5}'), Segment(' a row of plain text '.ljust(47))], 52)
    def action_page_up(self):
        self.go(-30)
    def action_page_down(self):
        self.go(30)
    def action_scroll_up(self):
        self.go(-1)
    def action_scroll_down(self):
        self.go(1)
class Page(App):
    CSS = 'Rows {border: round white; width: 54; height: 100%; scrollbar-size: 0 0}'
    def compose(self):
        yield Rows()
Page().run()
"""
DOWN, UP, PAGE_DOWN, PAGE_UP = "\x1b[B", "\x1b[A", "\x1b[6~", "\x1b[5~"
ARROWS = (UP, UP, DOWN, UP, DOWN, DOWN, UP, UP)
PAGES = (PAGE_UP, PAGE_UP, PAGE_DOWN, PAGE_UP)
LAST_ROW = b"\x1b[40;1H"
NEWEST = b"newest events"
READ = b"10 active"


def run(quick: bool) -> Iterator[Row]:
    """First frame through the entry point and through the command line, the rest of the screen, and keys."""
    with tempfile.TemporaryDirectory() as folder:
        log, home = Path(folder) / "big.jsonl", Path(folder) / "home"
        write_log(log, 100_000 if quick else 1_000_000)
        # As after an installation: every module is compiled once, by the runs that are not counted.
        env = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        programs = {
            "empty": (["-c", EMPTY], LAST_ROW),
            "screen": (["-c", SCREEN.format(log=str(log), home=str(home))], NEWEST),
            "command": (["-m", "workbench", "--home", str(home), str(log)], NEWEST),
            "whole": (["-c", SCREEN.format(log=str(log), home=str(home))], READ),
        }
        yield from _first_frames(programs, env, 3 if quick else 15)
        yield from _keys(programs["screen"][0], env, 4 if quick else 25)


def _first_frames(programs: Programs, env: dict[str, str], times: int) -> Iterator[Row]:
    samples = [{name: _paint(*program, env) for name, program in programs.items()} for _ in range(times + 1)][1:]
    medians = {name: statistics.median(sample[name] for sample in samples) * 1000 for name in programs}
    empty = medians["empty"]
    yield Row("first frame, newest page", medians["screen"], "ms", empty, "empty app", target=1.5)
    yield Row("the same from the command line", medians["command"], "ms", empty, "empty app", target=1.5)
    yield Row("index and schedules after it", medians["whole"] - medians["screen"], "ms", target=1500)


def _paint(arguments: list[str], mark: bytes, env: dict[str, str]) -> float:
    with Terminal(arguments, env=env) as terminal:
        return terminal.wait_for(mark) - terminal.started


def _keys(screen: list[str], env: dict[str, str], rounds: int) -> Iterator[Row]:
    with ExitStack() as stack:
        started = (["-c", LABEL], ["-c", ROWS], screen)
        label, rows, own = (stack.enter_context(Terminal(arguments, env=env)) for arguments in started)
        own.wait_for(READ)
        for terminal in (own, label, rows):
            terminal.settle(0.5)
        for name, keys in (("arrow", ARROWS), ("page", PAGES)):
            samples = [[_latency(each, key) for each in (own, label, rows)] for _ in range(rounds) for key in keys]
            yield from _latencies(name, *(sorted(column) for column in zip(*samples, strict=True)))


def _latencies(name: str, own: list[float], label: list[float], rows: list[float]) -> Iterator[Row]:
    for what, share, target in (("p95", 0.95, 1.3), ("median", 0.5, None)):
        place = int(len(own) * share)
        note = f"a bare page of rows takes {rows[place] * 1000:.1f} ms" if name == "page" else ""
        figures = (own[place] * 1000, "ms", label[place] * 1000, "label app", target)
        yield Row(f"{name} key to paint, {what}", *figures, note=note)


def _latency(terminal: Terminal, key: str) -> float:
    before = terminal.settle(0.04)
    typed = terminal.press(key)
    return terminal.wait_for(bool, after=before) - typed

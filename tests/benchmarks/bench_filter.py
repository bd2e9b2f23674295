"""A filter on a log of a million events: keys in the field and in the rows while it searches, and the search itself.

Both logs are filtered by the same text, which half of the rows hold: the small one is searched at once, the big one for
seconds. A key in the field counts to the first byte on the field's row, one in the rows to the first byte at all.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from harness import ROOT, Row

sys.path.insert(0, str(ROOT / "tests"))

from support.loggen import write_log
from support.terminal import Terminal

_READ, _FIELD_ROW = b" active", b"\x1b[40;"
_HEAVY = "e"
_DOWN, _UP = "\x1b[B", "\x1b[A"
_NEEDLES = ("nothing-holds-this", "build 7", "late", "e")


def run(quick: bool) -> Iterator[Row]:
    """Keys on both logs, then whole searches of the big one."""
    rounds = 3 if quick else 12
    with tempfile.TemporaryDirectory() as folder:
        big, small = Path(folder) / "big.jsonl", Path(folder) / "small.jsonl"
        write_log(big, 100_000 if quick else 1_000_000)
        write_log(small, 1_000)
        with _open(big, folder) as one, _open(small, folder) as other:
            for terminal in (one, other):
                terminal.wait_for(_READ)
                terminal.settle(0.5)
            yield from _row("typing in the field", *(_typing(each, rounds) for each in (one, other)))
            yield from _row("moving in the rows", *(_moving(each, rounds) for each in (one, other)))
        yield from _searches(big)


def _open(log: Path, folder: str) -> Terminal:
    return Terminal(["-m", "workbench", "--home", str(Path(folder) / "home"), str(log)])


def _typing(terminal: Terminal, rounds: int) -> list[float]:
    """Blanks behind the text change the field but not what is searched, so that the search goes on."""
    samples = []
    for _ in range(rounds):
        terminal.press("1/")
        terminal.settle(0.15)
        terminal.press(_HEAVY)
        for _ in range(8):
            before = _pause(terminal, 0.05)
            typed = terminal.press(" ")
            samples.append(terminal.wait_for(_FIELD_ROW, after=before) - typed)
        terminal.press("\x1b")
        terminal.settle()
    return samples


def _moving(terminal: Terminal, rounds: int) -> list[float]:
    samples = []
    for _ in range(rounds):
        terminal.press("1/")
        terminal.settle(0.15)
        terminal.press(f"{_HEAVY}\r")
        _pause(terminal, 0.05)
        for key in (_UP, _UP, _UP, _DOWN, _UP, _DOWN, _UP, _UP):
            before = _pause(terminal, 0.05)
            typed = terminal.press(key)
            samples.append(terminal.wait_for(bool, after=before) - typed)
        terminal.press("\x1b")
        terminal.settle()
        terminal.press("\x1b[F")
        terminal.settle()
    return samples


def _pause(terminal: Terminal, seconds: float) -> int:
    """Read for that long, whatever comes; how many bytes there are by then."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        terminal.settle(min(0.01, seconds))
    return len(terminal.output)


def _row(what: str, big: list[float], small: list[float]) -> Iterator[Row]:
    for name, place, target in (("median", statistics.median, None), ("p95", _p95, 1.5)):
        yield Row(
            f"{what} while searching, {name}", place(big) * 1000, "ms", place(small) * 1000, "a log of 1 k", target
        )


def _p95(samples: list[float]) -> float:
    return sorted(samples)[int(len(samples) * 0.95)]


def _searches(path: Path) -> Iterator[Row]:
    from workbench.fronts.tui.panes.needle import Needle
    from workbench.fronts.tui.panes.searching import Looked, Search
    from workbench.fronts.tui.theme.glyphs import RICH
    from workbench.session.reader import read_log
    from workbench.time.zones import UTC

    index = read_log(path).index
    for text in _NEEDLES:
        search = Search(index, Needle(text), Looked(RICH, UTC), index.rows, index.rows)
        search.begin(index.rows)
        started = time.perf_counter()
        search.run(lambda: None)
        yield Row(f"searching for {text!r}", time.perf_counter() - started, "s")

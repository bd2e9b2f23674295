"""Keys on a log of a million events against the same keys on one of a thousand: scroll, filter, timeline, the past.

A key counts from being typed to the first byte that answers it. The last rows are about a long move: how quickly keys
are answered while it runs against the same screen at rest, and how soon ``esc`` ends it.
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

DOWN, UP, PAGE_DOWN, PAGE_UP = "\x1b[B", "\x1b[A", "\x1b[6~", "\x1b[5~"
# What is measured: keys before, the keys themselves, keys after.
KINDS = {
    "arrow": ("1", (UP, UP, DOWN, UP), ""),
    "page": ("1", (PAGE_UP, PAGE_UP, PAGE_DOWN, PAGE_DOWN), ""),
    "timeline scale": ("7", ("-", "+", "-", "+"), ""),
    "the past, an event": ("1t", (",", ",", "."), "t"),
    "typing a filter": ("1/", ("r", "e", "\x7f", "\x7f"), "\x1b"),
}
_READ = b" active"


def run(quick: bool) -> Iterator[Row]:
    """Each kind of key on both logs, then the long move."""
    rounds = 4 if quick else 20
    with tempfile.TemporaryDirectory() as folder:
        logs = {name: Path(folder) / f"{name}.jsonl" for name in ("big", "small")}
        write_log(logs["big"], 100_000 if quick else 1_000_000)
        write_log(logs["small"], 1_000)
        with _open(logs["big"], folder) as big, _open(logs["small"], folder) as small:
            for terminal in (big, small):
                terminal.wait_for(_READ)
                terminal.settle(0.5)
            for kind, (before, keys, after) in KINDS.items():
                yield from _kind(kind, (big, small), (before, keys, after), rounds)
        with _open(logs["small"], folder) as moving:
            yield from _long_move(moving, rounds)


def _open(log: Path, folder: str) -> Terminal:
    return Terminal(["-m", "workbench", "--home", str(Path(folder) / "home"), str(log)])


def _kind(
    kind: str, terminals: tuple[Terminal, Terminal], keys: tuple[str, tuple[str, ...], str], rounds: int
) -> Iterator[Row]:
    before, measured, after = keys
    for terminal in terminals:
        _type(terminal, before)
    samples = [[_latency(each, key) for each in terminals] for _ in range(rounds) for key in measured]
    for terminal in terminals:
        _type(terminal, after)
    big, small = (sorted(column) for column in zip(*samples, strict=True))
    place = int(len(big) * 0.95)
    yield Row(f"{kind}, p95", big[place] * 1000, "ms", small[place] * 1000, "a log of 1 k events", target=1.5)
    yield Row(
        f"{kind}, median", statistics.median(big) * 1000, "ms", statistics.median(small) * 1000, "a log of 1 k events"
    )


def _type(terminal: Terminal, keys: str) -> None:
    for key in keys:
        terminal.press(key)
        terminal.settle(0.3)


def _latency(terminal: Terminal, key: str) -> float:
    before = terminal.settle(0.04)
    typed = terminal.press(key)
    return terminal.wait_for(bool, after=before) - typed


def _long_move(terminal: Terminal, rounds: int) -> Iterator[Row]:
    terminal.wait_for(_READ)
    terminal.settle(0.5)
    _type(terminal, "3")
    rest = sorted(_toggled(terminal) for _ in range(2 * rounds))
    terminal.press("a")
    terminal.wait_for(b"Advance to")
    terminal.press("9000d\r")
    terminal.wait_for(b"A large move")
    terminal.press("y")
    terminal.wait_for(b"stops between two events")
    busy = sorted(_toggled(terminal) for _ in range(2 * rounds))
    place = int(len(rest) * 0.95)
    yield Row("key during a long move, p95", busy[place] * 1000, "ms", rest[place] * 1000, "at rest", target=1.5)
    before = len(terminal.output)
    typed = terminal.press("\x1b")
    ended = terminal.wait_for(b"stopped", after=before)
    yield Row("esc to stopped", (ended - typed) * 1000, "ms", target=150)


def _toggled(terminal: Terminal) -> float:
    """From ``3`` to the todos' frame in the colour of the focus; a move never draws that frame anew."""
    before = len(terminal.output)
    terminal.press("2")
    terminal.wait_for(b"Todos", after=before)
    terminal.settle(0.02)
    before = len(terminal.output)
    typed = terminal.press("3")
    seen = terminal.wait_for(b"Todos", after=before)
    terminal.settle(0.02)
    return seen - typed

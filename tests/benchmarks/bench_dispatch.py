"""What a decision and its dispatch cost: at two log lengths, turn by turn, in batches, and over a simulated year."""

import shutil
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
from harness import ROOT, Row, seconds

sys.path.insert(0, str(ROOT / "tests"))

from support import loggen
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions

OPTIONS = BenchOptions(fsync=False)
HOUR, DAY = 3_600_000, 86_400_000


def run(quick: bool) -> Iterator[Row]:
    """The rows of page 8 that speak of dispatches."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        yield from _long_log(home, 100_000 if quick else 1_000_000, 400 if quick else 2000)
        yield _one_shot_turns(home, 2_000 if quick else 20_000)
        yield _batches(home, 50 if quick else 500)
        yield from _year(home, 30 if quick else 365)


def _exhaust(moves: Iterator[object]) -> None:
    for _ in moves:
        pass


def _long_log(home: Path, events: int, turns: int) -> Iterator[Row]:
    benches = []
    for count in (1000, events):
        path = home / f"log-{count}" / "session.jsonl"
        path.parent.mkdir()
        with path.open("wb") as file:
            file.write(loggen.header_line())
            file.writelines(loggen.event_lines(count))
        bench = Bench.open(path, home=home, options=OPTIONS, in_place=True)
        _exhaust(bench.step())
        benches.append(bench)
    costs: list[list[float]] = [[], []]
    for _ in range(5):
        for place, bench in enumerate(benches):
            costs[place].append(_cost_of_turns(bench, turns))
    small, large = (min(each) for each in costs)
    yield Row(f"decision and dispatch at {events:,} events", large * 1e6, "us", small * 1e6, "at 1 k", target=1.2)
    for bench in benches:
        bench.close()


def _cost_of_turns(bench: Bench, steps: int) -> float:
    def work() -> None:
        for _ in range(steps):
            _exhaust(bench.next_due())

    return seconds(work) / steps


def _one_shot_turns(home: Path, turns: int) -> Row:
    bench = Bench.new(home / "turns", start=loggen.START, options=OPTIONS)
    bench.call("schedule_create", {"prompt": "check the build", "every_seconds": 300}, front="benchmark")
    took = seconds(lambda: _exhaust(bench.advance(by=turns * 300_000)))
    bench.close()
    return Row("complete one-dispatch turns", turns / took, "turns/s", target=20_000, at_least=True)


def _batches(home: Path, batches: int) -> Row:
    bench = _hundred(home / "batches")
    took = seconds(lambda: _exhaust(bench.advance(by=batches * HOUR)))
    bench.close()
    return Row("dispatches in batches of 100", batches * 100 / took, "1/s", target=100_000, at_least=True)


def _hundred(home: Path) -> Bench:
    """A session with 100 every-hour records made at one instant."""
    bench = Bench.new(home, start=loggen.START, options=OPTIONS)
    for number in range(100):
        bench.call(
            "schedule_create", {"prompt": f"look at dashboard {number}", "every_seconds": 3600}, front="benchmark"
        )
    return bench


def _year(home: Path, days: int) -> Iterator[Row]:
    bench = _hundred(home / "year")
    took = seconds(lambda: _exhaust(bench.advance(by=days * DAY)))
    bench.close()
    plain = _plain_loop(bench.path, home / "plain.jsonl")
    yield Row(f"{days} days of 100 every-hour records", took, "s", plain, "encode and write the lines", target=4)
    shutil.rmtree(home / "year")
    yield from _memory(home, days)


def _plain_loop(log: Path, copy: Path) -> float:
    """Encoding and writing the same lines with msgspec and nothing else; decoding them first does not count."""
    total = 0.0
    encode = msgspec.json.encode
    with log.open("rb") as lines, copy.open("wb") as out:
        while block := [msgspec.json.decode(line) for line in islice(lines, 20_000)]:

            def write(block: list[object] = block) -> None:
                for event in block:
                    out.write(encode(event))
                    out.write(b"\n")

            total += seconds(write)
    return total


def _memory(home: Path, days: int) -> Iterator[Row]:
    """Growth of the traced memory over the second half of a month or so; index columns are part of it."""
    bench = _hundred(home / "memory")
    tracemalloc.start()
    _exhaust(bench.advance(by=max(1, days // 24) * DAY))
    first, events = tracemalloc.get_traced_memory()[0], bench.view().events
    _exhaust(bench.advance(by=max(1, days // 24) * DAY))
    grown, more = tracemalloc.get_traced_memory()[0] - first, bench.view().events - events
    tracemalloc.stop()
    bench.close()
    yield Row("memory kept for one more event", grown / more, "bytes", note="columns of the index")

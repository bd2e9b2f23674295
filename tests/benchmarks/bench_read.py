"""What reading a long log costs: time against an untyped decoding loop, and memory in a process of its own."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from harness import Row, interleave, seconds  # noqa: E402 - found through the line above

from support import loggen, logmaker  # noqa: E402
from workbench.session.reader import read_log  # noqa: E402
from workbench.session.tail import read_tail  # noqa: E402

MIB = 1 << 20
MEMORY = """
import sys
from pathlib import Path
from workbench.session.reader import read_log

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))

anonymous, resident = status("RssAnon"), status("VmRSS")
log = read_log(Path(sys.argv[1]))
assert log.verdict == "ok", log.problems
# Not ru_maxrss: a child starts with its parent's.
print(anonymous + status("VmHWM") - resident)
"""


def run(quick: bool) -> Iterator[Row]:
    """The row of page 8 that speaks of reading, and what belongs to it."""
    events = 100_000 if quick else 1_000_000
    times = 3 if quick else 7
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.jsonl"
        size = loggen.write_log(plain, events)
        yield _against_untyped(f"read {events:,} events, {size / 1e6:,.0f} MB", plain, times, target=1.4)
        yield Row("peak anonymous memory of that", _peak(plain) / MIB, "MiB", target=64)
        packed = Path(folder) / "packed.jsonl"
        rows = _write_packed(packed, events)
        yield _against_untyped(f"read {rows:,} rows, a third of them packed", packed, times)
        yield from _views(plain, events)
        framed = Path(folder) / "framed.jsonl.zstd"
        _write_framed(framed, events)
        yield Row("the same events in frames of 100", seconds(lambda: read_log(framed)), "s")
        yield Row("newest page of 60 rows, plain", seconds(lambda: read_tail(plain, 60)) * 1e3, "ms")
        yield Row("newest page of 60 rows, compressed", seconds(lambda: read_tail(framed, 60)) * 1e3, "ms")


def _against_untyped(what: str, path: Path, times: int, target: float | None = None) -> Row:
    def untyped() -> None:
        decode = msgspec.json.decode
        with path.open("rb") as file:
            for line in file:
                decode(line)

    subject, yardstick = interleave(lambda: read_log(path), untyped, times)
    return Row(what, subject, "s", yardstick, "untyped loop", target=target)


def _views(path: Path, events: int) -> Iterator[Row]:
    """What a screen asks of the index afterwards."""
    log = read_log(path)
    for part in (2, 3, 7):
        cursor = events - events // part
        yield Row(f"state at event {cursor:,}", seconds(lambda seq=cursor: log.state_at(seq)) * 1e3, "ms")


def _peak(path: Path) -> float:
    """Peak anonymous memory in bytes of a process that reads the log; read from Linux's accounts."""
    found = subprocess.run(
        [sys.executable, "-c", MEMORY, str(path)],
        cwd=Path(__file__).parents[2],
        check=True,
        capture_output=True,
        text=True,
    )
    return int(found.stdout) * 1024


def _write_packed(path: Path, events: int) -> int:
    """A log of turns of 9 rows, 3 of them packed runs of 16; ``events`` rows at most."""
    where = {"turn": 1, "step": 1}
    seq = rows = 0
    with path.open("wb") as out:
        out.write(loggen.header_line())
        for turn in range(1, events // 9 + 1):
            out.write(loggen.event_line("turn/start", seq, turn, {"turn": turn}))
            for at in range(1, 4):
                out.write(loggen.event_line("step/start", seq + at * 17 - 16, turn, where))
                texts = [f"piece {each} " for each in range(16)]
                data = where | {"index": 0, "dt": [3] * 15, "texts": texts}
                row = {"type": "text-chunks", "seq0": seq + at * 17 - 15, "time0": turn, "data": data}
                out.write(logmaker.line_of(row))
            out.write(loggen.event_line("step/end", seq + 52, turn, where))
            out.write(loggen.event_line("turn/end", seq + 53, turn, {"turn": turn, "reason": {"kind": "completed"}}))
            seq, rows = seq + 54, rows + 9
    return rows


def _write_framed(path: Path, events: int) -> None:
    with path.open("wb") as out:
        out.write(logmaker.frame(loggen.header_line()))
        held = []
        for line in loggen.event_lines(events):
            held.append(line)
            if len(held) == 100:
                out.write(logmaker.frame(b"".join(held)))
                held = []


if __name__ == "__main__":
    for row in run(quick="--quick" in sys.argv):
        print(f"{row.what}: {row.measured:.4g} {row.unit}", end="")
        print(f", {row.figure:.2f} x {row.against} ({row.yardstick:.4g} s)" if row.yardstick else "")

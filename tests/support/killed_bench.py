"""A bench that is killed at every boundary it has: ``killed_bench.py CHAPTER FOLDER COMPRESSION``.

Every child gets a copy of what the chapter begins with, plays it through with the bench alone, and is killed by SIGKILL
at boundary N, before it or half way through it (``FOLDER/N``, ``FOLDER/N-half``). What was acknowledged by then is in
``FOLDER/N/acknowledged``. ``FOLDER/whole`` is the life to the end. The number of boundaries goes to standard output.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.benches import HOUR, MINUTE, SECOND, START
from support.kills import Reaper, is_write
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.session.copies import discard_copy
from workbench.session.live import LiveLog

HOME, FOREIGN = "home", "foreign"
real_write, real_exit = os.write, os._exit


class Chapter:
    """One child's surroundings: ``folder`` is its own, ``now`` where the clock of a reopened bench stands."""

    def __init__(self, folder: Path, compression: str) -> None:
        self.folder = folder
        self.options = BenchOptions(compression=compression)  # type: ignore[arg-type]

    def new(self) -> Bench:
        return Bench.new(self.folder / HOME, start=START, session_id="probe", cwd="/srv/probe", options=self.options)

    def open(self, path: Path, now: int) -> Bench:
        return Bench.open(path, home=self.folder / HOME, options=self.options, now=now)

    def log(self, below: str = HOME) -> Path:
        (path,) = (each for each in (self.folder / below).rglob("session.jsonl*") if each.suffix in (".jsonl", ".zstd"))
        return path


def born(chapter: Chapter) -> None:
    """A session from its first publication on: calls, prompts, one-shots and batches, and its end."""
    bench = chapter.new()
    create(bench, every_seconds=300)
    create(bench, after_seconds=90)
    bench.say("remind me in 5 minutes to stretch")
    list(bench.advance(by=10 * MINUTE))
    bench.call("schedule_delete", {"id": "schedule-1"}, front="test")
    bench.close()


def busy(chapter: Chapter) -> None:
    """A reopened session with a held turn, calls that join it, faults, and work that waited."""
    bench = chapter.open(chapter.log(), START + HOUR)
    bench.hold()
    create(bench, after_seconds=60)
    bench.say("every 10 minutes look")
    bench.inject("Good morning.")
    list(bench.jump(by=HOUR))
    bench.arm("barrier_fails")
    bench.release()
    bench.arm("crash_after_queue")
    list(bench.jump(by=HOUR))
    bench.resume()
    list(bench.advance(by=10 * MINUTE))
    bench.suspend()
    list(bench.advance(by=HOUR))
    bench.resume()
    bench.close()


def mended(chapter: Chapter) -> None:
    """A session that was torn within a line and left inside a turn is opened again and goes on."""
    bench = chapter.open(chapter.log(), START + 2 * HOUR)
    bench.resume()
    bench.say("Good morning.")
    bench.close()


def forked(chapter: Chapter) -> None:
    """A fork of a live session, which then delivers on its own."""
    bench = chapter.open(chapter.log(), START + HOUR)
    bench.say("Good morning.")
    child = bench.fork()
    create(child, after_seconds=1)
    list(child.advance(by=2 * SECOND))
    child.close()
    bench.close()


def copied(chapter: Chapter) -> None:
    """A foreign log is driven on a copy, which is thrown away and made again."""
    source = chapter.log(FOREIGN)
    bench = chapter.open(source, START + HOUR)
    list(bench.jump(by=HOUR))
    bench.close()
    discard_copy(source, chapter.folder / HOME)
    bench = chapter.open(source, START + HOUR)
    list(bench.jump(by=HOUR))
    bench.close()


def create(bench: Bench, **rule: Any) -> None:
    bench.call("schedule_create", {"prompt": "stretch", **rule}, front="test")


def prepare(chapter: str, compression: str, folder: Path) -> None:
    """What a chapter begins with."""
    folder.mkdir(parents=True)
    if chapter == "born":
        return
    made = Chapter(folder, compression)
    bench = made.new()
    create(bench, every_seconds=300)
    create(bench, after_seconds=90)
    bench.say("Good morning.")
    if chapter == "mended":
        leave_torn(bench)
    else:
        bench.close()
    if chapter == "copied":
        (folder / HOME).rename(folder / FOREIGN)


def leave_torn(bench: Bench) -> None:
    """Killed while it wrote a batch in a held turn: the batch is there but for its end, and so is a journal entry."""
    bench.hold()
    bench.inject("Good morning.")
    log = bench.log
    assert isinstance(log, LiveLog)
    before = bench.path.stat().st_size
    log.write_out()
    bench.abandon()
    size = bench.path.stat().st_size
    assert size > before
    os.truncate(bench.path, size - 9)
    journal = bench.path.with_name("journal.jsonl")
    os.truncate(journal, journal.stat().st_size - 5)


CHAPTERS: dict[str, Callable[[Chapter], None]] = {
    "born": born,
    "busy": busy,
    "mended": mended,
    "forked": forked,
    "copied": copied,
}


def live(chapter: str, compression: str, folder: Path, boundary: int, *, half: bool) -> Reaper | None:
    """One child; the calls it saw where it lived to the end."""
    report, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(report)
        _child(chapter, compression, folder, Reaper(boundary, half=half), told)
    os.close(told)
    with open(report, "rb") as pipe:  # noqa: PTH123 - a descriptor
        lines = pipe.read().decode().splitlines()
    (folder / "acknowledged").write_text("\n".join(lines))
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status == -signal.SIGKILL:
        return None
    if status:
        raise SystemExit(f"{chapter} failed at boundary {boundary}: {lines[-1:]}")
    lived = Reaper(boundary, half=half)
    lived.seen = lines.pop().split()
    return lived


def _child(chapter: str, compression: str, folder: Path, reaper: Reaper, told: int) -> None:
    def say(line: str) -> None:
        real_write(told, f"{line}\n".encode())

    _tell_what_is_acknowledged(folder, say)
    reaper.install()
    try:
        CHAPTERS[chapter](Chapter(folder, compression))
    except BaseException:  # noqa: BLE001 - the child must never come back as a second parent
        import traceback

        real_write(2, traceback.format_exc().encode())
        real_exit(1)
    say(" ".join(reaper.seen))
    real_exit(0)


def _tell_what_is_acknowledged(folder: Path, say: Callable[[str], None]) -> None:
    """Each barrier that returns says how many events of which file are safe; a copy that is thrown away has none."""
    barrier = LiveLog.barrier

    def acknowledging(log: LiveLog) -> None:
        barrier(log)
        say(f"{log.path.relative_to(folder)} {log.durable_events}")

    LiveLog.barrier = acknowledging  # type: ignore[method-assign]
    global discard_copy  # noqa: PLW0603 - the chapter's own call of it
    discard = discard_copy

    def discarding(source: Path, home: Path) -> bool:
        say("discarded 0")
        return discard(source, home)

    discard_copy = discarding


def main(chapter: str, at: str, compression: str) -> None:
    folder = Path(at)
    # Whatever is imported once is imported before the first child is born.
    prepare("busy", compression, folder / "warm")
    busy(Chapter(folder / "warm", compression))
    prepare(chapter, compression, folder / "start")
    start = _kept(folder / "start")
    gc.collect()
    gc.freeze()
    whole = _beginning(start, folder / "whole")
    lived = live(chapter, compression, whole, -1, half=False)
    assert lived is not None
    for boundary, name in enumerate(lived.seen):
        for half in (False, True) if is_write(name) else (False,):
            here = _beginning(start, folder / (f"{boundary}-half" if half else str(boundary)))
            assert live(chapter, compression, here, boundary, half=half) is None, f"boundary {boundary} was not reached"
    print(len(lived.seen))  # noqa: T201 - for the test that started this


def _beginning(start: dict[Path, bytes | None], here: Path) -> Path:
    here.mkdir()
    for path, data in start.items():
        (here / path).mkdir() if data is None else (here / path).write_bytes(data)
    return here


def _kept(folder: Path) -> dict[Path, bytes | None]:
    """What lies in a folder, to be laid out again and again: bytes, None for folders."""
    found = sorted(folder.rglob("*"))
    return {each.relative_to(folder): None if each.is_dir() else each.read_bytes() for each in found}


if __name__ == "__main__":
    main(*sys.argv[1:])

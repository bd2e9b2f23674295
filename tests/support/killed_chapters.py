"""The chapters of a bench's life that ``killed_bench`` plays: together they use every way of writing to a disk."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.benches import HOUR, MINUTE, SECOND, START
from workbench.bench.bench import Bench
from workbench.bench.options import BenchOptions
from workbench.session.copies import discard_copy
from workbench.session.live import LiveLog

HOME, FOREIGN = "home", "foreign"


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
    """A reopened session with a held turn, calls that join it, a barrier that fails, and work that waited."""
    bench = chapter.open(chapter.log(), START + HOUR)
    bench.hold()
    create(bench, after_seconds=60)
    bench.say("every 10 minutes look")
    bench.inject("Good morning.")
    list(bench.jump(by=HOUR))
    bench.arm("barrier_fails")
    bench.release()
    list(bench.jump(by=HOUR))
    bench.close()


def crashed(chapter: Chapter) -> None:
    """A crash on purpose, a resumption, a suspension, and another resumption."""
    bench = chapter.open(chapter.log(), START + HOUR)
    bench.arm("crash_after_queue")
    list(bench.jump(by=HOUR))
    bench.resume()
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
    bench.resume()
    bench.close()
    discard_copy(source, chapter.folder / HOME)
    bench = chapter.open(source, START + HOUR)
    bench.resume()
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
    "crashed": crashed,
    "mended": mended,
    "forked": forked,
    "copied": copied,
}

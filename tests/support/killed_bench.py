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

from support import killed_chapters
from support.killed_chapters import CHAPTERS, Chapter, busy, prepare
from support.kills import Reaper, is_write
from workbench.session.live import LiveLog

real_write, real_exit = os.write, os._exit


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
    discard = killed_chapters.discard_copy

    def discarding(source: Path, home: Path) -> bool:
        say("discarded 0")
        return discard(source, home)

    killed_chapters.discard_copy = discarding


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

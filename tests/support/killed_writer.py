"""A program that writes a log and is killed at every boundary: ``killed_writer.py STORY FOLDER NAME``.

For N = 0, 1, 2 ... a forked child tells the story in ``FOLDER/N`` and dies, without any cleaning up, just before its
Nth call that changes something on disk - or half way through it, where that is a write (``FOLDER/N-half``). What was
acknowledged by then is in ``FOLDER/N/acknowledged``. It ends with the first N that the story does not reach.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.faulty_os import CHANGING
from support.stories import START, Story
from workbench.session.copies import copy_for_simulation, discard_copy
from workbench.session.events import Header
from workbench.session.fork import fork_log
from workbench.session.live import LiveLog
from workbench.session.mended import apply_repair
from workbench.session.mending import plan_repair

HEADER = Header(id="probe", created_at=START, cwd="/srv/probe")
KILLED = 9
# No frame, and no lines that a reader may leave out.
DAMAGE = b'nope\n{"type":"turn/end","seq":99,"time":0,"data":{"turn":9,"reason":{"kind":"completed"}}}\n'
Acknowledge = Callable[[int], None]
real_write = os.write
real_exit = os._exit


def create(folder: Path, name: str, acknowledge: Acknowledge) -> None:
    """A new session of three batches, each acknowledged, then closed."""
    log = LiveLog.create(folder / "logs" / name, HEADER)
    go_on(log, acknowledge)
    log.close()


def reopen(folder: Path, name: str, acknowledge: Acknowledge) -> None:
    """A session that was left inside a turn is opened again and goes on."""
    log = LiveLog.open(folder / "logs" / name, now=START + 1000)
    acknowledge(log.durable_events)
    go_on(log, acknowledge)
    log.close()


def fork(folder: Path, name: str, acknowledge: Acknowledge) -> None:
    """A fork of a session while it is live."""
    log = LiveLog.open(folder / "logs" / name, now=START + 1000)
    acknowledge(log.durable_events)
    fork_log(log, child_id="child", now=START + 2000, target_root=folder / "forks")
    log.close()


def copy(folder: Path, name: str, acknowledge: Acknowledge) -> None:
    """A copy for simulation, made, thrown away and made again."""
    source = folder / "logs" / name
    copy_for_simulation(source, folder / "home")
    discard_copy(source, folder / "home")
    copy_for_simulation(source, folder / "home")
    acknowledge(0)


def repair(folder: Path, name: str, acknowledge: Acknowledge) -> None:
    """A damaged log is repaired."""
    apply_repair(plan_repair(folder / "logs" / name))
    acknowledge(0)


def go_on(log: LiveLog, acknowledge: Acknowledge) -> None:
    """Three turns: one barrier after each, the last one written out first."""
    tale = Story(log.append, log.header.id, turn=log.state.last_turn, seq=log.next_seq)
    tale.prompt_turn("One.", schedule="schedule-1" if not log.state.schedules.active else None)
    log.barrier()
    acknowledge(log.durable_events)
    tale.prompt_turn("Two.")
    log.barrier()
    acknowledge(log.durable_events)
    tale.prompt_turn("Three.")
    log.write_out()
    log.barrier()
    acknowledge(log.durable_events)


def die_at(boundary: int, *, half: bool) -> None:
    """Replace the calls that change something by ones that count, and die at the chosen one."""
    seen = 0

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            nonlocal seen
            if seen == boundary:
                if half and name == "write":
                    real_write(args[0], bytes(args[1])[: len(args[1]) // 2])
                real_exit(KILLED)
            seen += 1
            return real(*args, **options)

        return call

    for name in (*CHANGING, "rename", "rmdir"):
        setattr(os, name, counted(name, getattr(os, name)))


def tell(story: str, folder: Path, name: str, boundary: int, *, half: bool) -> bool:
    """One child; whether it lived to the end."""
    here = folder / (f"{boundary}-half" if half else str(boundary))
    prepare(story, here, name)
    acks = os.open(here / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    pid = os.fork()
    if pid == 0:
        die_at(boundary, half=half)
        try:
            STORIES[story](here, name, lambda events: real_write(acks, b"%d\n" % events) and None)
        except BaseException:  # noqa: BLE001 - the child must never come back as a second parent
            import traceback

            real_write(2, traceback.format_exc().encode())
            real_exit(1)
        real_exit(0)
    os.close(acks)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status not in (0, KILLED):
        raise SystemExit(f"{story} failed at boundary {boundary}")
    return status == 0


def prepare(story: str, here: Path, name: str) -> None:
    here.mkdir(parents=True)
    if story == "create":
        return
    log = LiveLog.create(here / "logs" / name, HEADER)
    tale = Story(log.append, "probe")
    tale.prompt_turn(schedule="schedule-1")
    if story == "reopen":
        tale.begin(tale.queue("Build."))
        tale.call("bash")
    log.barrier()
    log.abandon()
    if story == "repair":
        with (here / "logs" / name).open("ab") as file:
            file.write(DAMAGE)


STORIES: dict[str, Callable[[Path, str, Acknowledge], None]] = {
    "create": create,
    "reopen": reopen,
    "fork": fork,
    "copy": copy,
    "repair": repair,
}


def main(story: str, folder: str, name: str) -> None:
    boundary = 0
    while not tell(story, Path(folder), name, boundary, half=False):
        tell(story, Path(folder), name, boundary, half=True)
        boundary += 1
    print(boundary)  # noqa: T201 - for the test that started this


if __name__ == "__main__":
    main(*sys.argv[1:])

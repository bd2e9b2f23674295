"""A program of many processes around one database of requests: a crowd with one key, deaths at every statement, and a
run whose process is alive, then dead. Prints what it saw as JSON; the tests judge it.

Run as ``request_crowd.py STORY FOLDER``. Every process is forked, so that fifty of them cost no fifty starts.
"""

import json
import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

from support.request_desk import ADA, Desk
from workbench.services.requests.executed import Executed

REMIND = "remind me in 20 minutes to stretch"
REMEMBER = "remember that the door code is 7788"
TODO = "todo: call mum"


class Marked(Desk):
    """A desk that leaves one byte in a file for each command that it carries out, so that other processes can count."""

    def __init__(self, folder):
        super().__init__(folder)
        self.marks = folder / "carried-out"

    def _execute(self, command, identity, zone):
        with self.marks.open("ab") as file:
            file.write(b"x")
        return super()._execute(command, identity, zone)

    @property
    def carried_out(self):
        return self.marks.stat().st_size if self.marks.exists() else 0


def forked(work):
    """Do ``work`` in a process of its own; its id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        status = 0
    finally:
        os._exit(status)


def ended(child):
    """Wait for it; whether it was killed."""
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def crowd(folder):
    """Fifty processes with one key at once."""
    Marked(folder).database.close()
    ready, go = os.pipe()
    children = [forked(lambda number=number: _one_of_many(folder, ready, go, number)) for number in range(50)]
    os.close(ready)
    os.close(go)  # what they all wait for
    killed = [ended(child) for child in children]
    answers = [json.loads(path.read_text()) for path in sorted(folder.glob("answer-*"))]
    desk = Marked(folder)
    return {
        "killed": any(killed),
        "answers": answers,
        "rows": desk.rows("SELECT runs, replays, status FROM requests"),
        "used": desk.requests.page(ADA).used,
        "carried_out": desk.carried_out,
        "left": sorted(path.name for path in folder.glob("*.runs/*")),
    }


def _one_of_many(folder, ready, go, number):
    os.close(go)
    desk = Marked(folder)
    os.read(ready, 1)
    answer = desk.send(REMIND)
    (folder / f"answer-{number:02d}").write_text(json.dumps(answer))


@contextmanager
def death_at(desk, number):
    """The process kills itself before its ``number``-th statement."""
    seen = [0]

    def count(_sql):
        seen[0] += 1
        if seen[0] == number:
            os.kill(os.getpid(), signal.SIGKILL)

    connection = desk.database.connection()
    connection.set_trace_callback(count)
    yield
    connection.set_trace_callback(None)


def deaths(folder):
    """For each kind of request, a death before each statement, and what the next process makes of it."""
    stories = []
    for message in (REMIND, REMEMBER, TODO):
        for number in range(1, 60):
            place = folder / f"{message[:4]}-{number}"
            place.mkdir()
            child = forked(lambda place=place, number=number, message=message: _dies(place, number, message))
            killed = ended(child)
            stories.append({"message": message, "number": number, "killed": killed} | _afterwards(place, message))
            if not killed:
                break
    return stories


def _dies(place, number, message):
    desk = Marked(place)
    with death_at(desk, number):
        answer = desk.send(message)
        (place / "acknowledged").write_text(answer["request_id"])


def _afterwards(place, message):
    acknowledged = (place / "acknowledged").read_text() if (place / "acknowledged").exists() else None
    desk = Marked(place)
    before = desk.carried_out
    left = desk.rows("SELECT request_id, state FROM requests")
    first = desk.send(message)
    desk.now += 3_000
    final = desk.send(message, request_id=first["request_id"])
    return {
        "acknowledged": acknowledged,
        "left": left,
        "carried_out": [before, desk.carried_out],
        "final": final,
        "notes": desk.rows("SELECT count(*) FROM notes")[0][0],
        "words": desk.rows("SELECT count(*) FROM note_words WHERE note_words MATCH 'door'")[0][0],
        "used": desk.requests.page(ADA).used,
        "rows": len(desk.rows("SELECT 1 FROM requests")),
        "sound": desk.rows("PRAGMA integrity_check"),
    }


def held(folder):
    """A run that a living process works on is pending for others, however long; once that process is dead it ends."""
    Marked(folder).database.close()
    begun, begin = os.pipe()
    child = forked(lambda: _works_for_ever(folder, begin))
    os.read(begun, 1)
    desk = Marked(folder)
    desk.now += 3_600_000
    alive = [desk.send(REMIND) for _ in range(3)]
    taken = desk.requests.take_up(ADA)
    os.kill(child, signal.SIGKILL)
    killed = ended(child)
    return {
        "alive": alive, "taken": taken, "killed": killed, "dead": desk.send(REMIND), "again": desk.send(REMIND),
        "carried_out": desk.carried_out, "runs": desk.rows("SELECT runs FROM requests")[0][0],
    }  # fmt: skip


def _works_for_ever(folder, begin):
    desk = Marked(folder)

    def work(_command):
        os.write(begin, b"x")
        signal.pause()
        return Executed("completed", "never")

    desk.answer = work
    desk.send(REMIND)


if __name__ == "__main__":
    print(json.dumps({"crowd": crowd, "deaths": deaths, "held": held}[sys.argv[1]](Path(sys.argv[2]))))  # noqa: T201

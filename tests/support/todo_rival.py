"""A program that works on the todos of a folder together with others: ``todo_rival.py FOLDER TASK [JSON]``.

``call`` makes the given call in ten threads at once, when told to by a line on standard input, and
print how each ended. ``work`` creates and updates for ever and prints each change once it is acknowledged.
"""

import json
import sys
import threading
from pathlib import Path

from support.todo_desk import ME, Desk
from workbench.services.refusal import ServiceError

THREADS = 10


def together(desk: Desk, args: dict) -> list[str]:
    ends, gate = [], threading.Barrier(THREADS)

    def call() -> None:
        gate.wait()
        try:
            result = desk.todos.call(ME, args)
        except ServiceError as error:
            ends.append(error.code)
        else:
            ends.append("replayed" if result["mutation"]["replayed"] else "applied")

    threads = [threading.Thread(target=call) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def say(value: object) -> None:
    print(json.dumps(value), flush=True)  # noqa: T201 - the answer to the test


def work(desk: Desk) -> None:
    number = 0
    while True:
        item = desk.create(f"todo {number}", client_mutation_id=f"create-{number}")
        say([item["todo_id"], 1, None])
        item = desk.update(item, note=f"note {number}", client_mutation_id=f"update-{number}")["item"]
        say([item["todo_id"], 2, f"note {number}"])
        number += 1


def main() -> None:
    desk = Desk(Path(sys.argv[1]))
    if sys.argv[2] == "work":
        work(desk)
    say("ready")
    sys.stdin.readline()
    say(together(desk, json.loads(sys.argv[3])))


if __name__ == "__main__":
    main()

"""A program that dies by SIGKILL in the middle of one change of todos, at every few steps of SQLite's machine.

``todo_killed.py BASE FOLDER CHANGE``: copies the data folder BASE for each life, makes the change there and dies a few
steps later than in the life before, until one lives to the end. Prints how many died.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

from support.todo_desk import ME, Desk

STRIDE = 6
KEY = "key-of-the-change"


def change(desk: Desk, name: str) -> None:
    items = {item["content"]: item for item in desk.list(item_status="all")}
    first = items.get("first")
    if name == "create":
        desk.create("new", client_mutation_id=KEY)
    elif name == "update":
        desk.update(first, note="changed", priority="low", client_mutation_id=KEY)
    elif name == "complete":
        desk.call("complete", todo_id=first["todo_id"])
    elif name == "delete_all":
        desk.call("delete_all", confirm_delete_all=True)
    elif name == "forget":
        desk.todos.forget(ME, {"todo_id": first["todo_id"]})
    else:
        desk.todos.restore(ME, batch=desk.todos.trash(ME)[0].batch)


def live(folder: Path, name: str, dies_at: int) -> None:
    desk = Desk(folder)
    steps = iter(range(dies_at))

    def step() -> int:
        if next(steps, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    desk.database.connection().set_progress_handler(step, STRIDE)
    change(desk, name)


def main() -> None:
    base, folder, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    dies_at = 0
    while True:
        place = folder / f"{dies_at:04d}"
        shutil.copytree(base, place)
        child = os.fork()
        if child == 0:
            live(place, name, dies_at)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            break
        dies_at += 1
    print(dies_at)  # noqa: T201 - the answer to the test


if __name__ == "__main__":
    main()

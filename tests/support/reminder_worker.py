"""A process that changes reminders and says what was acknowledged, one line each: run by tests, and killed by some.

``create N`` makes N; ``change ID N`` writes all fields of one reminder N times, each time with the same number in each;
``complete ID N`` completes one reminder N times. Every line is printed after the call returned.
"""

import json
import sys
import threading
from pathlib import Path

from support.reminder_desk import START, person
from workbench.services.reminders.service import Reminders
from workbench.services.store.database import open_database
from workbench.time.zones import UTC

_said = threading.Lock()


def say(value):
    with _said:
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()


def create(service, name, count):
    for number in range(count):
        args = {"account_id": "acme", "prompt": f"{name} {number}", "due_at": "+1h", "tags": [f"{number}"]}
        say(service.upsert(person(), args).value["reminder"])


def change(service, name, count, chosen):
    for number in range(1, count + 1):
        text = f"{name}-{number}"
        args = {
            "id": chosen,
            "account_id": "acme",
            "prompt": text * 50,
            "subject": text,
            "tags": [text],
            "due_at": "+2h",
        }
        say(service.upsert(person(), args).value["reminder"])


def complete(service, name, count, chosen):
    for number in range(count):
        step = int(name.split(".")[0]) * 1_000 + number
        own = Reminders(service._database, lambda step=step: START + step * 1_000, lambda: UTC)
        say(own.upsert(person(), {"id": chosen, "account_id": "acme", "completed": True}).value["reminder"])


def main(path, name, threads, what, count, *more):
    database = open_database(Path(path), busy_ms=60_000)
    service = Reminders(database, lambda: START, lambda: UTC)
    work = {"create": create, "change": change, "complete": complete}[what]
    running = [
        threading.Thread(target=work, args=(service, f"{name}.{number}", int(count), *more))
        for number in range(int(threads))
    ]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Another workbench in a process of its own: it opens a session, does what it is told a line at a time, and can be
killed. ``other_workbench.py HOME LOG`` is the program; :class:`Other` starts it and waits for its answers."""

import json
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from support.repo import ROOT

PATIENCE = 30.0


class Other:
    """The process. Use it as a context, which ends it."""

    def __init__(self, home: Path, log: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(home), str(log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", "PATH": ""},
        )
        self.pid = self._process.pid
        assert self._answer() == "ready"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def ask(self, *words: object) -> Any:
        """Tell it to do something and wait for its answer."""
        self.tell(*words)
        return self._answer()

    def tell(self, *words: object) -> None:
        """Tell it to do something; :meth:`answer` is what comes of it."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        """What it said last."""
        return self._answer()

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal; after one that ends it, wait for the end."""
        self._process.send_signal(number)
        if number == signal.SIGKILL:
            self._process.communicate()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        assert ready, "the other workbench does not answer"
        return json.loads(self._process.stdout.readline())


def main(home: str, log: str) -> None:
    """Do what comes in, a line each: say TEXT, advance MS, resume, events, close."""
    from workbench.bench.bench import Bench
    from workbench.errors import WorkbenchError

    def answer(value: object) -> None:
        print(json.dumps(value), flush=True)  # noqa: T201 - for the test that started this

    bench = Bench.open(Path(log), home=Path(home))
    deeds = {
        "say": bench.say,
        "advance": lambda ms: list(bench.advance(by=ms)),
        "resume": lambda: (bench.follow(), bench.resume()),
        "events": lambda: None,
        "close": bench.close,
    }
    answer("ready")
    for line in sys.stdin:
        word, *given = json.loads(line)
        try:
            deeds[word](*given)
        except WorkbenchError as error:
            answer({"code": error.code, "message": error.message, **error.details})
        else:
            if bench.mode == "live":
                bench.log.barrier()
            answer(bench.log.index.events)


if __name__ == "__main__":
    main(*sys.argv[1:])

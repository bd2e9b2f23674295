"""Running the program as a user would: the real entry point in this process, or a real process."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from support.repo import ROOT
from workbench.main import main


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str

    @property
    def objects(self):
        """The JSON lines of standard output."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self):
        """The one JSON error on standard error."""
        (line,) = self.err.splitlines()
        return json.loads(line)["error"]


def workbench(*args, home: Path | None = None, stdin: bytes = b"") -> Ran:
    """Run ``workbench ARGS`` in this process, through the entry point of the installed command."""
    given = [*map(str, args), *(["--home", str(home)] if home is not None else [])]
    with CliRunner().isolation(input=stdin) as (out, err, _):
        status = main(given)
        sys.stdout.flush()
        return Ran(status, out.getvalue().decode(), err.getvalue().decode())


def workbench_process(*args, env: dict[str, str] | None = None, stdin: bytes = b"") -> Ran:
    """Run ``python -m workbench ARGS`` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "workbench", *map(str, args)],
        cwd=ROOT, input=stdin, capture_output=True, check=False, timeout=60, env={**os.environ, **(env or {})},
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def files_below(folder: Path) -> list[str]:
    """Every file and folder below ``folder``, to see that nothing was written."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")) if folder.exists() else []

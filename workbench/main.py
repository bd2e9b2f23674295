"""The composition root: the only module that knows every front, and loads each one only when it is asked for.

Owns the entry point and nothing else. ``--version`` answers before anything beyond this package is imported.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench import __version__

if TYPE_CHECKING:
    from workbench.actions.looks import Looks
    from workbench.bench.options import BenchOptions


def main(args: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: the process's) and return its exit status."""
    given = list(sys.argv[1:] if args is None else args)
    if given and given[0] in {"--version", "-V"}:
        print(f"workbench {__version__}")  # noqa: T201 - the one answer that must not load the command line
        return 0
    from workbench.fronts.cli.app import run

    return run(given, open_screen)


def open_screen(
    target: Path | None,
    *,
    home: Path,
    zone: str | None,
    root: Path | None,
    options: "BenchOptions",
    looks: "Looks",
) -> int:
    """Open the TUI on a log, a folder or, without a target, the session list; returns the exit status."""
    from workbench.fronts.tui.app import run_app

    return run_app(target, home=home, zone=zone, root=root, options=options, looks=looks)

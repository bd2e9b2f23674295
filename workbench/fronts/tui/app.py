"""The way into the screen and out of it: start quickly, leave the terminal as it was, say what happened.

Owns :func:`run_app`. It loads Textual only when it is called, and lets nothing be collected before the first frame:
there is no garbage yet, and looking for some costs a tenth of the start.
"""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.errors import UsageError, WorkbenchError

if TYPE_CHECKING:
    from workbench.actions.looks import Looks
    from workbench.bench.options import BenchOptions
    from workbench.fronts.tui.program import WorkbenchApp

_DUMB: Final = ("dumb", "unknown")
# Seconds that the bench's thread may hold on to Python while the screen waits for it: a fifth of the usual.
_SLICE: Final = 0.001


def run_app(
    target: Path | None,
    *,
    home: Path,
    zone: str | None = None,
    root: Path | None = None,
    options: "BenchOptions | None" = None,
    looks: "Looks | None" = None,
) -> int:
    """Open the screen on a log or a folder, or without ``target`` on the session list, and return the exit status.

    0 after quitting, 128 + the signal's number after INT, TERM or HUP, 1 after a defect or where something could not be
    written. Raises WorkbenchError
    ``invalid_time_zone``, ``unknown_theme`` and ``no_terminal`` before anything is drawn; what is wrong with a file is
    said on the screen.
    """
    _refuse_dumb_terminals()
    gc.disable()
    sys.setswitchinterval(_SLICE)
    try:
        from workbench.fronts.tui.dress import dress
        from workbench.fronts.tui.intake import filter_input
        from workbench.fronts.tui.launch import Launch
        from workbench.fronts.tui.program import WorkbenchApp
        from workbench.fronts.tui.signals import signals_held

        filter_input()
        launch = Launch(target=target, home=home, zone=zone, root=root, options=options)
        app = WorkbenchApp(launch, drawn=_collect_from_now, depth=dress(launch, looks))
        try:
            with signals_held():
                status = app.run()
        finally:
            trouble = launch.close()
    finally:
        gc.enable()
    _say_afterwards(app, trouble)
    status = status if status is not None else app.return_code or 0
    return 1 if trouble is not None and not status else status


def _refuse_dumb_terminals() -> None:
    """One that cannot place its cursor would get the same frame over and over, and a user who cannot read it."""
    kind = os.environ.get("TERM", "")
    if kind in _DUMB:
        raise UsageError(
            "no_terminal",
            f"the screen needs a terminal that can place its cursor; TERM={kind} cannot",
            hint="set TERM to what the terminal is, such as xterm-256color, or use workbench state FILE",
        )


def _collect_from_now() -> None:
    """Collect garbage again, but never look for any in what stays for the whole run."""
    gc.freeze()
    gc.enable()


def _say_afterwards(app: "WorkbenchApp", trouble: WorkbenchError | None) -> None:
    """On stderr, once the terminal is as it was: why the program ended, and what could not be written."""
    said = []
    if app.ending is not None:
        said.append(f"workbench: ended by {app.ending.name}; the session log is whole")
    if trouble is not None:
        said.append(f"workbench: {trouble.code}: {trouble.message}")
    try:
        for line in said:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        # After HUP there may be nobody left to tell.
        return

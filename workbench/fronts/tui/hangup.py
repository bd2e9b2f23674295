"""A terminal that is gone ends the program, whatever it was doing (TUI-9).

Owns noticing it. Textual writes from a thread of its own; that thread dies with the terminal, and whoever writes next
would wait for it for ever, deaf to signals as well.
"""

import threading
from typing import Any

from textual.driver import Driver

from workbench.fronts.tui.signals import Ending

HANGUP = Ending("SIGHUP", 129)


class _Noticing(Driver):
    """In front of a platform's driver: passes on what can still be written."""

    _gone = False

    def write(self, data: str) -> None:
        writer: Any = getattr(self, "_writer_thread", None)
        if not isinstance(writer, threading.Thread) or writer.is_alive():
            # Textual's for the platform: see below.
            super().write(data)  # type: ignore[safe-super]
        elif not self._gone:
            self._gone = True
            end: Any = getattr(self._app, "end_by")  # noqa: B009 - the app is ours, the driver knows only Textual's
            self._app.call_later(end, HANGUP)


def noticing(base: type[Driver]) -> type[Driver]:
    """The same driver, which ends the app as a hang-up would once nothing can be written any more."""
    return type("NoticingDriver", (_Noticing, base), {})

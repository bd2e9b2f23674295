"""A screen that lets things run beside itself: a thread for each, its answer as a message, a refusal as a sentence."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from textual import on
from textual.message import Message

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.refusals import notice_of
from workbench.fronts.tui.screens.commanded import CommandScreen

T = TypeVar("T")


class BesideScreen(CommandScreen):
    """Owns running and answering; a thread is never waited for, so what it writes has to be whole at any moment."""

    class Finished(Message):
        """Something that ran beside the screen is done; ``answer`` is what it gave, or raised."""

        def __init__(self, then: Callable[[Any], None], answer: Any) -> None:
            self.then = then
            self.answer = answer
            super().__init__()

    def refuse(self, error: WorkbenchError) -> None:
        """Say why something was not done."""
        self.say(notice_of(error))

    def in_background(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Run ``work`` in a thread of its own and give what it returns to ``then``; a refusal is said instead."""

        def run() -> None:
            try:
                answer: Any = work()
            except Exception as error:  # noqa: BLE001 - what it is is decided where it can be said
                answer = error
            self.post_message(self.Finished(then, answer))

        threading.Thread(target=run, name="beside", daemon=True).start()

    @on(Finished)
    def _finished(self, message: Finished) -> None:
        if isinstance(message.answer, WorkbenchError):
            self.refuse(message.answer)
        elif isinstance(message.answer, Exception):
            raise message.answer
        else:
            message.then(message.answer)

"""What dialogs remember while the program runs: the last answers of each, and forms that were closed half filled.

Owns nothing that outlives the app: each has its own memory, and it goes with it.
"""

from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec
from textual.app import App

from workbench.actions.creation import Typed

# Answers of one dialog that can be called back.
_MOST: Final = 50


class Memory(msgspec.Struct):
    """``answers`` by dialog, oldest first; ``drafts`` by session id."""

    answers: dict[str, list[str]] = {}
    drafts: dict[str, Typed] = {}

    def recalled(self, dialog: str) -> list[str]:
        """The answers that dialog got, oldest first."""
        return self.answers.get(dialog, [])

    def keep(self, dialog: str, answer: str) -> None:
        """Remember an answer as the latest one."""
        answers = self.answers.setdefault(dialog, [])
        if answer in answers:
            answers.remove(answer)
        answers.append(answer)
        del answers[:-_MOST]


_MEMORIES: Final[WeakKeyDictionary[App[Any], Memory]] = WeakKeyDictionary()


def memory_of(app: App[Any]) -> Memory:
    """The memory of ``app``."""
    return _MEMORIES.setdefault(app, Memory())

"""A refusal in one row: who or what first, what to do after it, and of paths no more than their end.

Owns shortening. The whole message stands on the problem screen and in what the command line prints.
"""

import re
from typing import Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.theme.glyphs import RICH

_LOG: Final = re.compile(r"(?<!\S)/\S+/session\.jsonl(\.zst(d)?)?(?!\S)")
_FOLDERS: Final = re.compile(r"(?<!\S)/\S+/(?=[^\s/])")
# Hints that go on about what follows of itself.
_AGAIN: Final = "open it again"


def row_text(error: WorkbenchError) -> str:
    """The message and what to do about it."""
    hint = error.hint or ""
    if hint.startswith(_AGAIN):
        hint = _AGAIN
    return f"{briefly(error.message)}{'; ' if hint else ''}{hint}"


def briefly(message: str) -> str:
    """A message without folders: every session has a file of the same name, so that this says nothing either."""
    return _FOLDERS.sub(f"{RICH.ellipsis}/", _LOG.sub("this log", message))

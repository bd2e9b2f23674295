"""What the terminal sends, on its way to Textual's parser: bytes of any kind, pastes, answers that nobody asked for.

Owns the one place where Textual is made to read through it. What is filtered is said in ``pasting`` and ``replies``.
"""

import codecs
import sys
from collections.abc import Callable, Iterable
from functools import partial

from textual._xterm_parser import XTermParser
from textual.message import Message

from workbench.fronts.tui.pasting import PasteFilter
from workbench.fronts.tui.replies import ReplyFilter


class _FilteredParser(XTermParser):
    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's signature
        self._pastes = PasteFilter()
        self._replies = ReplyFilter()
        super().__init__(debug)

    def feed(self, data: str) -> Iterable[Message]:
        """As Textual's, after the filters; nothing at all means the end and is passed on."""
        cleaned = self._replies.clean(self._pastes.clean(data))
        return super().feed(cleaned) if cleaned or not data else ()


def _lenient(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """A decoder that puts U+FFFD where bytes are no text: old mouse reports, a paste from elsewhere, line noise."""
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


def filter_input() -> None:
    """Let Textual's driver read through the filters and fail at no byte; it offers no other place to say so."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        linux_driver.XTermParser = _FilteredParser  # type: ignore[attr-defined]
        linux_driver.getincrementaldecoder = _lenient  # type: ignore[assignment,attr-defined]

"""A modal screen that can be closed only once, however fast its keys come."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class ClosesOnce(ModalScreen[Answer]):
    """Ignores a second :meth:`dismiss`: the key for it was taken before the first one was carried out."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close with ``result``, unless that has happened already."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

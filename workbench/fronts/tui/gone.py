"""What goes wrong on a screen that was left meanwhile is nobody's concern: its parts are gone, as they should be.

Textual takes the parts of a screen away while messages for it still wait; whichever comes then looks in vain for a
part, or puts one where nothing can be put any more. Owns telling that from a defect.
"""

from typing import TYPE_CHECKING, Final

from textual._context import active_message_pump
from textual.app import ScreenError
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.screen import Screen
from textual.widget import MountError

if TYPE_CHECKING:
    from textual.app import App

_MISSING: Final = (NoMatches, NoScreen, MountError, ScreenError)


def came_too_late(app: "App[int]", error: Exception) -> bool:
    """Whether ``error``, raised in the message that is being handled, is only that its screen is not there any more."""
    return isinstance(error, _MISSING) and _is_left(app)


def _is_left(app: "App[int]") -> bool:
    if app._exit:  # noqa: SLF001 - from then on Textual mounts nothing, and says so nowhere else
        return True
    node = active_message_pump.get(None)
    if node is app:
        return False
    while node is not None and not isinstance(node, Screen):
        node = node._parent  # noqa: SLF001 - Textual's own walks stop at what is gone with an error
    return node not in app.screen_stack

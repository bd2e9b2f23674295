"""Keys that come in one burst, as over a slow line, one after the other: a key waits until the one before it is done.

Textual hands every key to what has the focus at that moment, so the second key of a burst would go to the screen on
which the first one is only about to open a dialog. Owns the waiting; what a key does is Textual's and the screens'.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import events
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.app import App


# Seconds after which a waiting key goes on although the one before it was never seen to be done: what it was for may
# have been closed with the key still in its queue.
_PATIENCE: Final = 0.25


class KeyOrder:
    """The keys of one app. ``press`` gives a key to Textual."""

    def __init__(self, app: "App[int]", press: Callable[[events.Key], Awaitable[None]]) -> None:
        self._app = app
        self._press = press
        self._waiting: deque[events.Key] = deque()
        self._under_way = False
        self._typed = False
        # Counts the keys; what is heard of any but the last one is too late to matter.
        self._turn = 0

    async def take(self, event: events.Key) -> None:
        """Press the key now, or once those before it are done."""
        if self._under_way:
            self._waiting.append(event)
            self._watch()
        else:
            await self._do(event)

    def forget(self) -> None:
        """Whoever the key under way was for is gone and will never be done with it; those after it were for it too."""
        self._waiting.clear()
        self._under_way = False
        self._turn += 1

    async def _do(self, event: events.Key) -> None:
        self._turn += 1
        self._under_way = True
        if not self._app.screen_stack:
            return
        target = self._app.focused or self._app.screen
        # What is typed into a field moves no focus.
        self._typed = event.is_printable and target.check_consume_key(event.key, event.character)
        await self._press(event)
        if self._waiting:
            self._watch()
        # The key goes up to the app, and what it sets off may go the same way once more.
        self._follow(target, partial(self._follow, target, partial(self._settle, self._turn)))

    def _watch(self) -> None:
        """See to it that the key under way does not keep the others for ever."""
        self._app.set_timer(_PATIENCE, partial(self._go_on, self._turn))

    def _follow(self, node: DOMNode, then: Callable[[], None]) -> None:
        """Wait until ``node`` has done what it was sent, then whatever it may have passed that on to, up to the app."""
        if not node.call_later(partial(self._seen_by, node, then)):
            self._seen_by(node, then)

    def _seen_by(self, node: DOMNode, then: Callable[[], None]) -> None:
        if node is self._app:
            then()
        else:
            self._follow(node.parent or self._app, then)

    def _settle(self, turn: int) -> None:
        """The key is done. The screen that it opened, or the focus that it moved, is there before the next key."""
        go_on = partial(self._go_on, turn)
        at_once = not self._waiting or self._typed or not self._app.screen_stack
        if at_once or not self._app.screen.call_after_refresh(go_on):
            go_on()

    def _go_on(self, turn: int) -> None:
        """Press the next key, unless that has happened already."""
        if turn != self._turn:
            return
        self._turn += 1
        if self._waiting and self._app.screen_stack:
            self._app.call_later(self._do, self._waiting.popleft())
        else:
            self._under_way = False

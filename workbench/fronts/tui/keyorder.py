"""Keys that come in one burst, as over a slow line, one after the other: a key waits until the one before it is done.

Textual hands every key to what has the focus at that moment, so the second key of a burst would go to the screen on
which the first one is only about to open a dialog. Owns the waiting; what a key does is Textual's and the screens'.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.app import App


class KeyOrder:
    """The keys of one app. ``press`` gives a key to Textual."""

    def __init__(self, app: "App[int]", press: Callable[[events.Key], Awaitable[None]]) -> None:
        self._app = app
        self._press = press
        self._waiting: deque[events.Key] = deque()
        self._under_way = False
        self._typed = False

    async def take(self, event: events.Key) -> None:
        """Press the key now, or once those before it are done."""
        if self._under_way:
            self._waiting.append(event)
        else:
            await self._do(event)

    def forget(self) -> None:
        """Whoever the key under way was for is gone and will never be done with it; those after it were for it too."""
        self._waiting.clear()
        self._under_way = False

    async def _do(self, event: events.Key) -> None:
        self._under_way = True
        if not self._app.screen_stack:
            return
        target = self._app.focused or self._app.screen
        # What is typed into a field moves no focus.
        self._typed = event.is_printable and target.check_consume_key(event.key, event.character)
        await self._press(event)
        # The key goes up to the app, and what it sets off may go the same way once more.
        self._follow(target, partial(self._follow, target, self._settle))

    def _follow(self, node: DOMNode, then: Callable[[], None]) -> None:
        """Wait until ``node`` has done what it was sent, then whatever it may have passed that on to, up to the app."""
        if not node.call_later(partial(self._seen_by, node, then)):
            self._seen_by(node, then)

    def _seen_by(self, node: DOMNode, then: Callable[[], None]) -> None:
        if node is self._app:
            then()
        else:
            self._follow(node.parent or self._app, then)

    def _settle(self) -> None:
        """The key is done. The screen that it opened, or the focus that it moved, is there before the next key."""
        if not self._waiting or not self._app.screen_stack:
            self._under_way = False
        elif self._typed or not self._app.screen.call_after_refresh(self._next):
            self._next()

    def _next(self) -> None:
        self._app.call_later(self._do, self._waiting.popleft())

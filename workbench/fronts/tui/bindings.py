"""Bridges from commands to Textual: key bindings with stable ids, and the palette's provider.

Owns nothing but the translation; which commands there are is ``actions.commands``.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Protocol, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from workbench.actions.commands import Command, Scope, in_scope

_KEY_NAMES: Final = {
    ".": "full_stop", ",": "comma", ":": "colon", "?": "question_mark", "/": "slash", "+": "plus", "-": "minus",
}  # fmt: skip


class Commanded(Protocol):
    """A screen that offers commands and carries them out."""

    @property
    def is_active(self) -> bool:
        """Whether nothing lies over it."""
        ...

    def offered(self) -> list[Command]:
        """The commands that apply now."""
        ...

    def run_command(self, command_id: str) -> None:
        """Carry one out."""
        ...


def key_of(command: Command) -> str:
    """A command's key by Textual's name."""
    return _KEY_NAMES.get(command.key, command.key)


def bindings_of(scope: Scope) -> list[Binding]:
    """One binding a command; two may share a key, since at most one of them applies at a time."""
    return [
        Binding(key_of(command), f"command('{command.id}')", command.label, show=False, id=command.id)
        for command in in_scope(scope)
    ]


class Palette(Provider):
    """The palette's entries: the commands of the screen below that apply now, noun before verb."""

    def _entries(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        screen = cast("Commanded", self.screen)
        for command in sorted(screen.offered(), key=lambda command: command.title):
            if command.id != "app.palette":
                yield f"{command.title}  ({command.key})", command.help, partial(_run, screen, command)

    async def discover(self) -> Hits:
        """All entries, before anything is typed."""
        for title, text, run in self._entries():
            yield DiscoveryHit(title, run, help=text)

    async def search(self, query: str) -> Hits:
        """The entries that match."""
        matcher = self.matcher(query)
        for title, text, run in self._entries():
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, help=text)


def _run(screen: Commanded, command: Command) -> None:
    """Carry out what was picked, unless it has ceased to apply meanwhile."""
    if screen.is_active and command in screen.offered():
        screen.run_command(command.id)

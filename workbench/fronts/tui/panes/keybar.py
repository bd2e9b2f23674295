"""The key bar: the commands that apply now, by rank, as many as fit whole (page 10, section 6)."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.message import Message

from workbench.actions.commands import Command
from workbench.fronts.tui.panes.drawn import Bar
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span

_PINNED = "app.help"
_SHOWN_KEYS = {"escape": "esc"}


class KeyBar(Bar):
    """One row of keys and what they do; ``?`` stands at the right edge."""

    LOOK: ClassVar[str] = "panel"

    class Pressed(Message):
        """A key of the bar was clicked."""

        def __init__(self, command: Command) -> None:
            self.command = command
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._commands: Sequence[Command] = ()

    def offer(self, commands: Sequence[Command]) -> None:
        """Show these commands, already in order of rank."""
        if list(commands) != list(self._commands):
            self._commands = tuple(commands)
            self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The one row."""
        del height
        spans = [Span(" ")]
        for command in self._fitting(width):
            spans += [*_spans(command), Span("  ")]
        right = [span for command in self._commands if command.id == _PINNED for span in _spans(command)]
        return [Line(spans, (*right, Span(" ")), look="panel")]

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        at = 1
        for command in self._fitting(self.size.width):
            end = at + _cells(command)
            if at <= event.x < end:
                self.post_message(self.Pressed(command))
                return
            at = end + 2
        pinned = [command for command in self._commands if command.id == _PINNED]
        if pinned and event.x >= self.size.width - 1 - _cells(pinned[0]):
            self.post_message(self.Pressed(pinned[0]))

    def _fitting(self, width: int) -> list[Command]:
        """The commands from the left that fit whole, room kept for what is pinned."""
        room = width - 2 - sum(_cells(command) + 2 for command in self._commands if command.id == _PINNED)
        shown: list[Command] = []
        for command in self._commands:
            if command.id == _PINNED:
                continue
            room -= _cells(command) + (2 if shown else 0)
            if room < 0:
                break
            shown.append(command)
        return shown


def key_name(command: Command) -> str:
    """A command's key as it is shown."""
    return _SHOWN_KEYS.get(command.key, command.key)


def _spans(command: Command) -> list[Span]:
    return [Span(key_name(command), "fired", True), Span(f" {command.label}", "soft")]


def _cells(command: Command) -> int:
    return cell_width(key_name(command)) + 1 + cell_width(command.label)

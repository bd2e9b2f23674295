"""The key bar: the commands that apply now, by rank, as many as fit whole (page 10, section 6)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Protocol, cast

from textual import events
from textual.message import Message
from textual.widget import Widget

from workbench.actions.commands import Command
from workbench.actions.keymap import remapped
from workbench.fronts.tui.panes.drawn import Bar, paint_of
from workbench.fronts.tui.panes.refusals import notice_lines
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.fronts.tui.launch import Launch

# At the right edge, where there is room for all of them; else only the last.
_PINNED: Final = ("view.filter", "app.palette", "app.help")
_PINNED_FROM: Final = 110
_SHOWN_KEYS: Final = {"escape": "esc"}
_GAP: Final = 2


class Launched(Protocol):
    """An app that knows what it was started with."""

    launch: "Launch"


class KeyBar(Bar):
    """One row of keys and what they do, or of a sentence; ``?`` stands at the right edge."""

    LOOK: ClassVar[str] = "panel"

    class Pressed(Message):
        """A key of the bar was clicked."""

        def __init__(self, command: Command) -> None:
            self.command = command
            super().__init__()

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._commands: Sequence[Command] = ()
        self._said: Notice | None = None

    def offer(self, commands: Sequence[Command]) -> None:
        """Show these commands, already in order of rank."""
        if list(commands) != list(self._commands):
            self._commands = tuple(commands)
            self.redraw()

    def say(self, notice: Notice | None) -> None:
        """Put a sentence in the place of the keys, or take it away."""
        self._said = notice
        self.redraw()

    def bar_lines(self, width: int, height: int) -> list[Line]:
        """The one row."""
        del height
        spans = [Span(" ")]
        for at, command in enumerate(self._fitting(width)):
            spans += [Span(" " * _GAP if at else ""), *_spans(command)]
        right: list[Span] = []
        for at, command in enumerate(self._pinned(width)):
            right += [Span(" " * _GAP if at else ""), *_spans(command)]
        if self._said is not None:
            room = width - sum(cell_width(span.text) for span in right) - 1
            spans = list(notice_lines(self._said, room, 1, paint_of(self).glyphs)[0].spans)
        return [Line(spans, (*right, Span(" ")) if right else (), look="panel")]

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        at = 1
        for command in self._fitting(self.size.width):
            end = at + _cells(command)
            if at <= event.x < end:
                self.post_message(self.Pressed(command))
                return
            at = end + _GAP
        at = self.size.width - 1
        for command in reversed(self._pinned(self.size.width)):
            start = at - _cells(command)
            if start <= event.x < at:
                self.post_message(self.Pressed(command))
                return
            at = start - _GAP

    def _pinned(self, width: int) -> list[Command]:
        wanted = _PINNED if width >= _PINNED_FROM else _PINNED[-1:]
        return [command for name in wanted for command in self._commands if command.id == name]

    def _fitting(self, width: int) -> list[Command]:
        """The commands from the left that fit whole, room kept for what is pinned."""
        if self._said is not None:
            return []
        pinned = self._pinned(width)
        room = width - 2 - sum(_cells(command) + _GAP for command in pinned)
        shown: list[Command] = []
        for command in self._commands:
            if command in pinned:
                continue
            room -= _cells(command) + (_GAP if shown else 0)
            if room < 0:
                break
            shown.append(command)
        return shown


def key_name(command: Command) -> str:
    """A command's key as it is shown."""
    return _SHOWN_KEYS.get(command.key, command.key)


def key_in(widget: Widget, command_id: str) -> str:
    """The key of that command, as it is shown, with the user's own keys in mind."""
    keys = cast("Launched", widget.app).launch.keys
    return key_name(next(command for command in remapped(keys) if command.id == command_id))


def _spans(command: Command) -> list[Span]:
    return [Span(key_name(command), "fired", True), Span(f" {command.label}", "soft")]


def _cells(command: Command) -> int:
    return cell_width(key_name(command)) + 1 + cell_width(command.label)

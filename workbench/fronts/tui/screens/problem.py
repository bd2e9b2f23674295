"""The problem screen: why a file is not on the screen, by its stable code, and what can be done about it."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from workbench.actions.commands import Command
from workbench.actions.situation import Situation
from workbench.errors import WorkbenchError
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.keybar import KeyBar, key_in
from workbench.fronts.tui.panes.textpane import TextPane
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.fronts.tui.screens.shared import SHARED
from workbench.fronts.tui.theme.cells import wrap
from workbench.fronts.tui.theme.paint import Line, Span

_OFFERED = ("session.list", "view.write", "app.palette", "app.help", "app.quit")
_DOES = {"session.list": "goes to the list of sessions", "app.quit": "leaves the workbench"}
# What can be done where the refusal itself does not say it.
_HINTS = {
    "not_readable": "A log has to be a regular file that you may read.",
    "not_a_log": "It may be another file than you meant: a log begins with a line of the type session.",
    "invalid_scenario": "Correct the file and open it again; workbench run --help says what a scenario may contain.",
    "not_writable": "Free space or correct the permissions, or choose another data folder with --home.",
}


class ProblemPane(TextPane):
    """Code, message, hint and path, wrapped."""

    NAME = "Cannot open"

    def __init__(self, path: Path, error: WorkbenchError, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._path = path
        self._error = error

    def lines_for(self, cells: int) -> list[Line]:
        """What is wrong, and what can be done."""
        width = max(10, cells - 4)
        lines = [Line(), Line((Span(f"  {paint_of(self).glyphs.corrupt} {self._error.code}", "bad", True),)), Line()]
        lines += self._wrapped(self._error.message, width, "text")
        hint = self._error.hint or _HINTS.get(self._error.code)
        if hint:
            lines += [Line(), *self._wrapped(hint, width, "soft")]
        lines += [Line(), *self._wrapped(str(self._path), width, "dim")]
        lines += [Line(), Line((Span("  Nothing was written.", "dim"),)), Line()]
        for name, does in _DOES.items():
            lines.append(Line((Span(f"  {key_in(self, name)} ", "fired", True), Span(does, "dim"))))
        return lines

    def _wrapped(self, text: str, width: int, role: str) -> list[Line]:
        return [Line((Span("  "), Span(piece, role))) for piece in wrap(text, width)]


class ProblemScreen(CommandScreen):
    """Stands where the session would."""

    DEFAULT_CSS = """
    ProblemScreen { background: $wb-ground; }
    ProblemScreen > ProblemPane { height: 1fr; }
    ProblemScreen > KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("session")]

    def __init__(self, launch: Launch, path: Path, error: WorkbenchError) -> None:
        super().__init__(launch)
        self._path = path
        self._error = error

    def compose(self) -> ComposeResult:
        """The problem and the keys."""
        yield ProblemPane(self._path, self._error, id="problem")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Offer the ways out."""
        self.offer()

    def situation(self) -> Situation:
        """No log is open."""
        return Situation()

    def offered(self) -> list[Command]:
        """The few commands that make sense without a log."""
        return [command for command in self.commands if command.id in _OFFERED]

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        self.say(None)
        SHARED[command_id](self)

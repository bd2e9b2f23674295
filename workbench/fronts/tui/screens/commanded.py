"""What every screen with commands shares: which apply now, their keys, the key bar, the palette, why one does nothing.

Owns the way from a key, a click or the palette to :meth:`CommandScreen.run_command`, and what is said where the command
does not apply. What a command does is each screen's own.
"""

from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.screen import Screen

from workbench.actions.commands import Command, Scope, applying, in_scope
from workbench.actions.keymap import remapped
from workbench.actions.reasons import Refused, refused
from workbench.actions.situation import Situation
from workbench.fronts.tui.bindings import key_of, rebind
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.keybar import KeyBar, key_in
from workbench.fronts.tui.panes.scene import Notice

# These show the whole of what is said, so they do not take it away.
_TELL: Final = ("app.help", "app.palette", "view.write")


class CommandScreen(Screen[None]):
    """A screen that offers the commands of one scope; it has a key bar with the id ``keys``."""

    SCOPE: ClassVar[Scope] = "session"

    def __init__(self, launch: Launch) -> None:
        super().__init__()
        self.launch = launch
        # The command table with the user's own keys in it.
        self.commands = remapped(launch.keys)
        if launch.keys:
            rebind(self._bindings, in_scope(self.SCOPE, self.commands))
        # Why a command did nothing, as it is said now, and what that was about.
        self._answered: tuple[Notice, object] | None = None

    def situation(self) -> Situation:
        """What commands are asked about."""
        raise NotImplementedError

    def run_command(self, command_id: str) -> None:
        """Carry a command out; that it applies was asked before."""
        raise NotImplementedError

    def offered(self) -> list[Command]:
        """The commands that apply now, by rank."""
        return applying(self.SCOPE, self.situation(), self.commands)

    def refused(self) -> list[Refused]:
        """The commands that do not apply now, with what there is to say about it."""
        return refused(in_scope(self.SCOPE, self.commands), self.situation(), partial(key_in, self))

    def offer(self) -> None:
        """Let the key bar follow what applies now; why something did not apply before is over with that."""
        self.query_one("#keys", KeyBar).offer(self.offered())
        answered = self._answered
        if answered is not None and answered[1] != self._standing():
            self._answered = None
            if self.said() == answered[0]:
                self.say(None)

    def said(self) -> Notice | None:
        """The sentence that is said now."""
        return None

    def say(self, notice: Notice | None) -> None:
        """Say one sentence, or take it away; a screen without a place for it has it in its key bar."""
        self.query_one("#keys", KeyBar).say(notice)

    def hush(self, command_id: str) -> None:
        """Take away what is said, unless the command that comes is one that tells more of it."""
        if command_id not in _TELL and self.said() is not None:
            self.say(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A command that does not apply has no key."""
        if action == "command" and parameters:
            return any(command.id == parameters[0] for command in self.offered())
        return True

    def action_command(self, command_id: str) -> None:
        """A command's key was pressed."""
        self.run_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """A key of commands of which none applies is told why, where there is something to say."""
        sharing = [each for each in in_scope(self.SCOPE, self.commands) if key_of(each) == event.key]
        if not sharing or any(each.applies(self.situation()) for each in sharing):
            return
        first = next((each for each in self.refused() if each.command in sharing), None)
        if first is not None:
            self.say_why(first)

    def say_why(self, refusal: Refused) -> None:
        """Say why a command does nothing."""
        notice = Notice(refusal.sentence)
        self.say(notice)
        self._answered = (notice, self._standing())

    def _standing(self) -> object:
        """What most refusals are about: whether something moves, is shown as it was, or sleeps."""
        now = self.situation()
        mode = (now.view.mode, now.view.drivable, now.view.held) if now.view is not None else None
        return now.moving is not None, now.past, mode, now.selected, now.pane

    @on(KeyBar.Pressed)
    def _key_clicked(self, message: KeyBar.Pressed) -> None:
        self.run_command(message.command.id)

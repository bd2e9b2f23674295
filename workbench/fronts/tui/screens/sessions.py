"""The session list: one's own sessions, the extra root's, the bundled examples, and what can be said of each.

Owns the rows and opening one. Files are found and read in a worker thread, one after the other, so that a broken one
costs its own row and nothing else.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from workbench.actions.commands import BY_ID, Command, applying
from workbench.actions.situation import Situation
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.listing import Entry, ListingPane, read_entry
from workbench.fronts.tui.screens.shared import SHARED, go_to


class SessionsScreen(Screen[None]):
    """The list. With ``folder`` it holds that folder's logs alone."""

    DEFAULT_CSS = """
    SessionsScreen { background: $wb-ground; }
    SessionsScreen > ListingPane { height: 1fr; }
    SessionsScreen > KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("list")]

    class Found(Message):
        """An entry is known, or known better; posted from the worker thread."""

        def __init__(self, entry: Entry) -> None:
            self.entry = entry
            super().__init__()

    def __init__(self, launch: Launch, folder: Path | None = None) -> None:
        super().__init__()
        self.launch = launch
        self._folder = folder

    def compose(self) -> ComposeResult:
        """The list and the keys."""
        yield ListingPane(id="listing")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Start looking."""
        pane = self.query_one("#listing", ListingPane)
        pane.set_zone(self.launch.shown_zone)
        pane.focus()
        self.query_one("#keys", KeyBar).offer(self.offered())
        self.look()

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """Find the logs, then read each."""
        worker = get_current_worker()
        found = list(self._logs())
        for group, path in found:
            self.post_message(self.Found(Entry(group, path)))
        for group, path in found:
            if worker.is_cancelled:
                return
            self.post_message(self.Found(read_entry(group, path, self.launch.root)))

    def _logs(self) -> Iterator[tuple[str, Path]]:
        from workbench.session.paths import find_logs

        for name, folder in self._groups():
            if folder.is_dir():
                yield from ((name, path) for path in sorted(find_logs(folder)))

    def _groups(self) -> Iterator[tuple[str, Path]]:
        if self._folder is not None:
            yield str(self._folder), self._folder
            return
        from workbench.actions.places import bundled_folder

        launch = self.launch
        yield "Your sessions", launch.home / "sessions"
        yield "Scenario runs", launch.home / "runs"
        if launch.root is not None:
            yield str(launch.root), launch.root
        bundled = bundled_folder()
        if bundled is not None:
            yield "Bundled examples", bundled

    @on(Found)
    def _entry_found(self, message: Found) -> None:
        self.query_one("#listing", ListingPane).put(message.entry)

    def situation(self) -> Situation:
        """What commands are asked about."""
        return Situation(listing=True)

    def offered(self) -> list[Command]:
        """The commands of the list, by rank."""
        return applying("list", self.situation())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A command that does not apply has no key."""
        return action != "command" or BY_ID[str(parameters[0])].applies(self.situation())

    def action_command(self, command_id: str) -> None:
        """A command's key was pressed."""
        self.run_command(command_id)

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        if command_id == "list.open":
            self._open()
        elif command_id == "session.new":
            self._new()
        else:
            SHARED[command_id](self)

    @on(Pane.Chosen)
    def _chosen(self, message: Pane.Chosen) -> None:
        del message
        self._open()

    @on(KeyBar.Pressed)
    def _key_clicked(self, message: KeyBar.Pressed) -> None:
        self.run_command(message.command.id)

    def _open(self) -> None:
        entry = self.query_one("#listing", ListingPane).entry_at_cursor()
        if entry is not None:
            go_to(self, self.launch.session_screen(entry.path))

    def _new(self) -> None:
        from workbench.bench.clock import WallClock

        go_to(self, self.launch.session_screen(self.launch.create(WallClock().now())))

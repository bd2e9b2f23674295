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
from textual.worker import get_current_worker

from workbench.actions.situation import Situation
from workbench.errors import WorkbenchError
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.listing import Entry, ListingPane, read_entry
from workbench.fronts.tui.screens.commanded import CommandScreen
from workbench.fronts.tui.screens.shared import SHARED, go_to


class SessionsScreen(CommandScreen):
    """The list. With ``folder`` it holds that folder's logs alone."""

    DEFAULT_CSS = """
    SessionsScreen { background: $wb-ground; }
    SessionsScreen > ListingPane { height: 1fr; }
    SessionsScreen > KeyBar { height: 1; }
    """
    SCOPE = "list"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("list")]

    class Found(Message):
        """An entry is known, or known better; posted from the worker thread."""

        def __init__(self, entry: Entry) -> None:
            self.entry = entry
            super().__init__()

    def __init__(self, launch: Launch, folder: Path | None = None) -> None:
        super().__init__(launch)
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
        self.offer()
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

    def _open(self) -> None:
        entry = self.query_one("#listing", ListingPane).entry_at_cursor()
        if entry is not None:
            go_to(self, self.launch.session_screen(entry.path))

    def _new(self) -> None:
        from workbench.bench.clock import WallClock

        try:
            path = self.launch.create(WallClock().now())
        except WorkbenchError as error:
            go_to(self, self.launch.problem_screen(self.launch.home, error))
            return
        go_to(self, self.launch.session_screen(path))

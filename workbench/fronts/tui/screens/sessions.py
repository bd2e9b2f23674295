"""The session list: one's own sessions, copies, runs, other programs' logs and the bundled examples.

Owns the screen: its parts, what the cursor is on, and what the reading threads tell. What the list holds and how a row
says it is in ``listing``, what commands do in ``listing.deeds``.
"""

from pathlib import Path
from typing import ClassVar, Final, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from workbench.actions import known
from workbench.actions.listing import Found, find_all, groups_of, look_again
from workbench.actions.places import Places
from workbench.actions.situation import Situation
from workbench.errors import WorkbenchError
from workbench.fronts.tui.bindings import bindings_of
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.listing.beside import BesideScreen
from workbench.fronts.tui.listing.entries import Entry, Listing
from workbench.fronts.tui.listing.glances import Glances
from workbench.fronts.tui.listing.header import ListHeader
from workbench.fronts.tui.listing.preview import PreviewPane
from workbench.fronts.tui.listing.reading import News, Reader, Work
from workbench.fronts.tui.listing.room import room_at
from workbench.fronts.tui.listing.vacant import VacantPane
from workbench.fronts.tui.panes.base import Pane
from workbench.fronts.tui.panes.filterbar import FilterBar
from workbench.fronts.tui.panes.keybar import KeyBar
from workbench.fronts.tui.panes.listing import ListingPane
from workbench.fronts.tui.panes.note import Note
from workbench.fronts.tui.panes.scene import Notice, Scene
from workbench.fronts.tui.timeline.pane import TimelinePane
from workbench.time.zones import UTC, Zone

_CHOSEN: Final[dict[str, Literal["own", "foreign", "scenario"]]] = {
    "own": "own", "copy": "own", "run": "own", "foreign": "foreign", "recorded": "foreign", "scenario": "scenario",
}  # fmt: skip


class SessionsScreen(BesideScreen):
    """The list. With ``folder`` it holds that folder's logs and scenarios alone."""

    DEFAULT_CSS = """
    SessionsScreen { background: $wb-ground; layout: vertical; }
    SessionsScreen > ListingPane { height: 1fr; }
    SessionsScreen > KeyBar { height: 1; }
    SessionsScreen > Note { height: 1fr; }
    """
    SCOPE = "list"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("list"),
        Binding("escape", "back", "Back", show=False),
    ]

    class Told(Message):
        """The reading threads have news."""

    def __init__(self, launch: Launch, folder: Path | None = None) -> None:
        super().__init__(launch)
        self.places = Places(launch.home, launch.root)
        self._groups = groups_of(self.places, folder)
        self._zone: Zone = launch.shown_zone
        self._notice: Notice | None = None
        self._typing = self._covered = False
        self._glances = Glances()
        self._reader = Reader(self._work(), self._tell, self._is_known)

    def compose(self) -> ComposeResult:
        """Numbers, list, preview, timeline and keys."""
        yield ListHeader(id="header")
        yield ListingPane(id="listing")
        yield PreviewPane(id="preview")
        yield TimelinePane(id="timeline")
        yield VacantPane(id="vacant")
        yield FilterBar(id="filter")
        yield KeyBar(id="keys")
        yield Note(id="note")

    def on_mount(self) -> None:
        """Start looking."""
        pane = self.pane
        pane.listing = Listing(self._groups)
        pane.listing.looking = True
        pane.opened, pane.chosen = self.launch.listed.opened, self.launch.listed.chosen
        pane.set_zone(self._zone)
        self.query_one("#timeline", TimelinePane).can_focus = False
        self._fit()
        pane.focus()
        self.offer()
        self._reader.start()

    def on_screen_suspend(self) -> None:
        """What lies over the list has the processor for itself."""
        self._covered = True
        self._reader.pause(True)

    def on_screen_resume(self) -> None:
        """Go on reading; what lay over the list took its time, and files change meanwhile."""
        self._reader.pause(False)
        if self._covered:
            self._covered = False
            self.search_again()

    def on_app_focus(self) -> None:
        """Somebody comes back to this terminal, maybe from another window that drove one of these."""
        self.search_again()

    def on_unmount(self) -> None:
        """Nothing is read any more."""
        self._reader.stop()

    # ------------------------------------------------------------------------------------------------ drawing

    @property
    def pane(self) -> ListingPane:
        """The list itself."""
        return self.query_one("#listing", ListingPane)

    def entry(self) -> Entry:
        """The entry on the cursor row."""
        entry = self.pane.entry_at_cursor()
        assert entry is not None  # noqa: S101 - commands that need one apply only where there is one
        return entry

    def say(self, notice: Notice | None) -> None:
        """Put a sentence over the list, or take it away."""
        self._notice = notice
        self._show_header()

    def said(self) -> Notice | None:
        """What stands over the list."""
        return self._notice

    def show_zone(self, zone: Zone) -> None:
        """Show times in ``zone``."""
        self._zone = zone
        self.pane.set_zone(zone)
        self._show_header()
        self._show_chosen()
        self.offer()

    def on_resize(self, event: events.Resize) -> None:
        """Give every part its room at the new size."""
        del event
        self._show_chosen()
        self.call_after_refresh(self._refocus)

    def _refocus(self) -> None:
        """Where there was no room for the list it lost the focus; while a filter is typed its field has it."""
        if not self._typing:
            self.pane.focus(scroll_visible=False)

    def _fit(self) -> None:
        room = room_at(*self.app.size)
        seen = self._glances.view_of(self.pane.entry_at_cursor()) is not None
        rows = {
            "header": room.header,
            "preview": room.preview,
            "timeline": room.timeline if seen else 0,
            "vacant": 0 if seen else room.timeline,
        }
        for name, count in rows.items():
            part = self.query_one(f"#{name}")
            part.styles.height = count
            part.display = bool(count) and not room.small
        self.pane.set_class(room.bare, "-bare")
        for name, shown in {"listing": True, "filter": self._typing, "keys": not self._typing}.items():
            self.query_one(f"#{name}").display = shown and not room.small
        self.query_one("#note").display = room.small

    def _show_header(self) -> None:
        self.query_one("#header", ListHeader).show(self.pane.totals(), self._zone, self._notice)

    def _show_chosen(self) -> None:
        """Preview and timeline follow the cursor."""
        entry = self.pane.entry_at_cursor()
        self.query_one("#preview", PreviewPane).put(entry, self._zone)
        self._fit()
        timeline = self.query_one("#timeline", TimelinePane)
        if timeline.display and entry is not None:
            timeline.show(Scene(entry.name, self._glances.view_of(entry), zone=self._zone, keys=self.launch.keys))
        self.query_one("#vacant", VacantPane).explain(entry)

    # ------------------------------------------------------------------------------------------------- reading

    def search_again(self) -> None:
        """Look for files anew; what is known of those that did not change stays."""
        self._reader.search_again()

    def _work(self) -> Work:
        launch, groups = self.launch, self._groups
        before = tuple(launch.closing)

        def begin() -> WorkbenchError | None:
            # Whoever wrote one of these logs just now has to be done before it is read.
            return next((trouble for driver in before if (trouble := driver.close()) is not None), None)

        return Work(
            begin=begin,
            find=lambda: find_all(groups, launch.home),
            read=known.read_facts,
            glance=lambda found: known.glance(found, launch.home, launch.zone),
            look=lambda found: look_again(found.group, found.path, launch.home),
        )

    def _tell(self) -> None:
        self.post_message(self.Told())

    def _is_known(self, found: Found) -> bool:
        return self.launch.listed.facts.get(found.path, (None,))[0] == found.stamp

    @on(Told)
    def _take_news(self) -> None:
        news = self._reader.take()
        self._learn(news)
        if news.trouble is not None:
            self.refuse(news.trouble)
        self._show_header()
        if news.found or news.paths is not None or self._concerns_chosen(news):
            self._chose()
        else:
            self._scrolled()

    def _learn(self, news: News) -> None:
        pane, facts = self.pane, self.launch.listed.facts
        facts.update((found.path, (found.stamp, each)) for found, each in news.facts)
        if news.view is not None:
            self._glances.note(*news.view)
        if news.found:
            pane.listing.add(
                Entry(found, facts[found.path][1] if self._is_known(found) else None) for found in news.found
            )
        if news.changed:
            pane.listing.add(Entry(found, self._facts_so_far(found)) for found in news.changed)
        if news.paths is not None:
            pane.listing.keep(news.paths)
        pane.learn((found.path, each) for found, each in news.facts)

    def _concerns_chosen(self, news: News) -> bool:
        entry = self.pane.entry_at_cursor()
        told = (*news.changed, *(found for found, _ in news.facts))
        return entry is not None and any(found.path == entry.path for found in told)

    def _facts_so_far(self, found: Found) -> known.Facts | None:
        """What was known of a file before it changed, until it is read anew."""
        entry = self.pane.listing.get(found.path)
        return entry.facts if entry is not None else None

    def _chose(self) -> None:
        """The cursor is on another entry, or more is known of it."""
        self._show_chosen()
        self._scrolled()
        shown = self.query_one("#vacant").display
        self._reader.look_at(self._glances.lacks(self.pane.entry_at_cursor()) if shown else None)
        self.offer()

    @on(ListingPane.Scrolled)
    def _scrolled(self) -> None:
        self._reader.in_sight(self.pane.in_sight())

    @on(Pane.Moved)
    def _moved(self) -> None:
        self.launch.listed.chosen = self.pane.chosen
        self._chose()
        entry = self.pane.entry_at_cursor()
        if entry is not None and entry.found.holder is not None:
            self._look_again(entry.found)

    def _look_again(self, found: Found) -> None:
        """Whoever wrote that log may have let it go, or be gone."""

        def looked(now: Found | None) -> None:
            entry = self.pane.listing.get(found.path)
            if now is None or (entry is not None and now.holder != entry.found.holder):
                # It may also say something else by now.
                self.search_again()

        self.in_background(lambda: look_again(found.group, found.path, self.launch.home), looked)

    # ------------------------------------------------------------------------------------------------- commands

    def situation(self) -> Situation:
        """What commands are asked about."""
        entry = self.pane.entry_at_cursor()
        return Situation(
            place="list",
            utc=self._zone == UTC,
            zone_chosen=self.launch.shown_zone != UTC,
            chosen=_CHOSEN[entry.found.kind] if entry is not None else None,
            filtered=bool(self.pane.listing.filter),
            damaged=entry is not None and entry.damaged,
        )

    def run_command(self, command_id: str) -> None:
        """Carry a command out."""
        from workbench.fronts.tui.listing.deeds import LIST_DEEDS

        self.hush(command_id)
        LIST_DEEDS[command_id](self)

    @on(Pane.Chosen)
    def _chosen(self, message: Pane.Chosen) -> None:
        del message
        self.run_command("list.open")

    # --------------------------------------------------------------------------------------------------- filter

    def open_filter(self) -> None:
        """Let the field take the place of the keys; a text that filters already can be typed on."""
        self._typing = True
        self._fit()
        self.call_after_refresh(self._begin_typing)

    def _begin_typing(self) -> None:
        # Another screen may have taken the list's place meanwhile.
        for field in self.query("#filter").results(FilterBar):
            field.open(self.pane.listing.filter)

    @on(FilterBar.Changed)
    def _filter_typed(self, message: FilterBar.Changed) -> None:
        if self._typing:
            self._filter(message.text)

    @on(FilterBar.Closed)
    def _filter_closed(self, message: FilterBar.Closed) -> None:
        if self._typing:
            self._typing = False
            self._filter(self.pane.listing.filter if message.kept else "")
            self.call_after_refresh(self._refocus)

    def _filter(self, text: str) -> None:
        self.pane.listing.choose(text)
        self.pane.follow()
        self._chose()

    def action_back(self) -> None:
        """One step back: out of the filter, then nothing."""
        if self.pane.listing.filter:
            self._filter("")

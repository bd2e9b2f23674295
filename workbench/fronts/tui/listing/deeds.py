"""What the commands of the session list do to the entry on the cursor row: open, fork, check, forget, a new session.

What takes long or writes runs beside the screen (``SessionsScreen.in_background``); after it the list is as it was, the
cursor on the same file.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.actions.places import Places
from workbench.errors import WorkbenchError
from workbench.fronts.tui.deeds import choices
from workbench.fronts.tui.listing.mend import repair_entry
from workbench.fronts.tui.listing.preview import shown_path
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.screens.shared import SHARED, go_to
from workbench.session.paths import real_path
from workbench.text.sizes import size_text
from workbench.time.zones import UTC

if TYPE_CHECKING:
    from workbench.actions.forgetting import Forgettable
    from workbench.fronts.tui.listing.entries import Entry
    from workbench.fronts.tui.screens.sessions import SessionsScreen
    from workbench.session.check import CheckResult


def open_entry(screen: "SessionsScreen") -> None:
    """Open the log or the scenario; a copy through its source, which is offered again with it."""
    entry = screen.entry()
    found = entry.found
    path = found.source if found.source is not None and not found.gone else found.path
    go_to(screen, screen.launch.screen_of(path))
    screen.launch.listed.opened = screen.launch.listed.chosen = found.path


def read_entry(screen: "SessionsScreen") -> None:
    """Look at the log, never changing anything."""
    go_to(screen, screen.launch.session_screen(screen.entry().path, read_only=True))


def fork_entry(screen: "SessionsScreen") -> None:
    """Ask for a name, then fork at the end and open the child."""
    from workbench.bench.names import check_new_id
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    entry = screen.entry()

    def means(text: str) -> str:
        return f"a new session {check_new_id(text)}"

    question = Question(
        title="Fork",
        verb="fork",
        hints=(
            f"The child inherits all of {entry.name} and adopts no schedules; {entry.name} is only read.",
            "Name the child, or leave the name to the workbench.",
        ),
        means=means,
        may_be_empty=True,
    )

    def answered(text: str | None) -> None:
        if text is not None:
            screen.say(Notice(f"forking {entry.name} ..."))
            screen.in_background(
                lambda: _fork(entry.path, screen.launch.home, text or None),
                lambda child: go_to(screen, screen.launch.session_screen(child)),
            )

    screen.app.push_screen(Ask(question), answered)


def check_entry(screen: "SessionsScreen") -> None:
    """Read the log again and say everything that is wrong with it."""
    from workbench.session.check import check_file

    entry = screen.entry()
    screen.say(Notice(f"checking {entry.name} ..."))

    def checked(result: "CheckResult") -> None:
        from workbench.fronts.tui.listing.checkup import CheckScreen

        screen.say(None)
        screen.search_again()
        screen.app.push_screen(CheckScreen(result))

    screen.in_background(lambda: check_file(entry.path), checked)


def forget_entry(screen: "SessionsScreen") -> None:
    """Ask, then move a session of one's own, or the copy of another program's log, to the trash."""
    from workbench.actions.forgetting import forget, forgettable
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    entry, places = screen.entry(), screen.places
    try:
        item = forgettable(entry.path, places)
    except WorkbenchError as error:
        screen.refuse(error)
        return

    def answered(answer: str | None) -> None:
        if answer == "yes":
            screen.in_background(lambda: forget(item, places), lambda trashed: _forgotten(screen, entry.name, trashed))

    ways = (Way("y", "yes", "forget it"), Way("n", "no", "keep it"))
    screen.app.push_screen(Choose(f"Forget {entry.name}", _what_it_means(entry, item, places), ways), answered)


def new_session(screen: "SessionsScreen") -> None:
    """Start an empty session at the present moment of the wall clock."""
    from workbench.bench.clock import WallClock

    try:
        path = screen.launch.create(WallClock().now())
    except WorkbenchError as error:
        go_to(screen, screen.launch.problem_screen(screen.launch.home, error))
        return
    go_to(screen, screen.launch.session_screen(path))


def choose_zone(screen: "SessionsScreen") -> None:
    """Ask for a zone, with the clocks at the target that is due next of all."""
    nearest = screen.pane.totals().nearest
    choices.ask_zone(screen, nearest[1].target if nearest is not None else None, screen.show_zone)


def _fork(parent: Path, home: Path, session_id: str | None) -> Path:
    """The child's log, born at the parent's last instant."""
    from workbench.bench.life import SessionFiles
    from workbench.bench.names import check_new_id
    from workbench.session.reader import read_log

    log = read_log(parent)
    name = None if session_id is None else check_new_id(session_id)
    return SessionFiles(home, None, parent, None).fork(log, None, name, log.last_instant)


def _what_it_means(entry: "Entry", item: "Forgettable", places: Places) -> list[str]:
    size = size_text(item.size)
    if item.others:
        size += f" with {item.others:,} other file{'' if item.others == 1 else 's'}"
    if item.kind == "session":
        first = f"{entry.name} is a session of your own: {size} in {shown_path(item.moved)}."
    elif entry.found.gone:
        first = f"This copy of {entry.name} goes: {size}. Its source is gone, so that this is all that is left of it."
    elif item.source is not None:
        first = f"The copy of {entry.name} that was driven here goes: {size}. The log itself is not touched."
    else:
        first = f"This copy of another program's log goes: {size}. The log itself is not touched."
    where = f"It is moved to {shown_path(places.trash)}: moving its folder back from there brings it back,"
    return [first, f"{where} nothing does once `workbench clean` has freed it."]


def _forgotten(screen: "SessionsScreen", name: str, trashed: Path) -> None:
    """``trashed`` is below a folder of its own in the trash."""
    place = trashed.relative_to(real_path(screen.places.trash)).parts[0]
    screen.say(Notice(f"{name} is forgotten; `workbench clean` frees it, until then it lies in trash/{place}"))
    screen.search_again()


LIST_DEEDS: Final[dict[str, "Callable[[SessionsScreen], None]"]] = {
    **SHARED,
    "list.open": open_entry,
    "list.read": read_entry,
    "list.fork": fork_entry,
    "list.check": check_entry,
    "list.repair": repair_entry,
    "list.forget": forget_entry,
    "session.new": new_session,
    "view.filter": lambda screen: screen.open_filter(),
    "view.zone": choose_zone,
    "view.theme": choices.theme,
    "view.local": lambda screen: screen.show_zone(screen.launch.shown_zone),
    "view.utc": lambda screen: screen.show_zone(UTC),
}

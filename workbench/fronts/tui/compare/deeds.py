"""What each command does on the comparison. What is the same on every screen is taken from there.

Owns the table, and the deeds that only change how things are shown. Driving is ``driving``'s, coming and going
``entry``'s.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from workbench.fronts.tui.compare import driving, entry
from workbench.fronts.tui.compare.sides import WORDS
from workbench.fronts.tui.deeds import choices, sharing
from workbench.fronts.tui.deeds.leaving import when_saved
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.screens.shared import SHARED, leave
from workbench.time.zones import UTC, Zone

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.fronts.tui.compare.screen import CompareScreen


def together(screen: "CompareScreen") -> None:
    """Moves drive both sides from now on, if both can be driven."""
    if not driving.can_drive(screen, screen.sides):
        return
    screen.together = True
    screen.renew()
    screen.say(Notice("moves drive both sides from now on"))


def apart(screen: "CompareScreen") -> None:
    """Moves drive the side with the focus from now on."""
    screen.together = False
    screen.renew()
    screen.say(Notice(f"moves drive the side with the focus from now on: the {WORDS[screen.side]}"))


def local(screen: "CompareScreen") -> None:
    """Show times in the chosen zone."""
    screen.show(screen.scene.but(zone=screen.launch.shown_zone))


def utc(screen: "CompareScreen") -> None:
    """Show times in UTC."""
    screen.show(screen.scene.but(zone=UTC))


def zone(screen: "CompareScreen") -> None:
    """Ask for a zone; both sides show it at once, and both agents are told it from the next message on."""

    def chosen(shown: Zone) -> None:
        name = screen.launch.zone
        screen.show(screen.scene.but(zone=shown))
        for side in screen.sides:
            if side.view is not None and side.driver is not None and not side.moving:
                screen.mover.act(side, partial(_tell_bench, name))
        told = f"both agents are told {name}" if name is not None else "both agents are told no zone"
        screen.say(Notice(f"times are shown in {shown.name}; {told} from the next message on"))

    choices.ask_zone(screen, screen.scene.now, chosen)


def leave_safely(screen: "CompareScreen") -> None:
    """Leave; while either side is being moved, and where events would be lost, ask first."""
    moving = next((side for side in screen.sides if side.moving), None)
    if moving is None:
        when_saved(screen, [(side.driver, side.view) for side in screen.sides], partial(leave, screen))
        return
    from workbench.fronts.tui.dialogs.choose import Choose, Way

    ways = (
        Way("q", "yes", "stop the move between two events and quit"),
        Way("n", "no", "let it go on"),
    )

    def answered(answer: str | None) -> None:
        if answer == "yes":
            leave(screen)

    screen.app.push_screen(Choose("Quit", [f"The {moving.word}'s time is being moved."], ways), answered)


def _tell_bench(name: str | None, bench: "Bench") -> None:
    bench.zone = name


def _list_saved(screen: "CompareScreen") -> None:
    """Go to the list of sessions, once everything is on disk or nobody minds."""
    when_saved(screen, [(side.driver, side.view) for side in screen.sides], partial(entry.to_list, screen))


DEEDS: Final[dict[str, "Callable[[Any], None]"]] = {
    **SHARED,
    "compare.next": lambda screen: screen.tour.go(1),
    "compare.previous": lambda screen: screen.tour.go(-1),
    "compare.open": entry.open_side,
    "compare.together": together,
    "compare.apart": apart,
    "compare.step": driving.next_due,
    "compare.advance": driving.advance,
    "compare.jump": driving.jump,
    "compare.say": driving.say,
    "compare.close": entry.close,
    "compare.stop": driving.stop,
    "view.local": local,
    "view.utc": utc,
    "view.write": sharing.write,
    "view.zone": zone,
    "view.theme": choices.theme,
    "session.list": _list_saved,
    "app.quit": leave_safely,
}

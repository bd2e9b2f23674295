"""The deeds that choose how things are shown and where to look: time zone, theme, an event or a time to go to."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from workbench.actions.moments import example_moments, explain_place, read_place
from workbench.fronts.tui.deeds.common import act
from workbench.time.zones import UTC, Zone, load_zone

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.fronts.tui.screens.commanded import CommandScreen
    from workbench.fronts.tui.screens.session import SessionScreen


def zone(screen: "SessionScreen") -> None:
    """Ask for a zone; the screen shows it at once, and the bench tells it to the agent from the next message on."""

    def chosen(shown: Zone) -> None:
        name = screen.launch.zone
        screen.show(screen.scene.but(zone=shown))
        if screen.scene.view is not None and screen.scene.moving is None:
            told = f"the agent is told {name}" if name is not None else "the agent is told no zone"
            act(screen, partial(_tell_bench, name), f"times are shown in {shown.name}; {told} from the next message on")

    ask_zone(screen, screen.scene.now, chosen)


def ask_zone(screen: "CommandScreen", now: int | None, chosen: Callable[[Zone], None]) -> None:
    """Ask for a zone on any screen, with the clocks at ``now`` (epoch ms); what is opened later uses it as well.

    ``chosen`` gets the zone that times are to be shown in: UTC where none is wanted.
    """
    from workbench.fronts.tui.dialogs.zones import NONE, ZonePick

    launch = screen.launch

    def answered(name: str | None) -> None:
        if name is None:
            return
        launch.zone = name if name != NONE else None
        launch.shown_zone = load_zone(launch.zone) if launch.zone is not None else UTC
        chosen(launch.shown_zone)

    screen.app.push_screen(ZonePick(now, launch.zone), answered)


def _tell_bench(name: str | None, bench: "Bench") -> None:
    bench.zone = name


def theme(screen: "CommandScreen") -> None:
    """Ask for a theme, on any screen; the screen below shows each while the cursor moves."""
    from workbench.fronts.tui.dialogs.themes import ThemePick

    def answered(name: str | None) -> None:
        if name is not None:
            screen.launch.theme = name

    screen.app.push_screen(ThemePick(screen.app), answered)


def ask_go_to(screen: "SessionScreen", answered: Callable[[int], None]) -> None:
    """Ask for an event by its number or by a time; ``answered`` gets the seq of one that the log has."""
    from workbench.fronts.tui.dialogs.ask import Ask, Question

    view, now, shown = screen.scene.view, screen.scene.now, screen.scene.zone
    if view is None or view.history is None or now is None or not view.rows:
        return
    index = view.index
    last = index.next_seq - 1
    read = partial(read_place, now=now, zone=shown, last=last, seq_at=view.history.seq_at)

    def means(text: str) -> str:
        seq = read(text)
        row = index.row_of(seq)
        if row is None:
            return f"event {seq:,}"
        return explain_place(seq, index.type_name(row), index.time(row), now=now, zone=shown)

    question = Question(
        title="Go to",
        verb="go",
        hints=(
            f"An event's number, 0 to {last:,}, or a time: the last event that is not later is shown.",
            f'Such as 120, 11:00, "2h ago", "yesterday 9:00", {example_moments(now, shown)[1]}.',
        ),
        means=means,
        recall="go to",
    )

    def reached(text: str | None) -> None:
        if text is not None:
            answered(read(text))

    screen.app.push_screen(Ask(question), reached)

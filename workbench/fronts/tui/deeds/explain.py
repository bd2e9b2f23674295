"""The deeds that explain: everything about the selected schedule, and what is ahead (BEN-15)."""

from functools import partial
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.deeds.common import act, view_of

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.fronts.tui.panes.plantext import Outlook
    from workbench.fronts.tui.screens.session import SessionScreen

# Targets that the sheet lists.
_TARGETS: Final = 20


def explain(screen: "SessionScreen") -> None:
    """Tell everything about the selected schedule, over the place of all panes."""
    from workbench.fronts.tui.panes.detail import DetailPane

    pane = screen.query_one("#detail", DetailPane)
    pane.explain()
    screen.show(screen.scene.but(zoomed="detail"))
    screen.want("detail")


def plan(screen: "SessionScreen") -> None:
    """Find out in the bench's thread what is ahead, then show it; in the past, what was ahead then."""
    act(screen, partial(_look_ahead, screen))


def _look_ahead(screen: "SessionScreen", bench: "Bench") -> None:
    from workbench.bench import forecast
    from workbench.fronts.tui.panes.plantext import Outlook
    from workbench.fronts.tui.panes.waiting import reason_of

    scene = screen.scene
    past = scene.past
    state = bench.state if past is None else bench.state_at(past.seq)
    if state.schedule_error is not None:
        raise state.schedule_error
    now = bench.now if past is None else past.view.now
    outlook = Outlook(
        now=now,
        turns=tuple(forecast.plan(state.schedules, now, state.next_turn)),
        targets=tuple(forecast.preview(state.schedules, now, scene.zone, _TARGETS)),
        zone=scene.zone,
        hold=reason_of(view_of(screen)) if past is None else "",
        seq=past.seq if past is not None else None,
    )
    screen.call_later(_show, screen, outlook)


def _show(screen: "SessionScreen", outlook: "Outlook") -> None:
    from workbench.fronts.tui.dialogs.outlook import PlanSheet

    screen.app.push_screen(PlanSheet(outlook))

"""Which function carries out which command on the session screen. Whether a command applies was asked before."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.deeds import agent, session, time, view
from workbench.fronts.tui.screens.shared import SHARED

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen

DEEDS: Final[dict[str, "Callable[[SessionScreen], None]"]] = {
    **SHARED,
    "time.next": time.next_due,
    "time.step": time.step,
    "time.advance": time.advance,
    "time.jump": time.jump,
    "time.play": time.play,
    "time.pause": time.stop,
    "move.stop": time.stop,
    "agent.say": agent.say,
    "agent.hold": agent.hold,
    "agent.release": agent.release,
    "agent.suspend": agent.suspend,
    "agent.resume": agent.resume,
    "schedule.delete": session.delete,
    "session.fork": session.fork,
    "view.local": view.local,
    "view.utc": view.utc,
    "view.all": view.all_events,
    "view.main": view.main_events,
    "view.detail": view.detail,
    "view.transcript": view.to("transcript"),
    "view.schedules": view.to("schedules"),
    "view.todos": view.to("todos"),
    "app.quit": session.leave_safely,
}

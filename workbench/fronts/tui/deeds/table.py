"""Which function carries out which command on the session screen. Whether a command applies was asked before."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.deeds import (
    agent,
    choices,
    compare,
    create,
    filtering,
    past,
    scenario,
    session,
    sharing,
    time,
    view,
)
from workbench.fronts.tui.screens.shared import SHARED

if TYPE_CHECKING:
    from workbench.fronts.tui.screens.session import SessionScreen

DEEDS: Final[dict[str, "Callable[[SessionScreen], None]"]] = {
    **SHARED,
    "move.stop": time.stop,
    "scenario.step": scenario.next_step,
    "time.next": time.next_due,
    "time.step": time.step,
    "time.advance": time.advance,
    "time.jump": time.jump,
    "time.play": time.play,
    "time.pause": time.stop,
    "time.travel": past.travel,
    "time.goto": past.go_to,
    "past.back": past.back,
    "past.on": past.on,
    "past.change_back": past.change_back,
    "past.change_on": past.change_on,
    "past.play": past.play_history,
    "past.now": past.now,
    "agent.say": agent.say,
    "agent.hold": agent.hold,
    "agent.release": agent.release,
    "agent.suspend": agent.suspend,
    "agent.resume": agent.resume,
    "schedule.new": create.new_schedule,
    "schedule.delete": session.delete,
    "session.fork": session.fork,
    "session.over": session.start_over,
    "session.compare": compare.compare,
    "view.filter": filtering.open_filter,
    "view.zoom": view.zoom,
    "view.unzoom": view.unzoom,
    "view.local": view.local,
    "view.utc": view.utc,
    "view.all": view.all_events,
    "view.main": view.main_events,
    "view.detail": view.detail,
    "view.copy": sharing.copy,
    "view.write": sharing.write,
    "view.finer": view.finer,
    "view.coarser": view.coarser,
    "view.zone": choices.zone,
    "view.theme": choices.theme,
    "view.transcript": view.to("transcript"),
    "view.schedules": view.to("schedules"),
    "view.todos": view.to("todos"),
    "view.timeline": view.to("timeline"),
    "app.quit": session.leave_safely,
}

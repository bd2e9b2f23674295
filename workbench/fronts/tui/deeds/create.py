"""The deed of a new schedule: open the form, send its call through the tool, select what came of it (TUI-7).

Owns what happens to a form that was closed or refused: what was typed is kept until a schedule is made of it, or until
it is closed a second time as it was.
"""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.deeds.common import act, view_of
from workbench.fronts.tui.panes.keybar import key_in

if TYPE_CHECKING:
    from workbench.actions.creation import Typed
    from workbench.bench.bench import Bench
    from workbench.bench.tools.base import Outcome
    from workbench.fronts.tui.dialogs.formwork import Filled, Opening
    from workbench.fronts.tui.screens.session import SessionScreen

# The refusals that belong to a field; after any other one it is not known that a further try would be a first one.
_OF_FIELDS: Final = frozenset((
    "invalid_prompt", "invalid_selector", "invalid_rule", "invalid_time_zone", "not_future", "time_out_of_range",
    "frequency_too_high", "INVALID_ARGS",
))  # fmt: skip
_KEPT: Final = "A draft from before, nothing was created of it. {esc} now, and {new} starts with an empty form."


def new_schedule(screen: "SessionScreen") -> None:
    """Open the form, with what was typed in this session before and not sent."""
    from workbench.actions.creation import Typed
    from workbench.fronts.tui.dialogs.memory import memory_of

    draft = memory_of(screen.app).drafts.get(view_of(screen).session_id)
    _open_form(screen, draft or Typed(zone=screen.launch.shown_zone.name), draft=draft is not None)


def _open_form(
    screen: "SessionScreen", typed: "Typed", *, refusal: WorkbenchError | None = None, draft: bool = False
) -> None:
    from workbench.fronts.tui.dialogs.form import CreateForm
    from workbench.fronts.tui.dialogs.formwork import Opening

    view = view_of(screen)
    note = _KEPT.format(esc="esc", new=key_in(screen, "schedule.new")) if draft else ""
    opening = Opening(view.session_id, view.now, view.next_id, typed, refusal, note, draft)
    screen.app.push_screen(CreateForm(opening), partial(_answered, screen, opening))


def _answered(screen: "SessionScreen", opening: "Opening", filled: "Filled | None") -> None:
    from workbench.fronts.tui.dialogs.memory import memory_of

    if filled is None:
        return
    drafts, session = memory_of(screen.app).drafts, opening.session
    # A draft that is closed as it was is not wanted any more.
    left = opening.draft and filled.arguments is None and filled.typed == opening.typed
    if (filled.typed.value or filled.typed.prompt) and not left:
        drafts[session] = filled.typed
    else:
        drafts.pop(session, None)
    if filled.arguments is not None:
        act(screen, partial(_create, screen, session, filled))


def _create(screen: "SessionScreen", session: str, filled: "Filled", bench: "Bench") -> str:
    """In the driver's thread: call the tool, and let the screen know what came of it."""
    try:
        outcome = bench.call("schedule_create", filled.arguments or "", front="tui")
    except WorkbenchError as error:
        if error.code == "call_waiting":
            screen.call_later(_forget, screen, session)
        raise
    if outcome.code is not None:
        refusal = WorkbenchError(outcome.code, _message(outcome))
        if outcome.code in _OF_FIELDS:
            screen.call_later(_open_form, screen, filled.typed, refusal=refusal)
        raise refusal
    screen.call_later(_created, screen, session, outcome.structured["id"])
    return _said(outcome.structured)


def _created(screen: "SessionScreen", session: str, record_id: str) -> None:
    _forget(screen, session)
    screen.select(record_id)


def _forget(screen: "SessionScreen", session: str) -> None:
    from workbench.fronts.tui.dialogs.memory import memory_of

    memory_of(screen.app).drafts.pop(session, None)


def _message(outcome: "Outcome") -> str:
    value = outcome.structured
    return str(value["message"]) if isinstance(value, dict) and "message" in value else outcome.text


def _said(record: dict[str, Any]) -> str:
    return f"created {record['id']}, due {record['scheduledAt']}"

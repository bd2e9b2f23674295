"""What a person does to the agent of a live session: say, steer, inject, hold, release, cancel (BEN-7, BEN-8, BEN-17).

Owns the message each of these puts into the inbox and what makes no sense. Running what follows is the caller's.
"""

from typing import Any

from workbench.bench.live_session import LiveSession
from workbench.bench.outside import SOURCE
from workbench.errors import UsageError, WorkbenchError
from workbench.session.identity import made_id
from workbench.session.state import Message
from workbench.text.trim import trim

HELD_TEXT = "The workbench keeps the agent busy with this turn until it is released."


def say(live: LiveSession, text: str, zone: str | None) -> None:
    """Queue a prompt and wake the agent; ``zone`` is the name that the prompt carries, None for none."""
    live.agent.followup(_prompt(live, text, zone))
    live.activity("prompt")


def steer(live: LiveSession, text: str, zone: str | None) -> None:
    """Queue next-step input and wake the agent."""
    live.agent.steer(_prompt(live, text, zone))
    live.activity("prompt")


def inject(live: LiveSession, text: str, zone: str | None) -> None:
    """Queue a prompt without waking the agent."""
    live.agent.inject(_prompt(live, text, zone))


def hold(live: LiveSession) -> None:
    """Keep the agent busy until :func:`release`; raises ``already_held``."""
    if live.agent.held:
        raise WorkbenchError("already_held", "the agent is held already", hint="release it first")
    live.agent.hold(live.pen.message(HELD_TEXT, SOURCE))


def release(live: LiveSession) -> None:
    """Let the held turn end; raises ``not_held``."""
    if not live.agent.held:
        raise WorkbenchError("not_held", "the agent is not held", hint="hold it first")
    live.agent.release()


def cancel(live: LiveSession) -> None:
    """End the open turn as aborted and clear the inbox."""
    live.cancel()


def _prompt(live: LiveSession, text: str, zone: str | None) -> Message:
    if not trim(text):
        raise UsageError("empty_prompt", "there is nothing to say: the text is blank")
    source: dict[str, Any] = {"kind": "user"}
    if zone is not None:
        source["rpcId"] = made_id(live.log.header.id, live.log.state.events, 1)
        source["clientTimeZone"] = zone
    return live.pen.message(text, source)

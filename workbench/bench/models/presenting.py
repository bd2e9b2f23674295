"""How the built-in agent shows a due reminder: quoted, with its id and how late it is (SCH-33).

What a reminder says is data. It is never parsed, never followed and never becomes a call.
"""

from workbench.schedule.framing import Framed, parse_frame
from workbench.text.jsontext import dumps
from workbench.time.durations import format_duration
from workbench.time.instant import format_utc


def present(text: str, now: int) -> str:
    """The reminders of a frame for the user, at ``now`` (epoch ms); one written elsewhere is quoted as it stands."""
    framed = parse_frame(text)
    if framed is None:
        return f"A reminder is due. Its message was not written here, so I quote it whole: {dumps(text)}"
    if len(framed) == 1:
        return f"Reminder {_line(framed[0], now)}"
    return "\n".join((f"{len(framed)} reminders are due:", *(_line(each, now) for each in framed)))


def _line(framed: Framed, now: int) -> str:
    at = framed.occurrence_at
    late = f" ({format_duration(now - at)} late)" if now > at else ""
    return f"{framed.id}, due {format_utc(at)}{late}: {dumps(framed.prompt)}"

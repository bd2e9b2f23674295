"""The grammar of requests (REQ-8): one pure function from a sentence to a command, or to what it leaves open.

Owns the order in which the forms are tried. A sentence is understood whole or not at all: a word left over, an unknown
unit, an open half of the day, a missing zone or a calendar rule is asked about, never guessed (REQ-7).
"""

from typing import Final

from workbench.services.requests.commands import Command, NeedsInput
from workbench.services.requests.needs import needs
from workbench.services.requests.reminders import Setting, read_reminder
from workbench.services.requests.request_text import request_text
from workbench.services.requests.wishes import read_wish

EXAMPLES: Final = (
    "remind me in 20 minutes to stretch",
    "every 10 minutes check the build",
    "at 2026-11-01 01:30 America/New_York call the lab",
    "list reminders",
    "delete schedule-2",
    "plan: draft; review; send",
)


def parse(text: str, now: int, zone: str | None = None) -> Command | NeedsInput:
    """What ``text`` asks for at ``now`` (epoch ms), local times read in ``zone`` unless the text names another.

    ``zone`` is the name of the one zone that is known, None when there is none. Local times stay local and keep their
    zone (BEN-17); lengths become whole seconds. Raises only ``time_zone_data_missing``.
    """
    request = request_text(text)
    if not request.plain:
        return needs("empty")
    return read_wish(request) or read_reminder(request, Setting(now, zone)) or needs("not_understood")

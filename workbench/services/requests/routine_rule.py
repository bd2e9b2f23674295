"""A routine by the calendar, which is not at a fixed rate: the nearest form that is, in the user's words (REQ-6).

Owns only the example. That the rule is refused, and what interval is nearest to it, is decided in words.py.
"""

import re
from dataclasses import replace
from typing import Final

from workbench.services.requests.commands import Every, NeedsInput, Remind
from workbench.services.requests.content import REMIND
from workbench.services.requests.reminders import Setting, read_reminder
from workbench.services.requests.request_text import RequestText, request_text
from workbench.services.requests.scan import phrase_within

_INTERVAL: Final = re.compile(r"every [0-9]+ [a-z]+")
_HEAD: Final = re.compile(rf"(?:{REMIND})?[\s,:]*(?:(?:to|that|about|of)\s+)?", re.IGNORECASE | re.ASCII)


def with_own_words(found: NeedsInput, request: RequestText, setting: Setting) -> NeedsInput:
    """``found`` with an example that repeats what the request says to do, where those words can be told."""
    interval = _INTERVAL.match(found.example)
    rule = phrase_within(request.plain)
    if interval is None or rule is None:
        return found
    words = f"{request.written[: rule.start]} {request.written[rule.end :]}".strip(" ,.:;")
    head = _HEAD.match(words)
    content = words[head.end() :].strip(" ,.:;") if head else words
    example = f"{interval[0]} {content}"
    return replace(found, example=example) if content and _is_routine(example, setting) else found


def _is_routine(example: str, setting: Setting) -> bool:
    read = read_reminder(request_text(example), setting)
    return isinstance(read, Remind) and isinstance(read.when, Every)

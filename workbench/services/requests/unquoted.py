"""What of a request is the user's own wording to be read, and what stands in quotation marks to be kept as it is.

Owns that distinction, and the search for a second wish or a change of mind in the words that are read (REQ-7).
"""

import re
from typing import Final

from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.durations import DURATION
from workbench.services.requests.needs import needs

_QUOTED: Final = re.compile(r'"[^"]*"')
# A character that no pattern of the grammar takes for part of a word.
_FILLER: Final = "\ue000"
_KINDS: Final = r"(?:reminders?|schedules?|routines?|to-?dos?|tasks?|notes?)"
_SURE: Final = (
    rf"(?:remind|ping|nudge)\s+me\b|remember\s+(?:that\b|:)|(?:add|create|make)\s+(?:an?\s+)?(?:new\s+)?(?:todo|task|note)\b"
    rf"|(?:todo|plan|note)\s*:|(?:delete|cancel|remove|clear)\s+(?:(?:all|my|the|every)\b.*\b{_KINDS}|everything\b"
    rf"|schedule-[0-9]|arem_|todo_|{_KINDS}\b|mem:)|(?:list|show)\s+(?:me\s+)?(?:my|all)\b|every\s+{DURATION}\b"
    r"|what(?:'s|\s+is)\s+due\b|what\s+did\s+(?:i|we)\b|complete\s+(?:todo_|arem_|todo\b)"
)
_LIKELY: Final = r"remember\b|recall\b|delete\b|cancel\b|forget\b|use\s+notes?\b|list\b|mark\b|done\b"
_JOINT: Final = r"(?:also\s+|then\s+|please\s+|now\s+)*"
# After "and" only what is surely a wish counts; after the end of a sentence, anything that begins like one.
_SECOND: Final = re.compile(
    rf"(?:\b(?:and|then|also)\s+{_JOINT}(?:{_SURE})|[.!?;\n]\s*(?:and\s+)?{_JOINT}(?:{_SURE}|{_LIKELY}))",
    re.IGNORECASE | re.ASCII,
)
_CHANGED: Final = re.compile(
    r"[.!?;,\n–—-]\s*(?:(?:oh|no|but|or|and)\b,?\s+)*(?:actually|wait|never\s*mind|scratch\s+that|on\s+second\s+thought"
    r"|forget\s+(?:it|that|this)|cancel\s+(?:that|this|it)|(?:rather|maybe|better)\s+not|just\s+kidding)\b.{0,40}\Z",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_SHOWN: Final = 60


def without_quoted(plain: str) -> str:
    """``plain``, equally long, with every quoted passage blanked out, its quotation marks included."""
    return _QUOTED.sub(lambda match: _FILLER * len(match[0]), plain)


def other_wish(plain: str) -> NeedsInput | None:
    """What must be asked when ``plain`` holds a second wish, or takes back the first one at its end."""
    read = without_quoted(plain)
    if _CHANGED.search(read):
        return needs("negated_wish")
    second = _SECOND.search(read)
    return (
        None if second is None else needs("two_wishes", plain[second.start() : second.end()].strip(" .!?;\n")[:_SHOWN])
    )

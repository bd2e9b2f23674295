"""How a request names things: kinds ("todos", "notes"), and single ones by id, address or the beginning of an id.

Owns the patterns. Whether anything of that name exists is for the tools and the notes to say.
"""

import re
from typing import Final

from workbench.services.requests.account_commands import Kind, Target, TargetKind

_KIND_WORDS: Final[dict[Kind, str]] = {
    "reminders": r"reminders?",
    "routines": r"routines?",
    "schedules": r"schedules?",
    "todos": r"to-?dos?(?:\s+(?:list|items?))?|tasks?",
    "notes": r"notes?|memories",
}
KIND: Final = rf"(?:{'|'.join(_KIND_WORDS.values())})"
PLURAL: Final = r"(?:reminders|routines|schedules|to-?dos(?!\s+(?:list|item))|todo\s+items|tasks|notes|memories)"
ADDRESS: Final = "mem://note/"
_HEX: Final = r"[0-9a-f][0-9a-f-]{0,35}"
# An id may be shortened; dots show that it is.
NOTE: Final = rf"(?:(?:{ADDRESS})?{_HEX}(?:\.{{2,}}|…)?)(?![0-9a-z_/-])"
_UUID: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# Ids of schedules, notes and todos are read in any case; those of reminders tell capitals apart (REM-3).
_TARGET: Final = re.compile(
    r"(?<![\w-])(?:(?:(?i:reminder|schedule|routine)s?\s+)?(?P<schedule>(?i:schedule-[0-9]{1,9}))"
    r"|(?:(?i:reminder)s?\s+)?(?P<reminder>arem_[A-Za-z0-9]{1,64})"
    rf"|(?:(?i:todo|to-do|task)s?\s+)?(?P<todo>todo_[A-Za-z0-9_-]{{1,64}})"
    rf"|(?i:todo|to-do|task)s?\s+(?P<todo_uuid>(?i:{_UUID}))"
    rf"|(?i:notes?\s+)?(?P<address>(?i:{ADDRESS}{_HEX})(?:\.{{2,}}|…)?)"
    rf"|(?i:notes?)\s+(?P<note>(?i:[0-9a-f][0-9a-f-]{{3,35}})(?:\.{{2,}}|…)?))(?![\w/-])",
    re.ASCII,
)
_FILL: Final = re.compile(r"[,\s]+|\b(?:and|the|my|with|id)\b", re.IGNORECASE | re.ASCII)
_GROUPS: Final[dict[str, TargetKind]] = {
    "schedule": "schedule", "reminder": "reminder", "todo": "todo", "todo_uuid": "todo",
    "address": "note", "note": "note",
}  # fmt: skip


def kind_of(word: str) -> Kind:
    """The kind that ``word``, which :data:`KIND` matched, stands for."""
    return next(kind for kind, words in _KIND_WORDS.items() if re.fullmatch(words, word, re.IGNORECASE))


def named_targets(text: str) -> tuple[tuple[Target, ...], str]:
    """The things that ``text`` names by id, each once and in order, and the words that are left beside them."""
    found: list[Target] = []
    for match in _TARGET.finditer(text):
        group = str(match.lastgroup)
        name = match[group]
        found.append(Target(_GROUPS[group], name if group in {"reminder", "todo"} else name.lower()))
    left = " ".join(_FILL.sub(" ", _TARGET.sub(" ", text)).split())
    return tuple(dict.fromkeys(found)), left

"""Which events may be appended: types that are written here, with surface fields where they belong (LOG-3, LOG-5).

Owns the envelope's rules on the writing side. Whether an event makes sense at its place is the bench's business.
"""

from collections.abc import Sequence
from typing import Final

from workbench.errors import WorkbenchError
from workbench.session.events import PACKED_TYPES, SURFACE_TYPES, TYPE_CODE

SURFACE_CODES: Final = {name: TYPE_CODE[name] for name in SURFACE_TYPES}
# Packed rows (LOG-4) are read, never appended: one event at a time has nothing to pack.
PLAIN_CODES: Final = {name: code for name, code in TYPE_CODE.items() if name not in SURFACE_TYPES | PACKED_TYPES}


def are_earlier(sources: Sequence[int], seq: int) -> bool:
    """Whether the cited seqs are distinct and lie before ``seq``; there is at least one."""
    return len(set(sources)) == len(sources) and min(sources) >= 0 and max(sources) < seq


def refusal(kind: str, seq: int, *, surface: bool, sources: Sequence[int] | None) -> WorkbenchError:
    """Why the event is not appended: ``invalid_event`` with what is accepted."""
    if kind in (PLAIN_CODES if surface else SURFACE_CODES):
        return WorkbenchError("invalid_event", f"{kind} {'is not' if surface else 'is'} a surface event")
    if kind not in (SURFACE_CODES if surface else PLAIN_CODES):
        return WorkbenchError("invalid_event", f"{kind!r} is not an event type that is written here")
    return WorkbenchError("invalid_event", f"event {seq} cites {sources!r}: distinct earlier seqs are accepted")

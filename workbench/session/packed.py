"""Packed rows (LOG-4): one line that holds a run of consecutive ``assistant/chunk`` deltas of one block.

Owns their shape and how a member is taken out. Whether to write packed rows is the writer's choice.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

import msgspec

from workbench.session.events import Event

# Row type -> (its list of pieces, the delta type of a member, the member's text field).
_SHAPES: dict[str, tuple[str, str, str]] = {
    "text-chunks": ("texts", "text-delta", "text"),
    "reasoning-chunks": ("texts", "reasoning-delta", "text"),
    "tool-call-chunks": ("args", "tool-call-delta", "argumentsDelta"),
}


class PackedRun(msgspec.Struct, frozen=True, kw_only=True):
    """A packed row. ``seq`` and ``time`` (epoch ms) are its first member's; ``type`` is the row type."""

    type: str
    seq: int
    time: int
    data: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.data[_SHAPES[self.type][0]])

    def member(self, at: int) -> Event:
        """Member ``at`` (0-based) as the ``assistant/chunk`` it stands for."""
        return self._make(at, self.time + sum(map(int, self.data["dt"][:at])))

    def expand(self) -> Iterator[Event]:
        """All members in order."""
        times = accumulate(map(int, self.data["dt"]), initial=self.time)
        return (self._make(at, time) for at, time in enumerate(times))

    def _make(self, at: int, time: int) -> Event:
        data = self.data
        pieces, delta, field = _SHAPES[self.type]
        chunk = {"type": delta, "index": data["index"]}
        for key in ("id", "name"):
            if self.type == "tool-call-chunks" and key in data:
                chunk[key] = data[key]
        chunk[field] = data[pieces][at]
        event_data = {"turn": data["turn"], "step": data["step"], "chunk": chunk}
        return Event(type="assistant/chunk", seq=self.seq + at, time=time, data=event_data)

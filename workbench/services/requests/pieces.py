"""One recognised piece of a time phrase: a duration, a day, a time of day, a zone, or a refusal of something like them.

Owns the record and what the kinds mean. The words behind them are words.py's.
"""

from dataclasses import dataclass
from typing import Final, Literal

from workbench.services.requests.commands import NeedsInput

# What ``numbers`` holds: after and every (seconds, 1 if they count whole days), date (y, m, d), month (m, d[, y]), day
# (days ahead), the weekdays and part (index), clock (h, m, s, ms, 1 if its half of the day is told), hour (h).
Kind = Literal[
    "after", "every",
    "date", "month", "day", "weekday", "this_weekday", "next_weekday",
    "part", "clock", "hour", "midnight",
    "zone", "offset", "bad",
]  # fmt: skip
DAY_KINDS: Final = frozenset(("date", "month", "day", "weekday", "this_weekday", "next_weekday"))
CLOCK_KINDS: Final = frozenset(("clock", "hour", "midnight"))
LOCAL_KINDS: Final = DAY_KINDS | CLOCK_KINDS | {"part"}


@dataclass(frozen=True, slots=True)
class Piece:
    """``text`` is the piece as written, ``name`` what a zone is called.

    ``weak`` marks a refused piece that may be no time at all ("in 2 boxes").
    """

    kind: Kind
    text: str
    numbers: tuple[int, ...] = ()
    problem: NeedsInput | None = None
    weak: bool = False
    name: str = ""

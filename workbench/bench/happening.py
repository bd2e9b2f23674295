"""What one event of the discrete-event core was: the unit that every move of time yields (BEN-4)."""

from typing import Literal

import msgspec

from workbench.bench.view import Delivery

Kind = Literal["one-shot", "batch", "prompt", "turn-end", "call", "waiting", "faulted", "crashed", "arrived"]


class Happening(msgspec.Struct, frozen=True):
    """One event. ``at`` is epoch ms; ``turns`` counts the turns it started, ``turn`` is the last of them.

    ``waiting`` is due work, or a call, that has to wait at this instant; ``faulted`` a delivery that failed;
    ``crashed`` ends a move: the process died. ``arrived`` closes a move: the clock stands at the target and nothing is
    left to do there.
    """

    kind: Kind
    at: int
    turn: int | None = None
    turns: int = 0
    delivered: tuple[Delivery, ...] = ()

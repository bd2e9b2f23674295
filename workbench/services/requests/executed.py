"""What carrying out a command led to: the final status of its run and what is said about it (REQ-2).

Owns the record alone; the wording is that of whoever carries the command out.
"""

from dataclasses import dataclass
from typing import Literal

FinalStatus = Literal["completed", "needs_input", "failed"]


@dataclass(frozen=True, slots=True)
class Executed:
    """``response`` is the whole answer, without the accepted time, which is added to it."""

    status: FinalStatus
    response: str

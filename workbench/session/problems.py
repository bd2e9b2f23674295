"""What can be wrong with a log: one problem, one place, what was expected and what was found (LOG-13).

Owns the record, the closed list of kinds and how far a list of them may grow. Finding them is the readers' business.
"""

from typing import Final, Literal

import msgspec

Kind = Literal[
    "not_found", "is_folder", "not_readable", "unsafe_name", "too_large", "not_a_log", "empty_file",
    "byte_order_mark", "bad_header", "newer_format", "unknown_type",
    "unreadable_line", "blank_line", "missing_number", "repeated_number", "second_writer",
    "torn_tail", "bad_frame", "wrong_identity", "schedule_rule", "open_turn",
]  # fmt: skip
MAX_PROBLEMS: Final = 1000


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong. ``line`` counts from 1, the header's; ``seq`` is the event's where it has one.

    ``row`` is the index row that the problem stands before, or for a repeated number the row itself; None where the
    problem is not at a row. ``expected`` and ``found`` are for people and programs, ``message`` says it all.
    """

    kind: Kind
    message: str
    line: int | None = None
    seq: int | None = None
    expected: str | None = None
    found: str | None = None
    row: int | None = None


class Problems:
    """A list of problems that stays small however bad the file is; ``dropped`` counts what did not fit."""

    def __init__(self) -> None:
        self.items: list[Problem] = []
        self.dropped = 0

    @property
    def full(self) -> bool:
        """Whether further problems are only counted."""
        return len(self.items) >= MAX_PROBLEMS

    def add(self, problem: Problem) -> None:
        """Keep ``problem`` if there is room."""
        if self.full:
            self.dropped += 1
        else:
            self.items.append(problem)

    def keep_before(self, row: int) -> None:
        """Forget what stands at or after ``row``: those lines are no longer part of the log."""
        self.items = [each for each in self.items if each.row is None or each.row < row]

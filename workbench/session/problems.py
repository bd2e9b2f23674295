"""What can be wrong with a log: one problem, one place, what was expected and what was found (LOG-13).

Owns the record, the closed list of kinds and how far a list of them may grow. Finding them is the readers' business.
"""

from typing import Final, Literal

import msgspec

Kind = Literal[
    "not_found", "is_folder", "not_readable", "unsafe_name", "too_large", "not_a_log", "empty_file",
    "byte_order_mark", "bad_header", "newer_format", "unknown_type",
    "unreadable_line", "blank_line", "missing_number", "repeated_number", "second_writer",
    "torn_tail", "bad_frame", "wrong_identity", "schedule_rule", "time_out_of_range", "open_turn",
]  # fmt: skip
MAX_PROBLEMS: Final = 1000
YEARS: Final = "a time of the years 0001-9999"
# Blank or unreadable lines after which a log's lines are no longer looked at one by one.
MAX_BAD_LINES: Final = 100_000


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

    def give_up(self, line: int, row: int) -> None:
        """Say, full or not, that from ``line`` on only the number of lines is known."""
        what = f"over {MAX_BAD_LINES:,} lines are blank or cannot be read"
        message = f"{what}: from line {line} on only sound stretches are shown"
        self.items.append(Problem(kind="unreadable_line", message=message, line=line, row=row))

    def keep_before(self, row: int) -> None:
        """Forget what stands at or after ``row``: those lines are no longer part of the log."""
        self.items = [each for each in self.items if each.row is None or each.row < row]

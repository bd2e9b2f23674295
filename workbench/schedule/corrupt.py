"""The one refusal of a log's Schedule history: ``corrupt_schedule_log``, worded alike everywhere (SCH-7).

Owns the wording only; the rules are in the decoder, the fold and the occurrence arithmetic.
"""

from workbench.errors import ScheduleError


def corrupt(rule: str, *, expected: str, found: str, seq: int | None = None) -> ScheduleError:
    """The error for a broken ``rule``: names the event's seq where one is known, and both values.

    ``details`` carries ``seq``, ``rule``, ``expected`` and ``found`` for programs.
    """
    place = "" if seq is None else f"seq {seq}: "
    return ScheduleError(
        "corrupt_schedule_log",
        f"{place}{rule}: expected {expected}, found {found}",
        details={"seq": seq, "rule": rule, "expected": expected, "found": found},
    )

"""Safe integers (SCH-4): which JSON numbers count as whole, and as which ``int``.

Owns that one question; limits of a rule (positive, at least 300) belong to the rule.
"""

from typing import Final

MAX_SAFE: Final = 2**53 - 1


def safe_integer(value: object) -> int | None:
    """``value`` as an int when it is an integral number of absolute value <= 2^53-1, else None.

    ``300.0`` is 300; ``True``, ``"300"``, ``300.5``, None, NaN and infinity are no integers.
    """
    if type(value) is int:
        return value if -MAX_SAFE <= value <= MAX_SAFE else None
    if type(value) is float and value.is_integer() and abs(value) <= MAX_SAFE:
        return int(value)
    return None

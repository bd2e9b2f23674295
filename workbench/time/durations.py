"""Lengths of time as people write and read them (page 10, section 5; page 6, command line).

Owns units and spellings. Lengths are ms as ``int`` and never negative; the words around them (in, late, earlier) are
the caller's. Months and years are no lengths here, because they are not all equally long.
"""

import re
from decimal import Decimal
from typing import Final

from workbench.errors import UsageError
from workbench.text.quote import quote
from workbench.time.instant import DAY, HOUR, MINUTE, SECOND

_SHOWN_UNITS: Final = (("d", DAY), ("h", HOUR), ("m", MINUTE), ("s", SECOND))
_SPELLINGS: Final = {
    7 * DAY: ("w", "wk", "wks", "week", "weeks"),
    DAY: ("d", "day", "days"),
    HOUR: ("h", "hr", "hrs", "hour", "hours"),
    MINUTE: ("m", "min", "mins", "minute", "minutes"),
    SECOND: ("s", "sec", "secs", "second", "seconds"),
    1: ("ms", "millisecond", "milliseconds"),
}
_UNIT_MS: Final = {word: size for size, words in _SPELLINGS.items() for word in words}
_PART: Final = r"([0-9]{1,15}(?:\.[0-9]{1,3})?|an?(?= )) ?([a-z]+)"
_PARTS: Final = re.compile(rf"{_PART}(?:(?:,? and |, ?| ?){_PART})*")
_ONE: Final = re.compile(_PART)
_CLOCK: Final = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])")
ACCEPTED: Final = "a length such as 90s, 20m, 2h 30m, 1d, 3 weeks, 20 minutes or 1:30:00"


def format_duration(ms: int) -> str:
    """``ms`` in its two largest units, floored: ``20d 23h``, ``8m 47s``, ``2h``, ``0s``; under a second ``250ms``.

    A zero second unit is left out, and so is the sign.
    """
    rest = abs(ms)
    if 0 < rest < SECOND:
        return f"{rest}ms"
    for place, (unit, size) in enumerate(_SHOWN_UNITS):
        if rest >= size:
            count, rest = divmod(rest, size)
            following = _SHOWN_UNITS[place + 1 : place + 2]
            lesser = [f" {rest // small}{name}" for name, small in following if rest >= small]
            return f"{count}{unit}{''.join(lesser)}"
    return "0s"


def parse_duration(text: str) -> int:
    """Ms of ``90s``, ``20m``, ``2h 30m``, ``1.5h``, ``3 weeks``, ``an hour and 20 minutes`` or ``1:30:00``, any case.

    Units go from large to small, each once. Raises ``invalid_duration`` for anything else: a bare number, a sign,
    months, years, a fraction of a millisecond.
    """
    plain = " ".join(text.lower().split())
    clock = _CLOCK.fullmatch(plain)
    if clock is not None:
        hour, minute, second = map(int, clock.groups())
        return hour * HOUR + minute * MINUTE + second * SECOND
    if _PARTS.fullmatch(plain) is None:
        raise _refused(text, "a number needs a unit" if re.fullmatch(r"[0-9.]+", plain) else None)
    total = Decimal(0)
    last = None
    for number, unit in _ONE.findall(plain):
        size = _UNIT_MS.get(unit)
        if size is None:
            raise _refused(text, f"{quote(unit)} is no unit of fixed length")
        if last is not None and size >= last:
            raise _refused(text, "units go from large to small, each once")
        last = size
        total += (Decimal(1) if number.startswith("a") else Decimal(number)) * size
    if total != int(total):
        raise _refused(text, "it has a fraction of a millisecond")
    return int(total)


def _refused(text: str, reason: str | None) -> UsageError:
    because = f" ({reason})" if reason else ""
    return UsageError("invalid_duration", f"not a length of time: {quote(text)}{because}; give {ACCEPTED}")

"""Lengths of time in running text: "20 minutes", "an hour and a half", "2h 30m", "ninety seconds".

Owns number words, units and the pattern that finds such a phrase inside a longer text. The strict reader of one
duration, for options and forms, is :mod:`workbench.time.durations`.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

UNIT_SECONDS: Final = {
    name: seconds
    for seconds, names in (
        (1, "s sec secs second seconds"),
        (60, "m min mins minute minutes"),
        (3_600, "h hr hrs hour hours"),
        (86_400, "d day days"),
        (604_800, "w week weeks"),
    )
    for name in names.split()
}
_ONES: Final = dict(zip("one two three four five six seven eight nine".split(), range(1, 10), strict=True))
_TEEN_WORDS: Final = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TEENS: Final = dict(zip(_TEEN_WORDS.split(), range(10, 20), strict=True))
_TEN_WORDS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS: Final = dict(zip(_TEN_WORDS.split(), range(20, 100, 10), strict=True))
SMALL_NUMBERS: Final = {**_ONES, **_TEENS, **_TENS, "a": 1, "an": 1}

_DIGITS: Final = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_COUNTS: Final = "|".join([rf"(?:{'|'.join(_TENS)})[ -](?:{'|'.join(_ONES)})", *_TEENS, *_TENS, *_ONES])
NUMBER: Final = rf"(?:{_DIGITS}|{_COUNTS})"
_HALF: Final = r"\s+and\s+a\s+half"
_UNITS: Final = rf"(?:{'|'.join(sorted(UNIT_SECONDS, key=len, reverse=True))})(?![a-z])"
_PIECE: Final = rf"(?:(?:{_DIGITS}\s*|(?:{_COUNTS}|an?)\s+)|(?:{NUMBER}){_HALF}\s+){_UNITS}"
_MORE: Final = rf"(?:(?:\s*,\s*|\s+and\s+|\s*){_PIECE}){{0,4}}"  # there are five units
DURATION: Final = rf"(?:half\s+an?\s+hour|{_PIECE}{_MORE}(?:{_HALF})?)"

_ONE_PIECE: Final = re.compile(
    rf"(?:(?P<digits>{_DIGITS})|(?<![a-z])(?P<words>{_COUNTS}|an?)(?=\s))(?P<half>{_HALF})?\s*(?P<unit>{_UNITS})",
    re.IGNORECASE | re.ASCII,
)
_TRAILING_HALF: Final = re.compile(rf"{_HALF}\Z", re.IGNORECASE | re.ASCII)
_HALF_HOUR: Final = re.compile(r"half\s+an?\s+hour", re.IGNORECASE | re.ASCII)


def duration_seconds(text: str) -> Fraction | None:
    """Seconds of a phrase that :data:`DURATION` matched; None when its units do not go from large to small."""
    if _HALF_HOUR.fullmatch(text):
        return Fraction(1_800)
    units = []
    total = Fraction(0)
    for number, unit in _pieces(text):
        total += number * unit
        units.append(unit)
    if _TRAILING_HALF.search(text):
        total += Fraction(units[-1], 2)
    return total if units == sorted(set(units), reverse=True) else None


def whole_days(text: str) -> bool:
    """Whether such a phrase counts days and weeks only, so that a time of day may stand beside it."""
    return all(unit % 86_400 == 0 and number.denominator == 1 for number, unit in _pieces(text))


def number_value(text: str) -> Fraction:
    """The value of a number in digits or in words up to ninety-nine."""
    if text[0].isdigit():
        return Fraction(text)
    return Fraction(sum(SMALL_NUMBERS[word] for word in text.lower().replace("-", " ").split()))


def _pieces(text: str) -> Iterator[tuple[Fraction, int]]:
    for match in _ONE_PIECE.finditer(text):
        number = number_value(match["digits"] or match["words"]) + (Fraction(1, 2) if match["half"] else 0)
        yield number, UNIT_SECONDS[match["unit"].lower()]

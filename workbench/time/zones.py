"""Time zones by name, from the ``tzdata`` package alone (SCH-17, SCH-18): the same answers on every machine.

Owns which names are zones, offsets at an instant, and what a local time means: no instant (a gap), one, or two (an
overlap). Zones are asked only for the offset at an instant; arithmetic stays in epoch ms (SCH-1).
"""

import re
import zoneinfo
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from workbench.errors import UsageError, WorkbenchError
from workbench.text.quote import quote
from workbench.time.instant import DAY, MAX_MS, MIN_MS

# The host's own database would answer differently from machine to machine.
zoneinfo.reset_tzpath(to=[])

_NAME: Final = re.compile(r"[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)+")
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 - plain calendar fields; the offset is applied by hand
# The rules of the calendar and of every zone's last years repeat after 400 years, and no zone had rules before 1800.
_CYCLE_SECONDS: Final = 146_097 * 86_400
_FIRST_SECOND: Final = MIN_MS // 1000 + 2 * 86_400
_LAST_SECOND: Final = MAX_MS // 1000 - 2 * 86_400
# After the last listed transition a zone's rule is yearly: two years without a shift mean that there is none.
_LAST_LISTED: Final = 4_102_444_800_000
_TWO_YEARS: Final = 731 * DAY


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone; equal by name. Made by :func:`load_zone`."""

    name: str
    _info: zoneinfo.ZoneInfo | None = field(default=None, repr=False, compare=False)
    _epoch: datetime = field(default=_EPOCH, repr=False, compare=False)

    def offset_ms(self, at_ms: int) -> int:
        """Local time minus UTC at the instant ``at_ms``, in ms; any integer is answered."""
        if self._info is None:
            return 0
        # What fromutc takes are the fields of UTC under the zone's name, so adding to them is plain calendar counting.
        utc = self._epoch + timedelta(0, _into_range(at_ms // 1000))
        return _ms(self._info.fromutc(utc).utcoffset())

    def local_offsets(self, local_ms: int) -> tuple[int, int]:
        """The offsets (ms) that hold before and after a shift at this local time; equal where there is none."""
        if self._info is None:
            return 0, 0
        wall = self._epoch + timedelta(0, _into_range(local_ms // 1000))
        return _ms(self._info.utcoffset(wall)), _ms(self._info.utcoffset(wall.replace(fold=1)))


@dataclass(frozen=True, slots=True)
class Shift:
    """A change of a zone's offset: the first instant with the new one, and both offsets, all in ms."""

    at: int
    before_ms: int
    after_ms: int


UTC: Final = Zone("UTC")


def zone_names() -> tuple[str, ...]:
    """All accepted names, sorted: ``UTC`` and every Area/Location name of the database."""
    return tuple(sorted(_names().values()))


def load_zone(name: str) -> Zone:
    """The zone called exactly ``UTC``, or an IANA Area/Location name in any case.

    Raises ``invalid_time_zone``, or ``time_zone_data_missing`` where the database is not installed.
    """
    if name == "UTC":
        return UTC
    if not _NAME.fullmatch(name):
        raise _unknown(name, "")
    canonical = _names().get(name.lower())
    if canonical is None:
        raise _unknown(name, _near(name))
    return _read_zone(canonical)


@cache
def _read_zone(name: str) -> Zone:
    try:
        # The class's own cache may hold a zone that was read from the host before the path was emptied.
        info = zoneinfo.ZoneInfo.no_cache(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise _no_data(f"the time zone database lists {name} and cannot read it") from None
    return Zone(name, info, _EPOCH.replace(tzinfo=info))


def candidates(zone: Zone, local_ms: int) -> tuple[int, ...]:
    """The instants (epoch ms, ascending) at which the clocks of ``zone`` show ``local_ms``: none in a gap, two in an
    overlap. ``local_ms`` is the local calendar time counted as if it were UTC."""
    offsets = zone.local_offsets(local_ms)
    return tuple(sorted({local_ms - offset for offset in offsets if zone.offset_ms(local_ms - offset) == offset}))


def around_gap(zone: Zone, local_ms: int) -> tuple[int, int]:
    """The last valid local time before the gap that holds ``local_ms`` and the first one after it, as local ms.

    Raises ValueError when ``local_ms`` is in no gap.
    """
    if candidates(zone, local_ms):
        raise ValueError("this local time exists")
    before, after = zone.local_offsets(local_ms)
    at = _first_change(zone, local_ms - after, local_ms - before)
    return at + before - 1, at + after


def next_shift(zone: Zone, after_ms: int, until_ms: int) -> Shift | None:
    """The first change of offset later than ``after_ms`` and not after ``until_ms``, or None.

    Looks day by day, so two historic changes within one day can hide each other.
    """
    if zone == UTC:
        return None
    low = max(after_ms, MIN_MS)
    end = min(until_ms, MAX_MS, max(low, _LAST_LISTED) + _TWO_YEARS)
    before = zone.offset_ms(low)
    while low < end:
        high = min(low + DAY, end)
        if zone.offset_ms(high) != before:
            at = _first_change(zone, low, high)
            return Shift(at, before, zone.offset_ms(at))
        low = high
    return None


def _first_change(zone: Zone, low: int, high: int) -> int:
    """The first instant after ``low`` whose offset differs from the one at ``low``; ``high`` is one that differs."""
    before = zone.offset_ms(low)
    while high - low > 1:
        middle = (low + high) // 2
        if zone.offset_ms(middle) == before:
            low = middle
        else:
            high = middle
    return high


@cache
def _names() -> dict[str, str]:
    """Accepted names by their lower-case spelling."""
    names = zoneinfo.available_timezones()
    if not names:
        raise _no_data("no time zone database is installed, so only the zone UTC can be used")
    return {name.lower(): name for name in names if name == "UTC" or _NAME.fullmatch(name)}


def _near(name: str) -> str:
    """A spelling worth suggesting: the same location in its real area."""
    location = name.lower().rsplit("/", 1)[-1]
    found = sorted(full for lower, full in _names().items() if lower.rsplit("/", 1)[-1] == location)
    return f"; did you mean {' or '.join(found[:3])}?" if found else ""


def _unknown(name: str, advice: str) -> UsageError:
    return UsageError(
        "invalid_time_zone",
        f"unknown time zone {quote(name)}: give UTC or an IANA Area/Location name such as Europe/Berlin{advice}",
    )


def _no_data(message: str) -> WorkbenchError:
    return WorkbenchError("time_zone_data_missing", message, hint="install the Python package tzdata again")


def _into_range(seconds: int) -> int:
    """A second with the same rules that Python's calendar can hold with any offset added."""
    if seconds > _LAST_SECOND:
        return seconds - ((seconds - _LAST_SECOND - 1) // _CYCLE_SECONDS + 1) * _CYCLE_SECONDS
    if seconds < _FIRST_SECOND:
        return seconds + ((_FIRST_SECOND - seconds - 1) // _CYCLE_SECONDS + 1) * _CYCLE_SECONDS
    return seconds


def _ms(offset: timedelta | None) -> int:
    return 0 if offset is None else (offset.days * 86_400 + offset.seconds) * 1000

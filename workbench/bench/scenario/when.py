"""Durations and moments as a scenario file writes them: text, a TOML date, or a number of seconds.

Owns the way from those values to ms. The accepted phrases are those of ``time.durations`` and ``time.phrases``.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from workbench.errors import UsageError
from workbench.time.durations import parse_duration
from workbench.time.phrases import parse_moment
from workbench.time.zones import Zone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def duration_ms(value: Any) -> int:
    """A duration in ms: text such as ``"2h 30m"``, or seconds as a number; UsageError ``invalid_duration``."""
    if isinstance(value, str):
        return parse_duration(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1e12:
        return round(value * 1000)
    raise UsageError(
        "invalid_duration", f'{value!r} is no duration: accepted are text such as "2h 30m", or a number of seconds'
    )


def moment_ms(value: Any, now: int, zone: Zone) -> int:
    """An instant in epoch ms: text as in ``parse_moment`` or a TOML date with time, read in ``zone`` if it has no
    offset; ``now`` is epoch ms. UsageError ``invalid_time``."""
    if isinstance(value, datetime):
        if value.tzinfo is not None:
            return (value - _EPOCH) // _MS
        value = value.isoformat(sep=" ")
    if isinstance(value, str):
        return parse_moment(value, now, zone)
    raise UsageError(
        "invalid_time", f'{value!r} is no moment: accepted is text such as "2026-08-07T11:00:00Z" or a TOML date-time'
    )

"""Instants inside sentences of the command line: in the chosen zone, with UTC beside it (TUI-7's rule for text)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.time.zones import Zone


def moment(ms: int, zone: "Zone") -> str:
    """``Wed 2026-08-05 11:00:00 Berlin (09:00:00.000Z)``; the day of UTC is told too where it is another one, and once
    is enough where the zone is UTC."""
    from workbench.time.clocktext import clock_text, offset_mark, utc_hms_ms, zone_city
    from workbench.time.instant import format_utc

    if zone.name == "UTC":
        return f"{clock_text(ms, zone)} UTC"
    local, utc = clock_text(ms, zone), format_utc(ms)
    short = utc_hms_ms(ms) if local[4:14] == utc[:10] else utc
    return f"{local}{offset_mark(ms, zone)} {zone_city(zone)} ({short})"


def moment_near(ms: int, at: int, zone: "Zone") -> str:
    """The same beside another instant ``at``: without the date where that is the same local day."""
    from workbench.time.clocktext import clock_text, local_hms, offset_mark, utc_hms_ms, zone_city

    if clock_text(ms, zone)[:14] != clock_text(at, zone)[:14]:
        return moment(ms, zone)
    local = f"{local_hms(ms, zone)}{offset_mark(ms, zone)}"
    return f"{local} UTC" if zone.name == "UTC" else f"{local} {zone_city(zone)} ({utc_hms_ms(ms)})"


def lateness(ms: int) -> str:
    """``on time`` or ``50m late``."""
    from workbench.time.durations import format_duration

    return f"{format_duration(ms)} late" if ms > 0 else "on time"


def plural(count: int, one: str, many: str | None = None) -> str:
    """``1 target``, ``1,200 targets``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"

"""What a time phrase means at some now, in the one zone that is known (BEN-17, REQ-7).

Owns how pieces go together. A local time keeps its zone and is never converted here; whether it exists, is in the
future or too frequent is for Schedule to say. A time of day without a day is the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.errors import WorkbenchError
from workbench.services.requests.commands import After, At, Every, LocalAt, NeedsInput, When
from workbench.services.requests.days import date_of, date_text
from workbench.services.requests.hours import Clock, clock_text, time_of_day
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import CLOCK_KINDS, DAY_KINDS, Piece
from workbench.time.clocktext import offset_text
from workbench.time.instant import DAY, civil_ms
from workbench.time.zones import Zone, candidates, load_zone

_SLOTS: Final = {
    **dict.fromkeys(DAY_KINDS, "day"),
    **dict.fromkeys(CLOCK_KINDS, "clock"),
    "part": "part", "zone": "zone", "offset": "offset",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Local:
    """The pieces of a local time by what they say, and the whole phrase as written."""

    text: str
    day: Piece | None = None
    part: Piece | None = None
    clock: Piece | None = None
    zone: Piece | None = None
    offset: Piece | None = None


def when_of(pieces: Sequence[Piece], text: str, now: int, zone: str | None) -> When | NeedsInput:
    """The meaning of ``pieces``, written as ``text``; ``now`` is epoch ms, ``zone`` the name of the one known zone."""
    problem = next((piece.problem for piece in pieces if piece.problem is not None), None)
    if problem is not None:
        return problem
    first = pieces[0]
    if first.kind in {"after", "every"} and len(pieces) == 1:
        return (After if first.kind == "after" else Every)(first.numbers[0])
    local = _slotted([_as_day(piece) for piece in pieces], text)
    return local if isinstance(local, NeedsInput) else _at(local, now, zone)


def _as_day(piece: Piece) -> Piece:
    """``in 3 days`` beside a time of day counts calendar days."""
    if piece.kind == "after" and piece.numbers[1]:
        return Piece("day", piece.text, (piece.numbers[0] // 86_400,))
    return piece


def _slotted(pieces: Sequence[Piece], text: str) -> _Local | NeedsInput:
    found: dict[str, Piece] = {}
    for piece in pieces:
        slot = _SLOTS.get(piece.kind)
        if slot is None or slot in found:
            other = found[slot] if slot else next(other for other in pieces if other is not piece)
            return needs("two_times", other.text, piece.text)
        found[slot] = piece
    return _Local(text, **found)


def _at(local: _Local, now: int, turn_zone: str | None) -> At | NeedsInput:
    if local.clock is None:
        return needs("no_hour", local.text)
    clock = time_of_day(local.clock, local.part, local.text, beside_day=local.day is not None)
    if isinstance(clock, NeedsInput):
        return clock
    if local.offset is not None and not _is_utc(local):
        return _with_offset(local, local.offset, clock)
    zone = _zone(local, turn_zone)
    if isinstance(zone, NeedsInput):
        return zone
    if local.day is None:
        return _next_time(clock, now, zone)
    date = date_of(local.day, local.text, now + zone.offset_ms(now))
    return date if isinstance(date, NeedsInput) else At(LocalAt(date, clock_text(clock), zone.name))


def _zone(local: _Local, turn_zone: str | None) -> Zone | NeedsInput:
    name = local.zone.name if local.zone is not None else "UTC" if local.offset is not None else turn_zone
    if name is None:
        return needs("no_zone", local.text)
    try:
        return load_zone(name)
    except WorkbenchError as error:
        if error.code != "invalid_time_zone":
            raise
        return needs("unknown_zone", name)


def _is_utc(local: _Local) -> bool:
    """Whether a ``Z`` beside no full date names the zone, rather than an offset of that date."""
    full = local.day is not None and local.day.kind == "date"
    return local.offset is not None and local.offset.text.upper() == "Z" and local.zone is None and not full


def _with_offset(local: _Local, offset: Piece, clock: Clock) -> At | NeedsInput:
    """Only a full date and time take a numeric offset; anything else beside one is left over."""
    if local.day is None or local.day.kind != "date" or local.zone is not None or local.part is not None:
        return needs("leftover", offset.text, local.text)
    return At(f"{date_of(local.day, local.text, 0)}T{clock_text(clock)}{offset.text.upper()}")


def _next_time(clock: Clock, now: int, zone: Zone) -> At:
    """The next instant at which the clocks of ``zone`` show this time."""
    local_now = now + zone.offset_ms(now)
    local_ms = local_now - local_now % DAY + civil_ms(1970, 1, 1, *clock)
    instants = candidates(zone, local_ms)
    coming = next((instant for instant in instants if instant > now), None)
    if coming is not None and coming != instants[0]:
        # The night the clocks go back: only an offset names the second of two equal local times.
        return At(f"{date_text(local_ms)}T{clock_text(clock)}{offset_text(local_ms - coming)}")
    if coming is None and (instants or local_ms <= local_now):
        local_ms += DAY
    return At(LocalAt(date_text(local_ms), clock_text(clock), zone.name))

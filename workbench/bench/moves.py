"""The ways of moving the simulated clock, each one iterator over what happens on the way (BEN-2..4).

Every iterator may be abandoned between two events; the session is then as valid as after a finished move. A session
that is cold has nothing to handle, and the clock goes on all the same (SCH-31): ``live`` is None then.
"""

from collections.abc import Iterator

from workbench.bench.clock import SimulatedClock, check_instant
from workbench.bench.happening import Happening
from workbench.bench.live_session import LiveSession
from workbench.errors import UsageError
from workbench.time.instant import format_utc


def target(now: int, by: int | None, to: int | None) -> int:
    """The instant (epoch ms) that a move by or to leads to; raises ``invalid_move`` and ``time_out_of_range``."""
    if (by is None) == (to is None):
        raise UsageError("invalid_move", "a move takes exactly one of by and to, both in ms")
    return check_instant(now + by if by is not None else to or 0)


def forward(now: int, to: int) -> int:
    """``to`` itself, or ``not_future`` where it lies before ``now``."""
    if to < now:
        raise UsageError(
            "not_future",
            f"advance only goes forward: it is {format_utc(now)}, the target was {format_utc(to)}",
            hint="jump goes backwards",
        )
    return to


def settle(live: LiveSession | None) -> Iterator[Happening]:
    """Handle everything there is to handle at the present instant."""
    while live is not None and (happening := live.handle_next()) is not None:
        yield happening


def advance(live: LiveSession | None, clock: SimulatedClock, to: int) -> Iterator[Happening]:
    """Go to ``to`` (epoch ms), letting every event on the way happen at its own instant, those at ``to`` included."""
    yield from settle(live)
    while live is not None and (instant := live.next_instant()) is not None and instant <= to:
        _go(live, clock, instant)
        yield from settle(live)
    _go(live, clock, to)
    yield Happening("arrived", to)


def jump(live: LiveSession | None, clock: SimulatedClock, to: int) -> Iterator[Happening]:
    """Go to ``to`` (epoch ms) at once, as a host that slept or whose clock was corrected; then handle what is due."""
    _go(live, clock, to)
    yield from settle(live)
    yield Happening("arrived", to)


def step(live: LiveSession | None, clock: SimulatedClock) -> Iterator[Happening]:
    """Go to the next event and handle just that; only ``arrived`` where there is none."""
    happening = _next(live, clock)
    if happening is not None:
        yield happening
    yield Happening("arrived", clock.now())


def next_due(live: LiveSession | None, clock: SimulatedClock) -> Iterator[Happening]:
    """Go to the next delivery and handle all there is at its instant; what happens before it happens on the way."""
    while (happening := _next(live, clock)) is not None:
        yield happening
        if happening.delivered:
            yield from settle(live)
            break
    yield Happening("arrived", clock.now())


def _next(live: LiveSession | None, clock: SimulatedClock) -> Happening | None:
    """The next event, here or at the next instant at which there is one."""
    while live is not None:
        happening = live.handle_next()
        if happening is not None:
            return happening
        instant = live.next_instant()
        if instant is None:
            return None
        _go(live, clock, instant)
    return None


def _go(live: LiveSession | None, clock: SimulatedClock, instant: int) -> None:
    by = instant - clock.now()
    clock.set(instant)
    if live is not None:
        live.clock_moved(by)

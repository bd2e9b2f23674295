"""What a clock that was set back goes over again: targets that were delivered already and never fire again (SCH-32).

Owns finding them, for the clock's row. A few records are looked at, and nothing is listed of a long stretch.
"""

from itertools import islice
from typing import TYPE_CHECKING, Final

from workbench.time.clocktext import local_hms

if TYPE_CHECKING:
    from workbench.bench.track import Track
    from workbench.bench.view import BenchView, MoveReport
    from workbench.time.zones import Zone

_LOOKED_AT: Final = 16
_EVEN: Final = ":00"


def already_words(view: "BenchView", zone: "Zone") -> str:
    """``12:00 and 13:00 were delivered already, next 14:00``, after a move that delivered nothing; else empty."""
    move, history = view.move, view.history
    if move is None or history is None or move.delivered_count or view.mode == "past":
        return ""
    for row in islice(view.schedules, _LOOKED_AT):
        track = history.track(row.id) if row.kind == "every" and row.state == "scheduled" else None
        times = _delivered_in(track, move) if track is not None else ()
        if times:
            first, last = _brief(times[0], zone), _brief(times[-1], zone)
            which = f"{first} was" if first == last else f"{first} {'and' if len(times) == 2 else 'to'} {last} were"
            return f"{which} delivered already, next {_brief(row.target, zone)}"
    return ""


def _delivered_in(track: "Track", move: "MoveReport") -> tuple[int, ...]:
    """The targets between where the move is and where the record goes on, as far as the clock was there before: none,
    one, two, or the ends of more than two with one between (epoch ms)."""
    if track.target is None:
        return ()
    step = track.seconds * 1000
    last = track.target - step
    back = move.ended < move.started
    if not back:
        last = min(last, track.target - step * -(-(track.target - move.ended) // step))
    after = move.ended if back else move.started
    first = track.target - step * ((track.target - after - 1) // step)
    if first > last or not track.last_in(first, last + 1):
        return ()
    between = (first + step,) if last - first > step else ()
    return (first, *between, last) if first < last else (first,)


def _brief(ms: int, zone: "Zone") -> str:
    return local_hms(ms, zone).removesuffix(_EVEN)

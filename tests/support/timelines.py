"""Views made by hand for the timeline: records with a past, sleeps between, and a count of how often was asked."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from workbench.bench.story import Sleep
from workbench.bench.track import Track
from workbench.bench.view import BenchView, Delivery, MoveReport, PlanView, ScheduleRow
from workbench.fronts.tui.panes.scene import PastPoint, Scene
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.source import BytesSource
from workbench.text.jsontext import encode
from workbench.time.instant import format_utc
from workbench.time.rfc3339 import parse_offset_instant
from workbench.time.zones import Zone, load_zone

BERLIN = load_zone("Europe/Berlin")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def at(text: str) -> int:
    """Epoch ms of an instant with an offset; the day and Berlin's offset may be left out."""
    if len(text) <= 12:
        text = f"2026-08-07T{text}+02:00"
    return parse_offset_instant(text)


class Kept:
    """What a view knows of earlier: the tracks it is given, and the sleeps; ``asked`` counts calls by name."""

    def __init__(self, tracks: Iterable[Track], sleeps: Sequence[Sleep] = ()) -> None:
        self._tracks = {track.id: track for track in tracks}
        self._sleeps = tuple(sleeps)
        self.asked = {"track": 0, "sleeps": 0, "last_in": 0}

    def track(self, record_id: str) -> Any:
        """The track of a record, which counts too."""
        self.asked["track"] += 1
        track = self._tracks.get(record_id)
        return None if track is None else _Counted(track, self.asked)

    def sleeps(self, first_ms: int, last_ms: int) -> tuple[Sleep, ...]:
        """The sleeps that overlap."""
        self.asked["sleeps"] += 1
        return tuple(sleep for sleep in self._sleeps if sleep.started < last_ms and sleep.ended > first_ms)


class _Counted:
    def __init__(self, track: Track, asked: dict[str, int]) -> None:
        self._track = track
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        return getattr(self._track, name)

    def last_in(self, first_ms: int, last_ms: int) -> bool:
        self._asked["last_in"] += 1
        return self._track.last_in(first_ms, last_ms)


def every(name: str, seconds: int, first: int, target: int, decided: Iterable[int] = ()) -> tuple[ScheduleRow, Track]:
    """A record that waits for ``target``, and its track with the instants at which its dispatches were decided."""
    times = array("q", decided)
    row = ScheduleRow(name, "every", f"prompt of {name}", seconds, target, "scheduled")
    return row, Track(name, "every", seconds, first - seconds * 1000, first, target, None, times, len(times))


def once(name: str, target: int, created: int, kind: str = "at") -> tuple[ScheduleRow, Track]:
    """A one-shot that waits."""
    row = ScheduleRow(name, kind, f"prompt of {name}", 0, target, "scheduled")
    return row, Track(name, kind, 0, created, target, target, None, array("q"), 0)


def delivered(pair: tuple[ScheduleRow, Track], occurrence: int, decided: int) -> tuple[ScheduleRow, Track]:
    """That record, delivered by the last move."""
    row, track = pair
    ends = row.kind != "every"
    late = decided - occurrence
    done = Delivery(
        row.id, row.kind, row.prompt, row.seconds, 9, 3, occurrence, decided, late, 0, None if ends else row.target
    )
    row = ScheduleRow(row.id, row.kind, row.prompt, row.seconds, row.target, "ended" if ends else "scheduled", done)
    return row, track


def view_of(
    records: Iterable[tuple[ScheduleRow, Track]], now: int, sleeps: Sequence[Sleep] = (), **changes: Any
) -> BenchView:
    """A live view of those records at ``now``."""
    pairs = list(records)
    rows = tuple(row for row, _ in pairs)
    done = tuple(row.delivered for row in rows if row.delivered is not None)
    move = MoveReport("jump", now - HOUR, now, 1, 9, done, len(done), 0) if done else None
    fields: dict[str, Any] = {
        "session_id": "night", "title": None, "path": Path("night"), "source": None, "mode": "live", "problem": None,
        "now": now, "zone": None, "agent": "idle", "held": False, "turn": None, "last_turn": 3, "events": 0, "rows": 0,
        "seed_length": None, "parent": None, "schedules": rows, "active": len(rows), "plan": PlanView(),
        "next_target": None, "queued": 0, "move": move, "index": LogIndex(BytesSource()),
        "history": Kept((track for _, track in pairs), sleeps),
    }  # fmt: skip
    return BenchView(**{**fields, **changes})


def night(**changes: Any) -> BenchView:
    """A laptop that slept from 08:08 to 11:00 in Berlin: seven records, five of them delivered late."""
    now, woke = at("11:00:01"), at("11:00:01")
    one, two, three = at("2026-08-06T22:38:30+02:00"), at("2026-08-06T23:48:48.965+02:00"), at("05:09:05")

    def on_time(first: int, seconds: int) -> list[int]:
        return [*range(first, at("08:08:00"), seconds * 1000), woke]

    return view_of(
        (
            delivered(every("schedule-1", 3600, one, at("11:38:30"), on_time(one, 3600)), at("10:38:30"), woke),
            delivered(every("schedule-2", 600, two, at("11:08:48.965"), on_time(two, 600)), at("10:58:48.965"), woke),
            delivered(every("schedule-3", 1800, three, at("11:09:05"), on_time(three, 1800)), at("10:39:05"), woke),
            every("schedule-6", 86_400, at("23:40:10"), at("23:40:10")),
            once("schedule-7", at("12:00:00"), at("08:02:10")),
            delivered(once("schedule-5", at("08:40:00"), at("05:00:00"), "after"), at("08:40:00"), woke),
            delivered(once("schedule-4", at("09:30:00"), at("05:00:00")), at("09:30:00"), woke),
        ),
        now,
        (Sleep(at("08:08:00"), at("11:00:00"), 8),),
        **changes,
    )


def many(count: int = 40, now: str = "11:00:01") -> BenchView:
    """Records whose targets lie ever further ahead, a few of them overdue."""
    pairs = [once(f"schedule-{n}", at("10:40:00") + n * 17 * MINUTE, at("08:00:00")) for n in range(count)]
    return view_of(pairs, at(now))


def scene_of(view: BenchView, zone: Zone = BERLIN, **changes: Any) -> Scene:
    """A scene of that view."""
    return Scene(name=view.session_id, view=view, zone=zone, **changes)


def past_of(view: BenchView, instant: int, changed: str | None = None, operation: str = "dispatch") -> PastPoint:
    """The past of ``view`` at ``instant``, by an event that did ``operation`` to the record ``changed``, if to any.

    It becomes the next event of the view's index.
    """
    data = {"operation": operation, "id": changed, "acceptedAt": format_utc(instant)}
    event = {"type": "schedule/change", "seq": view.index.next_seq, "time": format_utc(instant), "data": data}
    row = view.index.add(TYPE_CODE["schedule/change"], event["seq"], instant, encode(event))
    tracks = view.history._tracks if view.history is not None else {}
    known = tuple(each for each in view.schedules if tracks[each.id].created <= instant)
    earlier = replace(view, mode="past", now=instant, schedules=known, move=None, events=row + 1, rows=row + 1)
    return PastPoint(event["seq"], earlier, frozenset(() if changed is None else (changed,)))

"""Where each part of the session screen lies at a given size (page 10, section 2). Pure arithmetic, no widgets.

Owns the breakpoints. A part without a place is not shown at all.
"""

from typing import Final, NamedTuple

import msgspec

TWO_COLUMNS: Final = 100
TABS_FROM: Final = 60
LEAST: Final = (20, 5)
# The panes that share the large place at the left; one of them is there at a time.
MAIN: Final = ("transcript", "journal")
_LANES_FROM = 36
_TWO_ROWS_FROM = 24
_STRIPPED = (40, 12)
_FRAME = 2
_WHY_NARROW = 7
_TODOS = 6
_MOST_SCHEDULES = 10
_MOST_LANES = 7
_FEWEST_LANES = 3
# A frame and the axis are what the timeline has beside its lanes; merged it has a title, an axis and one lane.
_TIMELINE_REST = 3
_MERGED = 3


class Place(NamedTuple):
    """A rectangle of the screen in cells."""

    x: int
    y: int
    width: int
    height: int


class Plan(msgspec.Struct, frozen=True):
    """``places`` by part name; those in ``bare`` have no frame. Where ``tabbed`` one pane stands for all."""

    places: dict[str, Place]
    bare: frozenset[str] = frozenset()
    tabbed: bool = False

    @property
    def too_small(self) -> bool:
        """Whether there is room for nothing but a note that says so."""
        return "note" in self.places

    def with_filter(self) -> "Plan":
        """The same, with the filter field in place of the key bar."""
        renamed = {"filter" if name == "keys" else name: place for name, place in self.places.items()}
        return msgspec.structs.replace(self, places=renamed)


class Wanted(NamedTuple):
    """What the plan depends on beside the size: how many schedules there are, the wanted pane, the pane over the
    details where they are wanted and do not take the whole place, the pane that is zoomed, and which of
    :data:`MAIN` stands at the left."""

    schedules: int
    active: str = "transcript"
    beside: str = "transcript"
    zoomed: str | None = None
    main: str = MAIN[0]


def plan(width: int, height: int, wanted: Wanted) -> Plan:
    """The places at ``width`` x ``height``."""
    if width < LEAST[0] or height < LEAST[1]:
        return Plan({"note": Place(0, 0, width, height)})
    if width >= TWO_COLUMNS and height >= _STRIPPED[1]:
        return _zoomed(width, height, wanted.zoomed) if wanted.zoomed else _wide(width, height, wanted)
    return _tabbed(width, height, wanted)


def _wide(width: int, height: int, wanted: Wanted) -> Plan:
    clock, schedules = _clock_rows(height), wanted.schedules
    timeline = _timeline_rows(height, schedules)
    body = height - clock - timeline - 1
    left = max(50, width * 45 // 100)
    right = width - left
    rows = max(5, min(_MOST_SCHEDULES, schedules + 1 + _FRAME))
    rows = min(rows, max(4, body - _TODOS - 5))
    todos = min(_TODOS, max(3, body - rows - 3))
    why = body - rows - todos
    places = {
        "clock": Place(0, 0, width, clock),
        wanted.main: Place(0, clock, left, body),
        "schedules": Place(left, clock, right, rows),
        "todos": Place(left, clock + rows, right, todos),
        "detail": Place(left, clock + rows + todos, right, why),
        "timeline": Place(0, clock + body, width, timeline),
        "keys": Place(0, height - 1, width, 1),
    }
    return Plan(places, bare=frozenset() if height >= _LANES_FROM else frozenset(("timeline",)))


def _clock_rows(height: int) -> int:
    return 2 if height >= _TWO_ROWS_FROM else 1


def _timeline_rows(height: int, schedules: int) -> int:
    """Lanes only where the panes above keep their room; then a lane a schedule, within bounds."""
    if height < _TWO_ROWS_FROM:
        return 1
    if height < _LANES_FROM:
        return _MERGED
    room = height - _LANES_FROM + _FEWEST_LANES
    return _TIMELINE_REST + min(_MOST_LANES, room, max(_FEWEST_LANES, schedules))


def _zoomed(width: int, height: int, pane: str) -> Plan:
    clock = _clock_rows(height)
    return Plan(
        {
            "clock": Place(0, 0, width, clock),
            pane: Place(0, clock, width, height - clock - 1),
            "keys": Place(0, height - 1, width, 1),
        }
    )


def _tabbed(width: int, height: int, wanted: Wanted) -> Plan:
    roomy = width >= TABS_FROM and height >= _TWO_ROWS_FROM
    places = {"keys": Place(0, height - 1, width, 1)}
    top = _heading(places, width, height, roomy=roomy)
    end = height - 1
    active = wanted.zoomed or wanted.active
    if active != "timeline" and not wanted.zoomed:
        end -= _strip(places, width, height, end, roomy=roomy)
    detail = _WHY_NARROW if roomy and not wanted.zoomed and active != "timeline" else 0
    if active == "detail" and detail:
        active = wanted.beside if wanted.beside != "timeline" else "transcript"
    places[active] = Place(0, top, width, end - top - detail)
    if detail:
        places["detail"] = Place(0, end - detail, width, detail)
    framed = width >= TABS_FROM
    bare = {"timeline"} if framed and active != "timeline" else set() if framed else set(places)
    return Plan(places, bare=frozenset(bare), tabbed=True)


def _heading(places: dict[str, Place], width: int, height: int, *, roomy: bool) -> int:
    """Places clock and tabs as far as there is room, and returns the row under them."""
    if width >= _STRIPPED[0] and height >= _STRIPPED[1]:
        clock = 2 if roomy else 1
        places["clock"] = Place(0, 0, width, clock)
        places["tabs"] = Place(0, clock, width, 1)
        return clock + 1
    if height >= LEAST[1] + 2:
        places["clock"] = Place(0, 0, width, 1)
        return 1
    return 0


def _strip(places: dict[str, Place], width: int, height: int, end: int, *, roomy: bool) -> int:
    """Places the merged timeline above row ``end``, where there is room, and returns its rows."""
    if width < _STRIPPED[0] or height < _STRIPPED[1]:
        return 0
    rows = _MERGED if roomy else 1
    places["timeline"] = Place(0, end - rows, width, rows)
    return rows

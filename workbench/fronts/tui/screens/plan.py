"""Where each part of the session screen lies at a given size (page 10, section 2). Pure arithmetic, no widgets.

Owns the breakpoints. A part without a place is not shown at all.
"""

from typing import Final, NamedTuple

import msgspec

TWO_COLUMNS: Final = 100
TABS_FROM: Final = 60
LEAST: Final = (20, 5)
_LOW = 24
_STRIPPED = (40, 12)
_FRAME = 2
_WHY_NARROW = 7
_TODOS = 6
_MOST_SCHEDULES = 10


class Place(NamedTuple):
    """A rectangle of the screen in cells."""

    x: int
    y: int
    width: int
    height: int


class Plan(msgspec.Struct, frozen=True):
    """``places`` by part name. Panes have a frame where ``framed``; where ``tabbed`` one pane stands for all."""

    places: dict[str, Place]
    framed: bool = True
    tabbed: bool = False

    @property
    def too_small(self) -> bool:
        """Whether there is room for nothing but a note that says so."""
        return "note" in self.places


def plan(width: int, height: int, schedules: int, active: str, beside: str = "transcript") -> Plan:
    """The places at ``width`` x ``height`` with ``schedules`` rows to show; ``active`` is the pane that tabs show.

    ``beside`` is the pane over the details, where they are active and do not take the whole place.
    """
    if width < LEAST[0] or height < LEAST[1]:
        return Plan({"note": Place(0, 0, width, height)})
    if width >= TWO_COLUMNS and height >= _LOW // 2:
        return _wide(width, height, schedules)
    return _tabbed(width, height, active, beside)


def _wide(width: int, height: int, schedules: int) -> Plan:
    clock = 2 if height >= _LOW else 1
    body = height - clock - 1
    left = max(50, width * 45 // 100)
    right = width - left
    rows = max(5, min(_MOST_SCHEDULES, schedules + 1 + _FRAME))
    rows = min(rows, max(4, body - _TODOS - 5))
    todos = min(_TODOS, max(3, body - rows - 3))
    why = body - rows - todos
    return Plan(
        {
            "clock": Place(0, 0, width, clock),
            "transcript": Place(0, clock, left, body),
            "schedules": Place(left, clock, right, rows),
            "todos": Place(left, clock + rows, right, todos),
            "detail": Place(left, clock + rows + todos, right, why),
            "keys": Place(0, height - 1, width, 1),
        }
    )


def _tabbed(width: int, height: int, active: str, beside: str) -> Plan:
    roomy = width >= TABS_FROM and height >= _LOW
    clock = 2 if roomy else 1
    places = {"keys": Place(0, height - 1, width, 1)}
    top = 0
    if width >= _STRIPPED[0] and height >= _STRIPPED[1]:
        places["clock"] = Place(0, 0, width, clock)
        places["tabs"] = Place(0, clock, width, 1)
        top = clock + 1
    elif height >= LEAST[1] + 2:
        places["clock"] = Place(0, 0, width, 1)
        top = 1
    detail = _WHY_NARROW if roomy else 0
    body = height - top - 1 - detail
    if active == "detail" and not detail:
        places["detail"] = Place(0, top, width, body)
    else:
        places[active if active != "detail" else beside] = Place(0, top, width, body)
        if detail:
            places["detail"] = Place(0, top + body, width, detail)
    return Plan(places, framed=width >= TABS_FROM, tabbed=True)

"""Where each part of the comparison lies at a given size. Pure arithmetic, no widgets.

Owns the breakpoints: two columns from 61 cells and 14 rows on, else one side at a time.
"""

from typing import Final

from workbench.fronts.tui.screens.plan import LEAST, Place, Plan

SIDES: Final = ("parent", "child")
TWO_COLUMNS: Final = 61
_TWO_SIDES_ROWS: Final = 14
_TWO_ROWS_FROM: Final = 24
_ROOMY: Final = 36
_FRAME: Final = 2
# With fewer rows than these a part has no place of its own.
_TABLE_FROM: Final = 18
_SCHEDULES_FROM: Final = 10


def plan(width: int, height: int, side: str, lines: int) -> Plan:
    """The places at ``width`` x ``height``; ``side`` is the one that is shown alone, ``lines`` those of the table."""
    if width < LEAST[0] or height < LEAST[1]:
        return Plan({"note": Place(0, 0, width, height)})
    if width >= TWO_COLUMNS and height >= _TWO_SIDES_ROWS:
        return _beside(width, height, lines)
    return _alone(width, height, side)


def _beside(width: int, height: int, lines: int) -> Plan:
    clock = 2 if height >= _TWO_ROWS_FROM else 1
    body = height - clock - 1
    table = _table_rows(height, lines)
    schedules = 10 if height >= _ROOMY else 6 if height >= _TABLE_FROM else 4
    log = body - table - schedules
    left = width // 2
    places = {"clock": Place(0, 0, width, clock), "keys": Place(0, height - 1, width, 1)}
    for name, x, cells in zip(SIDES, (0, left), (left, width - left), strict=True):
        places[f"{name}-log"] = Place(x, clock, cells, log)
        places[f"{name}-schedules"] = Place(x, clock + log, cells, schedules)
    if table:
        places["compared"] = Place(0, clock + log + schedules, width, table)
    return Plan(places)


def _table_rows(height: int, lines: int) -> int:
    """The table has its head where the screen is high; on a very high one all of its lines."""
    if height < _TABLE_FROM:
        return 0
    if height < _ROOMY:
        return _FRAME + (3 if height >= _TWO_ROWS_FROM else 2)
    return _FRAME + 1 + min(lines, 3 + max(0, (height - 40) // 2))


def _alone(width: int, height: int, side: str) -> Plan:
    places = {"keys": Place(0, height - 1, width, 1)}
    top = 1 if height >= LEAST[1] + 1 else 0
    if top:
        places["clock"] = Place(0, 0, width, 1)
    body = height - 1 - top
    schedules = 0 if height < _SCHEDULES_FROM else 4 if height < _TABLE_FROM else 6
    table = 0 if height < _TABLE_FROM else 3
    framed = width >= TWO_COLUMNS
    places[f"{side}-log"] = Place(0, top, width, body - schedules - table)
    if schedules:
        places[f"{side}-schedules"] = Place(0, top + body - schedules - table, width, schedules)
    if table:
        places["compared"] = Place(0, top + body - table, width, table)
    return Plan(places, bare=frozenset() if framed else frozenset(places), tabbed=True)

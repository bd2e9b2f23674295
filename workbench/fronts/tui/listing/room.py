"""How the session list's parts share the screen at a given size (page 10, section 2). Pure arithmetic, no widgets."""

from typing import Final, NamedTuple

from workbench.fronts.tui.listing.preview import ROWS
from workbench.fronts.tui.screens.plan import LEAST, TABS_FROM

_FRAME: Final = 2
_PREVIEW_FROM: Final = 20
_TIMELINE_FROM: Final = 36
_TIMELINE_ROWS: Final = 10
_TWO_ROWS_FROM: Final = 24
_FRAMED_FROM: Final = 12


class Room(NamedTuple):
    """Rows of the header, the preview and the timeline, 0 for none; the list has the rest. ``bare`` lists have no
    frame; where it is too ``small`` there is room for nothing but a note that says so."""

    header: int
    preview: int
    timeline: int
    bare: bool
    small: bool


def room_at(width: int, height: int) -> Room:
    """The room at ``width`` x ``height`` cells."""
    wide = width >= TABS_FROM
    return Room(
        header=0 if height <= LEAST[1] + 1 else 2 if height >= _TWO_ROWS_FROM else 1,
        preview=ROWS + _FRAME if wide and height >= _PREVIEW_FROM else 0,
        timeline=_TIMELINE_ROWS if wide and height >= _TIMELINE_FROM else 0,
        bare=not wide or height < _FRAMED_FROM,
        small=width < LEAST[0] or height < LEAST[1],
    )

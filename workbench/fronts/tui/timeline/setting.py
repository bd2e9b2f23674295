"""What a timeline is drawn for, what comes out, and how the width is shared between labels and columns.

Owns the arithmetic of cells. What the lines say is ``drawing``.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from workbench.fronts.tui.panes.scene import Scene
from workbench.fronts.tui.theme.glyphs import RICH, Glyphs
from workbench.fronts.tui.theme.paint import Line
from workbench.fronts.tui.timeline.lanes import RULE_CELLS, Survey, survey
from workbench.fronts.tui.timeline.scale import first_step, holds, scale_text
from workbench.fronts.tui.timeline.window import Window

if TYPE_CHECKING:
    from workbench.bench.view import ScheduleRow

_MERGED_ROWS: Final = 3
_IDS: Final = (10, 14)
_LONG_IDS_FROM: Final = 70
_RULES_FROM: Final = 60
_LEAST_COLUMNS: Final = 10


class Setting(msgspec.Struct, frozen=True):
    """What is drawn, and into how many cells; ``bare`` without a frame around. ``cursor`` is the user's own (epoch ms),
    None where there is none; ``flat`` as in the paint. ``kept`` is the ms a column that was chosen before, which stays
    for as long as it shows something."""

    scene: Scene
    width: int
    height: int
    bare: bool = False
    glyphs: Glyphs = RICH
    flat: bool = False
    focused: bool = False
    cursor: int | None = None
    kept: int | None = None


class Drawing(msgspec.Struct, frozen=True):
    """``lines`` from the top; ``records`` has the records of the first ones, ``margin`` is where the columns of
    ``window`` begin. ``window`` is None where there is no time to show."""

    lines: list[Line]
    window: Window | None = None
    margin: int = 0
    records: "tuple[ScheduleRow | None, ...]" = ()


def same(one: Setting, other: Setting) -> bool:
    """Whether both are of one scene, itself and not one like it, and alike in all else: scenes are not looked into."""
    return one.scene is other.scene and msgspec.structs.astuple(one)[1:] == msgspec.structs.astuple(other)[1:]


def step_of(setting: Setting, surveyed: Survey | None = None) -> int:
    """The ms a column that :func:`draw` uses."""
    view = setting.scene.view
    if setting.scene.scale is not None or view is None:
        return max(1, setting.scene.scale or 1)
    surveyed = surveyed or survey(view)
    columns = setting.width - margin_of(setting, surveyed)[0] - 1
    if setting.kept is not None and holds(setting.kept, surveyed.reach, columns):
        return setting.kept
    return first_step(surveyed.reach, columns)


def is_merged(setting: Setting) -> bool:
    """Whether all records share one lane."""
    return setting.bare and setting.height <= _MERGED_ROWS


def caption(setting: Setting, surveyed: Survey | None = None) -> str:
    """What the title says of the scale: ``5 min a column``."""
    return scale_text(step_of(setting, surveyed))


def margin_of(setting: Setting, surveyed: Survey) -> tuple[int, int, bool]:
    """The cells before the first column, those of an id among them, and whether rules are shown."""
    if is_merged(setting):
        return min(1, setting.width - 1), 0, False
    least, most = _IDS
    ids = min(max(surveyed.id_cells, least), most if setting.width >= _LONG_IDS_FROM else least)
    rule = setting.width >= _RULES_FROM
    ids = max(0, min(ids, setting.width - _LEAST_COLUMNS - 3))
    return 1 + ids + (1 + RULE_CELLS if rule else 1), ids, rule

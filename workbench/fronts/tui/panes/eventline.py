"""The row of one event: bar, seq, shape, role, text (page 10, section 6), and how it stands to past and inheritance.

Owns the anatomy and which ground a row has. What it says are ``eventtext``'s words.
"""

from typing import Final, Literal

import msgspec

from workbench.fronts.tui.panes.eventtext import Words
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span

# Below this width there is no seq.
_SEQ_FROM: Final = 46
_SEQ_CELLS: Final = 4
_ROLE_CELLS: Final = 9

# How a row stands to what is shown: as it is, inherited by a fork, the event that the past shows, or after that.
Standing = Literal["plain", "inherited", "here", "later"]


class RowSetting(msgspec.Struct, frozen=True):
    """What a row needs beside its words. ``seq_cells`` is the width of the highest seq, ``selected`` a record's id.

    ``busy`` marks the row that the agent is still working on; ``claim`` says that its number is not its own alone.
    """

    glyphs: Glyphs
    width: int
    seq_cells: int = _SEQ_CELLS
    selected: str | None = None
    standing: Standing = "plain"
    busy: bool = False
    claim: str = ""


def event_line(seq: int, words: Words, setting: RowSetting) -> Line:
    """The row of event ``seq``."""
    quiet = setting.standing in {"inherited", "later"}
    here = setting.standing == "here"
    loud = words.loud and setting.standing == "plain"
    role = "faint" if quiet else "past" if here else words.role
    shape_role = "faint" if quiet else "past" if here else words.shape_role or words.role
    spans = [Span(setting.glyphs.mark if loud or here else " ", "past" if here else "fired")]
    if setting.width >= _SEQ_FROM:
        spans.append(Span(f"{seq:>{max(_SEQ_CELLS, setting.seq_cells)}}", "faint"))
    bold = words.bold and not quiet
    shape = Span(f" {words.shape} ", shape_role, bold)
    spans += [
        Span(f" {setting.glyphs.mark} ", "fired") if setting.busy and not words.shape.strip() else shape,
        Span(f"{words.word:<{_ROLE_CELLS}}", role, bold),
        *((Span(f"{setting.claim}: ", "bad", True),) if setting.claim else ()),
        Span(words.text, "faint" if quiet else "text" if here else words.text_role),
    ]
    chosen = words.record is not None and words.record == setting.selected and setting.standing != "later"
    return Line(spans, look="blur" if chosen else "fired" if loud else "past" if here else "plain")

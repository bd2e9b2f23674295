"""The page of the create form: its blocks for a given room, from roomy to nothing but one field. Pure.

Owns which block gives way to which. The rows themselves are ``formrows``' and ``formtargets``'.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from textual.geometry import Region

from workbench.actions.creation import FIELDS
from workbench.fronts.tui.dialogs.formrows import LABEL_CELLS, FormState, field_line, first_lines, note_lines, slot
from workbench.fronts.tui.dialogs.formtargets import call_lines, heading, target_lines
from workbench.fronts.tui.dialogs.sheet import Page
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span

# "Create" and "Cancel" on their plates, the first with an id behind it.
_CREATE_CELLS: Final = 11
_CANCEL_CELLS: Final = 10
_BUTTON_GAP: Final = 3
# Rows of a roomy form, so that its box stands still while targets come and go.
_ROOMY: Final = 24
_LEAST_WITH_FIELDS: Final = 5
_NOTE_LINES: Final = 8
# Block by block, what is left of it where there is no room for all, until there is.
_GIVING_WAY: Final = (
    ("call", 1), ("buttons", 0), ("heading", 0), ("call", 0), ("note", 4), ("targets", 1), ("note", 2), ("targets", 0),
    ("note", 0),
)  # fmt: skip


class Block(msgspec.Struct, frozen=True):
    """Rows that belong together; ``gap`` ranks the blank row before it, lowest kept longest, 0 for none at all."""

    lines: Sequence[Line]
    gap: int = 0


def form_page(state: FormState, width: int, height: int, glyphs: Glyphs) -> Page:
    """The form for a room of ``width`` x ``height`` cells."""
    if height < _LEAST_WITH_FIELDS:
        return _one_field(state, width, height, glyphs)
    lines: list[Line] = []
    at: dict[str, int] = {}
    for name, block in _spaced(_fitted(state, width, height, glyphs), height).items():
        lines += [BLANK_LINE] if block.gap else []
        at[name] = len(lines)
        lines += block.lines
    slots = {name: slot(name, at[name], width) for name in ("kind", *FIELDS)}
    if "buttons" in at:
        slots |= _buttons(len(state.record_id) + _CREATE_CELLS, at["buttons"], width)
    return Page(lines, slots)


def _buttons(create: int, row: int, width: int) -> dict[str, Region]:
    """As many of the two as fit; the first is ``create`` cells wide."""
    cancel = Region(create + _BUTTON_GAP, row, _CANCEL_CELLS, 1)
    slots = {"create": Region(0, row, create, 1), "cancel": cancel}
    return {name: region for name, region in slots.items() if region.right <= width}


def _one_field(state: FormState, width: int, height: int, glyphs: Glyphs) -> Page:
    """Where there is hardly any room: the field that has the focus, and what is wrong with it."""
    name = state.focus
    lines = [field_line(state, name, width, glyphs), *note_lines(state, width, height - 1, glyphs)]
    return Page(lines[:height], {name: slot(name, 0, width)})


def _blocks(state: FormState, width: int, glyphs: Glyphs) -> dict[str, Block]:
    """All blocks, as long as they are."""
    preview = state.preview
    fields = {
        name: Block([field_line(state, name, width, glyphs)], gap)
        for name, gap in (("kind", 5), ("value", 6), ("prompt", 7), ("zone", 8))
    }
    if preview is None:
        return fields | {
            "targets": Block(first_lines(state, width), 1),
            "note": Block(note_lines(state, width, _NOTE_LINES, glyphs), 2),
            "buttons": Block([BLANK_LINE], 4),
        }
    call = call_lines(preview.call, width - LABEL_CELLS, faint=state.stale)
    return fields | {
        "heading": Block([heading(preview, glyphs)], 1),
        "targets": Block(target_lines(preview, state.now, width, glyphs, faint=state.stale)),
        "note": Block(note_lines(state, width, _NOTE_LINES, glyphs), 2),
        "call": Block(_labelled(call), 3),
        "buttons": Block([BLANK_LINE], 4),
    }


def _fitted(state: FormState, width: int, height: int, glyphs: Glyphs) -> dict[str, Block]:
    """The blocks, cut and left out as far as there is no room for them."""
    blocks = _blocks(state, width, glyphs)
    for name, least in _GIVING_WAY:
        missing = sum(len(block.lines) for block in blocks.values()) - height
        if missing <= 0:
            break
        block = blocks.get(name, Block(()))
        kept = max(min(least, len(block.lines)), len(block.lines) - missing)
        blocks[name] = Block(_shortened(name, block.lines, kept, state, width), block.gap)
    return {name: block for name, block in blocks.items() if block.lines}


def _shortened(name: str, lines: Sequence[Line], kept: int, state: FormState, width: int) -> Sequence[Line]:
    """``kept`` lines of a block: of targets and note those that were scrolled to, of the call as much as fits."""
    if name == "call" and kept and state.preview is not None:
        return _labelled(call_lines(state.preview.call, width - LABEL_CELLS, kept, faint=state.stale))
    if name == "targets" and state.preview is not None and kept:
        # Their head is needed least.
        first = min(1 + state.top, len(lines) - kept)
        return lines[first : first + kept]
    if name != "note" or not kept:
        return lines[:kept]
    first = min(state.top, len(lines) - kept)
    shown, rest = [*lines[first : first + kept]], lines[first + kept :]
    if rest:
        # The paint cuts what does not fit, with the sign that says so.
        shown[-1] = Line((*shown[-1].spans, *rest[0].spans[1:]))
    return shown


def _spaced(blocks: dict[str, Block], height: int) -> dict[str, Block]:
    """Blocks with the blank rows before them that there is room for, what is above the call padded to a roomy form."""
    spare = height - sum(len(block.lines) for block in blocks.values())
    spaced = {name: block if 0 < block.gap <= spare else Block(block.lines) for name, block in blocks.items()}
    used = sum(len(block.lines) + bool(block.gap) for block in spaced.values())
    rest = min(height, _ROOMY) - used
    last = next((name for name in ("note", "targets", "zone") if name in spaced), None)
    if rest > 0 and last is not None:
        spaced[last] = Block([*spaced[last].lines, *[BLANK_LINE] * rest], spaced[last].gap)
    return spaced


def _labelled(lines: Sequence[Line]) -> list[Line]:
    """Lines with the label of the call before the first."""
    first = f"{'call':<{LABEL_CELLS}}"
    return [Line((Span(" " * LABEL_CELLS if row else first, "dim"), *line.spans)) for row, line in enumerate(lines)]

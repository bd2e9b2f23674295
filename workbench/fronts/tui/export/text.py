"""The screen, or a part of it, as plain text: one line a row, blanks at the ends dropped."""

from collections.abc import Sequence

from textual.geometry import Region
from textual.strip import Strip


def screen_text(strips: Sequence[Strip], region: Region | None = None) -> str:
    """The rows as text; with ``region`` only what lies within it. Colours and styles are not in it."""
    if region is not None:
        strips = [strip.crop(region.x, region.right) for strip in strips[region.y : region.bottom]]
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)

"""The 256 colours of terminals without true colour: which there are, and the one that stands best for another.

Owns the table and the distance. Left to itself the terminal library rounds each colour on its own, and a dark tint
becomes a bright one that hides the text on it; so roles are chosen from this table to begin with.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rich.color import Color, ColorSystem

from workbench.fronts.tui.theme.contrast import Rgb

_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_GREYS: Final = 25


def _shown(colour: Rgb) -> Rgb:
    """What the terminal library makes of a colour when it goes down to 256."""
    r, g, b = Color.from_rgb(*colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return r, g, b


def _asked_for() -> Iterator[Rgb]:
    yield from ((r, g, b) for r in _LEVELS for g in _LEVELS for b in _LEVELS)
    # The library takes the grey at the nearest of 25 steps, which is rarely the grey it was given.
    yield from ((grey, grey, grey) for grey in (round(step * 255 / _GREYS) for step in range(_GREYS + 1)))


# A colour as it is shown -> the colour to ask for.
PALETTE: Final[dict[Rgb, Rgb]] = {_shown(colour): colour for colour in _asked_for()}


def nearest(colour: Rgb, *, accept: Callable[[Rgb], bool], otherwise: Rgb) -> Rgb:
    """The accepted colour of the palette that looks most like ``colour``; ``otherwise`` where none is accepted."""
    return min(filter(accept, PALETTE), key=lambda each: distance(each, colour), default=otherwise)


def distinct(colours: Iterable[Rgb]) -> list[Rgb]:
    """The nearest colour of the palette for each, no two alike where the colours themselves are not."""
    chosen: dict[Rgb, Rgb] = {}
    for colour in colours:
        if colour not in chosen:
            chosen[colour] = nearest(colour, accept=lambda each: each not in chosen.values(), otherwise=colour)
    return [chosen[colour] for colour in colours]


def distance(one: Rgb, other: Rgb) -> float:
    """How unlike two colours look: squared, with the weights of the eye at that red."""
    red = (one[0] + other[0]) / 512
    r, g, b = (a - c for a, c in zip(one, other, strict=True))
    return (2 + red) * r * r + 4 * g * g + (3 - red) * b * b

"""Contrast arithmetic on sRGB triples: mixing, relative luminance, and moving a colour until it can be read.

Pure. Which roles there are and what they must be readable on is ``roles``.
"""

from collections.abc import Iterable

Rgb = tuple[int, int, int]
BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)
_STEPS = 50


def mix(colour: Rgb, over: Rgb, share: float) -> Rgb:
    """``share`` (0 to 1) of ``colour`` laid over ``over``."""
    r, g, b = (round(c * share + o * (1 - share)) for c, o in zip(colour, over, strict=True))
    return r, g, b


def luminance(colour: Rgb) -> float:
    """Relative luminance of WCAG 2, 0 to 1."""
    r, g, b = (_LINEAR[channel] for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: Rgb, grounds: Iterable[Rgb], ratio: float, *, dark: bool) -> Rgb:
    """``colour`` moved towards white (on ``dark`` grounds) or black until it has ``ratio`` on every ground."""
    grounds = tuple(grounds)
    goal = WHITE if dark else BLACK
    for step in range(_STEPS + 1):
        moved = mix(goal, colour, step / _STEPS)
        if all(contrast(moved, ground) >= ratio for ground in grounds):
            return moved
    return goal


def to_hex(colour: Rgb) -> str:
    """``#rrggbb``."""
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


_LINEAR = tuple(_linear(channel) for channel in range(256))

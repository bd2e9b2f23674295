"""Colour roles (page 10, section 4): what a colour is for, derived from whatever theme is chosen.

Owns the derivation and nothing else: the two own themes are in ``themes``, and ``paint`` turns roles into styles. Text
roles are moved until they are readable on every ground that they can lie on.
"""

from collections.abc import Mapping
from typing import Final

from textual.color import Color

from workbench.fronts.tui.theme.contrast import Rgb, mix, readable, to_hex

RATIO: Final = 4.5
FAINT_RATIO: Final = 3.5
# Text role -> the theme colour it comes from, its share over the background, the contrast it must have.
TEXT_ROLES: Final[dict[str, tuple[str, float, float]]] = {
    "fired": ("accent", 1.0, RATIO),
    "overdue": ("warning", 1.0, RATIO),
    "past": ("secondary", 1.0, RATIO),
    "link": ("primary", 1.0, RATIO),
    "bad": ("error", 1.0, RATIO),
    "ok": ("success", 1.0, RATIO),
    "text": ("foreground", 1.0, RATIO),
    "soft": ("foreground", 0.82, RATIO),
    "dim": ("foreground", 0.6, RATIO),
    "faint": ("foreground", 0.45, FAINT_RATIO),
}
# Ground role -> the theme colour and its share over the background, in dark and in light themes.
GROUNDS: Final[dict[str, tuple[str, float, float]]] = {
    "fired-bg": ("accent", 0.13, 0.13),
    "past-bg": ("secondary", 0.16, 0.16),
    "asleep-bg": ("warning", 0.10, 0.10),
    "cursor-bg": ("primary", 0.26, 0.17),
    "blur-bg": ("primary", 0.15, 0.09),
    "panel": ("panel", 1.0, 1.0),
    "ground": ("background", 1.0, 1.0),
}
_READ_ON: Final = ("ground", "panel", "cursor-bg", "fired-bg")
_HAIR: Final = 0.2
# A theme may leave these two out; Textual then uses the primary colour.
_FALLBACKS: Final = {"accent": "primary", "secondary": "primary"}


def derive(variables: Mapping[str, str], *, dark: bool) -> dict[str, str]:
    """The roles as colour texts, out of a theme's generated CSS variables.

    A theme in ANSI colours gives its own colours back: a tint of an ANSI colour would be the full colour, so every
    ground is the terminal's own and marks are made by ``reverse`` (see ``paint``).
    """
    base = {name: _theme_colour(variables, name) for name in _needed()}
    if any(colour.ansi is not None for colour in base.values()):
        return _ansi(base)
    rgb: dict[str, Rgb] = {name: colour.rgb for name, colour in base.items()}
    ground = rgb["background"]
    roles: dict[str, Rgb] = {}
    for role, (name, on_dark, on_light) in GROUNDS.items():
        roles[role] = mix(rgb[name], ground, on_dark if dark else on_light)
    read_on = [roles[name] for name in _READ_ON]
    for role, (name, share, ratio) in TEXT_ROLES.items():
        roles[role] = readable(mix(rgb[name], ground, share), read_on, ratio, dark=dark)
    roles["hair"] = mix(rgb["foreground"], ground, _HAIR)
    return {role: to_hex(colour) for role, colour in roles.items()}


def _needed() -> set[str]:
    return {name for name, *_ in (*TEXT_ROLES.values(), *GROUNDS.values())} | {"background", "foreground"}


def _theme_colour(variables: Mapping[str, str], name: str) -> Color:
    text = variables.get(name) or variables[_FALLBACKS[name]]
    return Color.parse(text)


def _ansi(base: Mapping[str, Color]) -> dict[str, str]:
    roles = {role: base[name].css for role, (name, *_) in TEXT_ROLES.items()}
    return roles | dict.fromkeys(GROUNDS, "ansi_default") | {"hair": base["foreground"].css}

"""Colour roles (page 10, section 4): what a colour is for, derived from whatever theme is chosen.

Owns the derivation and nothing else: the own themes are in ``themes``, and ``paint`` turns roles into styles. Text
roles are moved until they are readable on every ground that they can lie on.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from textual.color import Color

from workbench.fronts.tui.theme.contrast import Rgb, contrast, mix, readable, to_hex
from workbench.fronts.tui.theme.themes import ANSI_DARK, ANSI_LIGHT, ANSI_REST

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
    "ground": ("background", 1.0, 1.0),
    "panel": ("panel", 1.0, 1.0),
    "cursor-bg": ("primary", 0.26, 0.17),
    "fired-bg": ("accent", 0.13, 0.13),
    "blur-bg": ("primary", 0.15, 0.09),
    "past-bg": ("secondary", 0.16, 0.16),
    "asleep-bg": ("warning", 0.10, 0.10),
}
_HAIR: Final = 0.2
# A theme may leave these two out; Textual then uses the primary colour.
_FALLBACKS: Final = {"accent": "primary", "secondary": "primary"}


def derive(variables: Mapping[str, str], *, dark: bool, few: bool = False) -> dict[str, str]:
    """The roles as colour texts, out of a theme's generated CSS variables; with ``few``, all from the 256 colours.

    A theme in ANSI colours gets the terminal's own: a tint of an ANSI colour would be the full colour, so every ground
    is the terminal's and marks are made by ``reverse`` (see ``paint``). A theme's variables ``wb-ratio`` and
    ``wb-rule`` ask for more contrast of texts and of rules.
    """
    base = {name: _theme_colour(variables, name) for name in _needed()}
    if any(colour.ansi is not None for colour in base.values()):
        return ansi_roles(dark=dark)
    rgb: dict[str, Rgb] = {name: colour.rgb for name, colour in base.items()}
    ground = rgb["background"]
    roles = {role: mix(rgb[name], ground, shares[not dark]) for role, (name, *shares) in GROUNDS.items()}
    if few:
        roles = _few_grounds(roles)
    read_on = tuple(roles.values())
    least = float(variables.get("wb-ratio", 0))
    for role, (name, share, ratio) in TEXT_ROLES.items():
        wanted = mix(rgb[name], ground, share)
        roles[role] = _text(wanted, read_on, max(ratio, least), dark=dark, few=few)
    hair = mix(rgb["foreground"], ground, _HAIR)
    roles["hair"] = _text(hair, read_on, float(variables.get("wb-rule", 1)), dark=dark, few=few)
    return {role: to_hex(_asked(colour) if few else colour) for role, colour in roles.items()}


def ansi_roles(*, dark: bool) -> dict[str, str]:
    """The roles in the terminal's own sixteen colours, all grounds its own."""
    own = ANSI_DARK if dark else ANSI_LIGHT
    return {role: own.get(role, ANSI_REST) for role in (*TEXT_ROLES, *GROUNDS, "hair")}


def _text(wanted: Rgb, grounds: Iterable[Rgb], ratio: float, *, dark: bool, few: bool) -> Rgb:
    grounds = tuple(grounds)
    colour = readable(wanted, grounds, ratio, dark=dark)
    if not few:
        return colour
    from workbench.fronts.tui.theme.palette import nearest

    return nearest(colour, accept=lambda each: all(contrast(each, on) >= ratio for on in grounds), otherwise=colour)


def _few_grounds(grounds: Mapping[str, Rgb]) -> dict[str, Rgb]:
    from workbench.fronts.tui.theme.palette import distinct

    return dict(zip(grounds, distinct(grounds.values()), strict=True))


def _asked(shown: Rgb) -> Rgb:
    from workbench.fronts.tui.theme.palette import PALETTE

    return PALETTE.get(shown, shown)


def _needed() -> set[str]:
    return {name for name, *_ in (*TEXT_ROLES.values(), *GROUNDS.values())} | {"background", "foreground"}


def _theme_colour(variables: Mapping[str, str], name: str) -> Color:
    text = variables.get(name) or variables[_FALLBACKS[name]]
    return Color.parse(text)

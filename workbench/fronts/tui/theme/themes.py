"""The own themes, and the terminal's own colours by role. The only place in the program where a colour is written."""

from typing import Final

from textual.theme import BUILTIN_THEMES, Theme

from workbench.errors import UsageError

DARK = Theme(
    name="workbench-dark",
    primary="#6ab4fe",
    secondary="#b79cff",
    accent="#fecb5c",
    warning="#fe8b4d",
    error="#ff7b85",
    success="#7fd99a",
    foreground="#d3dae3",
    background="#0e131b",
    surface="#0e131b",
    panel="#1a2230",
    dark=True,
)
LIGHT = Theme(
    name="workbench-light",
    primary="#0a5bbb",
    secondary="#6a3fc4",
    accent="#9a5c00",
    warning="#b23a0a",
    error="#b3202e",
    success="#0f7a3c",
    foreground="#1f2630",
    background="#fbfaf6",
    surface="#fbfaf6",
    panel="#eceae2",
    dark=False,
)
# `wb-ratio` is the least contrast of every text role, `wb-rule` that of frames and rules (see `roles`).
CONTRAST = Theme(
    name="workbench-contrast",
    primary="#66c2ff",
    secondary="#d9a6ff",
    accent="#ffd700",
    warning="#ff9a57",
    error="#ff8f8f",
    success="#6dff8f",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    variables={"wb-ratio": "7", "wb-rule": "4.5"},
)
OWN = (DARK, LIGHT, CONTRAST)
# All there are to choose from, the own ones first.
NAMES: Final = (*(theme.name for theme in OWN), *sorted(BUILTIN_THEMES))

# The terminal's own sixteen colours by role, on grounds that are dark and light. Blue and red are too dark on black in
# most terminals, yellow and green too bright on white in all of them.
ANSI_DARK: Final = {
    "fired": "ansi_bright_yellow",
    "overdue": "ansi_bright_red",
    "past": "ansi_bright_magenta",
    "link": "ansi_bright_cyan",
    "bad": "ansi_bright_red",
    "ok": "ansi_bright_green",
}
ANSI_LIGHT: Final = {
    "fired": "ansi_magenta",
    "overdue": "ansi_red",
    "past": "ansi_blue",
    "link": "ansi_blue",
    "bad": "ansi_red",
    "ok": "ansi_default",
}
ANSI_REST: Final = "ansi_default"
# The three buttons of the window around an exported screen.
BUTTONS: Final = ("#ff5f57", "#febc2e", "#28c840")


def checked_theme(name: str, origin: str) -> str:
    """``name`` if there is such a theme; UsageError ``unknown_theme`` lists those there are."""
    if name not in NAMES:
        raise UsageError("unknown_theme", f"{origin}: there is no theme {name!r}", hint=f"there are {', '.join(NAMES)}")
    return name

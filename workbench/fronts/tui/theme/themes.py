"""The two own themes. The only place in the program where a colour is written down."""

from textual.theme import Theme

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
OWN = (DARK, LIGHT)

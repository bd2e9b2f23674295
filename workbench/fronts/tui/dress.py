"""What the screen is started in: theme, signs and keys, by what was asked for and what the terminal can show.

Owns that decision. The guesses about the terminal are ``theme.terminal``'s.
"""

import locale
import os
import sys
from typing import TYPE_CHECKING

from textual import constants

from workbench.actions.looks import Looks
from workbench.fronts.tui.theme.terminal import Depth, depth_of, has_light_ground, keep_columns, needs_ascii
from workbench.fronts.tui.theme.themes import checked_theme

if TYPE_CHECKING:
    from workbench.fronts.tui.launch import Launch


def dress(launch: "Launch", looks: Looks | None) -> Depth:
    """Put theme, signs and keys into ``launch`` and return how many colours there are.

    Raises UsageError ``unknown_theme``.
    """
    looks = looks or Looks()
    # Textual writes to this stream, whatever standard output is.
    stream, env = sys.__stderr__, os.environ
    depth = depth_of(env, constants.COLOR_SYSTEM or "auto")
    if looks.theme is not None:
        launch.theme = checked_theme(looks.theme, looks.theme_from)
    elif depth == "few":
        # A theme of true colours says nothing in sixteen.
        launch.theme = "ansi-light" if has_light_ground(env) else "ansi-dark"
    launch.ascii = _only_ascii(looks, getattr(stream, "encoding", None))
    launch.keys = dict(looks.keys)
    launch.play_rate = looks.play_rate
    keep_columns(stream)
    return depth


def _only_ascii(looks: Looks, encoding: str | None) -> bool:
    if looks.only_ascii is not None:
        return looks.only_ascii
    return needs_ascii(os.environ, encoding, locale.getencoding())

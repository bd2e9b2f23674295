"""What the terminal can show: how many colours, and whether anything beyond ASCII.

Owns the guesses from environment and encodings, and what is written for a character that the encoding has no bytes for.
What the user asked for comes first and is decided by the caller.
"""

import codecs
from collections.abc import Mapping
from typing import Final, Literal

from rich.cells import cell_len
from rich.console import Console

Depth = Literal["none", "few", "many", "full"]
# Consoles whose fonts have no round corners and no half-filled squares.
_POOR_FONTS: Final = frozenset(("linux", "vt100", "vt220", "cons25"))
_LIGHT_GROUNDS: Final = frozenset(("7", "15"))
_SYSTEMS: Final[dict[str | None, Depth]] = {"standard": "few", "windows": "few", "256": "many", "truecolor": "full"}
_WIDE: Final = "workbench.cells"


def depth_of(env: Mapping[str, str], system: str = "auto") -> Depth:
    """How many colours there are: ``none`` (``NO_COLOR``), ``few`` (16), ``many`` (256) or ``full``.

    ``system`` is Textual's own setting, which comes before what the terminal says about itself.
    """
    if "NO_COLOR" in env:
        return "none"
    console = Console(color_system=system, force_terminal=True, legacy_windows=False, _environ=dict(env))  # type: ignore[arg-type]
    return _SYSTEMS.get(console.color_system, "few")


def needs_ascii(env: Mapping[str, str], *encodings: str | None) -> bool:
    """Whether only ASCII can be relied on: one of the encodings is not UTF-8, or the console's font is a poor one."""
    if env.get("TERM") in _POOR_FONTS:
        return True
    return any(_plain(encoding) != "utf-8" for encoding in encodings if encoding)


def has_light_ground(env: Mapping[str, str]) -> bool:
    """Whether the terminal says that its own ground is a light one; few do say anything."""
    return env.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT_GROUNDS


def question_marks(error: UnicodeError) -> tuple[str, int]:
    """An encoder's way out that keeps columns aligned: as many question marks as the lost characters are wide."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "?" * cell_len(error.object[error.start : error.end]), error.end


def keep_columns(stream: object) -> None:
    """Let ``stream`` write question marks for what its encoding lacks; Python's own substitutes are wider."""
    codecs.register_error(_WIDE, question_marks)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_WIDE)


def _plain(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return encoding

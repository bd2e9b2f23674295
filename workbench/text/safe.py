"""Text from outside made fit for a terminal: every control and direction character becomes a visible one-cell mark.

Owns the table of what is unsafe. Markup is not its business: callers hand the result to the screen as plain text, never
as Rich markup. Width is not either: what is left may be wide, so measure it after, and cut very long text before.
"""

import re
from typing import Final

_MARK: Final = "\ufffd"
_NEWLINE: Final = "⏎"
_TAB_STOP: Final = 4
# ZWNJ and ZWJ (U+200C, U+200D) stay: scripts and emoji need them, and they neither move the cursor nor turn direction.
_INVISIBLE: Final = (
    *range(0x80, 0xA0),  # C1, among them one-character escape sequences
    0xAD,  # soft hyphen
    0x61C,  # Arabic letter mark
    0x180E,  # Mongolian vowel separator
    0x200B,  # zero-width space
    *range(0x200E, 0x2010),  # direction marks
    *range(0x2028, 0x202F),  # line and paragraph separators, embeddings and overrides
    *range(0x2060, 0x2070),  # word joiner, invisible operators, isolates, deprecated format characters
    *range(0xD800, 0xE000),  # lone surrogates, which no output encoding takes
    0xFEFF,  # BOM
    *range(0xFFF9, 0xFFFC),  # interlinear annotation
    *range(0x1BCA0, 0x1BCA4),  # shorthand format controls
    *range(0x1D173, 0x1D17B),  # musical format controls
    *range(0xE0000, 0xE0080),  # tags, which can carry hidden text
)
_CONTROL_PICTURES: Final = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_BLOCK: Final = _CONTROL_PICTURES | dict.fromkeys(_INVISIBLE, _MARK)
_LINE: Final = _BLOCK | {0x0A: _NEWLINE, 0x09: " "}
_TABBED: Final = {code: mark for code, mark in _BLOCK.items() if code != 0x09}
_UNSAFE: Final = re.compile(f"[{re.escape(''.join(map(chr, _BLOCK)))}]")


def has_controls(text: str) -> bool:
    """Whether control characters (C0, DEL, C1) are in it, as no name of a file that is written here may have them."""
    return any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in text)


def safe_line(text: str) -> str:
    """``text`` as one line: a newline shows as ``⏎``, a tab as a space, other unsafe characters as their marks."""
    return text.translate(_LINE) if _UNSAFE.search(text) else text


def safe_block(text: str) -> list[str]:
    """``text`` as lines, split at LF only and tabs expanded; each line is as safe as :func:`safe_line` makes it."""
    if not _UNSAFE.search(text):
        return [text]
    return [line.translate(_TABBED).expandtabs(_TAB_STOP) for line in text.split("\n")]

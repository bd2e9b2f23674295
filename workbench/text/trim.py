"""Trimming by the whitespace of ECMAScript (SCH-3), the one definition of "trimmed" in the program.

Owns the character set. ``str.strip()`` is never used for ids and prompts: it also removes U+001C..U+001F and U+0085,
and keeps U+FEFF.
"""

from typing import Final

_LINE_BREAKS: Final = "\n\r\u2028\u2029"
_BLANKS: Final = "\t\v\f\ufeff"
_SPACE_SEPARATORS: Final = " \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
WHITESPACE: Final = _LINE_BREAKS + _BLANKS + _SPACE_SEPARATORS

_MEMBERS: Final = frozenset(WHITESPACE)


def trim(text: str) -> str:
    """``text`` without ECMAScript whitespace at either end."""
    return text.strip(WHITESPACE)


def is_trimmed(text: str) -> bool:
    """Whether :func:`trim` would leave ``text`` as it is; true of the empty string."""
    return not text or (text[0] not in _MEMBERS and text[-1] not in _MEMBERS)

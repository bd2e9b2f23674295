"""Answers of the terminal that nobody asked for are no keys.

Owns taking out control strings, which Textual's parser gives up on and hands on letter by letter: a ``q`` in one
would quit. Pastes are taken care of before (``pasting``), every other sequence is Textual's.
"""

import re
from typing import Final

# DCS, OSC, SOS, PM and APC.
_OPENERS: Final = ("\x1bP", "\x1b]", "\x1bX", "\x1b^", "\x1b_")
# What such a string goes on with; a key with alt held down sends the same two signs, but none of these after them.
_ON: Final = r"[0-9:;<=>?!$+*,./|G-][^\x1b\x07]*"
# Up to the sign that ends a string, or to another sequence, which breaks it off.
_WHOLE: Final = re.compile(rf"\x1b[]PX^_](?:[^\x1b\x07]*(?:\x1b\\|\x07)|{_ON}(?=\x1b[^\\]))")
_BEGUN: Final = re.compile(rf"\x1b[]PX^_](?:{_ON}\x1b?)?\Z")
# Characters after which a string that does not end is given up.
_LONGEST: Final = 1 << 16


class ReplyFilter:
    """Takes whole strings out of what the terminal sends; the begin of one waits for the rest."""

    def __init__(self) -> None:
        self._held = ""

    def clean(self, data: str) -> str:
        """``data`` without strings."""
        if not self._held and not any(opener in data for opener in _OPENERS):
            return data
        data, self._held = _WHOLE.sub("", self._held + data), ""
        begun = _BEGUN.search(data)
        if begun is not None and len(data) - begun.start() <= _LONGEST:
            data, self._held = data[: begun.start()], data[begun.start() :]
        return data

"""Pastes reach the screen as pastes, whatever they contain (TUI-4).

Owns the filter before Textual's parser, which takes an escape sequence inside of a paste for keys and would so run
commands. Terminals are supposed to take such sequences out; not all do.
"""

from typing import Final

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"


class PasteFilter:
    """Takes ESC out of what is pasted, but for the sequence that ends the paste."""

    def __init__(self) -> None:
        self._pasting = False
        self._held = ""

    def clean(self, data: str) -> str:
        """The next ``data`` from the terminal; a piece of a sequence at its end waits for the rest."""
        data, self._held = self._held + data, ""
        kept: list[str] = []
        while data:
            before, mark, data = data.partition(_END if self._pasting else _BEGIN)
            if self._pasting and not mark:
                before, self._held = _split_end(before)
            kept += (before.replace("\x1b", "") if self._pasting else before, mark)
            self._pasting ^= bool(mark)
        return "".join(kept)


def _split_end(text: str) -> tuple[str, str]:
    """``text`` without and with only what may be the begin of the sequence that ends a paste."""
    size = next((size for size in range(len(_END) - 1, 0, -1) if text.endswith(_END[:size])), 0)
    return (text[:-size], text[-size:]) if size else (text, "")

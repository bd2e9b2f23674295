"""The terminal's clipboard: what can be sent to it, and a sentence that says what was done (TUI-8).

Owns the limit and the words. A program cannot know whether the terminal took what it was sent (OSC 52), so it never
says that something was copied.
"""

from typing import Any, Final

from textual.app import App

from workbench.errors import WorkbenchError
from workbench.text.safe import safe_block

# Bytes of UTF-8. Terminals drop a longer sequence whole: xterm takes 100,000 bytes of base64.
MOST_BYTES: Final = 74_994


def send(app: App[Any], text: str) -> str:
    """Send ``text`` to the terminal's clipboard and return what to say about it.

    Raises WorkbenchError ``nothing_to_copy`` and ``too_large``, in which case nothing was sent.
    """
    safe = printable(text)
    size = len(safe.encode("utf-8"))
    if not safe.strip():
        raise WorkbenchError("nothing_to_copy", "there is no text in the selected row")
    if size > MOST_BYTES:
        raise WorkbenchError(
            "too_large",
            f"terminals take {MOST_BYTES:,} bytes, and this is {size:,}: nothing was sent",
            hint="write to file instead",
        )
    app.copy_to_clipboard(safe)
    signs = f"{len(safe):,} character{'s' if len(safe) != 1 else ''}"
    changed = _changed(text)
    made = f", {changed:,} unprintable ones made visible" if changed else ""
    return f"sent {signs} to the terminal's clipboard{made}"


def printable(text: str) -> str:
    """``text`` with its lines, and every character that a terminal would obey replaced by its visible mark."""
    return "\n".join(safe_block(text))


def _changed(text: str) -> int:
    text = text.replace("\t", " ")
    return sum(one != other for one, other in zip(printable(text), text, strict=True))

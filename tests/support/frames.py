"""Text-frame goldens: what a Textual app shows, as plain text, compared with a stored file.

Owns taking a frame, comparing it and saying readably how it differs. Colours and styles are not in a frame: what must
be told without colour is exactly what a frame shows.
"""

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.app import App


def frame(app: App[Any]) -> str:
    """The rows of the current screen as text, blanks at their ends dropped, one LF after each row."""
    return "".join(f"{strip.text.rstrip()}\n" for strip in app.screen._compositor.render_strips())


@dataclass(frozen=True)
class Golden:
    """Compares frames with the files ``NAME.WxH.txt`` in one folder; with ``update`` it writes them instead."""

    folder: Path
    update: bool = False

    def __call__(self, app: App[Any], name: str) -> None:
        """Check the app's current screen; wait for it to settle first (``await pilot.pause()``)."""
        size = app.screen.size
        self.check(frame(app), f"{name}.{size.width}x{size.height}.txt")

    def check(self, seen: str, file_name: str) -> None:
        """Check one text against one file; a missing file fails, so that no frame is taken for right unseen."""
        path = self.folder / file_name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(seen, encoding="utf-8", newline="\n")
            return
        if not path.exists():
            pytest.fail(f"no golden {path}; look at this frame, then keep it with --update-goldens:\n{seen}")
        stored = path.read_text(encoding="utf-8")
        if seen != stored:
            pytest.fail(f"the screen is not {path} (--update-goldens keeps the new one):\n{difference(stored, seen)}")


def difference(stored: str, seen: str) -> str:
    """The rows that differ, numbered, stored ``-`` over seen ``+``, with a mark under what changed inside a row."""
    old, new = stored.splitlines(), seen.splitlines()
    lines = []
    for tag, old_from, old_to, new_from, new_to in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            continue
        if tag == "replace" and old_to - old_from == new_to - new_from:
            for row, (was, now) in enumerate(
                zip(old[old_from:old_to], new[new_from:new_to], strict=True), new_from + 1
            ):
                lines += [f"{row:4} - {was}", f"{row:4} + {now}", f"       {_marks(was, now)}"]
            continue
        lines += [f"{row:4} - {text}" for row, text in enumerate(old[old_from:old_to], old_from + 1)]
        lines += [f"{row:4} + {text}" for row, text in enumerate(new[new_from:new_to], new_from + 1)]
    return "\n".join(lines)


def _marks(was: str, now: str) -> str:
    width = max(len(was), len(now))
    pairs = zip(was.ljust(width), now.ljust(width), strict=True)
    return "".join("^" if a != b else " " for a, b in pairs).rstrip()

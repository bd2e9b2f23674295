"""Where the parent of a fork lies: its log is looked for by id, nearest places first.

Owns the order of places and the sentence about them. A log counts as the parent's if its own header says so.
"""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.session.copies import source_note
from workbench.session.paths import LOG_NAMES, encode_id, find_logs

# Logs that lie loose in the child's own folder are looked into, up to this many.
_LOOSE: Final = 100


class Found(msgspec.Struct, frozen=True):
    """``path`` is the parent's log, None where no place has it; ``looked`` names the places in words."""

    path: Path | None
    looked: str


def find_parent(parent: str, child: tuple[Path, ...], home: Path, root: Path | None) -> Found:
    """The log of the session ``parent``: next to the ``child`` (its log, and what that is a copy of), among one's own
    sessions and copies, in runs from the newest on, below ``root``, and among the bundled examples.

    Reads names and headers only, and raises nothing: what cannot be looked into is passed by.
    """
    from workbench.actions.places import bundled_folder

    bundled = bundled_folder()
    looked = ["next to it", "in your sessions, copies and runs"]
    looked += [f"below {root}"] if root is not None else []
    looked += ["among the bundled examples"] if bundled is not None else []
    folders = [home / "runs", *filter(None, (root, bundled))]
    searches = (
        _near(parent, child),
        _named(home / "sessions", parent),
        _copies(home / "copies", parent),
        *(_named(folder, parent) for folder in folders),
    )
    found = (log for search in searches for log in search if log not in child and _is_of(log, parent))
    try:
        return Found(next(found, None), ", ".join(looked))
    except OSError:
        return Found(None, ", ".join(looked))


def _near(parent: str, child: tuple[Path, ...]) -> Iterator[Path]:
    for log in child:
        yield from (log.parent.parent / encode_id(parent) / name for name in LOG_NAMES.values())
    for log in child:
        if log.name not in LOG_NAMES.values():
            yield from islice((each for each in sorted(log.parent.iterdir()) if ".jsonl" in each.name), _LOOSE)


def _named(folder: Path, parent: str) -> Iterator[Path]:
    """The logs below ``folder`` that lie where one of that id lies, the last written one first."""
    name = encode_id(parent)
    yield from sorted((log for log in find_logs(folder) if log.parent.name == name), key=_written, reverse=True)


def _copies(folder: Path, parent: str) -> Iterator[Path]:
    """A copy's folder is named after its source's place; what it is a copy of stands in its note."""
    for log in find_logs(folder):
        note = source_note(log)
        if note is not None and note.session_id == parent:
            yield log


def _is_of(log: Path, session_id: str) -> bool:
    from workbench.session.tail import read_tail

    if not os.path.isfile(log):  # noqa: PTH113 - never raises, whatever the name
        return False
    try:
        header = read_tail(log, 1).header
    except WorkbenchError:
        header = None
    # What lies in the right place and cannot be read is the parent's all the same: the screen says what is wrong.
    return header.id == session_id if header is not None else log.parent.name == encode_id(session_id)


def _written(log: Path) -> int:
    return log.stat().st_mtime_ns

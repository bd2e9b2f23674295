"""Where the session list looks, and what lies there: groups of logs and scenarios, found but not read yet.

Owns the groups, their order and the order inside each. What a file says is ``known``; drawing is the front's business.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from workbench.actions.places import Places, bundled_folder
from workbench.errors import WorkbenchError
from workbench.session.copies import existing_copy, source_note
from workbench.session.lock import Holder, holder_of
from workbench.session.paths import find_logs, real_path
from workbench.session.stored import open_file
from workbench.text.tomltext import MAX_TOML_BYTES

Kind = Literal["own", "copy", "run", "foreign", "recorded", "scenario"]
# What a group's files are for those who only want to know whether they may be written here.
_OWN: Final = frozenset(("own", "copy", "run"))
_FOREIGN: Final = frozenset(("foreign", "recorded"))
_EXAMPLES: Final = frozenset(("recorded", "scenario"))
_CHUNK: Final = 200


class Group(msgspec.Struct, frozen=True):
    """Files under one heading, all of one kind, from one folder."""

    title: str
    folder: Path
    kind: Kind

    @property
    def examples(self) -> bool:
        """Whether these came with the program."""
        return self.kind in _EXAMPLES


class Found(msgspec.Struct, frozen=True):
    """One file: its size in bytes, when it was written (ns), who writes it now, and what it is a copy of.

    ``copied`` says of a foreign log that a copy of it was driven here; ``holder`` is then the copy's. ``source`` is a
    copy's source, ``gone`` once that does not exist any more.
    """

    group: Group
    path: Path
    size: int = 0
    mtime_ns: int = 0
    holder: Holder | None = None
    source: Path | None = None
    gone: bool = False
    copied: bool = False

    @property
    def kind(self) -> Kind:
        """What it is, as its group says."""
        return self.group.kind

    @property
    def own(self) -> bool:
        """Whether it lies in the data folder, so that it is written in place."""
        return self.kind in _OWN

    @property
    def stamp(self) -> tuple[int, int]:
        """What tells one state of the file from another."""
        return self.size, self.mtime_ns


def groups_of(places: Places, folder: Path | None = None) -> tuple[Group, ...]:
    """The groups in the order of the list; with ``folder`` that folder's logs and scenarios alone."""
    if folder is not None:
        own = real_path(folder).is_relative_to(real_path(places.home))
        title = folder.absolute().name or str(folder)
        return Group(title, folder, "own" if own else "foreign"), Group("Scenarios", folder, "scenario")
    groups = [
        Group("Your sessions", places.sessions, "own"),
        Group("Copies of other logs", places.copies, "copy"),
    ]
    if places.root is not None:
        groups.append(Group("Other sessions", places.root, "foreign"))
    bundled = bundled_folder()
    if bundled is not None:
        groups.append(Group("Bundled examples", bundled, "scenario"))
    # Every walk leaves one: they must not push what can be walked out of sight.
    groups.append(Group("Scenario runs", places.runs, "run"))
    if bundled is not None:
        groups.append(Group("Bundled logs", bundled, "recorded"))
    return tuple(groups)


def find_all(groups: tuple[Group, ...], home: Path) -> Iterator[list[Found]]:
    """Everything in the groups, in portions, so that the first ones can be shown while a large folder is walked."""
    for group in groups:
        portion: list[Found] = []
        for path in _scenarios(group.folder) if group.kind == "scenario" else _logs(group.folder):
            found = look_again(group, path, home)
            if found is not None:
                portion.append(found)
            if len(portion) == _CHUNK:
                yield portion
                portion = []
        yield portion


def look_again(group: Group, path: Path, home: Path) -> Found | None:
    """What can be said of one file without reading it, None where it is gone."""
    try:
        stat = path.lstat()
    except OSError:
        return None
    if group.kind == "scenario":
        return Found(group, path, stat.st_size, stat.st_mtime_ns)
    source = _source(path) if group.kind == "copy" else None
    copy = existing_copy(path, home) if group.kind in _FOREIGN else None
    return Found(
        group=group,
        path=path,
        size=stat.st_size,
        mtime_ns=stat.st_mtime_ns,
        holder=holder_of(copy or path),
        source=source,
        gone=source is not None and not os.path.exists(source),  # noqa: PTH110 - never raises
        copied=copy is not None,
    )


def in_order(found: Found) -> tuple[int, str]:
    """Sort key within a group: the newest first, and what came with the program by name."""
    return (0 if found.group.examples else -found.mtime_ns), str(found.path)


def _logs(folder: Path) -> Iterator[Path]:
    if os.path.isdir(folder):  # noqa: PTH112 - never raises
        yield from find_logs(folder)


def _scenarios(folder: Path) -> Iterator[Path]:
    """The files of a folder that are meant as scenarios, whether they are sound or not."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))  # noqa: PTH208 - mere names
    except OSError:
        return
    for name in names:
        path = folder / name
        try:
            text = open_file(path).read(0, MAX_TOML_BYTES)
        except (WorkbenchError, OSError):
            continue
        if b"steps" in text:
            yield path


def _source(path: Path) -> Path | None:
    note = source_note(path)
    return Path(note.path) if note is not None else None

"""Following a log that another program writes: what was appended since is taken into the log as it was read (LOG-15).

Owns when the file is another one than was read, and how much of it is looked at: one ``stat`` where nothing happened,
else the new lines alone. What they mean is said by the same scan that read those before them (``growing``).
"""

import os
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from workbench.errors import WorkbenchError
from workbench.session.growing import grow
from workbench.session.reader import Reading, SessionLog, read_log
from workbench.session.runs import FrameText
from workbench.session.scan import Scan
from workbench.session.stored import OpenFile
from workbench.session.verdict import is_committed

Kind = Literal["nothing", "grew", "replaced", "gone"]
GoOn = Callable[[], bool]

_TAIL: Final = 64  # bytes before the place up to which a file was taken in; they must be what they were,
_HEAD: Final = 512  # and so must those at its start, which say whose log it is
_SOUND: Final = ("ok", "torn")


class Followed(msgspec.Struct, frozen=True):
    """What following found: ``events`` are how many came; ``why`` says of another log, or none, what became of it.

    ``more`` says that there is more to take in at once: it was stopped on the way.
    """

    kind: Kind
    events: int = 0
    why: str = ""
    more: bool = False


NOTHING: Final = Followed("nothing")


class Follower:
    """Follows the file of a log. ``log`` is the log as it stands; what was seen of it before stays true.

    For one thread; others may meanwhile read rows, history and states as far as they knew the log.
    """

    def __init__(self, log: SessionLog) -> None:
        self.log = log
        self._name = os.fspath(log.path)
        # What is known of the file: device and inode, size and time of change, up to where it was taken in.
        self._identity: tuple[int, int] | None = None
        self._seen: tuple[int, int] | None = None
        self._taken = 0
        self._edges = b""
        self._is_gone = False
        self._begin()

    @property
    def stamp(self) -> tuple[int, int, int] | None:
        """Inode, size and time of the last change of the file as it was last looked at; None where it was gone."""
        if self._identity is None or self._seen is None or self._is_gone:
            return None
        return self._identity[1], *self._seen

    def look(self, go_on: GoOn = lambda: True) -> Followed:
        """Take in what is new. ``go_on`` is asked every few hundred kilobytes; where it says no the rest is left.

        Raises ``too_large`` for a file that grew beyond what is read here, once for each state of the file.
        """
        try:
            now = os.stat(self._name)  # noqa: PTH116 - asked several times a second
        except (OSError, ValueError) as error:
            return self._gone(error)
        identity, seen = (now.st_dev, now.st_ino), (now.st_size, now.st_mtime_ns)
        if identity == self._identity and seen == self._seen and not self._is_gone:
            return NOTHING
        came_back, self._is_gone = self._is_gone, False
        changed = self._how_changed(identity, now.st_size)
        self._identity, self._seen = identity, seen
        if changed is not None:
            return self._start_over(changed)
        found = self._take_in(now.st_size, go_on)
        return Followed("grew", why="the log is there again") if came_back and found.kind == "nothing" else found

    def _begin(self) -> None:
        """Note what the log that was just read is the log of."""
        reading = self.log.reading
        stored = reading.opened.stored if reading is not None else None
        if reading is None or not isinstance(stored, OpenFile):
            return
        stat = stored.stat()
        self._identity = stat.st_dev, stat.st_ino
        # A change since it was opened is still to be found.
        self._seen = reading.opened.size, 0
        self._note_taken(reading, reading.opened.size)

    def _note_taken(self, reading: Reading, size: int) -> None:
        """From here on the file may change without being another one."""
        text = reading.opened.text
        if isinstance(text, FrameText):
            self._taken = size if text.at > text.place.decoded else text.place.stored
        else:
            self._taken = text.at
        self._edges = self._edges_of(reading)

    def _edges_of(self, reading: Reading) -> bytes:
        """The first and the last bytes of what was taken in, as they are in the file now."""
        stored, end = reading.opened.stored, self._taken
        first = max(0, end - _TAIL)
        return stored.read(0, min(_HEAD, end)) + stored.read(first, end - first)

    def _how_changed(self, identity: tuple[int, int], size: int) -> str | None:
        """What makes the file another one than was read; None where it only may have grown."""
        if self._identity is not None and identity != self._identity:
            return "another file has taken its place"
        if size < self._taken:
            return "it was cut"
        reading = self.log.reading
        if reading is not None and self._edges_of(reading) != self._edges:
            return "it was written over"
        return None

    def _take_in(self, size: int, go_on: GoOn) -> Followed:
        reading, before = self.log.reading, self.log
        if reading is None or not _goes_on(reading):
            return self._read_again()
        events = before.index.events
        known = before.verdict
        self.log, more = grow(before, reading, size, go_on)
        self._note_taken(reading, size)
        if more:
            # What is left is found by looking again.
            self._seen = None
        came = self.log.index.events - events
        if came or more or (known != self.log.verdict and (known, self.log.verdict) != _SOUND):
            return Followed("grew", came, more=more)
        return NOTHING

    def _start_over(self, how: str) -> Followed:
        """Read the file that is there now; while it cannot be read, what was read before stays."""
        try:
            self._read()
        except WorkbenchError as error:
            return Followed("gone", why=f"{how}, and cannot be read: {error.message}")
        return Followed("replaced", self.log.index.events, why=how)

    def _read_again(self) -> Followed:
        """A file that is only just being made, or whose end could not be told apart, is read whole."""
        before = self.log
        try:
            self._read()
        except WorkbenchError as error:
            if error.code == "too_large":
                raise
            return NOTHING
        came = self.log.index.events - before.index.events
        same = (before.verdict, before.header) == (self.log.verdict, self.log.header)
        return NOTHING if same and not came else Followed("grew", came)

    def _read(self) -> None:
        reading = self.log.reading
        seen = self._seen
        self.log = read_log(self.log.path, root=reading.root if reading is not None else None)
        self._begin()
        if seen is not None and self._seen is not None and seen[0] == self._seen[0]:
            self._seen = seen

    def _gone(self, error: OSError | ValueError) -> Followed:
        if self._is_gone:
            return NOTHING
        self._is_gone = True
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return Followed("gone", why=f"it cannot be found any more: {reason}")


def _goes_on(reading: Reading) -> bool:
    """Whether what follows can be taken for more of the same: the header is whole, and so is the last frame known."""
    text = reading.opened.text
    if reading.opened.problems or not text.at:
        return False
    return not isinstance(text, FrameText) or not (text.ends_badly or text.torn_from == 0 or _cut_at_a_frame(reading))


def _cut_at_a_frame(reading: Reading) -> bool:
    """Whether the log was cut off where a frame is damaged, which the place from which to read on lies behind."""
    scan, text = reading.scan, reading.opened.text
    if not isinstance(scan, Scan) or scan.damage is None or not isinstance(text, FrameText):
        return False
    cut = not (is_committed(scan.damage, text) or scan.turn_ended_after)
    return cut and text.place.good != text.place.stored

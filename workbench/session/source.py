"""Random access to the decoded text of a log: bytes in memory, or frames of which a few are kept decoded (LOG-6).

Owns the table of frame boundaries. The reader fills it while it walks the file; frames that a writer adds later are
found when somebody reads beyond the table. A plain log is its own text (``stored``).
"""

import threading
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from workbench.session.frames import MAGIC, Part, State, read_frames
from workbench.session.limits import LIMITS, Limits
from workbench.session.stored import ByteSource, open_file

_KEPT_BYTES: Final = 4 << 20


class BytesSource:
    """Bytes in memory: a test, or a log that has no file yet."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = data

    def read(self, offset: int, size: int) -> bytes:
        """A slice of the bytes."""
        return self._data[offset : offset + size]

    def size(self) -> int:
        """Their number."""
        return len(self._data)


class FrameSource:
    """The decoded text of frames in ``stored``; offsets count decoded bytes, header line included."""

    def __init__(self, stored: ByteSource, limits: Limits = LIMITS) -> None:
        self._stored = stored
        self._limits = limits
        self._lock = threading.Lock()
        # Frame n is stored at offsets[n] and decodes to text[starts[n]:starts[n + 1]].
        self._offsets = array("q")
        self._starts = array("q", [0])
        self._stored_end = 0
        # Damaged and torn frames do not decode the same way twice: what could be read of them stays here.
        self._partial: dict[int, bytes] = {}
        self._cache: OrderedDict[int, bytes] = OrderedDict()
        self._cached = 0

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes of text from ``offset``."""
        with self._lock:
            end = offset + size
            if end > self._starts[-1]:
                self._look_further()
            parts = []
            frame = bisect_right(self._starts, offset) - 1
            while frame < len(self._offsets) and self._starts[frame] < end:
                start = self._starts[frame]
                parts.append(self._span(frame, max(0, offset - start), end - start))
                frame += 1
            return b"".join(parts)

    def size(self) -> int:
        """Bytes of text in the frames known so far."""
        return self._starts[-1]

    @property
    def frames(self) -> int:
        """How many frames with text are known so far."""
        return len(self._offsets)

    def add(self, offset: int, length: int, end: int, partial: bytes | None = None) -> None:
        """Note the next frame: stored at ``offset`` up to ``end``, ``length`` bytes of text.

        ``partial`` is the text of a frame that cannot be decoded again. A frame without text has no place in the table.
        """
        self._stored_end = end
        if not length:
            return
        if partial is not None:
            self._partial[len(self._offsets)] = partial
        self._offsets.append(offset)
        self._starts.append(self._starts[-1] + length)

    def put(self, offset: int, length: int, end: int, partial: bytes | None = None) -> None:
        """As :meth:`add`, in the place of whatever is known from stored ``offset`` on: a frame that was torn before."""
        with self._lock:
            self._forget_from(offset)
            self.add(offset, length, end, partial)

    def forget_from(self, stored_size: int) -> None:
        """The file was cut to ``stored_size`` bytes: frames beyond are gone, what replaces them will be looked for."""
        with self._lock:
            self._forget_from(stored_size)

    def _forget_from(self, stored_size: int) -> None:
        while self._offsets and self._offsets[-1] >= stored_size:
            self._offsets.pop()
            self._starts.pop()
            self._partial.pop(len(self._offsets), None)
            self._cached -= len(self._cache.pop(len(self._offsets), b""))
        self._stored_end = min(self._stored_end, stored_size)

    def _look_further(self) -> None:
        size = self._stored.size()
        length = 0
        for part in read_frames(self._stored, size, self._limits, self._stored_end):
            length += len(part.text)
            if part.state is State.END:
                self.add(part.offset, length, part.end)
                length = 0
            elif part.state is not State.MORE:
                return

    def _span(self, frame: int, first: int, last: int) -> bytes:
        """Bytes ``first`` to ``last`` of a frame's text; a big frame is decoded past, not kept."""
        length = self._starts[frame + 1] - self._starts[frame]
        if length <= _KEPT_BYTES:
            return self._text(frame)[first:last]
        found = []
        at = 0
        for part in self._parts(frame):
            if at < last and at + len(part.text) > first:
                found.append(part.text[max(0, first - at) : last - at])
            at += len(part.text)
            if at >= last:
                break
        return b"".join(found)

    def _text(self, frame: int) -> bytes:
        partial = self._partial.get(frame)
        if partial is not None:
            return partial
        text = self._cache.get(frame)
        if text is None:
            text = b"".join(part.text for part in self._parts(frame))
            self._cache[frame] = text
            self._cached += len(text)
            while self._cached > _KEPT_BYTES and len(self._cache) > 1:
                self._cached -= len(self._cache.popitem(last=False)[1])
        else:
            self._cache.move_to_end(frame)
        return text

    def _parts(self, frame: int) -> Iterator[Part]:
        """The parts of one frame; what follows it without text is not looked at."""
        following = self._offsets[frame + 1] if frame + 1 < len(self._offsets) else self._stored_end
        # What the whole file may decode to, one of its frames may.
        limits = msgspec.structs.replace(self._limits, decoded=self._limits.decoded_size(self._stored.size()))
        for part in read_frames(self._stored, following, limits, self._offsets[frame]):
            yield part
            if part.state is not State.MORE:
                return


def open_log(path: Path) -> ByteSource:
    """The text of the log at ``path``, plain or compressed as its content says; raises what ``open_file`` does."""
    file = open_file(path)
    return FrameSource(file) if file.read(0, len(MAGIC)) == MAGIC else file

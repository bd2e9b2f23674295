"""From stored bytes to runs of complete lines, plain or compressed (LOG-6, LOG-7, LOG-8).

Owns where lines end, what is left over at the end, and what is wrong with frames. Lines are not looked into.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from workbench.session.frames import Part, State, read_frames
from workbench.session.limits import Limits, too_large
from workbench.session.source import FrameSource
from workbench.session.stored import ByteSource

CHUNK: Final = 1 << 18
_PARTIAL_MAX: Final = 1 << 20


class Run(msgspec.Struct, frozen=True, gc=False):
    """Complete lines, LF included, that start at ``offset`` of the decoded text."""

    text: bytes
    offset: int


class Fault(msgspec.Struct, frozen=True, gc=False):
    """Something wrong with the container rather than with a line; ``breaks`` when no line goes on after it."""

    message: str
    breaks: bool = False


class PlainText:
    """The runs of an uncompressed log. Afterwards ``rest`` is the length of a last line without LF."""

    def __init__(self, stored: ByteSource, size: int, limits: Limits) -> None:
        self.source: ByteSource = stored
        self.rest = 0
        # Decoded offset from which damage counts as a torn tail unless a turn ended after it (LOG-8).
        self.torn_from: int | None = 0
        self._size = size
        self._limits = limits

    def runs(self) -> Iterator[Run | Fault]:
        """All runs in order; raises ``too_large`` for a line beyond the limit."""
        lines = _Lines(self._limits)
        for offset in range(0, self._size, CHUNK):
            run = lines.take(self.source.read(offset, min(CHUNK, self._size - offset)))
            if run is not None:
                yield run
        self.rest = lines.held

    def good_size(self, decoded_end: int) -> int:
        """Bytes of the file that hold the text up to ``decoded_end``."""
        return decoded_end


class FrameText:
    """The runs of a compressed log. Afterwards ``torn_from`` says where a torn last frame's text begins, if any is."""

    def __init__(self, stored: ByteSource, size: int, limits: Limits) -> None:
        self.source = FrameSource(stored, limits)
        self.rest = 0
        self.torn_from: int | None = None
        self._stored = stored
        self._size = size
        self._limits = limits
        self._good = 0
        self._frames = 0

    def runs(self) -> Iterator[Run | Fault]:
        """All runs in order, several small frames together, and what is wrong with frames where it is."""
        lines = _Lines(self._limits)
        texts: list[bytes] = []
        size = 0
        for found in self._framed():
            if isinstance(found, bytes):
                texts.append(found)
                size += len(found)
            if not isinstance(found, bytes) or size >= CHUNK:
                yield from lines.together(texts)
                size = 0
            if isinstance(found, Fault):
                if found.breaks:
                    lines.give_up()
                yield found
        yield from lines.together(texts)
        self.rest = lines.held

    def good_size(self, decoded_end: int) -> int:
        """Bytes of the file up to the last complete frame; what a torn one held must be written again."""
        del decoded_end
        return self._good

    def _framed(self) -> Iterator[bytes | Fault | None]:
        """Text as it is decoded; each frame is in the source's table before its text is handed out.

        None asks for a new run: around the header, and before a frame that may turn out to be torn.
        """
        kept: list[bytes] = []
        length = 0
        for part in read_frames(self._stored, self._size, self._limits, measured=True):
            if not kept and part.state is not State.END:
                yield None
            kept.append(part.text)
            length += len(part.text)
            if part.state is State.MORE:
                if length > _PARTIAL_MAX:
                    kept[:] = [b""]
                yield part.text
                continue
            yield from self._ended(part, length, b"".join(kept))
            kept.clear()
            length = 0

    def _ended(self, part: Part, length: int, text: bytes) -> Iterator[bytes | Fault | None]:
        start = self.source.size()
        again = None if part.state is State.END or length > _PARTIAL_MAX else text
        self.source.add(part.offset, length, part.end, again)
        self._frames += 1
        if part.state is State.TORN:
            self.torn_from = start
        yield part.text
        fault = self._fault(part, text, length)
        if fault:
            yield Fault(fault, breaks=part.state is State.BAD)
        elif part.state is State.END:
            self._good = part.end
        if self._frames == 1:
            yield None

    def _fault(self, part: Part, text: bytes, length: int) -> str | None:
        if part.state is State.BAD:
            return f"the frame at byte {part.offset} is damaged: {part.reason}"
        if part.state is State.TORN:
            return None
        if self._frames == 1 and (not length or length != len(text) or text.find(b"\n") != length - 1):
            return "the first frame is not exactly the header line"
        if length and not part.text.endswith(b"\n"):
            return f"the frame at byte {part.offset} does not end with a line"
        return None


class _Lines:
    """Cuts text into runs at the last LF and holds what is left until the next text."""

    def __init__(self, limits: Limits) -> None:
        self.held = 0
        self._limit = limits.line
        self._parts: list[bytes | memoryview] = []
        self._offset = 0

    def take(self, text: bytes) -> Run | None:
        """The complete lines up to the last LF in ``text``, those held before included."""
        cut = text.rfind(b"\n") + 1
        if self.held + (text.find(b"\n") if cut else len(text)) > self._limit:
            raise too_large("a line", f"{self._limit} bytes")
        if not cut:
            self._hold(text)
            return None
        whole = cut == len(text) and not self._parts
        run = Run(text if whole else b"".join((*self._parts, memoryview(text)[:cut])), self._offset)
        self._offset += len(run.text)
        self._parts, self.held = [], 0
        self._hold(text[cut:])
        return run

    def give_up(self) -> None:
        """What is held will never become a line."""
        self._offset += self.held
        self._parts, self.held = [], 0

    def together(self, texts: list[bytes]) -> Iterator[Run]:
        """A run of several texts, which are used up; nothing if they complete no line."""
        run = self.take(b"".join(texts)) if texts else None
        texts.clear()
        if run is not None:
            yield run

    def _hold(self, text: bytes) -> None:
        if text:
            self._parts.append(text)
            self.held += len(text)

"""From stored bytes to runs of complete lines, plain or compressed (LOG-6, LOG-7, LOG-8).

Owns where lines end, what is left over at the end, and what is wrong with frames. Lines are not looked into.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from workbench.session.frames import Part, State, read_frames
from workbench.session.interruption import Check
from workbench.session.limits import Limits, too_large
from workbench.session.problems import Problem
from workbench.session.source import FrameSource
from workbench.session.stored import ByteSource

CHUNK: Final = 1 << 18
_PARTIAL_MAX: Final = 1 << 20
_HEADER_ALONE: Final = "a first frame that is exactly the header line"
_WHOLE_LINES: Final = "a frame that ends with a line"


class Run(msgspec.Struct, frozen=True, gc=False):
    """Complete lines, LF included, that start at ``offset`` of the decoded text."""

    text: bytes
    offset: int


class Fault(msgspec.Struct, frozen=True, gc=False):
    """Something wrong with the container rather than with a line; ``breaks`` when no line goes on after it.

    ``expected`` and ``found`` are said where the frame itself is whole, but cut elsewhere than it should be (LOG-6).
    """

    message: str
    breaks: bool = False
    expected: str | None = None
    found: str | None = None


def is_framing(problem: Problem) -> bool:
    """Whether it is a frame that is whole and only cut elsewhere than it should be."""
    return problem.kind == "bad_frame" and problem.expected in (_HEADER_ALONE, _WHOLE_LINES)


class PlainText:
    """The runs of an uncompressed log. Afterwards ``rest`` is the length of a last line without LF.

    ``at`` is the decoded offset up to which complete lines were handed out; ``settled`` that reading can go on from
    there another time.
    """

    settled: Final = True

    def __init__(self, stored: ByteSource, size: int, limits: Limits) -> None:
        self.source: ByteSource = stored
        self.rest = 0
        # Decoded offset from which damage counts as a torn tail unless a turn ended after it (LOG-8).
        self.torn_from: int | None = 0
        self.at = 0
        self._size = size
        self._limits = limits

    def runs(self) -> Iterator[Run | Fault]:
        """All runs in order; raises ``too_large`` for a line beyond the limit."""
        return self.resume(0, self._size)

    def resume(self, at: int, size: int) -> Iterator[Run | Fault]:
        """The runs from decoded offset ``at`` on, where a line starts, of a file that has ``size`` bytes by now."""
        lines = _Lines(self._limits, at)
        self.rest, self.at = 0, at
        for offset in range(at, size, CHUNK):
            run = lines.take(self.source.read(offset, min(CHUNK, size - offset)))
            self.at = lines.offset
            if run is not None:
                yield run
        self.rest = lines.held

    def good_size(self, decoded_end: int) -> int:
        """Bytes of the file that hold the text up to ``decoded_end``."""
        return decoded_end


class Place(msgspec.Struct, frozen=True):
    """How far the frames of a log were read: bytes stored and decoded, up to where they are ``good``, their number."""

    stored: int = 0
    decoded: int = 0
    good: int = 0
    frames: int = 0


class FrameText:
    """The runs of a compressed log. Afterwards ``torn_from`` says where a torn last frame's text begins, if any is.

    ``at`` and ``settled`` as for :class:`PlainText`; ``place`` is from where frames have to be read another time,
    ``ends_badly`` that the last one is damaged in a way that what follows may mend.
    """

    def __init__(self, stored: ByteSource, size: int, limits: Limits, check: Check | None = None) -> None:
        """``check`` is called as the file is read, and may raise."""
        self.source = FrameSource(stored, limits)
        self.rest = 0
        self.torn_from: int | None = None
        self.at = 0
        self.settled = True
        self.place = Place()
        self.ends_badly = False
        self._stored = stored
        self._size = size
        self._limits = limits
        self._check = check

    def runs(self) -> Iterator[Run | Fault]:
        """All runs in order, several small frames together, and what is wrong with frames where it is."""
        return self.resume(0, self._size)

    def resume(self, at: int, size: int) -> Iterator[Run | Fault]:
        """The same from decoded offset ``at`` on, where a line starts, of a file that has ``size`` bytes by now.

        Frames are read again from ``place`` on.
        """
        self._size, self.rest, self.torn_from, self.ends_badly = size, 0, None, False
        offset = self.place.decoded
        lines = _Lines(self._limits, at, self.source.read(at, offset - at) if at < offset else b"")
        self.at = at
        texts: list[bytes] = []
        waiting = 0
        for found in self._framed():
            if isinstance(found, bytes):
                # What was handed out before is passed over.
                texts.append(found[max(0, at - offset) :])
                offset += len(found)
                waiting += len(texts[-1])
            if not isinstance(found, bytes) or waiting >= CHUNK:
                yield from self._together(lines, texts)
                waiting = 0
            if isinstance(found, Fault):
                if found.breaks:
                    lines.give_up()
                    self.at = lines.offset
                yield found
        yield from self._together(lines, texts)
        self.rest = lines.held

    def good_size(self, decoded_end: int) -> int:
        """Bytes of the file up to the last complete frame; what a torn one held must be written again."""
        del decoded_end
        return self.place.good

    def _together(self, lines: "_Lines", texts: list[bytes]) -> Iterator[Run]:
        """A run of several texts, which are used up; nothing if they complete no line."""
        run = lines.take(b"".join(texts)) if texts else None
        texts.clear()
        self.at = lines.offset
        if run is not None:
            yield run

    def _framed(self) -> Iterator[bytes | Fault | None]:
        """Text as it is decoded; each frame is in the source's table before the end of its text is handed out.

        None asks for a new run: around the header, and before a frame that may turn out to be torn.
        """
        kept: list[bytes] = []
        length = 0
        place = self.place
        for part in read_frames(
            self._stored,
            self._size,
            self._limits,
            place.stored,
            decoded=place.decoded,
            measured=True,
            check=self._check,
        ):
            if not kept and part.state is not State.END:
                yield None
            kept.append(part.text)
            length += len(part.text)
            if part.state is State.MORE:
                if length > _PARTIAL_MAX:
                    kept[:] = [b""]
                self.settled = False
                yield part.text
                continue
            yield from self._ended(part, length, b"".join(kept))
            kept.clear()
            length = 0

    def _ended(self, part: Part, length: int, text: bytes) -> Iterator[bytes | Fault | None]:
        before = self.place
        again = None if part.state is State.END or length > _PARTIAL_MAX else text
        self.source.put(part.offset, length, part.end, again)
        self.settled = True
        if part.state is State.TORN:
            self.torn_from = before.decoded
        yield part.text
        fault = self._fault(part, text, length)
        if fault is not None:
            yield fault
        if before.frames == 0:
            yield None
        # Only now: until all of a frame was taken it has to be read another time.
        if part.state is not State.TORN:
            good = part.end if fault is None else before.good
            self.place = Place(part.end, before.decoded + length, good, before.frames + 1)
            self.ends_badly = part.state is State.BAD and part.end >= self._size

    def _fault(self, part: Part, text: bytes, length: int) -> Fault | None:
        if part.state is State.BAD:
            return Fault(f"the frame at byte {part.offset} is damaged: {part.reason}", breaks=True)
        if part.state is State.TORN:
            return None
        if self.place.frames == 0 and (not length or length != len(text) or text.find(b"\n") != length - 1):
            return Fault("the first frame is not exactly the header line", expected=_HEADER_ALONE, found="other text")
        if length and not part.text.endswith(b"\n"):
            message = f"the frame at byte {part.offset} does not end with a line"
            return Fault(message, expected=_WHOLE_LINES, found="part of a line")
        return None


class _Lines:
    """Cuts text into runs at the last LF and holds what is left, which starts at ``offset``, until the next text."""

    def __init__(self, limits: Limits, offset: int = 0, held: bytes = b"") -> None:
        self.held = 0
        self.offset = offset
        self._limit = limits.line
        self._parts: list[bytes | memoryview] = []
        self._hold(held)

    def take(self, text: bytes) -> Run | None:
        """The complete lines up to the last LF in ``text``, those held before included."""
        cut = text.rfind(b"\n") + 1
        if self.held + (text.find(b"\n") if cut else len(text)) > self._limit:
            raise too_large("a line", f"{self._limit} bytes")
        if not cut:
            self._hold(text)
            return None
        whole = cut == len(text) and not self._parts
        run = Run(text if whole else b"".join((*self._parts, memoryview(text)[:cut])), self.offset)
        self.offset += len(run.text)
        self._parts, self.held = [], 0
        self._hold(text[cut:])
        return run

    def give_up(self) -> None:
        """What is held will never become a line."""
        self.offset += self.held
        self._parts, self.held = [], 0

    def _hold(self, text: bytes) -> None:
        if text:
            self._parts.append(text)
            self.held += len(text)

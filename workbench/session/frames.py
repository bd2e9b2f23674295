"""Zstandard frames one after the other: where each begins and ends, and its text (LOG-6, LOG-8).

Owns frame boundaries, the difference between torn and damaged, and the limits on decoding. What the text says is not
looked at; random access is in ``framesource``.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

import msgspec

from workbench.session.interruption import Check
from workbench.session.limits import Limits, too_large
from workbench.session.salvage import salvage
from workbench.session.stored import ByteSource
from workbench.session.zstd import (
    DecompressionParameter,
    ZstdDecompressor,
    ZstdError,
    get_frame_info,
    get_frame_size,
)

MAGIC: Final = b"\x28\xb5\x2f\xfd"
_WINDOW: Final = 1 << 18  # stored bytes read at a time
_PIECE: Final = 1 << 18  # decoded bytes handed out at a time
_HEADER_MAX: Final = 18  # bytes of a frame's own header, mark included
_BAD_MAX: Final = 100  # damaged frames after which nothing more is looked for


class State(Enum):
    """How a part ends: its frame goes on, is complete, breaks off at the end of the file, or is damaged."""

    MORE = "more"
    END = "end"
    TORN = "torn"
    BAD = "bad"


class Part(msgspec.Struct, frozen=True, gc=False):
    """Some decoded text of the frame stored at ``offset``; for END ``end`` is just past the frame.

    For BAD ``end`` is where the search for another frame goes on, and ``reason`` says what is wrong.
    """

    offset: int
    end: int
    text: bytes
    state: State
    reason: str = ""


def read_frames(
    stored: ByteSource,
    size: int,
    limits: Limits,
    start: int = 0,
    *,
    decoded: int = 0,
    measured: bool = False,
    check: Check | None = None,
) -> Iterator[Part]:
    """All parts of the frames in ``stored[start:size]``, in order; raises ``too_large``.

    ``decoded`` are the bytes of text before ``start``, which count as well. With ``measured`` a frame that decodes
    beyond the limit is refused before any of its text is handed out. What ``check`` raises, called a few times a
    megabyte, ends the walk.
    """
    walk = _Walk(stored, size, limits, measured=measured, check=check)
    walk.spend(decoded)
    offset = start
    while offset < size:
        for part in walk.frame(offset):
            yield part
            offset = part.end if part.state is not State.MORE else offset
        if part.state is State.TORN:
            return


class _Walk:
    """A forward walk over frames with one window of stored bytes."""

    def __init__(
        self, stored: ByteSource, size: int, limits: Limits, *, measured: bool = False, check: Check | None = None
    ) -> None:
        self._stored = stored
        self._size = size
        self._limits = limits
        self._measured = measured
        self._check = check
        self._options: Mapping[int, int] = {DecompressionParameter.window_log_max: limits.window_log}
        self._room = limits.decoded_size(size)
        self._window = b""
        self._base = 0
        self._bad_frames = 0

    def spend(self, size: int) -> None:
        """So many bytes of text were decoded before."""
        self._room -= size

    def frame(self, offset: int) -> Iterator[Part]:
        """The parts of the frame at ``offset``."""
        start = self._bytes_at(offset, len(MAGIC))
        if start != MAGIC:
            if MAGIC.startswith(start):
                yield Part(offset, self._size, b"", State.TORN)
            else:
                yield self._bad(offset, "bytes that start no frame")
            return
        whole = self._whole_frame(offset)
        parts = self._small(offset, whole) if whole is not None else self._large(offset)
        first = next(parts)
        if self._measured and first.state is State.MORE:
            self._measure(offset, self._room + len(first.text))
        yield first
        yield from parts

    def _measure(self, offset: int, room: int) -> None:
        """Refuse a frame of several parts that has more than ``room`` bytes of text; that costs decoding it twice."""
        declared = _declared_size(self._bytes_at(offset, _HEADER_MAX))
        if declared is not None and declared <= room:
            return
        other = _Walk(self._stored, self._size, self._limits, check=self._check)
        other._room = room
        for _ in other._large(offset):
            pass

    def _whole_frame(self, offset: int) -> bytes | None:
        """The stored bytes of the frame, if all of it is in the window."""
        for refill in (False, True):
            if refill:
                self._fill(offset)
            view = memoryview(self._window)[offset - self._base :]
            try:
                return bytes(view[: get_frame_size(view)])
            except ZstdError:
                if len(view) >= _WINDOW // 2 or offset + len(view) >= self._size:
                    return None
        return None

    def _small(self, offset: int, frame: bytes) -> Iterator[Part]:
        """A frame whose bytes are all at hand."""
        decoder = self._decoder()
        data, begun = frame, False
        while True:
            try:
                text = self._counted(decoder.decompress(data, _PIECE))
            except ZstdError as error:
                yield self._bad(offset, str(error), b"" if begun else self._salvaged(frame), offset + len(frame))
                return
            if decoder.eof:
                yield Part(offset, offset + len(frame), text, State.END)
                return
            yield Part(offset, offset, text, State.MORE)
            data, begun = b"", True

    def _large(self, offset: int) -> Iterator[Part]:
        """A frame that goes on beyond the window, or breaks off."""
        decoder = self._decoder()
        at = offset
        while True:
            data = self._bytes_at(at, _WINDOW) if decoder.needs_input else b""
            at += len(data)
            if not data and decoder.needs_input:
                yield Part(offset, self._size, b"", State.TORN)
                return
            try:
                text = self._counted(decoder.decompress(data, _PIECE))
            except ZstdError as error:
                yield self._bad(offset, str(error), self._salvaged(data) if at - len(data) == offset else b"")
                return
            if decoder.eof:
                yield Part(offset, at - len(decoder.unused_data), text, State.END)
                return
            yield Part(offset, offset, text, State.MORE)

    def _bad(self, offset: int, reason: str, text: bytes = b"", end: int | None = None) -> Part:
        """A damaged frame: the walk goes on where the frame would have ended, else at the next thing like a frame."""
        if "too much memory" in reason:
            raise too_large("a Zstandard window", f"2^{self._limits.window_log} bytes")
        self._bad_frames += 1
        if self._bad_frames >= _BAD_MAX:
            end = self._size
        elif end is None or self._bytes_at(end, len(MAGIC)) not in {MAGIC, b""}:
            end = self._find_magic(offset + 1)
        return Part(offset, end, text, State.BAD, reason)

    def _find_magic(self, offset: int) -> int:
        while offset < self._size:
            block = self._bytes_at(offset, _WINDOW)
            found = block.find(MAGIC)
            if found >= 0:
                return offset + found
            offset += max(1, len(block) - len(MAGIC) + 1)
        return self._size

    def _salvaged(self, frame: bytes) -> bytes:
        return self._counted(salvage(frame, self._decoder, self._room))

    def _counted(self, text: bytes) -> bytes:
        self._room -= len(text)
        if self._room < 0:
            raise too_large("the decoded log", f"{self._limits.decoded_size(self._size)} bytes")
        return text

    def _bytes_at(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes, fewer at the end of the file."""
        size = min(size, self._size - offset)
        if offset < self._base or offset + size > self._base + len(self._window):
            self._fill(offset)
        at = offset - self._base
        return self._window[at : at + size]

    def _fill(self, offset: int) -> None:
        if self._check is not None:
            self._check()
        self._window = self._stored.read(offset, min(_WINDOW, max(0, self._size - offset)))
        self._base = offset

    def _decoder(self) -> ZstdDecompressor:
        return ZstdDecompressor(options=self._options)


def _declared_size(start: bytes) -> int | None:
    """How much text the frame that starts so says it has, None where it does not say or breaks off."""
    try:
        return get_frame_info(start).decompressed_size
    except ZstdError:
        return None

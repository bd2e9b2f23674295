"""The first look at a log's text: its header line, or proof enough that the file is a log without a sound one.

Owns telling a damaged log from a file that is none (LOG-2, LOG-8). Event lines are passed on to a scan unread.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, Protocol

from workbench.errors import WorkbenchError
from workbench.session.events import Header
from workbench.session.frames import MAGIC
from workbench.session.header import BOM, HeaderError, looks_like_event, parse_header
from workbench.session.index import LogIndex
from workbench.session.interruption import Check, current_check
from workbench.session.limits import Limits
from workbench.session.paths import compression_of
from workbench.session.problems import Kind, Problem
from workbench.session.runs import Fault, FrameText, PlainText, Run
from workbench.session.stored import ByteSource

_SNIFFED_LINES: Final = 20
_SNIFFED_BYTES: Final = 512


class Scanner(Protocol):
    """What takes the lines after the header."""

    line: int

    def run(self, text: bytes, offset: int) -> None:
        """Take complete lines."""
        ...

    def fault(self, fault: Fault, offset: int) -> None:
        """Take note of damage between lines."""
        ...


class Opening:
    """A log whose first run of lines has been read: ``header`` or what is wrong with it, and an empty ``index``."""

    def __init__(self, stored: ByteSource, path: Path, limits: Limits) -> None:
        """Raises ``not_a_log`` when neither header nor events are found at the start."""
        self.path = path
        self.stored = stored
        self.size = stored.size()
        self.header: Header | None = None
        self.problems: list[Problem] = []
        self._check = current_check()
        self.text: PlainText | FrameText = _text_of(stored, self.size, path, limits, self._check)
        self._runs = self.text.runs()
        self._held: list[Run | Fault] = []
        # Whether line 1 is an event, the header being gone.
        self._headless = False
        start = self._read_header(stored)
        self.index = LogIndex(self.text.source, start=start)
        # Decoded offset just after the last complete line that was passed on.
        self.fed = start

    def feed(self, scan: Scanner) -> None:
        """Pass everything after the header line to ``scan``; raises ``Interrupted`` where nobody wants it any more."""
        scan.line = 0 if self._headless else 1
        start = self.fed
        for item in chain(self._held, self._runs):
            self._check()
            if isinstance(item, Fault):
                scan.fault(item, self.fed)
                continue
            text = item.text[max(0, start - item.offset) :]
            self.fed = item.offset + len(item.text)
            if text:
                scan.run(text, self.fed - len(text))
        self._held.clear()
        if self.size and isinstance(self.text, FrameText) and self.text.torn_from == 0 and not self.problems:
            self._problem("bad_header", "the frame of the header breaks off", "a complete frame", f"{self.size} bytes")

    def _read_header(self, stored: ByteSource) -> int:
        """The decoded offset just after the header line."""
        first = next(self._held_runs(), None)
        if first is None:
            self._without_lines(stored)
            return 0
        line = first.text[: first.text.find(b"\n")]
        try:
            self.header = parse_header(line.removeprefix(BOM))
        except HeaderError as error:
            self._bad_header(error, line, first)
        if line.startswith(BOM):
            self._problem("byte_order_mark", "the file starts with a byte order mark", "no mark", "EF BB BF")
        return 0 if self._headless else first.offset + len(line) + 1

    def _held_runs(self) -> Iterator[Run]:
        for item in self._runs:
            self._held.append(item)
            if isinstance(item, Run):
                yield item

    def _bad_header(self, error: HeaderError, line: bytes, first: Run) -> None:
        lines = first.text.split(b"\n", _SNIFFED_LINES + 1)[1:-1]
        if not looks_like_event(line) and not any(map(looks_like_event, lines)):
            raise _not_a_log(self.path, str(error))
        self._headless = looks_like_event(line) and b'"session"' not in line
        self._problem("bad_header", str(error), error.expected, error.found)

    def _without_lines(self, stored: ByteSource) -> None:
        """No line is complete: an empty file, one that breaks off inside its header, or something else."""
        start = stored.read(0, _SNIFFED_BYTES)
        if not start:
            self._problem("empty_file", "the file is empty", "a session header", "nothing")
        elif start.startswith((MAGIC, b'{"type":"session"')):
            self._problem(
                "bad_header", "the file breaks off inside its header", "a complete line 1", f"{self.size} bytes"
            )
        else:
            raise _not_a_log(self.path, "it has no complete line")

    def _problem(self, kind: Kind, message: str, expected: str, found: str) -> None:
        self.problems.append(Problem(kind=kind, message=message, line=1, expected=expected, found=found))


def _text_of(stored: ByteSource, size: int, path: Path, limits: Limits, check: Check) -> PlainText | FrameText:
    start = stored.read(0, len(MAGIC))
    framed = start == MAGIC or (compression_of(path) == "zstd" and size > 0 and not start.startswith((b"{", BOM)))
    return FrameText(stored, size, limits, check) if framed else PlainText(stored, size, limits)


def _not_a_log(path: Path, reason: str) -> WorkbenchError:
    return WorkbenchError(
        "not_a_log",
        f"{path} is not a session log: {reason}",
        hint='a log starts with {"type":"session","version":0,...}',
    )

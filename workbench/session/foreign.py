"""Logs of another format: a line that is an object with a type is shown as a raw event, nothing is folded (LOG-2).

Owns the tolerance. What is made of the file as a whole is decided in ``verdict``.
"""

from typing import Any, Final

import msgspec

from workbench.session.columns import PackedRows
from workbench.session.events import PACKED_TYPES, TYPE_CODE, UNKNOWN_TYPE
from workbench.session.header import whole
from workbench.session.index import LogIndex
from workbench.session.problems import MAX_BAD_LINES, Problem, Problems
from workbench.session.quick import one_a_line
from workbench.session.runs import Fault
from workbench.session.shapes import Seq, Whole
from workbench.text.jsontext import decode


class _Usual(msgspec.Struct, gc=False):
    """A line that can be taken with many others: its numbers are plain where it has any."""

    type: str
    seq: Seq | None = None
    time: Whole | None = None
    seq0: None = None
    time0: None = None


_decode_lines: Final = msgspec.json.Decoder(_Usual).decode_lines


class ForeignScan:
    """Indexes what can be read; the same interface as :class:`workbench.session.scan.Scan`."""

    def __init__(self, index: LogIndex) -> None:
        self.index = index
        self.problems = Problems()
        self.line = 1
        self._time = 0
        self._bad_lines = 0

    def run(self, text: bytes, offset: int) -> None:
        """Take the complete lines in ``text``, which starts at decoded ``offset``."""
        if self._bad_lines > MAX_BAD_LINES:
            self._pass_over(text)
        elif not self._quickly(text, offset):
            self._carefully(text, offset)
            if self._bad_lines > MAX_BAD_LINES:
                self.problems.give_up(self.line + 1, self.index.rows)

    def fault(self, fault: Fault, offset: int) -> None:
        """Note damage that is not a line's own."""
        del offset
        self._problem("bad_frame", fault.message)

    def _quickly(self, text: bytes, offset: int) -> bool:
        """Take all lines at once if they are usual and their numbers go up by one, or are not there at all."""
        try:
            lines = _decode_lines(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        first = self.index.next_seq
        seqs = list(range(first, first + len(lines)))
        if not one_a_line(text, len(lines)) or any(
            line.seq != seq and line.seq is not None for line, seq in zip(lines, seqs, strict=True)
        ):
            return False
        times = []
        for line in lines:
            self._time = _or(line.time, self._time)
            times.append(self._time)
        codes = bytes(_code(line.type) for line in lines)
        self.index.place_block(codes, seqs, times, offset, offset + len(text), PackedRows())
        self.line += len(lines)
        return True

    def _carefully(self, text: bytes, offset: int) -> None:
        for raw in text.removesuffix(b"\n").split(b"\n"):
            self.line += 1
            if not raw.strip():
                self._bad_lines += 1
            elif not self._place(raw, offset):
                self._bad_lines += 1
                self._problem("unreadable_line", f"line {self.line} cannot be read")
            offset += len(raw) + 1

    def _pass_over(self, text: bytes) -> None:
        """Only count the lines: too many before them could not be read."""
        lines = text.count(b"\n")
        self.line += lines
        self.problems.dropped += lines

    def _place(self, raw: bytes, offset: int) -> bool:
        try:
            value: Any = decode(raw)
        except ValueError:
            return False
        if not isinstance(value, dict) or not isinstance(value.get("type"), str):
            return False
        seq = whole(value.get("seq", value.get("seq0")))
        self._time = _or(whole(value.get("time", value.get("time0"))), self._time)
        self.index.place(_code(value["type"]), _or(seq, self.index.next_seq), self._time, offset, len(raw))
        return True

    def _problem(self, kind: Any, message: str) -> None:
        self.problems.add(Problem(kind=kind, message=message, line=self.line, row=self.index.rows))


def _code(kind: str) -> int:
    return UNKNOWN_TYPE if kind in PACKED_TYPES else TYPE_CODE.get(kind, UNKNOWN_TYPE)


def _or(value: int | None, default: int) -> int:
    return default if value is None else value

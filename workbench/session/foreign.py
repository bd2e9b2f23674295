"""Logs of another format: a line that is an object with a type is shown as a raw event, nothing is folded (LOG-2).

Owns the tolerance. What is made of the file as a whole is decided in ``verdict``.
"""

from typing import Any

from workbench.session.events import PACKED_TYPES, TYPE_CODE, UNKNOWN_TYPE
from workbench.session.header import whole
from workbench.session.index import LogIndex
from workbench.session.problems import Problem, Problems
from workbench.text.jsontext import decode


class ForeignScan:
    """Indexes what can be read; the same interface as :class:`workbench.session.scan.Scan`."""

    def __init__(self, index: LogIndex) -> None:
        self.index = index
        self.problems = Problems()
        self.line = 1
        self._time = 0

    def run(self, text: bytes, offset: int) -> None:
        """Take the complete lines in ``text``, which starts at decoded ``offset``."""
        for raw in text.removesuffix(b"\n").split(b"\n"):
            self.line += 1
            if raw.strip() and not self._place(raw, offset):
                self._problem("unreadable_line", f"line {self.line} cannot be read")
            offset += len(raw) + 1

    def fault(self, message: str, offset: int) -> None:
        """Note damage that is not a line's own."""
        del offset
        self._problem("bad_frame", message)

    def _place(self, raw: bytes, offset: int) -> bool:
        try:
            value: Any = decode(raw)
        except ValueError:
            return False
        if not isinstance(value, dict) or not isinstance(value.get("type"), str):
            return False
        kind = value["type"]
        code = UNKNOWN_TYPE if kind in PACKED_TYPES else TYPE_CODE.get(kind, UNKNOWN_TYPE)
        seq = whole(value.get("seq", value.get("seq0")))
        self._time = _or(whole(value.get("time", value.get("time0"))), self._time)
        self.index.place(code, _or(seq, self.index.next_seq), self._time, offset, len(raw))
        return True

    def _problem(self, kind: Any, message: str) -> None:
        self.problems.add(Problem(kind=kind, message=message, line=self.line, row=self.index.rows))


def _or(value: int | None, default: int) -> int:
    return default if value is None else value

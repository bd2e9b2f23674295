"""Numbers that lines claim out of order: one that leaves others out, repeats an event, or comes too late (LOG-13).

Owns what is said of them. A repeated number is compared with what it repeats only once the whole log is indexed: before
that, its lines cannot be read back from a frame that is still being decoded.
"""

from typing import Final

import msgspec

from workbench.session.index import LogIndex
from workbench.session.problems import Problem, Problems

_MAX_COMPARED: Final = 100


class Claims:
    """Notes numbers in ``problems`` as they come and, at the end, what kind of repetition each was."""

    def __init__(self, index: LogIndex, problems: Problems, later: LogIndex | None = None) -> None:
        """``later`` is the index that the lines go to, where that is another one than has those before them."""
        self._index = index
        self._later = later or index
        self._problems = problems
        self._compared = 0
        # Place in the list of problems, the row that has the number, the row that repeats it.
        self._repeated: list[tuple[int, int, int]] = []

    def note(self, line: int, seq: int, expected: int) -> None:
        """Note that ``line``, which becomes the next row, is event ``seq`` where ``expected`` should come."""
        problems, row = self._problems, self._index.rows
        if problems.full:
            problems.dropped += 1
            return
        found = Problem(
            kind="missing_number", message="", line=line, seq=seq, expected=str(expected), found=str(seq), row=row
        )
        if seq > expected:
            missing = f"event {expected} is" if seq == expected + 1 else f"events {expected} to {seq - 1} are"
            problems.add(_said(found, f"line {line} is event {seq}: {missing} missing"))
            return
        earlier = self._index.row_of(seq)
        if earlier is None:
            problems.add(_said(found, f"line {line} is event {seq}, which comes too late"))
            return
        if len(self._repeated) < _MAX_COMPARED:
            self._repeated.append((len(problems.items), earlier, self._later.rows))
        message = f"line {line} is event {seq} again"
        problems.add(msgspec.structs.replace(found, kind="repeated_number", message=message))

    def compare(self) -> None:
        """Tell lines that repeat an event from those of a second writer; the first hundred, as each is read back."""
        fresh, self._compared = self._repeated[self._compared :], len(self._repeated)
        for place, earlier, row in fresh:
            found = self._problems.items[place]
            if self._index.raw(earlier) == self._later.raw(row):
                self._problems.items[place] = _said(found, f"line {found.line} repeats event {found.seq}")
            else:
                message = f"line {found.line} is another event {found.seq}: two writers have written here"
                self._problems.items[place] = msgspec.structs.replace(found, kind="second_writer", message=message)


def _said(problem: Problem, message: str) -> Problem:
    return msgspec.structs.replace(problem, message=message)

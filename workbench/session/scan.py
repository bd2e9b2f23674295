"""The one pass over a log: every line checked, indexed and, where it matters, followed (LOG-3 to LOG-5, LOG-8).

Owns the order of seqs and what is remembered of damage. A line's own rules are in ``quick`` and ``verify``; what the
damage means for the whole file is decided in ``verdict``.
"""

from typing import Final

import msgspec

from workbench.session.claims import Claims
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.session.problems import MAX_BAD_LINES, YEARS, Kind, Problem, Problems
from workbench.session.quick import Block, read_block
from workbench.session.runs import Fault
from workbench.session.tracker import Tracker
from workbench.session.verify import Checked, LineError, check_line

_CHANGE: Final = TYPE_CODE["schedule/change"]
_SPLICED: Final = TYPE_CODE["agent/inbox/spliced"]
_TURN_END: Final = TYPE_CODE["turn/end"]
_EVENT: Final = b'{"type":"'
# One of these is in every line that ends a turn, however its type is spelled.
_ENDS_TURN: Final = (b"turn/end", b"\\")


class Damage(msgspec.Struct, frozen=True):
    """The first place that cannot be read on from: the row count before it, its decoded offset, its line."""

    row: int
    offset: int
    line: int


class Doubt(Exception):
    """Damage at a place that may be a torn tail or not, raised while ``unsure``; nothing from there on was taken."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(damage)
        self.damage = damage


class Scan:
    """Feeds an index with the lines of a log. ``line`` is the number of the last line seen, the header being 1.

    ``next_seq`` is the seq that comes next: one above the highest so far. With ``unsure`` the first damage is raised as
    :class:`Doubt` instead of being noted: of a log that others already read no row may be taken back.
    """

    def __init__(self, index: LogIndex, tracker: Tracker) -> None:
        self.index = index
        self.tracker = tracker
        self.problems = Problems()
        self.claims = Claims(index, self.problems)
        self.line = 1
        self.next_seq = 0
        self.damage: Damage | None = None
        self.turn_ended_after = False
        # The first row of a type that cannot be replayed.
        self.unknown_row: int | None = None
        self.blank: Damage | None = None
        self.unsure = False
        self._bad_lines = 0
        self._has_stray = False

    def run(self, text: bytes, offset: int) -> None:
        """Take the complete lines in ``text``, which starts at decoded ``offset``."""
        if self.blank is not None or not self._quickly(text, offset):
            self._slowly(text, offset)
        if self.damage is None:
            self.tracker.settle(self.index.rows)

    def go_back(self, to: Damage) -> None:
        """Forget all that was seen from the first damage on, whose rows the index does not have, to see it anew."""
        self.line, self.next_seq = to.line - 1, self.index.next_seq
        self.damage = self.blank = None
        self.turn_ended_after = False
        self._bad_lines = 0
        self.problems.keep_before(to.row)
        self.claims = Claims(self.index, self.problems)
        self._has_stray = any(problem.kind == "time_out_of_range" for problem in self.problems.items)
        if self.unknown_row is not None and self.unknown_row >= to.row:
            self.unknown_row = None

    def trial(self, offset: int) -> "Scan":
        """A scan that goes on from here, at decoded ``offset``, and leaves index and tracker of this one alone."""
        other = Scan(LogIndex(self.index.source, start=offset), Tracker(0))
        other.claims = Claims(self.index, other.problems, other.index)
        other.line, other.next_seq = self.line, self.next_seq
        return other

    def fault(self, fault: Fault, offset: int) -> None:
        """Note damage that is not a line's own, found at decoded ``offset``."""
        self.confirm_blank()
        self._damaged(offset, self.line + 1)
        self._problem("bad_frame", fault.message, self.line + 1, expected=fault.expected, found=fault.found)

    def _quickly(self, text: bytes, offset: int) -> bool:
        """Take all lines at once if nothing about them is unusual."""
        block = read_block(text, self.next_seq)
        if block is None:
            return False
        if self.damage is None:
            self._follow(block)
        elif _TURN_END in block.codes:
            self.turn_ended_after = True
        self.index.place_block(block.codes, block.seqs, block.times(), offset, offset + len(text), block.packed)
        self.line += len(block.events)
        self.next_seq = self.index.next_seq
        return True

    def _follow(self, block: Block) -> None:
        broken = self.tracker.changes(block.changes())
        if broken is not None:
            at = block.seqs.index(broken)
            self._broken_rule(broken, self.line + 1 + at, self.index.rows + at)
        self.tracker.spliced(block.spliced())

    def _slowly(self, text: bytes, offset: int) -> None:
        if self._bad_lines > MAX_BAD_LINES:
            self._pass_over(text, offset)
            return
        self._carefully(text, offset)
        if self._bad_lines > MAX_BAD_LINES:
            self.problems.give_up(self.line + 1, self.index.rows)

    def _pass_over(self, text: bytes, offset: int) -> None:
        """Only count the lines, save those from the first one like an event on if all of them are sound."""
        self.confirm_blank()
        sound_from = 0 if text.startswith(_EVENT) else text.find(b"\n" + _EVENT) + 1 or len(text)
        self._count_only(text[:sound_from])
        rest = text[sound_from:]
        if rest and not self._quickly(rest, offset + sound_from):
            self._count_only(rest)

    def _count_only(self, text: bytes) -> None:
        """What may have ended a turn counts as if it had: more is kept then, not less."""
        lines = text.count(b"\n")
        self.line += lines
        self.problems.dropped += lines
        if any(mark in text for mark in _ENDS_TURN):
            self.turn_ended_after = True

    def _carefully(self, text: bytes, offset: int) -> None:
        for raw in text.removesuffix(b"\n").split(b"\n"):
            self.line += 1
            self._line(raw, offset)
            offset += len(raw) + 1

    def _line(self, raw: bytes, offset: int) -> None:
        self.confirm_blank()
        if not raw.strip():
            self.blank = Damage(self.index.rows, offset, self.line)
            self._bad_lines += 1
            return
        try:
            found = check_line(raw)
        except LineError as error:
            self._bad_lines += 1
            self._damaged(offset, self.line)
            self._problem("unreadable_line", f"line {self.line} cannot be read: {error}", self.line, seq=error.seq)
            return
        if found.seq != self.next_seq:
            self._damaged(offset, self.line)
            self.claims.note(self.line, found.seq, self.next_seq)
        if self.damage is None:
            self._follow_one(found)
        elif found.code == _TURN_END:
            self.turn_ended_after = True
        if found.unknown:
            self._unknown(found)
        if found.stray is not None and not self._has_stray:
            self._stray(found.seq, found.stray)
        self.index.place(found.code, found.seq, found.time, offset, len(raw), found.members, found.latest)
        self.next_seq = max(self.next_seq, found.seq + found.members)

    def _follow_one(self, found: Checked) -> None:
        if found.code == _CHANGE and not self.tracker.change(found.seq, found.time, found.data):
            self._broken_rule(found.seq, self.line, self.index.rows)
        elif found.code == _SPLICED:
            self.tracker.spliced_data(found.seq, found.data)

    def _damaged(self, offset: int, line: int) -> None:
        if self.damage is None:
            damage = Damage(self.index.rows, offset, line)
            if self.unsure:
                raise Doubt(damage)
            self.damage = damage
            self.tracker.settle(self.index.rows)

    def confirm_blank(self) -> None:
        """Take a blank line for damage: something follows it, or the file may not end with it."""
        blank, self.blank = self.blank, None
        if blank is not None:
            self._damaged(blank.offset, blank.line)
            self._problem("blank_line", f"line {blank.line} is blank", blank.line)

    def _unknown(self, found: Checked) -> None:
        if self.unknown_row is None:
            self.unknown_row = self.index.rows
        message = f"event {found.seq} has the type {found.kind[:80]!r}, which this version cannot replay"
        self._problem("unknown_type", message, self.line, found.seq, "a known type, or ignorable", found.kind[:80])

    def _stray(self, seq: int, time: int) -> None:
        """A time that no clock here can show: told once a log, as it takes nothing else from it."""
        self._has_stray = True
        message = f"event {seq} has the time {time} ms, outside the years 0001-9999"
        self._problem("time_out_of_range", message, self.line, seq, YEARS, str(time))

    def _broken_rule(self, seq: int, line: int, row: int) -> None:
        error = self.tracker.error
        if error is None:
            return
        expected, found = (str(error.details.get(key, "")) or None for key in ("expected", "found"))
        self._add(Problem(kind="schedule_rule", message=error.message, line=line, seq=seq), expected, found, row)

    def _problem(
        self,
        kind: Kind,
        message: str,
        line: int,
        seq: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        """Note a problem where the next row will stand."""
        self._add(Problem(kind=kind, message=message, line=line, seq=seq), expected, found, self.index.rows)

    def _add(self, problem: Problem, expected: str | None, found: str | None, row: int) -> None:
        self.problems.add(msgspec.structs.replace(problem, expected=expected, found=found, row=row))

"""What the findings of a scan mean for the file as a whole: ok, torn, corrupt or unsupported (LOG-5, LOG-8, LOG-9).

Owns the rule of the torn tail. It may cut rows off the index; the file itself is never touched.
"""

from typing import Literal

from workbench.session.problems import Problem
from workbench.session.runs import FrameText, PlainText
from workbench.session.scan import Damage, Scan

Verdict = Literal["ok", "torn", "corrupt", "unsupported"]


def judge(scan: Scan, text: PlainText | FrameText) -> Verdict:
    """The verdict on a format 0 log whose header is sound, after its last line was scanned."""
    _settle_blank(scan, text)
    damage = scan.damage
    if damage is not None and (is_committed(damage, text) or scan.turn_ended_after):
        return "corrupt"
    torn = is_torn(text)
    if damage is not None:
        _cut(scan, damage)
    elif torn:
        scan.problems.add(broken_off(scan, text))
    if scan.unknown_row is not None and scan.unknown_row < scan.index.rows:
        return "unsupported"
    return "torn" if torn or damage is not None else "ok"


def _settle_blank(scan: Scan, text: PlainText | FrameText) -> None:
    """A blank last line is nothing where the end may be torn, and damage elsewhere."""
    blank = scan.blank
    if blank is not None and (text.rest or is_committed(blank, text)):
        scan.confirm_blank()


def is_torn(text: PlainText | FrameText) -> bool:
    """Whether the file breaks off inside its last line or frame."""
    return text.rest > 0 or (isinstance(text, FrameText) and text.torn_from is not None)


def is_committed(damage: Damage, text: PlainText | FrameText) -> bool:
    """Whether damage there makes the log corrupt whatever follows: it lies in a complete frame."""
    return text.torn_from is None or damage.offset < text.torn_from


def _cut(scan: Scan, damage: Damage) -> None:
    first = first_at(scan, damage)
    scan.index.cut_from(damage.row, damage.offset)
    scan.problems.keep_before(damage.row)
    scan.problems.add(cut_off(scan, damage, first))


def first_at(scan: Scan, damage: Damage) -> Problem | None:
    """What the scan found wrong with the damaged line itself."""
    return next((each for each in scan.problems.items if each.line == damage.line), None)


def cut_off(scan: Scan, damage: Damage, first: Problem | None) -> Problem:
    """That the log ends before ``damage``; ``first`` is what is wrong there."""
    because = f": {first.message}" if first is not None else ""
    message = f"the log is torn from line {damage.line} on, which no finished turn depends on{because}"
    return _torn_tail(scan, message, damage.line)


def broken_off(scan: Scan, text: PlainText | FrameText) -> Problem:
    """That the log ends before a last line or frame that is not whole."""
    line = scan.line + 1
    what = f"line {line} breaks off after {text.rest} bytes" if text.rest else "the last frame breaks off"
    return _torn_tail(scan, f"{what}; it was being written when the writer stopped", line)


def _torn_tail(scan: Scan, message: str, line: int) -> Problem:
    index = scan.index
    return Problem(kind="torn_tail", message=message, line=line, seq=index.next_seq, row=index.rows)

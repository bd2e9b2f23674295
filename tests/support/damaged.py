"""Logs with one kind of damage each, made of generated turns: what is left of them is known beforehand.

A case is made from complete lines; ``kept`` is how many events stand before the damage.
"""

from dataclasses import dataclass

from support.loggen import event_line, event_lines, header_line
from support.logmaker import frame

EVENTS = 60
LINES = list(event_lines(EVENTS))
OTHERS = [event_line("goal/change", seq, 5, {"another": seq}) for seq in range(EVENTS)]
# Damage that no finished turn follows is a torn end.
ENDED = event_line("turn/end", 39, 5, {"turn": 9, "reason": {"kind": "completed"}})
KINDS = ("none", "zstd")
NAMES = {"none": "session.jsonl", "zstd": "session.jsonl.zstd"}
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Damaged:
    """``lines`` are those after the header; ``kinds`` what a check finds; ``kept`` events stand before the damage."""

    name: str
    lines: list[bytes]
    kinds: frozenset[str]
    kept: int

    def stored(self, compression: str, batch: int = 7) -> bytes:
        """The whole file."""
        return stored(self.lines, compression, batch)


def stored(lines: list[bytes], compression: str, batch: int = 7, header: bytes | None = None) -> bytes:
    """Header and lines as a file; ``batch`` lines in a frame."""
    first = header_line() if header is None else header
    if compression == "none":
        return first + b"".join(lines)
    frames = [lines[at : at + batch] for at in range(0, len(lines), batch)]
    return frame(first) + b"".join(frame(b"".join(each)) for each in frames)


CASES = (
    Damaged("missing number", LINES[:25] + LINES[26:], frozenset(("missing_number",)), 25),
    Damaged("missing numbers", LINES[:25] + LINES[29:], frozenset(("missing_number",)), 25),
    Damaged(
        "unreadable line", [*LINES[:25], b"nope\n", *LINES[26:]], frozenset(("unreadable_line", "missing_number")), 25
    ),
    Damaged("line between", [*LINES[:25], b"{}\n", *LINES[25:]], frozenset(("unreadable_line",)), 25),
    Damaged("repeated line", [*LINES[:25], LINES[23], *LINES[25:]], frozenset(("repeated_number",)), 25),
    Damaged("second writer", LINES[:25] + OTHERS[15:25] + LINES[25:], frozenset(("second_writer",)), 25),
    Damaged(
        "second writer alone at the end", [*LINES[:40], *OTHERS[20:39], ENDED], frozenset(("second_writer",)), 40
    ),
    Damaged(
        "too late", LINES[:25] + LINES[28:40] + LINES[25:28] + LINES[40:], frozenset(("missing_number",)), 25
    ),
    Damaged("first event missing", LINES[1:], frozenset(("missing_number",)), 0),
)  # fmt: skip


def flipped(data: bytes, at: int) -> bytes:
    """One byte turned over."""
    return data[:at] + bytes((data[at] ^ 0xFF,)) + data[at + 1 :]

"""The rows after all events: what was said and waits in the inbox until the agent takes it.

Owns their words and their look. They have no seq yet, and the shape says that they are held back.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.fronts.tui.panes.instants import counted
from workbench.fronts.tui.panes.messagetext import framed_count, message_text
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

# Their anatomy is that of an event's row.
SEQ_CELLS: Final = 4
_SEQ_FROM: Final = 46
_WORD: Final = "queued   "
# What a reminder that a crash left behind waits for.
_STARTS: Final = ", runs at the next wake"


def waiting_texts(view: "BenchView") -> list[str]:
    """What waits, the next one first; the last text says how many more there are."""
    starts = _STARTS if view.mode == "live" and view.agent == "idle" else ""
    texts = [_text(message, starts) for message in view.waiting]
    return [*texts, f"{view.queued - len(texts):,} more"] if view.queued > len(texts) > 0 else texts


def queued_line(text: str, glyphs: Glyphs, width: int, seq_cells: int) -> Line:
    """The row of one of them, under events whose seqs take ``seq_cells``."""
    before = " " * (1 + (max(SEQ_CELLS, seq_cells) if width >= _SEQ_FROM else 0))
    return Line((Span(f"{before} {glyphs.held} ", "overdue", True), Span(_WORD, "overdue"), Span(text, "faint")))


def _text(message: Mapping[str, Any], starts: str) -> str:
    count = framed_count(message)
    return f"{counted(count, 'reminder')}{starts}" if count else message_text(message)

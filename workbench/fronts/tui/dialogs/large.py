"""Ask before a move that would fill a disk (page 6), with the figures; the bench's thread makes the estimate.

Owns the question. How large is large, and what a move would write, is ``bench.large_moves``'.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.choose import Choose, Way

if TYPE_CHECKING:
    from workbench.bench.bench import Bench
    from workbench.bench.happening import Happening

ALL_THE_SAME: Final = "yes"
JUMP: Final = "jump"


def advance_or_ask(bench: "Bench", to: int, ask: Callable[[WorkbenchError], object]) -> "Iterator[Happening]":
    """The advance to ``to`` (epoch ms); a large one is not begun, and ``ask`` gets what it would be.

    For the bench's own thread: the estimate may take a moment, and ``ask`` has to hand over to the screen.
    """
    from workbench.bench.large_moves import refuse_large

    try:
        refuse_large(bench, to)
    except WorkbenchError as large:
        ask(large)
        return iter(())
    return bench.advance(to=to)


class LargeMove(Choose):
    """Answers :data:`ALL_THE_SAME`, :data:`JUMP`, or anything else for not at all."""

    def __init__(self, large: WorkbenchError) -> None:
        super().__init__(
            "A large move",
            (f"{large.message[:1].upper()}{large.message[1:]}.",),
            (
                Way("y", ALL_THE_SAME, "advance all the same"),
                Way("j", JUMP, "jump there instead"),
                Way("n", "no", "stay here"),
            ),
        )

"""What kind of turn a turn is, told from its dispatches and from the turns right before and after it.

Owns the judgement: on time, one of several one-shots in a row, a batch, or a record that was waiting and had its turn
in order. Each turn is looked at through a handful of lines, and what was found is kept for a few hundred of them.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.fronts.tui.panes.lines import LONG_LINE, line_size
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.turns import TURN_END, changes_before, neighbours, opening
from workbench.time.instant import SECOND

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

# Neighbours that are looked at in either direction; one-shots in a longer row are not counted.
_FAR: Final = 24
# Dispatches of a batch whose targets are looked at to know since when it waited.
_LOOKED_AT: Final = 4
_KEPT: Final = 256


class Served(NamedTuple):
    """What a turn delivered: how many records, one one-shot alone or not, when (epoch ms), and the earliest target of
    those looked at, where a frame tells it."""

    records: int
    once: bool
    at: int
    target: int | None

    @property
    def on_time(self) -> bool:
        """Whether what is known of it was delivered within the second it was due in."""
        return self.target is not None and self.at - self.target < SECOND


class TurnKinds:
    """The kinds of the turns of one index."""

    def __init__(self, index: "LogIndex | PageIndex", occurrences: Occurrences) -> None:
        self._index = index
        self._occurrences = occurrences
        self._served: OrderedDict[int, Served | None] = OrderedDict()
        self._words: OrderedDict[int, str] = OrderedDict()

    def forget(self) -> None:
        """There may be other turns now: what is said of a turn depends on the one after it."""
        self._words.clear()

    def words(self, turn: int) -> str:
        """The words for the turn whose ``turn/start`` is that index row; none for a turn that delivers nothing."""
        if turn not in self._words:
            self._words[turn] = self._make(turn)
            if len(self._words) > _KEPT:
                self._words.popitem(last=False)
        return self._words[turn]

    def _make(self, turn: int) -> str:
        served = self._of(turn)
        if served is None:
            return ""
        if served.records > 1:
            return f"batch of {served.records}"
        if served.once:
            row = self._one_shots(turn)
            if row is not None:
                return row
        if served.on_time:
            return "on time"
        return self._late(turn, served)

    def _late(self, turn: int, served: Served) -> str:
        """What is said of a turn that delivered late and alone: whether it is part of a catching up, and its place."""
        before = self._of(self._before(turn)) if self._waited(turn) else None
        if before is None and self._follower(turn) is None:
            return ""
        first = served.once or (before is not None and before.once)
        return "caught up, one-shots first" if first else "caught up"

    def _one_shots(self, turn: int) -> str | None:
        """Which of how many one-shots in a row this is; None where it is alone."""
        before = self._stretch(turn, lambda at: self._before(at) if self._waited(at) else None)
        after = self._stretch(turn, self._follower)
        if not before + after:
            return None
        counted = before < _FAR and after < _FAR
        return f"one-shot {before + 1} of {before + after + 1}" if counted else "one-shot, one of many in a row"

    def _stretch(self, turn: int, step: Callable[[int], int | None]) -> int:
        """How many one-shots alone in their turns follow each other from ``turn`` on in steps of that kind."""
        for far in range(_FAR):
            following = step(turn)
            served = self._of(following) if following is not None else None
            if following is None or served is None or not served.once:
                return far
            turn = following
        return _FAR

    def _before(self, turn: int) -> int | None:
        return neighbours(self._index, turn)[0]

    def _follower(self, turn: int) -> int | None:
        """The turn that ran next, if what it delivers was waiting already when this one was decided."""
        after = neighbours(self._index, turn)[1]
        return after if after is not None and self._waited(after) else None

    def _waited(self, turn: int) -> bool:
        """Whether the turn began the instant the one before it ended, with something that was due before that one."""
        before, served = self._before(turn), self._of(turn)
        if before is None or served is None or served.target is None:
            return False
        earlier, end = self._of(before), opening(self._index, turn) - 1
        index = self._index
        return (
            earlier is not None
            and index.type_code(end) == TURN_END
            and index.time(end) == served.at
            and served.target <= earlier.at
        )

    def _of(self, turn: int | None) -> Served | None:
        if turn is None:
            return None
        if turn not in self._served:
            self._served[turn] = self._look(turn)
            if len(self._served) > _KEPT:
                self._served.popitem(last=False)
        return self._served[turn]

    def _look(self, turn: int) -> Served | None:
        index = self._index
        changes = changes_before(index, turn)
        if not changes or line_size(index, changes[0]) > LONG_LINE:
            return None
        data: Any = index.event(changes[0]).data
        if not isinstance(data, Mapping) or data.get("operation") != "dispatch":
            return None
        first = [line for line in changes[:_LOOKED_AT] if line_size(index, line) <= LONG_LINE]
        targets = [self._occurrences.of(line) for line in first]
        known = [target for target in targets if target is not None]
        once = len(changes) == 1 and data.get("acceptedAt") is None
        return Served(len(changes), once, index.time(changes[0]), min(known, default=None))

"""Which target a dispatch of the past delivered, read from the message that was queued just before it (SCH-28, SCH-33).

Owns reading frames of any writer, leniently: the fold alone cannot tell without the state before the event.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.fronts.tui.panes.lines import line_size
from workbench.session.events import TYPE_CODE, Event
from workbench.time.instant import parse_utc

if TYPE_CHECKING:
    from workbench.fronts.tui.panes.page import PageIndex
    from workbench.session.index import LogIndex

_CHANGE: Final = TYPE_CODE["schedule/change"]
_QUEUED: Final = TYPE_CODE["agent/inbox/spliced"]
_KEPT: Final = 64
_LONG: Final = 1 << 20
_ID, _AT, _BATCH = "schedule_id_json: ", "occurrence_at: ", "reminders_json: "


class Occurrences:
    """Looks up occurrences in one index; the last few frames are kept."""

    def __init__(self, index: "LogIndex | PageIndex") -> None:
        self._index = index
        self._frames: OrderedDict[int, Mapping[str, int]] = OrderedDict()

    def of(self, line: int) -> int | None:
        """The instant (epoch ms) delivered by the dispatch on index row ``line``; None where nothing tells."""
        index = self._index
        event = index.event(line)
        data = event.data
        if not isinstance(data, Mapping) or data.get("operation") != "dispatch":
            return None
        queued = line - 1
        while queued >= 0 and index.type_code(queued) == _CHANGE:
            queued -= 1
        if queued < 0 or index.type_code(queued) != _QUEUED or line_size(index, queued) > _LONG:
            return None
        return self._frame(queued).get(str(data.get("id")))

    def _frame(self, line: int) -> Mapping[str, int]:
        kept = self._frames.get(line)
        if kept is None:
            event = self._index.event(line)
            kept = self._frames[line] = _read(event.data) if isinstance(event, Event) else {}
            if len(self._frames) > _KEPT:
                self._frames.popitem(last=False)
        return kept


def _read(data: Any) -> dict[str, int]:
    """Id -> occurrence of every reminder in a queued frame; nothing where it is none."""
    try:
        text = data["inserted"][0]["content"][0]["text"]
        lines = [line for line in text.split("\n") if line.startswith((_ID, _AT, _BATCH))]
        if lines[0].startswith(_BATCH):
            items = json.loads(lines[0].removeprefix(_BATCH))
            return {item["schedule_id"]: parse_utc(item["occurrence_at"]) for item in items}
        return {json.loads(lines[0].removeprefix(_ID)): parse_utc(lines[1].removeprefix(_AT))}
    except (LookupError, TypeError, ValueError, AttributeError):
        return {}

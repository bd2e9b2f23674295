"""The states of the logs that the list's timeline showed lately: a few are kept for going to and fro.

Owns which log is worth looking at. Looking is the reading thread's business.
"""

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.actions.listing import Found
from workbench.fronts.tui.listing.entries import Entry

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

_KEPT: Final = 4
# Bytes of a file that takes seconds to read: it is shown once it is opened.
LONGEST: Final = 64 << 20


class Glances:
    """States by path, each with the stamp of the file it is true of."""

    def __init__(self) -> None:
        self._views: OrderedDict[Path, tuple[tuple[int, int], BenchView | None]] = OrderedDict()

    def note(self, found: Found, view: "BenchView | None") -> None:
        """Keep a state; None is kept as well, so that what cannot be looked at is not tried again and again."""
        self._views[found.path] = (found.stamp, view)
        self._views.move_to_end(found.path)
        while len(self._views) > _KEPT:
            self._views.popitem(last=False)

    def view_of(self, entry: Entry | None) -> "BenchView | None":
        """The state of an entry's log as the file is now, None where it is not known."""
        return self._views[entry.path][1] if entry is not None and self._is_known(entry.found) else None

    def lacks(self, entry: Entry | None) -> Found | None:
        """What has to be looked at for an entry's timeline; None where there is nothing to see, or too much."""
        if entry is None or entry.found.kind == "scenario" or entry.found.size > LONGEST:
            return None
        readable = entry.facts is None or entry.facts.readable
        return entry.found if readable and not self._is_known(entry.found) else None

    def _is_known(self, found: Found) -> bool:
        return self._views.get(found.path, (None,))[0] == found.stamp

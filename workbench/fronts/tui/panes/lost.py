"""Which deliveries of an entry a crash lost, as a scene shows it (SCH-30).

Owns asking the log that the journal lies beside.
"""

from typing import TYPE_CHECKING

from workbench.bench.journal.outcome import unrecorded
from workbench.fronts.tui.panes.scene import Scene

if TYPE_CHECKING:
    from workbench.bench.journal.entries import Entry


def lost_of(scene: Scene, entry: "Entry") -> frozenset[str]:
    """The ids of the records that ``entry`` says were delivered, and whose dispatch the log does not have."""
    view = scene.view
    if view is None or view.history is None or view.journal is None:
        return frozenset()
    ended = view.mode != "live" and view.holder is None
    return unrecorded(view.journal, entry, view.history.log.book, ended=ended)

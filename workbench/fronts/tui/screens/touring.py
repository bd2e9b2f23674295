"""What the session screen makes of a step of a scenario that is walked: its sentence, and which record it selects.

Pure, but for the keys that a sentence names.
"""

from typing import TYPE_CHECKING

from workbench.fronts.tui.panes.keybar import key_in
from workbench.fronts.tui.panes.pastclock import last_seq
from workbench.fronts.tui.panes.scene import Scene, Tour

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.walk import Stage
    from workbench.fronts.tui.screens.session import SessionScreen


def toured(screen: "SessionScreen", stage: "Stage", selected: str | None) -> Tour:
    """The tour at ``stage``, which selected that record unless somebody chose one himself."""
    before = screen.scene.tour
    chosen = before is not None and selected == screen.scene.selected != before.picked
    return Tour(
        title=stage.title,
        done=stage.done,
        steps=stage.steps,
        said=_with_the_fork(screen, stage),
        failed=stage.failed,
        following=stage.following,
        expected=stage.expected,
        moved=stage.moved,
        picked=before.picked if chosen and before is not None else selected,
        child=stage.child,
    )


def selection(scene: Scene, view: "BenchView") -> str | None:
    """What is selected after a step that led to ``view``: what somebody chose himself; else what the step delivered
    last, what it created, or what is due next."""
    tour = scene.tour
    before = tour.began if tour is not None else None
    if before is None or before.session_id != view.session_id:
        delivered = view.move.delivered if view.move is not None else ()
        return delivered[-1].id if delivered else first_record(view)
    if scene.selected is not None and tour is not None and scene.selected != tour.picked:
        return scene.selected
    last, old = last_seq(before), {row.id for row in before.schedules}
    moved = view.move.delivered if view.move is not None else ()
    delivered_now = [each.id for each in moved if last is None or each.seq > last]
    created = [row.id for row in view.schedules if row.id not in old and row.state != "ended"]
    found = [*delivered_now[-1:], *created[-1:]]
    return found[0] if found else first_record(view) or scene.selected


def first_record(view: "BenchView") -> str | None:
    """The record that is due next."""
    return view.next_target[0] if view.next_target is not None else None


def _with_the_fork(screen: "SessionScreen", stage: "Stage") -> str:
    """What the step did; after one that forks or goes back, how both are seen side by side."""
    if stage.failed:
        return stage.said
    compares = key_in(screen, "session.compare")
    if stage.do == "fork":
        return f"{stage.said}; {compares} compares the two"
    if stage.do == "open" and stage.child is not None:
        at_the_end = " in the end" if stage.done < stage.steps else ""
        return f"{stage.said}; {compares} compares it{at_the_end} with its child {stage.child.parent.name}"
    return stage.said

"""Repairing the log on the cursor row: what would be kept and lost, the question, and doing it beside the screen.

Owns the words of the question. What a repair does is the session layer's business; another program's log is only told
about, as its path has to be given by hand for that (LOG-13).
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.fronts.tui.dialogs.choose import Choose, Way
from workbench.fronts.tui.listing.preview import shown_path
from workbench.fronts.tui.panes.scene import Notice

if TYPE_CHECKING:
    from workbench.fronts.tui.listing.entries import Entry
    from workbench.fronts.tui.screens.sessions import SessionsScreen
    from workbench.session.mended import Repaired
    from workbench.session.repairplan import RepairPlan

# Stretches that are told one by one; a check has them all.
_MOST: Final = 5
_PERCENT: Final = 100
_STEP: Final = 10


def repair_entry(screen: "SessionsScreen") -> None:
    """Find out what a repair would do, and ask."""
    from workbench.session.mending import plan_repair

    entry = screen.entry()
    screen.say(Notice(f"looking what a repair of {entry.name} would keep ..."))
    screen.in_background(lambda: plan_repair(entry.path), lambda plan: _ask(screen, entry, plan))


def question(entry: "Entry", plan: "RepairPlan") -> list[str]:
    """What a repair would do, sentence by sentence."""
    from workbench.session.losses import loss_words, stretch_words

    lost = plan.lost
    ends = {None: ".", "interrupted": "; the last turn is left open."}
    end = ends.get(plan.kept.last_turn_end, f"; the last turn ended {plan.kept.last_turn_end}.")
    lines = [f"Keeps {plan.kept.events:,} {'event' if plan.kept.events == 1 else 'events'}, as they are{end}"]
    lines += [f"Mends: {each}." for each in plan.mended]
    lines.append(f"Loses {loss_words(lost.events, lost.turns, lost.changes) if lost.stretches else 'nothing'}.")
    lines += [f"- {stretch_words(each)}" for each in lost.stretches[:_MOST]]
    more = len(lost.stretches) - _MOST + lost.more
    lines += [f"- and {more:,} more"] if more > 0 else []
    lines += [f"Note: {plan.note}."] if plan.note is not None else []
    if entry.found.own:
        return [*lines, "The file as it is now is kept beside it, under a new name."]
    return [
        *lines,
        "It is another program's log and is not changed from here. If you want to, give its path by hand:",
        f"workbench repair {shown_path(plan.path)} --apply",
    ]


def _ask(screen: "SessionsScreen", entry: "Entry", plan: "RepairPlan") -> None:
    screen.say(None)
    if not plan.needed:
        screen.say(Notice(f"{entry.name} is sound: there is nothing to repair"))
        screen.search_again()
        return

    def answered(answer: str | None) -> None:
        if answer == "yes":
            _repair(screen, entry, plan)

    ways = (Way("y", "yes", "repair it"), Way("n", "no", "leave it")) if entry.found.own else (Way("n", "no", "close"),)
    screen.app.push_screen(Choose(f"Repair {entry.name}", question(entry, plan), ways), answered)


def _repair(screen: "SessionsScreen", entry: "Entry", plan: "RepairPlan") -> None:
    from workbench.session.mended import apply_repair

    told = -1

    def progress(done: int, of: int) -> None:
        nonlocal told
        percent = done * _PERCENT // max(1, of)
        if percent // _STEP > told // _STEP:
            told = percent
            screen.post_message(screen.Finished(lambda at: screen.say(_going_on(entry, at)), percent))

    screen.say(_going_on(entry, 0))
    screen.in_background(
        lambda: apply_repair(plan, progress=progress), lambda repaired: _repaired(screen, entry, repaired)
    )


def _going_on(entry: "Entry", percent: int) -> Notice:
    return Notice(f"repairing {entry.name}: {percent} %")


def _repaired(screen: "SessionsScreen", entry: "Entry", repaired: "Repaired") -> None:
    screen.say(Notice(f"{entry.name} is repaired; as it was it lies in {_beside(repaired.path, repaired.backup)}"))
    screen.search_again()


def _beside(path: Path, backup: Path) -> str:
    """Name first: it is what tells the two files apart, and folders may be long."""
    return f"{backup.name}, in {shown_path(path.parent)}"

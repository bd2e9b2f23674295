"""The deeds of time travel: the screen shows the fold of a prefix, and the bench stays where it is (BEN-16).

Owns which event the screen goes to. What was true then is the history's to say; nothing here reaches the bench.
"""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from workbench.fronts.tui.panes.pastclock import last_seq
from workbench.fronts.tui.panes.scene import Notice, PastPoint

if TYPE_CHECKING:
    from workbench.bench.history import History
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.screens.session import SessionScreen

# Real seconds between two changes of a history that is being played.
_PACE: Final = 0.5


def travel(screen: "SessionScreen") -> None:
    """Go to the selected event, or from the end to the last one; from the journal to what an entry is about."""
    from workbench.fronts.tui.panes.journal import JournalPane
    from workbench.fronts.tui.panes.transcript import TranscriptPane

    if screen.wanted == "journal":
        entry = screen.query_one("#journal", JournalPane).entry_at_cursor()
        if entry is not None and entry.seq < 0:
            show_instant(screen, entry.at)
            return
        show_at(screen, entry.seq if entry is not None else _last(screen))
        return
    pane = screen.query_one("#transcript", TranscriptPane)
    chosen = None if pane.following else pane.seq_at_cursor()
    show_at(screen, chosen if chosen is not None else _last(screen))


def show_at(screen: "SessionScreen", seq: int) -> None:
    """Show the session as it was after event ``seq``, as near to it as the log has one."""
    history = _history(screen)
    if history is None or _last(screen) < 0:
        return
    seq = min(max(seq, 0), _last(screen))
    past = screen.scene.past
    if past is not None and past.seq == seq:
        return
    view = history.view_at(seq)
    changed = _changed(view, seq)
    selected = next(iter(changed), screen.scene.selected)
    there = PastPoint(seq, view, changed, selected, _chosen(screen))
    screen.show(screen.scene.but(past=there, selected=selected, notice=None))


def _chosen(screen: "SessionScreen") -> str | None:
    """The selection that somebody made, not travelling."""
    past, selected = screen.scene.past, screen.scene.selected
    return past.chosen if past is not None and selected == past.picked else selected


def show_instant(screen: "SessionScreen", instant: int) -> None:
    """Show the session as it was at ``instant`` (epoch ms); from the clock's own instant on that is now."""
    history, view = _history(screen), screen.scene.view
    if history is None or view is None:
        return
    if instant >= view.now:
        now(screen)
    else:
        show_at(screen, history.seq_at(instant))


def now(screen: "SessionScreen") -> None:
    """Show the session as it is."""
    stop(screen)
    if screen.scene.past is not None:
        screen.follow()
        screen.show(screen.scene.but(past=None, selected=_chosen(screen)))


def back(screen: "SessionScreen") -> None:
    """One event earlier."""
    show_at(screen, _here(screen) - 1)


def on(screen: "SessionScreen") -> None:
    """One event later."""
    show_at(screen, _here(screen) + 1)


def change_back(screen: "SessionScreen") -> None:
    """The change of a schedule before this event."""
    history = _history(screen)
    seq = history.change_before(_here(screen)) if history is not None else None
    _go_or_say(screen, seq, "no schedule was changed before this event")


def change_on(screen: "SessionScreen") -> None:
    """The change of a schedule after this event."""
    history = _history(screen)
    seq = history.change_after(_here(screen)) if history is not None else None
    _go_or_say(screen, seq, "no schedule was changed after this event")


def play_history(screen: "SessionScreen") -> None:
    """Go on by itself from change to change."""
    screen.scene = screen.scene.but(moving="play", notice=None)
    screen.keep_timer(screen.set_interval(_PACE, partial(_tick, screen)))
    _tick(screen)


def stop(screen: "SessionScreen") -> None:
    """Let the history stand still."""
    if screen.scene.past is not None and screen.scene.moving is not None:
        screen.end()
        screen.show(screen.scene)


def go_to(screen: "SessionScreen") -> None:
    """Ask for an event's number or a time, and go there."""
    from workbench.fronts.tui.deeds.choices import ask_go_to

    ask_go_to(screen, partial(show_at, screen))


def _tick(screen: "SessionScreen") -> None:
    history = _history(screen)
    seq = history.change_after(_here(screen)) if history is not None else None
    if seq is None:
        now(screen)
    else:
        show_at(screen, seq)


def _go_or_say(screen: "SessionScreen", seq: int | None, otherwise: str) -> None:
    if seq is None:
        screen.say(Notice(otherwise))
    else:
        show_at(screen, seq)


def _history(screen: "SessionScreen") -> "History | None":
    view = screen.scene.view
    return view.history if view is not None else None


def _here(screen: "SessionScreen") -> int:
    past = screen.scene.past
    return past.seq if past is not None else _last(screen)


def _last(screen: "SessionScreen") -> int:
    view = screen.scene.view
    last = last_seq(view) if view is not None else None
    return -1 if last is None else last


def _changed(view: "BenchView", seq: int) -> frozenset[str]:
    """The record that event ``seq`` changed, where it is a change of one."""
    try:
        event = view.index.event_at(seq)
    except IndexError:
        return frozenset()
    data: Any = event.data
    if event.type != "schedule/change" or not isinstance(data, dict):
        return frozenset()
    record = data["schedule"].get("id") if isinstance(data.get("schedule"), dict) else data.get("id")
    return frozenset((record,)) if isinstance(record, str) else frozenset()

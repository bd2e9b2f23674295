"""Taking new lines of a growing log into its index, state and past, so that the result is what reading all of it gives.

Owns the order of that: nothing that another thread may have seen is ever taken back. Damage that may still be a torn
tail is therefore first looked at apart, and noted only once it is certain (LOG-8, LOG-15).
"""

from collections.abc import Callable, Iterator
from typing import Final

from workbench.session.foreign import ForeignScan
from workbench.session.packed import PackedRun
from workbench.session.problems import Problem
from workbench.session.reader import Reading, SessionLog, found_foreign, found_in
from workbench.session.runs import Fault, FrameText, Run
from workbench.session.scan import Damage, Doubt, Scan
from workbench.session.state import SessionState
from workbench.session.verdict import Verdict, broken_off, cut_off, first_at, is_committed, is_torn

GoOn = Callable[[], bool]

# Rows that are folded one by one; beyond, finding the few that matter costs less.
_FEW: Final = 4096


def grow(log: SessionLog, reading: Reading, size: int, go_on: GoOn) -> tuple[SessionLog, bool]:
    """The log now that its file has ``size`` bytes, and whether some of it is left because ``go_on`` said no.

    ``log`` itself is used up: index and past are shared, its state goes on. Raises ``too_large``; what was taken in by
    then stays.
    """
    scan, rows = reading.scan, log.index.rows
    if isinstance(scan, ForeignScan):
        left = _feed(reading, _runs(reading, size), go_on)
        return found_foreign(reading, scan), left
    _forget_the_end(scan, reading)
    doubt, left = _take(scan, reading, size, go_on)
    if left:
        # The end that was reached is not the end of the file.
        reading.opened.text.rest = 0
    scan.claims.compare()
    verdict, torn = _judge(scan, reading, doubt)
    return found_in(reading, scan, verdict, torn=torn, state=_state(log, rows)), left


def _runs(reading: Reading, size: int) -> Iterator[Run | Fault]:
    text = reading.opened.text
    return text.resume(text.at, size)


def _forget_the_end(scan: Scan, reading: Reading) -> None:
    """Take back what was said of the end as it was: a torn tail, cut off or not, is looked at anew."""
    damage, text = scan.damage, reading.opened.text
    if damage is not None and not (is_committed(damage, text) or scan.turn_ended_after):
        scan.go_back(damage)
        text.at = damage.offset
    scan.problems.items = [each for each in scan.problems.items if each.kind != "torn_tail"]


def _take(scan: Scan, reading: Reading, size: int, go_on: GoOn) -> tuple[tuple[Damage, Problem | None] | None, bool]:
    """Scan what is new; the first damage that may be a torn tail with what is wrong there, and whether some is left."""
    text = reading.opened.text
    scan.unsure = scan.damage is None
    _note_place(reading, scan)
    while True:
        try:
            left = _feed(reading, _runs(reading, size), go_on)
            if not left and scan.blank is not None and (text.rest or is_committed(scan.blank, text)):
                scan.confirm_blank()
        except Doubt as doubt:
            damage = doubt.damage
            _settle(reading, scan)
            scan.go_back(damage)
            first, certain = _try(scan, reading, damage, size)
            if not certain:
                return (damage, first), False
            scan.unsure = False
        else:
            return None, left


def _try(scan: Scan, reading: Reading, damage: Damage, size: int) -> tuple[Problem | None, bool]:
    """Look apart at what follows ``damage``: what is wrong there, and whether it is certain to be no torn tail.

    Afterwards reading stands just before it.
    """
    text = reading.opened.text
    _go_back(reading, damage)
    trial, fed = scan.trial(damage.offset), damage.offset
    for item in text.resume(damage.offset, size):
        if isinstance(item, Fault):
            trial.fault(item, fed)
        else:
            fed = item.offset + len(item.text)
            trial.run(item.text, item.offset)
    certain = is_committed(damage, text) or trial.turn_ended_after
    trial.confirm_blank()
    trial.claims.compare()
    _go_back(reading, damage)
    return first_at(trial, damage), certain


def _go_back(reading: Reading, damage: Damage) -> None:
    text = reading.opened.text
    text.at = damage.offset
    if isinstance(text, FrameText) and reading.place is not None:
        text.place = reading.place


def _note_place(reading: Reading, scan: Scan | ForeignScan) -> None:
    """What lies before the place that was reached will not be looked at again; a blank line may have to be."""
    text = reading.opened.text
    if isinstance(text, FrameText) and (isinstance(scan, ForeignScan) or scan.blank is None):
        reading.place = text.place


def _feed(reading: Reading, runs: Iterator[Run | Fault], go_on: GoOn) -> bool:
    """Let the scan take what is read, a run at a time; True where ``go_on`` ended that."""
    opened, scan, past = reading.opened, reading.scan, reading.past
    assert past is not None  # noqa: S101 - a log that was read has one
    for item in runs:
        with past.lock:
            if isinstance(item, Fault):
                scan.fault(item, opened.fed)
            else:
                scan.run(item.text, item.offset)
                opened.fed = item.offset + len(item.text)
        _note_place(reading, scan)
        if opened.text.settled and not go_on():
            return True
    return False


def _settle(reading: Reading, scan: Scan) -> None:
    """The rows before a doubt have been followed."""
    past = reading.past
    assert past is not None  # noqa: S101 - as above
    with past.lock:
        scan.tracker.settle(scan.index.rows)


def _judge(scan: Scan, reading: Reading, doubt: tuple[Damage, Problem | None] | None) -> tuple[Verdict, Problem | None]:
    """The verdict on the lines as far as they were read, and what is to be said of their end."""
    text, torn = reading.opened.text, None
    if scan.damage is not None:
        return "corrupt", None
    if doubt is not None:
        torn = cut_off(scan, *doubt)
    elif is_torn(text):
        torn = broken_off(scan, text)
    if scan.unknown_row is not None:
        return "unsupported", torn
    return ("torn" if torn is not None else "ok"), torn


def _state(log: SessionLog, rows: int) -> SessionState | None:
    """The state at the end from that at row ``rows``, where that is less work than making it from the log."""
    state, index = log.state, log.index
    if index.rows - rows > _FEW or state.schedule_error is not None or log.verdict not in ("ok", "torn"):
        return None
    for row in range(rows, index.rows):
        event = index.event(row)
        last = event.member(len(event) - 1) if isinstance(event, PackedRun) else event
        state.apply(last.type, last.seq, last.time, last.data)
    return state

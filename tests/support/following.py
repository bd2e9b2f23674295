"""What two readings of one log must agree in, and files that grow as another program writes them."""

import os
from pathlib import Path
from typing import Any

from workbench.errors import WorkbenchError
from workbench.session.follow import Follower
from workbench.session.reader import SessionLog, read_log


def told(log: SessionLog) -> dict[str, Any]:
    """Everything that a reading says of a log, as plain values."""
    index, state = log.index, log.state
    rows = range(index.rows)
    schedules = state.schedules
    return {
        "rows": [(index.seq(row), index.time(row), index.type_name(row), index.raw(row)) for row in rows],
        "events": (index.events, index.next_seq, index.end, [index.row_of(seq) for seq in range(index.next_seq)]),
        "marked rows": (list(index.turns), list(index.changes), list(index.plans)),
        "verdict": (log.verdict, log.judged, log.drivable, log.format, log.compression),
        "problems": (log.problems, log.problems_left_out),
        "marks": [value for _, value in sorted(vars(log.marks).items())],
        "end": (log.closers, log.last_turn_end, log.last_instant),
        "kept": (log.good_size, log.good_rows),
        "schedules": (dict(schedules.active), schedules.used_count, said(state.schedule_error)),
        "inbox": (state.next_turn, state.next_step),
        "turn": (state.turn, state.step, state.last_turn, state.turn_zones),
        "rest": (state.plan, state.title, state.context, state.header_due, state.opened, state.events, state.last_type),
        "calls": {key: (call.name, call.step, call.call_seq) for key, call in state.calls.items()},
        "book": [(trail.id, list(trail.seqs), list(trail.decided)) for trail in log.past.book(index.rows).order],
        "past": [
            past(log, seq) for seq in {0, index.next_seq // 2, index.next_seq - 1} if index.row_of(seq) is not None
        ],
    }


def past(log: SessionLog, seq: int) -> Any:
    """What the state was after that event."""
    state = log.state_at(seq)
    return seq, state.turn, state.plan, state.next_turn, dict(state.schedules.active), said(state.schedule_error)


def said(error: Any) -> Any:
    """An error in words."""
    return None if error is None else (error.code, error.message)


class Growing:
    """A log that another program writes, and its follower. ``check`` follows and compares with reading all of it."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.size = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        self.write(data)
        self.follower = Follower(read_log(path))

    def write(self, data: bytes) -> None:
        """Append."""
        self.size += os.write(self.file, data)

    def check(self) -> Any:
        """What following finds now; the log is then what reading it from the start gives."""
        found = self.follower.look()
        whole = self.whole()
        # The first few bytes of a header are no log yet.
        assert told(self.follower.log) == told(whole) if whole is not None else found.kind == "nothing"
        return found

    def whole(self) -> SessionLog | None:
        """The log as reading all of it gives it; None for a file that is none yet."""
        try:
            return read_log(self.path)
        except WorkbenchError:
            return None

    def close(self) -> None:
        """Let the file go."""
        os.close(self.file)

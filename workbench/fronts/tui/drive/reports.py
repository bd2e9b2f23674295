"""What the driver tells the screen: immutable records, made in the driver's thread and only read in the screen's."""

from dataclasses import dataclass

from workbench.bench.view import BenchView
from workbench.errors import WorkbenchError


@dataclass(frozen=True, slots=True)
class Opened:
    """The bench is open and has only looked at the log."""

    view: BenchView


@dataclass(frozen=True, slots=True)
class Refused:
    """What was asked was refused; the bench is as it was. ``opening`` means that there is no bench at all."""

    error: WorkbenchError
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state between two events of a move that goes on."""

    view: BenchView


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked is done. ``said`` is a sentence about it, where the move report does not speak for itself."""

    view: BenchView
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Forked:
    """The bench is the child's now; ``boundary`` is the last inherited seq, ``parent`` the session it came from."""

    view: BenchView
    parent: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A defect: an exception nobody expected. The bench is given up."""

    error: BaseException


Report = Opened | Refused | Snapshot | Done | Forked | Broken

"""What the driver tells the screen: immutable records, made in the driver's thread and only read in the screen's."""

from typing import TYPE_CHECKING

import msgspec

from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bench.view import BenchView
    from workbench.fronts.tui.drive.walk import Stage
    from workbench.session.follow import Followed as Found


class Opened(msgspec.Struct, frozen=True):
    """The bench is open and has only looked at the log. ``stage`` is set where a scenario is walked; ``holder`` names
    who writes the log, which is why it was opened read-only; ``again`` says that it was open before and read anew."""

    view: "BenchView"
    stage: "Stage | None" = None
    holder: str | None = None
    again: bool = False


class Refused(msgspec.Struct, frozen=True):
    """What was asked was refused; the bench is as it was. ``opening`` means that there is no bench at all."""

    error: WorkbenchError
    opening: bool = False


class Followed(msgspec.Struct, frozen=True):
    """A log that is only looked at went on, or is another one, as ``found`` says. ``holder`` names who began to write
    it, ``freed`` who let it go, if that changed."""

    view: "BenchView"
    found: "Found"
    holder: str | None = None
    freed: str | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """The state between two events of a move that goes on."""

    view: "BenchView"


class Done(msgspec.Struct, frozen=True):
    """What was asked is done. ``said`` is a sentence about it, where the move report does not speak for itself."""

    view: "BenchView"
    said: str | None = None


class Forked(msgspec.Struct, frozen=True):
    """The bench is the child's now; ``boundary`` is the last inherited seq, ``parent`` the session it came from."""

    view: "BenchView"
    parent: str


class Walked(msgspec.Struct, frozen=True):
    """A stride of the walked scenario is done, or was stopped on its way; ``view`` is the live session's."""

    view: "BenchView"
    stage: "Stage"


class Broken(msgspec.Struct, frozen=True):
    """A defect: an exception nobody expected. The bench is given up."""

    error: BaseException


Report = Opened | Refused | Followed | Snapshot | Done | Forked | Walked | Broken

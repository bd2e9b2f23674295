"""The one exception tree: what every layer raises when it refuses something.

A :class:`WorkbenchError` is an expected answer to bad input or a failed promise, never a bug. ``code`` is stable and
machine-readable, ``message`` says what was given and what is accepted, ``hint`` says what to do next. Subclasses exist
only where a caller must tell the kinds apart by type.
"""

from collections.abc import Mapping


class WorkbenchError(Exception):
    """A refusal with a stable code; fronts print it and exit with ``exit_status`` (1 = failed, 2 = unusable call)."""

    exit_status = 1

    def __init__(
        self, code: str, message: str, *, hint: str | None = None, details: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.details: dict[str, object] = dict(details or {})


class UsageError(WorkbenchError):
    """The call itself cannot be used: an unknown option, key, zone or date given by the user."""

    exit_status = 2


class ScheduleError(WorkbenchError):
    """A domain refusal of Schedule; ``code`` is one of the closed set of SCH-25."""


class BarrierFailed(WorkbenchError):
    """A durability barrier did not return: what was appended since the last one may or may not be on disk (SCH-23)."""

    def __init__(self, message: str) -> None:
        super().__init__("persistence_uncertain", message)

"""What a service answers when it refuses: ``{code, message, field?, details?}``, the same from every front."""

from collections.abc import Mapping

from workbench.errors import WorkbenchError


class ServiceError(WorkbenchError):
    """A refusal of a service. ``code`` is of the closed set of its tool, ``field`` names the argument it is about."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        field: str | None = None,
        hint: str | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(code, message, hint=hint, details=details)
        self.field = field


def error_json(error: WorkbenchError) -> dict[str, object]:
    """The refusal as callers get it; ``field`` and ``details`` only where there is something in them."""
    value: dict[str, object] = {"code": error.code, "message": error.message}
    field = getattr(error, "field", None)
    if field is not None:
        value["field"] = field
    if error.details:
        value["details"] = error.details
    return value

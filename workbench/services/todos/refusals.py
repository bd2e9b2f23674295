"""Refusals of the todo tools: their closed set of codes, and the one way to raise one ("Everywhere")."""

from typing import Any, Final

from workbench.services.refusal import ServiceError

CODES: Final = frozenset((
    "INVALID_ARGS", "missing_field", "field_not_allowed_for_action", "content_title_mismatch", "content_too_long",
    "note_too_long", "invalid_priority", "invalid_status", "invalid_due_at", "nonexistent_local_time",
    "time_out_of_range", "invalid_timezone", "invalid_limit", "invalid_cursor", "invalid_expected_version",
    "insufficient_scope", "capability_required", "capability_invalid", "capability_expired",
    "capability_project_mismatch", "capability_operation_denied", "project_not_found", "todo_not_found",
    "version_conflict", "idempotency_key_reused", "confirmation_required", "delete_all_unavailable",
))  # fmt: skip


def refusal(code: str, message: str, field: str | None = None, **details: Any) -> ServiceError:
    """The error to raise; ``code`` is one of :data:`CODES`."""
    return ServiceError(code, message, field=field, details=details)

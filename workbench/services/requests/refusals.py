"""How the message call refuses (REQ-3, REQ-5): an error type, the HTTP status that goes with it, and its JSON body.

Owns the closed table of types. The four statuses of a request are answers, never errors.
"""

from collections.abc import Mapping
from typing import Final, Literal

from workbench.services.refusal import ServiceError

ErrorType = Literal[
    "unauthorized", "proactive_required", "not_found", "validation_error", "idempotency_key_reused",
    "request_id_mismatch", "rate_limited", "quota_exceeded", "internal",
]  # fmt: skip
HTTP_STATUS: Final[dict[ErrorType, int]] = {
    "unauthorized": 401,
    "proactive_required": 403,
    "not_found": 404,
    "validation_error": 422,
    "idempotency_key_reused": 422,
    "request_id_mismatch": 422,
    "rate_limited": 429,
    "quota_exceeded": 429,
    "internal": 500,
}


class RequestError(ServiceError):
    """A refused message call: nothing was executed or counted. ``retry_after`` is in whole seconds (429 only)."""

    def __init__(
        self,
        kind: ErrorType,
        message: str,
        *,
        field: str | None = None,
        details: Mapping[str, object] | None = None,
        retry_after: int | None = None,
    ) -> None:
        given = dict(details or {}) | ({"field": field} if field else {})
        super().__init__(kind, message, field=field, details=given)
        self.http_status = HTTP_STATUS[kind]
        self.retry_after = retry_after

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers that go with it."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}


def error_body(error: RequestError) -> dict[str, object]:
    """``{"error": {"type", "message", "details"}}``."""
    return {"error": {"type": error.code, "message": error.message, "details": error.details}}

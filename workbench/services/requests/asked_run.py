"""Which run a call is about, told by its key, its message and its request id, and what does not go together (REQ-3).

Owns the order of these checks. A request id of another user or account is as unknown as one that never was.
"""

from workbench.services.requests.body import Asked
from workbench.services.requests.refusals import RequestError
from workbench.services.requests.runs import Run


def run_asked_for(asked: Asked, of_key: Run | None, of_id: Run | None) -> Run | None:
    """The run that the call is about, None when it is a new one, of those found by its key and by its request id."""
    if asked.request_id is not None:
        if of_id is None:
            raise RequestError("not_found", f"no request has the id {asked.request_id}", field="request_id")
        if of_id.key != asked.key:
            raise RequestError(
                "request_id_mismatch",
                f"request {asked.request_id} belongs to another idempotency_key",
                field="request_id",
            )
    if of_key is not None and of_key.message != asked.message:
        raise RequestError(
            "idempotency_key_reused",
            "this idempotency_key was used with another message; a new request needs a new key",
            field="idempotency_key",
        )
    return of_key

"""The four keys that every message call is answered with (REQ-1), as they are at some now (REQ-4).

Owns what is shown while a run is pending. A result that is there already is not shown before its time.
"""

from typing import Any

from workbench.services.requests.runs import Run
from workbench.time.instant import describe_instant


def reply(run: Run, now: int, *, paused: bool) -> dict[str, Any]:
    """The answer about ``run`` at ``now`` (epoch ms); ``paused`` says that the clock stands still, and is then told."""
    status = run.shown_status(now)
    if status != "pending":
        return _keys(run.request_id, status, run.response, None)
    wait = max(1, -(-run.ready_in(now) // 1000))
    return _keys(run.request_id, status, _standing(run, now) if paused else None, wait)


def _standing(run: Run, now: int) -> str:
    return (
        f"The simulated clock is paused at {describe_instant(now)}; the result shows at"
        f" {describe_instant(run.ready_at)}, once the clock has been moved there."
    )


def _keys(request_id: str, status: str, response: str | None, wait: int | None) -> dict[str, Any]:
    return {"request_id": request_id, "status": status, "response": response, "retry_after_seconds": wait}

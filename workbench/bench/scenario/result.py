"""What a scenario run reports: one record a step, one for the whole, and their stable JSON (page 6)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from workbench.time.instant import format_utc

Verdict = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step done. ``step`` counts from 1, ``now`` is epoch ms after it, ``turns`` and ``appended`` are its own.

    ``finished`` is False for an advance that was stopped between two events; the next step goes on with it.
    """

    step: int
    do: str
    now: int
    ok: bool
    turns: int
    appended: int
    message: str
    code: str | None = None
    finished: bool = True


@dataclass(frozen=True, slots=True)
class RunResult:
    """The run as a whole: ``steps`` that were done, the one that failed, and every log it made, the first one first."""

    result: Verdict
    steps: int
    failed_step: int | None
    logs: tuple[Path, ...]


def ended(result: RunResult) -> str:
    """How the run ended: ``passed``, ``failed at step 2``. Steps count as in the file, expectations among them."""
    return result.result if result.failed_step is None else f"{result.result} at step {result.failed_step}"


def step_json(result: StepResult) -> dict[str, Any]:
    """A step as ``run --json`` prints it; ``code`` is there where something was refused."""
    value: dict[str, Any] = {
        "step": result.step,
        "do": result.do,
        "now": format_utc(result.now),
        "ok": result.ok,
        "turns": result.turns,
        "appended": result.appended,
        "message": result.message,
    }
    return value if result.code is None else {**value, "code": result.code}


def run_json(result: RunResult) -> dict[str, Any]:
    """The last line of ``run --json``; ``log`` is the first log of ``logs``, null where none was made."""
    logs = [str(path) for path in result.logs]
    return {
        "result": result.result,
        "steps": result.steps,
        "failed_step": result.failed_step,
        "log": logs[0] if logs else None,
        "logs": logs,
    }

"""Benches for tests: a fixed start, no waiting for the disk, and short ways to look at what a session did."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workbench.bench.bench import Bench
from workbench.bench.happening import Happening
from workbench.bench.models.base import Model
from workbench.bench.options import BenchOptions
from workbench.session.events import Event

START = 1_785_920_400_000  # 2026-08-05T09:00:00.000Z
SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000


def new_bench(tmp_path: Path, *, turn_ms: int = 0, model: Model | None = None, zone: str | None = None) -> Bench:
    """A fresh live session at START."""
    options = BenchOptions(turn_ms=turn_ms, fsync=False, **({"model": model} if model is not None else {}))
    return Bench.new(tmp_path / "home", start=START, zone=zone, session_id="probe", cwd="/srv/probe", options=options)


def run(moves: Iterable[Happening]) -> list[Happening]:
    """Exhaust a move."""
    return list(moves)


def events(bench: Bench) -> list[Event]:
    """Every event of the session's log, pending ones included."""
    return list(bench.log.index.events_from(0))


def types(bench: Bench, first: int = 0) -> list[str]:
    """The event types from seq ``first`` on."""
    return [event.type for event in events(bench)[first:]]


def of_type(bench: Bench, kind: str) -> list[Any]:
    """The data of every event of one type."""
    return [event.data for event in events(bench) if event.type == kind]


def create(bench: Bench, prompt: str = "stretch", **rule: Any) -> str:
    """Create a schedule through the tool and return its id."""
    outcome = bench.call("schedule_create", {"prompt": prompt, **rule}, front="test")
    assert outcome.code is None, outcome.text
    schedule_id: str = outcome.structured["id"]
    return schedule_id


def dispatched(bench: Bench) -> list[str]:
    """Ids of all dispatches in log order."""
    return [data["id"] for data in of_type(bench, "schedule/change") if data["operation"] == "dispatch"]


def texts(bench: Bench, kind: str | None = None) -> list[str]:
    """The texts of the user messages of one source kind, or of all but the context messages."""
    found = of_type(bench, "user/message")
    return [
        data["content"][0]["text"]
        for data in found
        if data["source"].get("plugin") != "time-context" and kind in (None, data["source"]["kind"])
    ]

"""Checking logs for people and programs: one result a file, whatever state it is in (LOG-13).

Owns what a check asks beyond reading - does the log lie where its header says, does its Schedule history fold - and the
stable JSON of its answer. Exit codes and printing are the front's.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import msgspec

from workbench.errors import WorkbenchError
from workbench.session.paths import find_logs, real_path
from workbench.session.problems import Kind, Problem
from workbench.session.reader import SessionLog, read_log, read_stored
from workbench.session.stored import ByteSource, OpenFile
from workbench.session.verdict import Verdict

STANDARD_INPUT: Final = Path("-")


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found. ``events`` counts those shown, closers included; ``readable`` is False for no log at all.

    ``corrupt`` is also said of a log that reads well but lies in the wrong place or breaks a rule of Schedule.
    """

    path: str
    verdict: Verdict
    format: int | None = None
    id: str | None = None
    events: int = 0
    last_turn_end: str | None = None
    problems: tuple[Problem, ...] = ()
    problems_left_out: int = 0
    readable: bool = True


def check_file(path: Path, root: Path | None = None) -> CheckResult:
    """Check one file; never raises for what it holds, nor when it cannot be opened."""
    try:
        return _result(read_log(path, root=root))
    except WorkbenchError as error:
        return _unreadable(path, error)


def check_paths(paths: Iterable[Path], root: Path | None = None) -> Iterator[CheckResult]:
    """Check files, and all logs in folders; a bad one never stops the rest.

    In a folder, a link to a log is checked as that log, once, wherever it is named; links to folders are not followed.
    A folder that cannot be read gets an answer of its own.
    """
    for path in paths:
        if not os.path.isdir(path):  # noqa: PTH112 - never raises
            yield check_file(path, root)
            continue
        seen: set[Path] = set()
        barred: list[tuple[Path, OSError]] = []
        for each in find_logs(path, unreadable=barred, links=True):
            real = real_path(each)
            if real not in seen:
                seen.add(real)
                yield check_file(each, root)
        yield from (_unreadable(folder, _barred(folder, error)) for folder, error in barred)


def check_stream(stream: BinaryIO, name: Path = STANDARD_INPUT) -> CheckResult:
    """Check a log that comes through a pipe; it goes to a temporary file first, not to memory."""
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(stream, file, 1 << 20)
        file.flush()
        return check_stored(OpenFile(os.dup(file.fileno())), name)


def check_stored(stored: ByteSource, name: Path) -> CheckResult:
    """Check bytes that are open already; ``name`` only names them."""
    try:
        return _result(read_stored(stored, name))
    except WorkbenchError as error:
        return _unreadable(name, error)


def result_json(result: CheckResult) -> dict[str, Any]:
    """The stable JSON form of page 6; ``problems_left_out`` is there only when a list was cut, ``readable`` only
    when it is false: then nothing could be read as a log, and ``corrupt`` says no more than that."""
    found = {
        "path": result.path,
        "verdict": result.verdict,
        "format": result.format,
        "id": result.id,
        "events": result.events,
        "last_turn_end": result.last_turn_end,
        "problems": [problem_json(each) for each in result.problems],
    }
    found |= {"problems_left_out": result.problems_left_out} if result.problems_left_out else {}
    return found if result.readable else found | {"readable": False}


def problem_json(problem: Problem) -> dict[str, Any]:
    """The stable JSON form of one problem."""
    return {
        "kind": problem.kind,
        "line": problem.line,
        "seq": problem.seq,
        "expected": problem.expected,
        "found": problem.found,
        "message": problem.message,
    }


def _result(log: SessionLog) -> CheckResult:
    return CheckResult(
        path=str(log.path),
        verdict=log.judged,
        format=log.format,
        id=log.header.id if log.header is not None else None,
        events=log.events_shown,
        last_turn_end=log.last_turn_end,
        problems=log.problems,
        problems_left_out=log.problems_left_out,
    )


def _barred(folder: Path, error: OSError) -> WorkbenchError:
    return WorkbenchError("not_readable", f"the folder {folder} cannot be read: {error.strerror or error}")


def _unreadable(path: Path, error: WorkbenchError) -> CheckResult:
    problem = Problem(kind=cast("Kind", error.code), message=error.message)
    return CheckResult(path=str(path), verdict="corrupt", problems=(problem,), readable=False)

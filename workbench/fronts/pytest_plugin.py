"""The pytest plugin ``workbench``: collects scenario files, so that a team can keep its own next to its code (page 6).

Owns which files are scenarios - a ``.toml`` that is named on the command line, or one with ``steps`` below a folder
called ``sessions`` - and how a failed one reads. Every other file is left alone; importing this loads only pytest.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from workbench.bench.scenario.model import Scenario
    from workbench.bench.scenario.result import StepResult

FOLDER = "sessions"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ScenarioFile | None":
    """Take a scenario file, refuse all others by returning None."""
    if file_path.suffix != ".toml" or not _is_wanted(file_path, parent.config):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFile(pytest.File):
    """One scenario file; it holds one test."""

    def collect(self) -> Iterator["ScenarioItem"]:
        """The scenario as a test named after the file."""
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioFailure(Exception):
    """A scenario that did not pass: every step that ran, and where its log is."""


class ScenarioItem(pytest.Item):
    """Runs a scenario in a fresh folder, which is kept where it failed."""

    def runtest(self) -> None:
        """Run every step; raises ScenarioFailure, or WorkbenchError for a file that cannot be run."""
        from workbench.bench.scenario.parse import load_scenario

        scenario = load_scenario(self.path)
        folder = Path(tempfile.mkdtemp(prefix="workbench-"))
        keep = False
        try:
            told = _run(scenario, folder)
            keep = told is not None
        finally:
            if not keep:
                shutil.rmtree(folder, ignore_errors=True)
        if told is not None:
            raise ScenarioFailure(told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The steps of a failed scenario, or code and message of a refusal; anything else as pytest shows it."""
        from workbench.errors import WorkbenchError

        if isinstance(excinfo.value, ScenarioFailure):
            return str(excinfo.value)
        if isinstance(excinfo.value, WorkbenchError):
            return f"{excinfo.value.code}: {excinfo.value.message}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where pytest says the failure is."""
        return self.path, None, f"scenario {self.name}"


def _run(scenario: "Scenario", folder: Path) -> str | None:
    """None for a scenario that passed, else its steps and where its log is."""
    from workbench.bench.scenario.runner import ScenarioRun

    run = ScenarioRun(scenario, root=folder, home=folder / "home", allow_large=True)
    try:
        steps = [_told(result) for result in run]
    finally:
        run.close()
    return None if run.result.result == "passed" else "\n".join([*steps, f"log: {run.result.logs[0]}"])


def _is_wanted(path: Path, config: pytest.Config) -> bool:
    if any(_same(config, name, path) for name in config.args):
        return True
    below = path.relative_to(config.rootpath).parent if path.is_relative_to(config.rootpath) else path.parent
    return FOLDER in below.parts and _has_steps(path)


def _same(config: pytest.Config, name: str, path: Path) -> bool:
    return name.endswith(".toml") and (config.invocation_params.dir / name) == path


def _has_steps(path: Path) -> bool:
    """Whether the file speaks of steps at all; a scenario that is broken must fail and not be passed over."""
    try:
        return b"steps" in path.read_bytes()
    except OSError:
        return False


def _told(result: "StepResult") -> str:
    from workbench.text.safe import safe_line

    return safe_line(f"{' ' if result.ok else '>'} {result.step:3} {result.do:8} {result.message}")

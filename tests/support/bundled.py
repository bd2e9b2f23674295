"""Makes the logs that are shipped beside the bundled scenarios, by running them: ``python -m support.bundled``.

Run it from the folder ``tests`` after anything changed what a scenario writes; a test compares the logs with a new run.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from support.repo import ROOT
from workbench.bench.journal.place import journal_path
from workbench.bench.scenario.parse import load_scenario
from workbench.bench.scenario.runner import ScenarioRun

SESSIONS = ROOT / "sessions"
LOGS = SESSIONS / "logs"


def scenarios() -> list[Path]:
    """The bundled scenario files, sorted."""
    return sorted(SESSIONS.glob("*.toml"))


def make_logs(scenario: Path, target: Path) -> ScenarioRun:
    """Run one bundled scenario with its logs below ``target``, in a root of their compression (LOG-1)."""
    checked = load_scenario(scenario)
    with tempfile.TemporaryDirectory() as home:
        run = ScenarioRun(checked, root=target / checked.compression, home=Path(home), allow_large=True)
        try:
            for result in run:
                assert result.ok, f"{scenario.name}, step {result.step}: {result.message}"
        finally:
            run.close()
    return run


def main() -> int:
    """Replace all shipped logs."""
    shutil.rmtree(LOGS, ignore_errors=True)
    for scenario in scenarios():
        run = make_logs(scenario, LOGS)
        for log in run.result.logs:
            # A shipped log is looked at, and driven on a copy: its journal begins there.
            journal_path(log).unlink(missing_ok=True)
            sys.stdout.write(f"{log.relative_to(ROOT)}  {log.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

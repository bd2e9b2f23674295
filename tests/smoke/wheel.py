"""Try an installed wheel out: ``VENV/bin/python wheel.py``, from anywhere but the checkout. Standard library only.

Runs the console script beside this Python on the bundled scenarios and logs, checks exit status and output, and that
nothing wrote into the installed package.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import workbench

PACKAGE = Path(workbench.__file__).parent
BUNDLED = PACKAGE / "_bundled"
PROGRAM = Path(sys.executable).with_name("workbench")


def run(*arguments: str | Path, expect: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([PROGRAM, *arguments], input="", capture_output=True, text=True, check=False, timeout=120)
    said = f"workbench {' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert done.returncode in expect, f"expected exit {expect}; {said}"
    assert "Traceback" not in done.stderr, said
    assert done.stderr.strip() or not done.returncode, f"said nothing on stderr; {said}"
    return done


def contents() -> dict[str, str]:
    return {
        str(path.relative_to(PACKAGE)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def check_start() -> None:
    assert metadata.version("schedule-workbench") == workbench.__version__
    assert workbench.__version__ in run("--version").stdout
    listed = run("--help").stdout
    assert not [command for command in ("run", "state", "check", "fork", "new") if command not in listed], listed


def check_scenarios() -> int:
    scenarios = sorted(BUNDLED.glob("*.toml"))
    assert scenarios, f"no bundled scenario in {BUNDLED}"
    for scenario in scenarios:
        lines = run("run", "--json", scenario).stdout.splitlines()
        assert json.loads(lines[-1])["result"] == "passed", lines[-1]
    return len(scenarios)


def check_logs() -> int:
    logs = sorted(path for path in (BUNDLED / "logs").rglob("*.jsonl*") if path.is_file())
    assert logs, f"no bundled log below {BUNDLED / 'logs'}"
    run("check", BUNDLED / "logs")
    for log in logs:
        (line,) = run("check", "--json", log).stdout.splitlines()
        assert json.loads(line)["verdict"] == "ok", line
    assert "schedules" in json.loads(run("state", "--json", logs[0]).stdout)
    return len(logs)


def check_refusals(folder: Path) -> None:
    foreign = folder / "foreign.jsonl"
    foreign.write_bytes(b"\x89PNG\r\n\x1a\nnot a log")
    run("--nonsense", expect=(2,))
    run("run", folder / "missing.toml", expect=(2,))
    run("check", folder / "missing.jsonl", expect=(2,))
    run("state", foreign, expect=(1, 2))


def main() -> None:
    before = contents()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = str(Path(folder) / "home")
        check_start()
        scenarios, logs = check_scenarios(), check_logs()
        check_refusals(Path(folder))
    assert contents() == before, "something wrote into the installed package"
    print(f"{scenarios} bundled scenarios passed, {logs} bundled logs are ok")


if __name__ == "__main__":
    main()

"""The pytest plugin: which files it takes, how a scenario passes and fails, and that it leaves all else alone."""

import subprocess
import sys

import pytest

from support.repo import ROOT

PASSING = 'start = "2026-08-07T09:00:00Z"\nsteps = [{do="say", text="hello"}, {do="expect", turns=1}]\n'
FAILING = 'start = "2026-08-07T09:00:00Z"\nsteps = [{do="say", text="hello"}, {do="expect", turns=2}]\n'


@pytest.fixture
def collected(tmp_path):
    """Run pytest with the plugin in a project of its own and return its status and output."""

    def run(files, *arguments):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "workbench.fronts.pytest_plugin", "-p", "no:cacheprovider",
             "-W", "error", "-q", "-rA", *arguments],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
            env={"PYTHONPATH": str(ROOT), "PATH": "", "TMPDIR": str(tmp_path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


def test_scenarios_below_a_folder_called_sessions_are_tests(collected, tmp_path):
    status, out = collected({"sessions/good.toml": PASSING, "sessions/deep/er.toml": PASSING})
    assert status == 0, out
    assert "2 passed" in out
    assert "PASSED sessions/good.toml::good" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sessions"]


def test_a_scenario_that_is_named_is_a_test_wherever_it_lies(collected):
    status, out = collected({"good.toml": PASSING, "other.toml": PASSING}, "good.toml")
    assert status == 0, out
    assert "1 passed" in out


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "sessions/settings.toml", "scenarios/good.toml", "sessions/good.txt"]
)
def test_any_other_file_is_left_alone(collected, name):
    text = PASSING if name != "sessions/settings.toml" else 'zone = "UTC"\n'
    if name == "pyproject.toml":
        text = "[project]\nname = 'steps'\n"
    status, out = collected({name: text})
    assert status == 5, out
    assert "no tests ran" in out


def test_a_failure_shows_the_steps_and_keeps_the_log(collected, tmp_path):
    status, out = collected({"sessions/bad.toml": FAILING, "sessions/good.toml": PASSING})
    assert status == 1
    assert "1 failed, 1 passed" in out
    assert "> " in out
    assert "turns: expected 2, got 1" in out
    assert "Traceback" not in out
    kept = list(tmp_path.glob("workbench-*/_no-cwd/bad/session.jsonl"))
    assert len(kept) == 1
    assert str(kept[0]) in out
    assert not list(tmp_path.glob("workbench-*/_no-cwd/good"))


@pytest.mark.parametrize(
    ("text", "said"), [("steps = 5\n", "invalid_scenario"), (PASSING.replace("say", "sya"), "sya")]
)
def test_a_file_that_is_broken_fails_and_is_not_passed_over(collected, text, said):
    status, out = collected({"sessions/broken.toml": text})
    assert status == 1
    assert said in out
    assert "Traceback" not in out


def test_importing_the_plugin_loads_nothing_heavy():
    program = (
        "import pytest, sys; before = set(sys.modules); import workbench.fronts.pytest_plugin;"
        "new = set(sys.modules) - before;"
        "print(sorted(name for name in new if name.startswith(('workbench.', 'msgspec', 'click'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['workbench.fronts', 'workbench.fronts.pytest_plugin']"

"""The shape of the code, kept by test: layers, one clock, quick start, docstrings, size, top level."""

import ast
import json
import statistics
import subprocess
import sys

import pytest
from importlinter.cli import lint_imports

from support.clocks import CHANCE, CLOCK, uses, uses_in
from support.repo import PACKAGE, ROOT, parsed, shown, sources

WALL_CLOCK = PACKAGE / "bench" / "clock.py"
# The layers whose every byte must come out the same for the same start and steps (BEN-1).
REPEATABLE = ("text", "time", "schedule", "session", "bench")
# None of these may be loaded for `--version`, `--help` or an empty command line that is about to be refused.
HEAVY = {
    *("asyncio", "backports.zstd", "fastjsonschema", "mcp", "msgspec", "openai", "platformdirs", "rich", "sqlite3"),
    *("sqlite_utils", "textual", "tzdata", "zoneinfo"),
}
TOP_LEVEL = {"LICENSE", "README.md", "assets", "pyproject.toml", "sessions", "tests", "workbench"}
LEFT_BY_TOOLS = {"build", "dist", "__pycache__"}

MODULES = sources(PACKAGE)


def module_id(path):
    return path.relative_to(PACKAGE).as_posix()


def test_import_contracts(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))
    broken = lint_imports(config_filename="pyproject.toml", no_cache=True, no_logo=True)
    assert not broken, capsys.readouterr().out


def test_only_main_knows_the_fronts_and_loads_them_when_asked():
    at_import = [
        name
        for node in parsed(PACKAGE / "main.py").body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    ]
    assert not [name for name in at_import if "workbench.fronts" in name]


@pytest.mark.req("BEN-1")
@pytest.mark.parametrize("path", [path for path in MODULES if path != WALL_CLOCK], ids=module_id)
def test_only_the_wall_clock_reads_the_time(path):
    assert not uses_in(path, CLOCK)


@pytest.mark.req("BEN-1")
@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in REPEATABLE], ids=module_id
)
def test_nothing_that_is_logged_comes_from_chance(path):
    assert not uses_in(path, CHANCE)


def test_the_wall_clock_reads_the_time():
    assert uses_in(WALL_CLOCK, CLOCK)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time\ntime.time()", ["time.time"]),
        ("import time as t\nread = t.monotonic", ["time.monotonic"]),
        ("from time import time", ["time.time"]),
        ("from time import perf_counter as p\np()", ["time.perf_counter", "time.perf_counter"]),
        ("from time import *", ["time.*"]),
        ("from datetime import datetime as D\nD.now(tz=None)", ["datetime.datetime.now"]),
        ("import datetime\ndatetime.date.today()", ["datetime.date.today"]),
        ("def f():\n    import time\n    time.sleep(1)", ["time.sleep"]),
        ("from datetime import datetime\ndatetime(2026, 1, 1).replace(hour=1)", []),
        ("bench.now()\nself.clock.time()\nport.now()", []),
        ("from workbench.time import instant\ninstant.time()", []),
        ("import workbench.time.instant\nworkbench.time.instant.now()", []),
        ("now = 5\nnow", []),
    ],
)
def test_a_clock_is_found_under_any_name(source, found):
    assert [name for _, name in uses(source, CLOCK)] == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random\nrandom.choice([1])", ["random", "random.choice"]),
        ("from uuid import uuid4", ["uuid.uuid4"]),
        ("import uuid\nuuid.UUID(bytes=b)", []),
        ("import os\nos.urandom(8)", ["os.urandom"]),
    ],
)
def test_chance_is_found_under_any_name(source, found):
    assert sorted(name for _, name in uses(source, CHANCE)) == found


def python(program):
    """Run a program with this Python from the checkout; a failure shows what it printed."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done


def loaded_by(arguments):
    """The exit status and the heavy modules in memory after ``workbench ARGUMENTS``, in a fresh process."""
    program = (
        "import json, sys\n"
        "from workbench.main import main\n"
        f"sys.argv = ['workbench', *{arguments!r}]\n"
        "try:\n"
        "    status = main()\n"
        "except SystemExit as leaving:\n"
        "    status = leaving.code\n"
        "print()\n"
        "print(json.dumps([status, sorted(sys.modules)]))\n"
    )
    done = python(program)
    status, modules = json.loads(done.stdout.splitlines()[-1])
    return status, done.stdout, HEAVY & set(modules)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]], ids=" ".join)
def test_a_quick_start_loads_nothing_heavy(arguments):
    status, printed, heavy = loaded_by(arguments)
    assert not status
    assert "workbench" in printed
    assert not heavy


def test_importing_the_package_loads_nothing_else():
    program = "import sys; before = set(sys.modules); import workbench; print(sorted(set(sys.modules) - before))"
    done = python(program)
    assert done.stdout.strip() == "['workbench']"


@pytest.mark.parametrize("path", MODULES, ids=module_id)
def test_every_module_says_what_it_owns(path):
    said = ast.get_docstring(parsed(path)) or ""
    if parsed(path).body:
        assert len(said.split()) >= 6, f"{shown(path)} opens with no docstring that says what it owns"


def test_functions_stay_short():
    lengths = [
        (node.end_lineno or 0) - node.lineno + 1
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert statistics.quantiles(lengths, n=10)[-1] <= 30


def test_the_top_level_holds_only_what_belongs_there():
    visible = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - LEFT_BY_TOOLS
    assert {name for name in visible if not name.endswith(".egg-info")} == TOP_LEVEL

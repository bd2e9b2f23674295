"""The command line as a whole: dispatch, shared options, exit statuses, errors as text and as JSON."""

import signal
import subprocess
import sys

import pytest

from support.cli import files_below, workbench, workbench_process
from support.repo import ROOT
from workbench import __version__
from workbench.fronts.cli.app import run
from workbench.fronts.cli.commands import COMMANDS
from workbench.session.reader import read_log

LOG = '{"type":"session","version":0,"id":"one","createdAt":1786093200000,"delegationDepth":0}\n'


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text(LOG, encoding="utf-8")
    return path


@pytest.mark.parametrize("arguments", [["--version"], ["-V"], ["--json", "--version"]])
def test_the_version(arguments):
    ran = workbench(*arguments)
    assert (ran.status, ran.out) == (0, f"workbench {__version__}\n")


def test_the_version_from_a_process():
    assert workbench_process("--version").out == f"workbench {__version__}\n"


def test_help_lists_every_command_with_an_example_each():
    ran = workbench("--help")
    assert ran.status == 0
    for name in COMMANDS:
        assert f"\n  {name} " in ran.out
        of_one = workbench(name, "--help")
        assert of_one.status == 0
        assert "Examples:" in of_one.out
        assert f"workbench {name}" in of_one.out.partition("Examples:")[2]
        for option in ("--home", "--root", "--zone", "--debug", "--json"):
            assert option in of_one.out


def test_shared_options_may_stand_before_or_after_the_command(log, tmp_path):
    before = workbench("--zone", "Europe/Berlin", "--json", "--home", tmp_path / "h", "preview", log)
    after = workbench("preview", log, "--zone", "Europe/Berlin", "--json", "--home", tmp_path / "h")
    assert before.status == after.status == 0
    assert before.out == after.out
    assert before.objects[0]["zone"] == "Europe/Berlin"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bogus"], "--bogus"),
        (["state"], "FILE|ID"),
        (["state", "--bogus", "x"], "--bogus"),
        (["state", "a", "b"], "b"),
        (["statee", "a"], "did you mean state?"),
        (["frobnicate", "a"], "there are run, state"),
        (["preview", "a", "--count", "0"], "0"),
        (["fork", "a", "--at", "x"], "x"),
        (["new", "--compression", "gzip"], "gzip"),
    ],
)
def test_a_call_that_cannot_be_used_is_status_2_with_code_usage(arguments, said, tmp_path):
    home = tmp_path / "home"
    ran = workbench(*arguments, home=home)
    assert ran.status == 2
    assert ran.err.startswith("workbench: usage: ")
    assert said in ran.err
    assert "hint: see workbench" in ran.err
    ran = workbench(*arguments, "--json", home=home)
    assert (ran.status, ran.out, ran.error["code"]) == (2, "", "usage")
    assert set(ran.error) == {"code", "message", "details"}
    assert not home.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["state", "missing.jsonl"], "not_found"),
        (["missing"], "not_found"),
        (["stat"], "not_found"),
        (["run", "missing.toml"], "not_found"),
        (["reset", "missing.jsonl"], "not_found"),
        (["fork", "missing.jsonl"], "not_found"),
        (["new", "--start", "yesterday-ish"], "invalid_time"),
        (["new", "--start", "2026-02-30T00:00:00Z"], "invalid_time"),
        (["new", "--zone", "Mars/Olympus"], "invalid_time_zone"),
        (["check", "--zone", "CET", "pyproject.toml"], "invalid_time_zone"),
        (["new", "--id", "../up"], "invalid_id"),
        (["new", "--id", "a\x1b[31m"], "invalid_id"),
        (["new", "--id", ""], "invalid_id"),
        (["new", "--home", "a\0b"], "invalid_home"),
        (["state", "a\0b"], "unsafe_name"),
        (["state", ""], "unsafe_name"),
        (["new", "--root", "missing-folder"], "invalid_root"),
        (["new", "--debug", "missing-folder/x"], "not_writable"),
        (["new", "--out", "pyproject.toml"], "invalid_out"),
    ],
)
def test_wrong_values_have_a_code_and_write_nothing(arguments, code, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    home = tmp_path / "home"
    given = arguments if "--home" in arguments else [*arguments, "--home", home]
    ran = workbench(*given, "--json")
    assert (ran.status, ran.error["code"]) == (2, code)
    assert "\x1b" not in ran.err
    assert not home.exists()
    assert workbench(*given).err.startswith(f"workbench: {code}: ")


def test_a_mistyped_command_is_told_from_a_missing_file(tmp_path):
    assert "did you mean the command state?" in workbench("stat", home=tmp_path).err


def test_a_settings_file_that_is_wrong_stops_what_reads_it(log, tmp_path):
    (tmp_path / "settings.toml").write_text("zones = 1\n", encoding="utf-8")
    ran = workbench("preview", log, home=tmp_path)
    assert (ran.status, ran.err.partition(": ")[2].partition(":")[0]) == (2, "invalid_settings")
    assert "unknown key 'zones'" in ran.err


def test_the_zone_is_option_environment_settings_or_unset(log, tmp_path, monkeypatch):
    def shown(*more):
        return workbench("preview", log, "--json", *more, home=tmp_path).objects[0]["zone"]

    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert shown() == "UTC"
    (tmp_path / "settings.toml").write_text('zone = "Europe/Berlin"\n', encoding="utf-8")
    assert shown() == "Europe/Berlin"
    monkeypatch.setenv("WORKBENCH_ZONE", "America/New_York")
    assert shown() == "America/New_York"
    assert shown("--zone", "asia/kathmandu") == "Asia/Kathmandu"


def test_text_of_a_message_never_reaches_the_terminal_raw(tmp_path):
    ran = workbench("state", "no\x1b]0;title\x07such\u202efile", home=tmp_path)
    assert ran.status == 2
    assert not set(ran.err) & {"\x1b", "\x07", "\u202e"}
    ran = workbench("state", "no\x9b31msuch\u202efile", "--json", home=tmp_path)
    assert not set(ran.err) & {"\x9b", "\u202e"}
    assert "31msuch" in ran.error["message"]


def test_the_debug_file_has_the_command_and_the_traceback(tmp_path):
    file = tmp_path / "debug.log"
    assert workbench("state", "missing.jsonl", "--debug", file, home=tmp_path / "home").status == 2
    written = file.read_text(encoding="utf-8")
    assert f"workbench {__version__}" in written
    assert "refused: not_found" in written
    assert "Traceback" in written


def test_a_bug_is_reported_and_not_dumped(log, tmp_path, monkeypatch):
    def broken(*_args, **_options):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("workbench.session.reader.read_log", broken)
    ran = workbench("state", log, home=tmp_path / "home")
    assert ran.status == 1
    assert ran.err.startswith("workbench: internal_error: ZeroDivisionError: oops\n")
    assert "--debug FILE" in ran.err
    ran = workbench("state", log, "--debug", tmp_path / "debug.log", home=tmp_path / "home")
    assert "ZeroDivisionError" in (tmp_path / "debug.log").read_text(encoding="utf-8")


def test_an_interrupt_is_130_and_says_so(log, tmp_path, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.session.reader.read_log", interrupted)
    ran = workbench("state", log, home=tmp_path / "home")
    assert (ran.status, ran.out, ran.err) == (130, "", "interrupted\n")


def test_a_real_interrupt_ends_a_long_run_cleanly(tmp_path):
    scenario = tmp_path / "long.toml"
    scenario.write_text(
        'start = "2026-08-07T09:00:00Z"\nsteps = [{do="call", tool="schedule_create", args={prompt="a",'
        ' every_seconds=300}}, {do="advance", by="300d"}]\n',
        encoding="utf-8",
    )
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "workbench", "run", str(scenario), "--yes", "--out", str(tmp_path / "out")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # Whoever runs the tests in the background has interrupts ignored, and so would have the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - one call
    )  # fmt: skip
    with running:
        assert running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"interrupted\n")
    (made,) = (tmp_path / "out").rglob("session.jsonl")
    assert read_log(made).verdict == "ok"


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    scenario = tmp_path / "many.toml"
    steps = '{do="say", text="hello"},' * 300
    scenario.write_text(f'start = "2026-08-07T09:00:00Z"\nsteps = [{steps}]\n', encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "workbench", "run", str(scenario), "--out", str(tmp_path / "out")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with running:
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 141
    (made,) = (tmp_path / "out").rglob("session.jsonl")
    assert read_log(made).verdict == "ok"


def test_a_broken_pipe_is_141_and_silent(log, tmp_path, monkeypatch):
    def gone(*_args, **_options):
        raise BrokenPipeError

    monkeypatch.setattr("workbench.session.reader.read_log", gone)
    ran = workbench("state", log, home=tmp_path / "home")
    assert (ran.status, ran.out, ran.err) == (141, "", "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [("workbench st", "plain,state"), ("workbench state --zo", "plain,--zone"), ("workbench x", "file,x")],
)
def test_the_shell_completes_commands_options_and_files(words, offered):
    ran = workbench_process(
        env={"_WORKBENCH_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    )
    assert offered in ran.out.splitlines()
    assert "complete -o nosort -F" in workbench_process(env={"_WORKBENCH_COMPLETE": "bash_source"}).out


class Screen:
    """Stands in for the TUI and remembers how it was opened."""

    def __init__(self, status=0):
        self.status = status
        self.opened = []

    def __call__(self, target, **options):
        self.opened.append((target, options))
        return self.status


@pytest.fixture
def terminal(monkeypatch):
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True, raising=False)


@pytest.mark.parametrize("arguments", [[], ["{log}"], ["{folder}"]])
def test_anything_that_is_no_command_opens_the_screen(arguments, log, tmp_path, terminal):
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text("[agent]\nturn_seconds = 1.5\n", encoding="utf-8")
    given = [each.format(log=log, folder=tmp_path) for each in arguments]
    screen = Screen(status=3)
    assert run([*given, "--home", str(home), "--root", str(tmp_path), "--zone", "Europe/Berlin"], screen) == 3
    ((target, options),) = screen.opened
    assert target == ({"{log}": log, "{folder}": tmp_path}[arguments[0]] if arguments else None)
    assert (options["home"], options["root"], options["zone"]) == (home, tmp_path, "Europe/Berlin")
    assert options["options"].turn_ms == 1500


def test_options_may_stand_before_what_is_opened(log, tmp_path, terminal):
    screen = Screen()
    assert run(["--home", str(tmp_path / "home"), str(log)], screen) == 0
    assert screen.opened[0][0] == log
    assert not (tmp_path / "home").exists()


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(
    ("arguments", "looks"),
    [
        ([], (None, None)),
        (["--theme", "nord"], ("nord", None)),
        (["--theme", "nord", "{log}"], ("nord", None)),
        (["{log}", "--theme", "nord", "--ascii"], ("nord", True)),
        (["--no-ascii", "{log}"], (None, False)),
        (["--theme", ""], ("", None)),
    ],
)
def test_looks_may_stand_before_and_after_what_is_opened(arguments, looks, log, tmp_path, terminal, monkeypatch):
    monkeypatch.delenv("WORKBENCH_ASCII", raising=False)
    screen = Screen()
    given = [each.format(log=log) for each in arguments]
    assert run(["--home", str(tmp_path / "home"), *given], screen) == 0
    ((_, options),) = screen.opened
    assert (options["looks"].theme, options["looks"].only_ascii) == looks


@pytest.mark.req("TUI-4", "TUI-6")
def test_settings_of_the_screen_are_handed_on(tmp_path, terminal):
    home = tmp_path / "home"
    home.mkdir()
    lines = 'theme = "nord"\nascii = true\nplay_rate = 600\n[keys]\ntime.next = "N"\n'
    (home / "settings.toml").write_text(lines, encoding="utf-8")
    screen = Screen()
    assert run(["--home", str(home)], screen) == 0
    looks = screen.opened[0][1]["looks"]
    assert (looks.theme, looks.only_ascii, looks.play_rate, looks.keys) == ("nord", True, 600, {"time.next": "N"})
    assert looks.theme_from == "theme in the settings"


def test_without_a_terminal_the_screen_is_refused(log, tmp_path):
    ran = workbench(log, home=tmp_path / "home")
    assert (ran.status, ran.err.split(":")[1].strip()) == (2, "no_terminal")
    assert "workbench state" in ran.err
    assert files_below(tmp_path / "home") == []


def test_the_first_write_makes_the_commented_settings(tmp_path):
    home = tmp_path / "home"
    assert workbench("clean", home=home).status == 0
    assert not home.exists()
    assert workbench("new", "--start", "2026-08-07T09:00:00Z", home=home).status == 0
    assert "# Settings of the workbench." in (home / "settings.toml").read_text(encoding="utf-8")

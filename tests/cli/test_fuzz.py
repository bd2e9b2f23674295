"""Whatever is typed or put into a hand-written file: an answer or a code, never a bug."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.bundled import scenarios
from support.cli import files_below, workbench
from workbench.actions.settings import FIRST_SETTINGS, read_settings
from workbench.bench.scenario.parse import read_scenario
from workbench.errors import UsageError

WORDS = st.text(max_size=12) | st.sampled_from(
    ["+1h", "now", "2026-08-07T09:00:00Z", "friday 9:00", "0", "-1", "99999999999999999999", "UTC", "../x",
     "schedule-1", "\x1b[31m", "--", "-", "=", "\udcff", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z", "+999999w"]
)  # fmt: skip
OPTIONS = st.sampled_from(["--at", "--now", "--zone", "--id", "--count", "--root"])


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A log with an active schedule, and a folder that must stay empty."""
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "s.toml").write_text(
        'start = "2026-08-07T09:00:00Z"\nsteps = [{do="call", tool="schedule_create", args={prompt="a",'
        " every_seconds=300}}]\n",
        encoding="utf-8",
    )
    assert workbench("run", folder / "s.toml", "--out", folder / "out").status == 0
    return folder / "out/_no-cwd/s/session.jsonl", folder / "home"


@given(st.sampled_from(["state", "preview", "plan", "check"]), st.lists(st.tuples(OPTIONS, WORDS), max_size=3))
def test_no_option_of_a_reading_command_finds_a_bug(log, command, options):
    path, home = log
    given_options = [part for option, value in options for part in (option, value)]
    ran = workbench(command, path, *given_options, home=home)
    assert ran.status in {0, 1, 2}, ran
    assert "internal_error" not in ran.err
    assert not set(ran.out + ran.err) & {"\x1b", "\x9b", "\u202e"}
    assert files_below(home) == []


@given(st.sampled_from(["state", "plan", "reset", "run", "check", "fork", ""]), WORDS)
def test_no_name_of_a_file_finds_a_bug(log, command, name):
    _, home = log
    ran = workbench(*([command] if command else []), name, home=home)
    assert ran.status in {0, 1, 2}, ran
    assert "internal_error" not in ran.err
    assert files_below(home) == []


@st.composite
def damaged(draw, texts):
    """A text with a piece cut out or put in."""
    text = draw(st.sampled_from(texts))
    at = draw(st.integers(0, len(text)))
    cut = draw(st.integers(0, 20))
    put = draw(st.text(alphabet="ab=\"'[]{},.#\n 019-:TZ\\\x00\u202e", max_size=6))
    return text[:at] + put + text[at + cut :]


def refusal(read, *arguments):
    """The error that a reader refuses with, None where it reads."""
    try:
        read(*arguments)
    except UsageError as error:
        return error
    return None


@given(damaged([path.read_text(encoding="utf-8") for path in scenarios() if path.stem != "big"]))
def test_a_damaged_scenario_is_read_or_refused(text):
    error = refusal(read_scenario, text.encode(), "damaged", Path("/nowhere"))
    assert error is None or (error.code, error.message[:14]) == ("invalid_scenario", "damaged.toml: ")


@given(damaged([FIRST_SETTINGS, FIRST_SETTINGS.replace("# zone", "zone")]))
def test_damaged_settings_are_read_or_refused(tmp_path_factory, text):
    file = tmp_path_factory.getbasetemp() / "damaged-settings.toml"
    file.write_text(text, encoding="utf-8")
    error = refusal(read_settings, file)
    assert error is None or (error.code == "invalid_settings" and str(file) in error.message)

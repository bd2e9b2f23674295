"""Modes in a real terminal: what reaches it by options, environment and settings, byte for byte."""

import base64
import json
import re

import pytest

from support.screens import QUICK, make_overnight
from support.terminal import Terminal
from workbench.bench.bench import Bench

SGR = re.compile(rb"\x1b\[([0-9;]*)m")
# A colour by its number among 256, or by red, green and blue.
LONG = re.compile(rb"(?:^|;)[34]8;([25]);")
ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[PX^_].*?\x1b\\|[@-_])")
OWN_KEYS = '[keys]\ntime.next = "N"\ntime.advance = "K"\n'

pytestmark = [pytest.mark.slow, pytest.mark.req("TUI-6")]


@pytest.fixture
def log(tmp_path):
    return make_overnight(tmp_path / "made")


@pytest.fixture
def start(log, tmp_path):
    """Start the program on the log with these options and this environment."""

    def started(*options, env=None, log=log, size=(120, 40)):
        arguments = ["-m", "workbench", "--home", str(tmp_path / "home"), "--zone", "Europe/Berlin", *options, str(log)]
        return Terminal(arguments, env=env or {}, size=size)

    return started


def jumped(terminal):
    """Everything written while the program starts, moves time, shows its help, and ends."""
    terminal.wait_for(b"5 active")
    terminal.press("n")
    terminal.wait_for(b"went ")
    terminal.press("?")
    terminal.wait_for(b"esc closes")
    terminal.settle()
    terminal.press("q")
    terminal.settle()
    terminal.press("q")
    assert terminal.wait() == 0
    return bytes(terminal.output)


def colours(output):
    """The codes of all styles that were written."""
    return {tuple(found.split(b";")) for found in SGR.findall(output)}


def is_colour(codes):
    return any(code.isdigit() and (30 <= int(code) <= 38 or 40 <= int(code) <= 48 or int(code) >= 90) for code in codes)


def words(output):
    return ESCAPES.sub(b"", output)


def test_without_colour_no_colour_is_written(start):
    with start(env={"NO_COLOR": "1"}) as terminal:
        output = jumped(terminal)
    assert not [codes for codes in colours(output) if is_colour(codes)]
    # What colours would say is said by other means.
    assert {b"1", b"2", b"4", b"7"} <= {code for codes in colours(output) for code in codes}


@pytest.mark.parametrize(
    ("env", "asked_for"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {b"2"}),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, {b"5"}),
        ({"TERM": "xterm", "COLORTERM": ""}, set()),
        ({"TERM": "linux", "COLORTERM": ""}, set()),
    ],
    ids=["full", "256", "16", "console"],
)
def test_colours_are_asked_for_as_the_terminal_has_them(start, env, asked_for):
    with start(env=env) as terminal:
        output = jumped(terminal)
    assert {kind for found in SGR.findall(output) for kind in LONG.findall(found)} == asked_for


@pytest.mark.parametrize("env", [{"WORKBENCH_ASCII": "1"}, {"LC_ALL": "C"}, {"TERM": "linux"}], ids=str)
def test_only_ascii_is_drawn_where_that_was_said_or_is_all_there_is(start, env, tmp_path):
    bench = Bench.new(tmp_path / "plain", start=1_785_920_400_000, session_id="plain", options=QUICK)
    bench.say("every 10 minutes check the build")
    bench.close()
    with start(env=env, log=bench.path) as terminal:
        terminal.wait_for(b"1 active")
        terminal.press("n")
        terminal.wait_for(b"went ")
        terminal.press("q")
        assert terminal.wait() == 0
    assert words(bytes(terminal.output)).isascii()


@pytest.mark.parametrize("options", [("--ascii",), ("--theme", "ansi-light", "--ascii")])
def test_options_of_the_screen_are_taken(start, options):
    with start(*options, env={"WORKBENCH_ASCII": "0"}) as terminal:
        output = jumped(terminal)
    text = words(output).decode()
    assert "+- Transcript" in text
    # Data stays as it is.
    assert "轮换值班密钥" in text


def test_an_option_takes_back_what_the_environment_asks_for(start):
    with start("--no-ascii", env={"WORKBENCH_ASCII": "1"}) as terminal:
        output = jumped(terminal)
    assert "╭─ Transcript" in words(output).decode()


def test_what_an_encoding_lacks_is_as_wide_as_before(start):
    env = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    with start(env=env) as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press("q")
        assert terminal.wait() == 0
    text = words(bytes(terminal.output)).decode("latin-1")
    assert "???????????? keys" in text
    assert "\\u" not in text


@pytest.mark.parametrize("place", ["option", "settings"])
def test_a_theme_that_is_not_there_ends_the_start(start, place, tmp_path):
    options = ("--theme", "solarised") if place == "option" else ()
    if place == "settings":
        (tmp_path / "home").mkdir()
        (tmp_path / "home" / "settings.toml").write_text('theme = "solarised"\n', encoding="utf-8")
    with start(*options, size=(400, 40)) as terminal:
        assert terminal.wait() == 2
    said = bytes(terminal.output).decode()
    assert "unknown_theme" in said
    assert "workbench-contrast" in said
    assert "solarized-light" in said
    assert ("--theme" if place == "option" else "theme in the settings") in said
    assert "\x1b[?1049h" not in said


@pytest.mark.req("TUI-4")
def test_own_keys_work_and_are_shown(start, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.toml").write_text(OWN_KEYS, encoding="utf-8")
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        assert re.search(r"N\s+next\s", words(bytes(terminal.output)).decode())
        terminal.press("N")
        terminal.wait_for(b"went ")
        terminal.press("q")
        assert terminal.wait() == 0


@pytest.mark.req("TUI-8")
def test_what_is_copied_reaches_the_terminal_as_one_sequence(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("2y")
        terminal.wait_for(b"to the terminal's clipboard")
        terminal.press("q")
        assert terminal.wait() == 0
    (sent,) = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", bytes(terminal.output))
    assert json.loads(base64.b64decode(sent))["prompt"] == "check the build"

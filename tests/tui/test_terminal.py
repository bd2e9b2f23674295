"""The program in a real terminal: it starts, keeps still while the clock is paused, and leaves in order."""

import signal

import pytest

from support.screens import make_overnight
from support.terminal import Terminal
from workbench.session.check import check_file

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
SHOW_CURSOR = b"\x1b[?25h"

pytestmark = pytest.mark.slow


@pytest.fixture
def log(tmp_path):
    return make_overnight(tmp_path / "made")


@pytest.fixture
def start(log, tmp_path):
    """Start the program on the log in its own data folder."""

    def started(*more, **options):
        home = tmp_path / "home"
        return Terminal(
            ["-m", "workbench", "--home", str(home), "--zone", "Europe/Berlin", *(more or [str(log)])], **options
        )

    return started


def restored(output):
    """Whether the terminal was left as it was found."""
    return output.rindex(LEAVE) > output.rindex(ENTER) and output.rindex(SHOW_CURSOR) > output.rindex(ENTER)


@pytest.mark.req("TUI-10")
def test_a_paused_clock_writes_nothing(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        before = terminal.settle(0.5)
        assert terminal.settle(3.0) == before


@pytest.mark.req("TUI-9")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_leaves_in_order(start, name, log):
    number = getattr(signal, name)
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("n")
        terminal.wait_for(b"went ")
        terminal.kill(number)
        assert terminal.wait() == 128 + number
        assert restored(terminal.output)
        assert f"ended by {name}; the session log is whole".encode() in terminal.output[terminal.output.rindex(LEAVE) :]
    assert check_file(log).verdict == "ok"


@pytest.mark.req("TUI-9")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("seen", [ENTER, b"\x1b[?2004h"])
def test_a_signal_while_the_screen_comes_up_leaves_in_order(start, name, seen):
    number = getattr(signal, name)
    with start() as terminal:
        terminal.wait_for(seen)
        terminal.kill(number)
        assert terminal.wait() == 128 + number
        assert restored(terminal.output)
        assert b"Traceback" not in terminal.output


def move_for_long(terminal):
    """Start a move that takes longer than any test, and see it going."""
    terminal.wait_for(b"5 active")
    terminal.press("a")
    terminal.wait_for(b"Advance to")
    terminal.press("900d\r")
    terminal.wait_for(b"A large move")
    # The estimate may have shown its progress already.
    before = len(terminal.output)
    terminal.press("y")
    terminal.wait_for(b"stops between two events", after=before)


@pytest.mark.req("TUI-9")
def test_a_signal_during_a_long_move_leaves_a_valid_log(start, tmp_path):
    with start() as terminal:
        move_for_long(terminal)
        terminal.kill(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert restored(terminal.output)
    (copy,) = (tmp_path / "home" / "copies").glob("*/session.jsonl")
    assert check_file(copy).verdict == "ok"


@pytest.mark.req("TUI-9")
def test_a_terminal_that_vanishes_ends_the_program(start, tmp_path):
    with start() as terminal:
        move_for_long(terminal)
        assert terminal.vanish() in {129, -signal.SIGHUP}
    (copy,) = (tmp_path / "home" / "copies").glob("*/session.jsonl")
    assert check_file(copy).verdict in {"ok", "torn"}


@pytest.mark.req("TUI-9")
def test_a_defect_restores_the_terminal_and_is_told(tmp_path, log):
    program = (
        "from pathlib import Path\n"
        "from workbench.fronts.tui.app import run_app\n"
        "from workbench.fronts.tui.deeds import table\n"
        "def broken(screen): raise RuntimeError('a defect')\n"
        "table.DEEDS['time.next'] = broken\n"
        f"raise SystemExit(run_app(Path({str(log)!r}), home=Path({str(tmp_path / 'home')!r})))\n"
    )
    with Terminal(["-c", program]) as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("n")
        assert terminal.wait() == 1
        assert restored(terminal.output)
        assert b"a defect" in terminal.output[terminal.output.rindex(LEAVE) :]


@pytest.mark.req("TUI-1")
def test_a_terminal_that_changes_its_size(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        before = len(terminal.output)
        terminal.resize(40, 12)
        terminal.wait_for(b"1 Log", after=before)
        before = len(terminal.output)
        terminal.resize(15, 3)
        terminal.wait_for(b"too small", after=before)
        before = len(terminal.output)
        terminal.resize(120, 40)
        terminal.wait_for(b"5 active", after=before)


def test_quitting_ends_with_0_and_says_nothing(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("q")
        assert terminal.wait() == 0
        assert restored(terminal.output)
        assert b"workbench:" not in terminal.output[terminal.output.rindex(LEAVE) :]


@pytest.mark.req("TUI-4")
def test_a_bracketed_paste_runs_nothing(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press("\x1b[200~nnn.q\x1b[201~")
        terminal.settle(0.5)
        before = len(terminal.output)
        terminal.press("2")
        terminal.wait_for(bool, after=before)
        assert b"went " not in terminal.output
        terminal.press("q")
        assert terminal.wait() == 0


def test_without_a_log_the_examples_are_listed(start):
    with start("--json") as terminal:
        terminal.wait_for(b"Sessions")
        terminal.press("q")
        assert terminal.wait() == 0


def test_no_escape_of_a_log_reaches_the_terminal(start, log, tmp_path):
    evil = tmp_path / "evil.jsonl"
    evil.write_bytes(log.read_bytes().replace(b"check the build", b"\\u001b]0;owned\\u0007\\u009b31m\\u202ebuild"))
    with start(str(evil)) as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        assert b"\x1b]0;owned" not in terminal.output
        assert "\x9b".encode() not in terminal.output
        assert "\u202e".encode() not in terminal.output


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("pasted", ["nnn \x1b[31mred nnn and more of it than fits any sequence", "n\x1b", "n\rq\n"])
def test_a_paste_with_escape_sequences_runs_nothing(start, pasted, tmp_path):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press(f"\x1b[200~{pasted}\x1b[201~")
        terminal.settle(0.5)
        terminal.press("2")
        terminal.settle()
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"ADVANCING" not in terminal.output
    assert not (tmp_path / "home" / "copies").exists()


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_a_terminal_that_cannot_place_its_cursor_is_refused(start, kind):
    with start(env={"TERM": kind}) as terminal:
        assert terminal.wait() == 2
        assert b"no_terminal: " in terminal.output
        assert ENTER not in terminal.output


def test_a_refusal_says_who_holds_the_log_in_a_narrow_row(start):
    with start() as first, start(size=(90, 24)) as second:
        first.wait_for(b"5 active")
        second.wait_for(b"SIM")
        second.settle()
        first.press("n")
        first.wait_for(b"went ")
        second.press("n")
        second.wait_for(f"by process {first.pid}".encode())
        second.press("q")
        assert second.wait() == 0

"""Dialogs in a real terminal: nothing is written while nothing happens, and leaving restores the terminal."""

import signal

import pytest

from support.screens import make_overnight
from support.terminal import Terminal
from workbench.session.check import check_file

LEAVE = b"\x1b[?1049l"

pytestmark = pytest.mark.slow


@pytest.fixture
def start(tmp_path):
    def started(**options):
        log = make_overnight(tmp_path / "made")
        home = str(tmp_path / "home")
        return Terminal(["-m", "workbench", "--home", home, "--zone", "Europe/Berlin", str(log)], **options)

    return started


@pytest.mark.req("TUI-10")
@pytest.mark.parametrize(("key", "shown"), [("s", b"New schedule"), ("a", b"Advance to"), ("Z", b"Time zone")])
def test_an_open_dialog_writes_nothing_by_itself(start, key, shown):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press(key)
        terminal.wait_for(shown)
        terminal.press("2")
        before = terminal.settle(0.5)
        assert terminal.settle(1.5) == before


@pytest.mark.req("TUI-9")
def test_a_signal_with_the_form_open_restores_the_terminal(start, tmp_path):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("s")
        terminal.wait_for(b"New schedule")
        terminal.kill(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert LEAVE in terminal.output
    (log,) = (tmp_path / "made").rglob("session.jsonl")
    assert check_file(log).verdict == "ok"


@pytest.mark.req("TUI-4", "TUI-7")
def test_keys_that_come_all_at_once_reach_the_fields_they_are_meant_for(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("s")
        terminal.wait_for(b"New schedule")
        terminal.settle()
        terminal.press("20 minutes\tWater the plants, all of them\t\x1b[A\x1b[B\t\t\r")
        terminal.wait_for(b"created schedule-6, due 2026-08-05T09:30:00.000Z")
        terminal.wait_for(b"Water the plants, all of them")


@pytest.mark.req("TUI-4", "TUI-7")
def test_blanks_typed_at_once_on_the_kind_are_part_of_the_value(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press("s\x1b[Ctomorrow 9:00\tgo now please\r")
        terminal.wait_for(b"created schedule-6, due 2026-08-06T07:00:00.000Z")
        terminal.wait_for(b"go now please")


@pytest.mark.req("TUI-1", "TUI-7")
def test_a_form_that_is_resized_and_pasted_into_makes_one_schedule(start):
    with start(size=(120, 40)) as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("s")
        terminal.wait_for(b"New schedule")
        terminal.press("10m\t")
        for size in ((200, 60), (40, 12), (20, 5), (80, 24)):
            terminal.resize(*size)
            terminal.settle(0.2)
        terminal.press("\x1b[200~call Dana\nq\x1b[201~")
        terminal.wait_for(b"call Dana q")
        terminal.press("\r")
        terminal.wait_for(b"created schedule-6")
        terminal.press("q")
        assert terminal.wait() == 0

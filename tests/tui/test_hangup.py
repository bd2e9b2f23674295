"""A driver whose writing thread died with the terminal: nothing waits for it, and the app is told once."""

import threading
from types import SimpleNamespace

import pytest
from textual.driver import Driver

from workbench.fronts.tui.hangup import HANGUP, noticing


class Recording(Driver):
    """A driver that keeps what it is given, with a writing thread of the test's choice."""

    def __init__(self, writer):
        self._writer_thread = writer
        self.written, self.told = [], []
        self._app = SimpleNamespace(end_by="end_by", call_later=lambda *call: self.told.append(call))

    def write(self, data):
        self.written.append(data)

    def start_application_mode(self): ...

    def disable_input(self): ...

    def stop_application_mode(self): ...


@pytest.mark.req("TUI-9")
def test_what_cannot_be_written_any_more_ends_the_app_once_and_waits_for_nobody():
    alive, release = threading.Event(), threading.Event()
    writer = threading.Thread(target=lambda: (alive.set(), release.wait()))
    writer.start()
    alive.wait()
    driver = noticing(Recording)(writer)
    driver.write("seen")
    release.set()
    writer.join()
    driver.write("lost")
    driver.write("lost too")
    assert driver.written == ["seen"]
    assert driver.told == [("end_by", HANGUP)]


@pytest.mark.req("TUI-9")
def test_a_driver_without_a_writing_thread_is_left_alone():
    driver = noticing(Recording)(None)
    driver.write("seen")
    assert (driver.written, driver.told) == (["seen"], [])

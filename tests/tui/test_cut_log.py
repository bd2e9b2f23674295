"""A log that is cut under the screen: its rows say so, and the screen stays (LOG-10)."""

import pytest

from support.loggen import write_log
from support.screens import pane_text, scene, until


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize("keys", [["home"], ["v"], ["pageup", "pageup"], ["t", "p"], ["1", "enter"], ["slash", "z"]])
async def test_reading_a_log_that_was_cut_ends_nothing(open_app, tmp_path, keys):
    log = tmp_path / "cut.jsonl"
    write_log(log, 60_000)
    async with open_app(log, size=(120, 40)) as pilot:
        log.write_bytes(b"")
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.press("escape", "1", "end")
        # It is followed: nothing is left of it, and that is what is shown.
        await until(pilot, lambda: scene(pilot.app).view.events == 0)
        assert not any("turn 1 " in row for row in pane_text(pilot.app, "transcript"))


async def test_the_timeline_of_a_session_without_events_travels_nowhere(open_app, tmp_path):
    log = tmp_path / "empty.jsonl"
    write_log(log, 40)
    log.write_bytes(log.read_bytes().split(b"\n")[0] + b"\n")
    async with open_app(log) as pilot:
        await pilot.press("7", "left", "enter")
        await pilot.pause()
        assert scene(pilot.app).past is None

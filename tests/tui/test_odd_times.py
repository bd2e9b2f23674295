"""A log with times outside the years 0001-9999 is on the screen like any other, its clock at the nearest instant."""

import pytest

from support.loggen import event_line, event_lines, header_line
from support.screens import scene, settled, until
from workbench.fronts.tui.panes.page import read_page
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.time.instant import MAX_MS, MIN_MS, clamped

TURN = {"turn": 9}
TIMES = [2**53 - 1, MAX_MS + 1, MIN_MS - 1, 1 - 2**53]


def text_of(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.fixture(params=TIMES)
def odd(request, tmp_path):
    """A log whose last turn lies there, and that time."""
    ends = event_line("turn/end", 61, request.param, TURN | {"reason": {"kind": "completed"}})
    lines = [*event_lines(60), event_line("turn/start", 60, request.param, TURN), ends]
    path = tmp_path / "odd.jsonl"
    path.write_bytes(header_line() + b"".join(lines))
    return path, request.param


@pytest.mark.req("TUI-1", "BEN-4")
async def test_it_is_shown_told_and_driven(open_app, odd):
    path, time = odd
    async with open_app(path) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert scene(app).now == scene(app).view.now == clamped(time)
        assert "time_out_of_range" in text_of(app)
        for key in ("v", "end", "up", "enter", "escape", "tab", "end", "tab"):
            await pilot.press(key)
            await settled(pilot)
        await pilot.press("n")
        await settled(pilot)
        assert isinstance(app.screen, SessionScreen)
        assert scene(app).view.verdict == "ok"


@pytest.mark.req("TUI-2")
def test_its_newest_page_has_an_instant_that_a_clock_can_show(odd):
    path, time = odd
    assert read_page(path).last_time == clamped(time)

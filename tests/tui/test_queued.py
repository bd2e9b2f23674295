"""What was said to a busy agent is seen at the end of the transcript until it is taken, also after a restart."""

import json

import pytest

from support.screens import fill, pane, pane_text, scene, settled
from support.tellings import make_view
from workbench.fronts.tui.panes.bands import Band, band_line
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.messagetext import framed_count
from workbench.fronts.tui.panes.queuedrows import waiting_texts
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.session.events import Event
from workbench.time.zones import UTC


async def say(pilot, *texts):
    for text in texts:
        await pilot.press("i")
        await fill(pilot, text)
        await settled(pilot)
    await pilot.pause()


def queued_rows(app):
    return [row for row in pane_text(app, "transcript") if "queued " in row and "‖" in row]


@pytest.mark.req("TUI-5", "BEN-8")
async def test_a_prompt_that_waits_for_the_agent_is_seen(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("b")
        await settled(pilot)
        await say(pilot, "list reminders", "\x1b[31mwhat is due")
        assert scene(app).view.waiting[0]["content"][0]["text"] == "list reminders"
        assert ["list reminders" in row for row in queued_rows(app)] == [True, False]
        assert "2 queued" in pane_text(app, "transcript")[0]
        transcript = pane(app, "transcript")
        assert transcript.following
        assert transcript.event_at_cursor() is not None
        await pilot.press("t")
        await pilot.pause()
        assert queued_rows(app) == []
        await pilot.press("t")
        await say(pilot, "three", "four", "five", "six")
        assert len(queued_rows(app)) == 5
        assert "2 more" in queued_rows(app)[-1]
        await pilot.press("b")
        await settled(pilot)
        await pilot.pause()
        assert queued_rows(app) == []
        assert "queued" not in pane_text(app, "transcript")[0]


@pytest.mark.parametrize(("width", "column"), [(60, 7), (40, 2)])
@pytest.mark.parametrize("glyphs", [RICH, ASCII])
def test_it_stands_where_an_event_s_shape_does(width, column, glyphs):
    line = band_line(Band(3, "queued", "list"), UTC, glyphs, width, seq_cells=5)
    text = "".join(span.text for span in line.spans)
    assert text.index(glyphs.held) == column
    assert text.endswith("queued   list")


@pytest.mark.parametrize("count", [2, 21, 300])
def test_all_reminders_of_a_long_frame_are_counted(count):
    items = [{"schedule_id": f"s{n}", "prompt": '"schedule_id": ' + "x" * 200} for n in range(count)]
    frame = f"[SCHEDULE REMINDER BATCH]\nreminders_json: {json.dumps(items, separators=(',', ':'))}"
    message = {"source": {"kind": "plugin", "plugin": "schedule"}, "content": [{"type": "text", "text": frame}]}
    assert framed_count(message) == count
    words = words_of(Event(type="user/message", seq=1, time=0, data=message), Setting(RICH, UTC))
    assert words.text == f"{count} reminders framed as one message"


@pytest.mark.parametrize("message", [{}, {"source": "x"}, {"source": [], "content": 3}, {"content": [{"text": 4}, 5]}])
def test_a_message_of_another_shape_is_queued_too(message):
    assert waiting_texts(make_view(queued=1, waiting=(message,))) == [""]

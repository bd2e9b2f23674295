"""Copying and writing from the screen: what is taken, where it goes, and that the screen says just that (TUI-8)."""

import json
from xml.etree import ElementTree as ET

import pytest

from support.frames import frame
from support.screens import fill, pane_text, scene, session, settled, until
from support.tour import broken_logs
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.fronts.tui.screens.problem import ProblemScreen

pytestmark = pytest.mark.req("TUI-8")


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the terminal's clipboard."""
    taken = []
    monkeypatch.setattr("textual.app.App.copy_to_clipboard", lambda app, text: taken.append(text))
    return taken


@pytest.fixture
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


async def to_row(pilot, text):
    """Put the transcript's cursor on a row with this text."""
    transcript = session(pilot.app).query_one("#transcript")
    for row in range(transcript.row_count()):
        line = transcript.row_line(row, 200)
        if text in "".join(span.text for span in line.spans):
            transcript.move_cursor(row)
            await pilot.pause()
            return
    raise AssertionError(f"no row with {text}")


async def copied(pilot):
    await pilot.press("y")
    await pilot.pause()
    return scene(pilot.app).notice


async def written(pilot, key, name=None):
    """Answer the two questions of writing; the path is the offered one unless another is given."""
    await pilot.press("w")
    await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
    await pilot.press(key)
    await until(pilot, lambda: pilot.app.screen.query("#text"))
    await pilot.pause()
    offered = pilot.app.screen.query_one("#text").value
    if name is None:
        await pilot.press("enter")
    else:
        await fill(pilot, name)
    await pilot.pause()
    return offered


async def test_a_message_is_copied_as_its_text(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await to_row(pilot, "user")
        notice = await copied(pilot)
        assert sent == ["every 10 minutes check the build"]
        assert notice.text == "sent 32 characters to the terminal's clipboard; w writes them to a file instead"
        assert not notice.bad
        assert any("sent 32 characters" in row for row in frame(pilot.app).splitlines()[:2])


async def test_any_other_event_is_copied_as_its_data(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await to_row(pilot, "create   schedule-1")
        await copied(pilot)
        data = json.loads(sent[0])
        assert data["schedule"]["prompt"] == "check the build"


async def test_a_schedule_is_copied_as_the_tool_would_list_it(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await pilot.press("2")
        await pilot.press("home", "down")
        await copied(pilot)
        form = json.loads(sent[0])
        assert form == {
            "id": "schedule-2", "kind": "every", "prompt": "轮换值班密钥 keys", "everySeconds": 1800,
            "scheduledAt": form["scheduledAt"], "state": "scheduled", "deliveryMode": "session-local",
        }  # fmt: skip


async def test_an_ended_schedule_says_so(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await pilot.press("j")
        await fill(pilot, "2h 52m")
        await settled(pilot)
        await pilot.press("2", "end")
        await copied(pilot)
        assert json.loads(sent[0])["state"] == "ended"


async def test_details_timeline_and_todos_are_copied_as_text(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await pilot.press("2", "enter")
        await pilot.pause()
        await copied(pilot)
        assert "created" in sent[-1]
        assert "every 10m" in sent[-1]
        await pilot.press("7")
        await pilot.pause()
        await copied(pilot)
        assert [word in sent[-1] for word in ("schedule-1", "now")] == [True, True]
        assert all(line == line.rstrip() for line in sent[-1].splitlines())
        await pilot.press("3")
        await pilot.pause()
        await copied(pilot)
        assert "Review the scope" in sent[-1]


async def test_an_open_event_is_copied_whole(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await to_row(pilot, "Dana")
        await pilot.press("enter")
        await pilot.pause()
        await copied(pilot)
        assert sent == ["remind me in 90 minutes to post 🚀 notes to Dana 👩‍👩‍👧 🇩🇪🇫🇷"]


async def test_what_no_terminal_takes_is_refused_with_a_way_out(open_app, overnight, sent):
    async with open_app(overnight) as pilot:
        await pilot.press("i")
        await fill(pilot, f"tell {'x' * 80_000}")
        await settled(pilot)
        await pilot.press("home", "end")
        await to_row(pilot, "tell")
        notice = await copied(pilot)
        assert (notice.code, notice.bad) == ("too_large", True)
        assert "nothing was sent" in notice.text
        assert sent == []


# ----------------------------------------------------------------------------------------------------------- writing


async def test_the_screen_is_written_as_text(open_app, overnight, here):
    async with open_app(overnight) as pilot:
        shown = frame(pilot.app)
        offered = await written(pilot, "s")
        path = here / offered
        assert offered == "overnight-20260805T091000Z.txt"
        assert path.read_text(encoding="utf-8") == shown
        notice = scene(pilot.app).notice
        assert notice.text == f"wrote the screen as text to {path}, {path.stat().st_size // 1024} KiB"


async def test_the_screen_is_written_as_a_picture(open_app, overnight, here):
    async with open_app(overnight) as pilot:
        offered = await written(pilot, "g")
    assert offered.endswith("Z.svg")
    text = (here / offered).read_text(encoding="utf-8")
    tree = ET.fromstring(text)  # noqa: S314 - it was written here
    words = "".join(node.text or "" for node in tree.iter())
    assert "Transcript" in words
    assert "轮换值班密钥" in words
    assert "#fdcb5c" in text


async def test_the_row_and_the_pane_are_written(open_app, overnight, here):
    async with open_app(overnight) as pilot:
        await to_row(pilot, "create   schedule-1")
        await written(pilot, "r", "row.txt")
        assert json.loads((here / "row.txt").read_text(encoding="utf-8"))["operation"] == "create"
        rows = pane_text(pilot.app, "transcript")
        await written(pilot, "p", "pane.txt")
        assert (here / "pane.txt").read_text(encoding="utf-8").splitlines() == [row.rstrip() for row in rows]


@pytest.mark.parametrize(("answer", "kept"), [("n", True), ("escape", True), ("y", False)])
async def test_a_file_is_replaced_only_after_asking(open_app, overnight, here, answer, kept):
    (here / "a.txt").write_text("mine", encoding="utf-8")
    async with open_app(overnight) as pilot:
        await written(pilot, "s", "a.txt")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(answer)
        await until(pilot, lambda: pilot.app.screen is session(pilot.app))
        await pilot.pause()
    assert ((here / "a.txt").read_text(encoding="utf-8") == "mine") is kept


@pytest.mark.parametrize(("name", "code"), [("none/a.txt", "not_found"), (".", "is_folder")])
async def test_a_place_that_cannot_be_is_refused_at_once(open_app, overnight, here, name, code):
    async with open_app(overnight) as pilot:
        await written(pilot, "s", name)
        assert code in frame(pilot.app)
        assert pilot.app.screen.query("#text")
        assert list(here.iterdir()) == []


async def test_what_cannot_be_written_is_said(open_app, overnight, here, monkeypatch):
    def denied(self, data):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(here), "write_bytes", denied)
    async with open_app(overnight) as pilot:
        await written(pilot, "s", "a.txt")
        notice = scene(pilot.app).notice
        assert (notice.code, notice.bad) == ("not_writable", True)
        assert "Permission denied" in notice.text


async def test_what_is_written_is_what_was_there_when_asked(open_app, overnight, here):
    async with open_app(overnight) as pilot:
        await pilot.press("2")
        await pilot.pause()
        shown = frame(pilot.app)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        session(pilot.app).show(scene(pilot.app).but(all_events=True))
        await pilot.pause()
        await pilot.press("s")
        await fill(pilot, "a.txt")
        await pilot.pause()
    assert (here / "a.txt").read_text(encoding="utf-8") == shown


async def test_the_session_list_is_written_too(open_app, overnight, here):
    async with open_app(overnight.parents[1]) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert await written(pilot, "s") == "sessions.txt"
        await pilot.pause()
    assert "overnight" in (here / "sessions.txt").read_text(encoding="utf-8")


async def test_a_problem_is_written_too(open_app, overnight, here, tmp_path):
    foreign = broken_logs(tmp_path, overnight, "bad")[2]
    async with open_app(foreign) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ProblemScreen))
        await written(pilot, "s", "problem.txt")
        await until(pilot, lambda: "wrote the screen" in frame(pilot.app))
    assert "not_a_log" in (here / "problem.txt").read_text(encoding="utf-8")

"""The golden helper itself: it sees what the screen shows, and it can fail."""

import pytest
from textual.app import App, ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from support.frames import Golden, difference, frame


class Words(App[None]):
    CSS = "Static { border: round white; height: 4; }"

    def compose(self) -> ComposeResult:
        yield Static("one [b]bold[/b] word\n日本 and ○ ◆", id="words")


class Question(ModalScreen[None]):
    CSS = "Question { align: center middle; } Question Static { width: 12; height: 3; border: none; }"

    def compose(self) -> ComposeResult:
        yield Static("really?")


async def test_a_frame_is_what_the_screen_shows():
    app = Words()
    async with app.run_test(size=(24, 6)) as pilot:
        await pilot.pause()
        assert frame(app) == (
            "╭──────────────────────╮\n"
            "│one bold word         │\n"
            "│日本 and ○ ◆          │\n"
            "╰──────────────────────╯\n"
            "\n"
            "\n"
        )


async def test_a_frame_follows_the_size():
    app = Words()
    async with app.run_test(size=(24, 6)) as pilot:
        await pilot.resize_terminal(40, 5)
        await pilot.pause()
        rows = frame(app).splitlines()
        assert len(rows) == 5
        assert len(rows[0]) == 40


async def test_a_frame_shows_a_dialog_over_the_screen_below():
    app = Words()
    async with app.run_test(size=(24, 6)) as pilot:
        app.push_screen(Question())
        await pilot.pause()
        assert "really?" in frame(app)
        assert "one" in frame(app)


async def test_a_golden_is_written_found_again_and_told_apart(tmp_path):
    app = Words()
    async with app.run_test(size=(24, 6)) as pilot:
        await pilot.pause()
        with pytest.raises(pytest.fail.Exception, match=r"no golden .*words\.24x6\.txt"):
            Golden(tmp_path)(app, "words")
        Golden(tmp_path, update=True)(app, "words")
        assert [path.name for path in tmp_path.iterdir()] == ["words.24x6.txt"]
        Golden(tmp_path)(app, "words")
        app.query_one("#words", Static).update("one more word")
        await pilot.pause()
        with pytest.raises(pytest.fail.Exception, match=r"   2 \+ │one more word"):
            Golden(tmp_path)(app, "words")


@pytest.mark.parametrize(
    ("stored", "seen", "said"),
    [
        ("a\nbcd\ne\n", "a\nbXd\ne\n", "   2 - bcd\n   2 + bXd\n        ^"),
        ("a\n", "a\nb\n", "   2 + b"),
        ("a\nb\n", "b\n", "   1 - a"),
        ("a\n", "a\n", ""),
    ],
)
def test_a_difference_names_the_row_and_marks_the_cells(stored, seen, said):
    assert difference(stored, seen) == said

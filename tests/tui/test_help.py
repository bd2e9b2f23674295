"""The help: every command with the key it has, every sign, at any size, and nothing that cannot be scrolled to."""

import pytest

from support.frames import frame
from support.screens import until
from workbench.actions.commands import COMMANDS, in_scope
from workbench.actions.keymap import remapped
from workbench.fronts.tui.panes.keybar import key_name
from workbench.fronts.tui.screens.help import Help
from workbench.fronts.tui.screens.helptext import VERDICTS, help_lines
from workbench.fronts.tui.theme.cells import width
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import fit


def said(line):
    return "".join(span.text for span in line.spans)


def words(lines):
    return " ".join(" ".join(map(said, lines)).split())


async def open_help(pilot):
    await pilot.press("question_mark")
    await until(pilot, lambda: isinstance(pilot.app.screen, Help))
    await pilot.pause()


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("cells", [20, 38, 60, 95, 96, 150])
@pytest.mark.parametrize("scope", ["session", "list", "compare"])
def test_every_command_is_said_whole_at_any_width(scope, cells):
    lines = help_lines(scope, COMMANDS, RICH, cells)
    assert all(sum(width(span.text) for span in (*line.spans, *line.right)) <= cells for line in lines)
    # On the narrowest screen even words are broken.
    text = words(lines).replace(" ", "")
    assert all(f"{command.label}: {command.help}".replace(" ", "") in text for command in COMMANDS)


@pytest.mark.req("TUI-4")
def test_what_belongs_to_the_screen_comes_first():
    text = words(help_lines("list", COMMANDS, RICH, 100))
    assert text.index("Open the selected session") < text.index("Elsewhere: Session esc")
    assert "Elsewhere: Session list" not in text
    assert all(text.index(command.help) < text.index("Elsewhere") for command in in_scope("list"))


@pytest.mark.req("TUI-4")
def test_own_keys_are_in_the_help():
    own = remapped({"time.next": "N", "app.quit": "Q"})
    rows = [said(line) for line in help_lines("session", own, RICH, 80)]
    assert [row.split()[0] for row in rows if "next: Go to the next delivery" in row] == ["N"]
    assert [row.split()[0] for row in rows if "quit: Leave" in row] == ["Q"]


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("glyphs", [RICH, ASCII], ids=["rich", "ascii"])
def test_the_signs_are_explained(glyphs):
    lines = help_lines("session", COMMANDS, glyphs, 80)
    at = next(row for row, line in enumerate(lines) if said(line) == " Signs")
    signs = "".join(said(line) for line in lines[at:])
    for name in (
        "every", "every_delivered", "once", "once_delivered", "overdue", "delivered_before", "passed", "late", "mark",
        "user", "now", "cursor", "held", "changed", "same", "todo_open", "todo_started", "todo_done", "asleep", "seed",
        "before", "after",
    ):  # fmt: skip
        assert getattr(glyphs, name) in signs, name
    assert all(glyphs.health(verdict) in signs and verdict in signs for verdict in VERDICTS)


@pytest.mark.req("TUI-6")
def test_broken_frames_have_a_way_out():
    text = words(help_lines("session", COMMANDS, RICH, 60))
    assert "--ascii" in text
    assert "ambiguous" in text
    assert "[keys] of settings.toml" in text


@pytest.mark.req("TUI-6")
def test_in_ascii_the_help_is_ascii():
    for line in help_lines("session", COMMANDS, ASCII, 60):
        assert "".join(span.text for span in fit(line, 60, ASCII)).isascii()


@pytest.mark.req("TUI-1", "TUI-4")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_all_of_it_can_be_scrolled_to(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        await open_help(pilot)
        seen = set(frame(pilot.app).splitlines()[1:-1])
        for _ in range(300):
            before = frame(pilot.app)
            await pilot.press("pagedown")
            await pilot.pause()
            seen |= set(frame(pilot.app).splitlines()[1:-1])
            if frame(pilot.app) == before:
                break
        text = "\n".join(seen)
        assert all(f"{command.label}: " in text for command in COMMANDS)
        assert any("settings.toml" in row for row in frame(pilot.app).splitlines())
        await pilot.press("home")
        await pilot.pause()
        assert "Time" in frame(pilot.app).splitlines()[1]
        await pilot.press("down", "down")
        await pilot.pause()
        assert "Time" not in frame(pilot.app).splitlines()[1]
        await pilot.press("end")
        await pilot.pause()
        assert any("settings.toml" in row for row in frame(pilot.app).splitlines())


@pytest.mark.parametrize("key", ["escape", "q", "question_mark"])
async def test_it_closes_again(open_app, overnight, key):
    async with open_app(overnight) as pilot:
        await open_help(pilot)
        await pilot.press(key)
        await until(pilot, lambda: not isinstance(pilot.app.screen, Help))


async def test_a_narrower_screen_wraps_it_anew(open_app, overnight):
    async with open_app(overnight) as pilot:
        await open_help(pilot)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        rows = frame(pilot.app).splitlines()
        assert len(rows) == 12
        assert key_name(COMMANDS[0]) in rows[2]
        assert not any("…" in row for row in rows)

"""Modes: themes, terminals of few colours, NO_COLOR, ASCII. State reads in all of them, and they change live."""

import ast
import itertools
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem, ColorType

from support.frames import frame
from support.repo import PACKAGE, parsed, sources
from support.screens import QUICK, fill, make_overnight, pane, scene, session, settled, until
from support.tour import broken_logs, through_a_session
from workbench.bench.bench import Bench
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.theme.contrast import contrast
from workbench.fronts.tui.theme.paint import STAND_INS
from workbench.fronts.tui.theme.themes import NAMES, OWN

TUI = PACKAGE / "fronts" / "tui"
# Drawn in the colour of frames, which only decorate.
DECORATION = set(" ╭╮╰╯│─╷├┤═╌·░┃━")
# The tables themselves, and what takes texts apart and draws nothing.
SIGNLESS = {"theme/glyphs.py", "theme/cells.py", "export/svg.py", "panes/needle.py"}
SIZES = ((120, 40), (80, 24), (40, 12))


@pytest.fixture(scope="session")
def plain_log(tmp_path_factory):
    """A session whose data is ASCII alone."""
    home = tmp_path_factory.mktemp("plain") / "home"
    bench = Bench.new(home, start=1_785_920_400_000, zone="Europe/Berlin", session_id="plain", options=QUICK)
    for text in (
        "every 10 minutes check the build",
        "every 30 minutes rotate keys",
        "remind me in 20 minutes to stretch",
    ):
        bench.say(text)
    todos = [
        {"content": "Review the scope", "status": "completed"},
        {"content": "Draft the table", "status": "in_progress"},
        {"content": "Book a train", "status": "pending"},
    ]
    bench.call("todo_write", {"todos": todos}, front="test")
    for _ in bench.advance(by=15 * 60_000):
        pass
    bench.close()
    return bench.path


@pytest.fixture
def dressed(tmp_path):
    """Run the app with these looks, each time in a data folder of its own."""
    numbers = itertools.count()

    @asynccontextmanager
    async def opened(target, *, size=(120, 40), theme=None, ascii=False, depth="full"):  # noqa: A002
        home = tmp_path / f"home-{next(numbers)}"
        launch = Launch(target=target, home=home, zone="Europe/Berlin", options=QUICK, theme=theme, ascii=ascii)
        app = WorkbenchApp(launch, depth=depth)
        try:
            async with app.run_test(size=size) as pilot:
                # A log that cannot be opened gets another screen.
                await until(pilot, lambda: not isinstance(app.screen, SessionScreen) or scene(app).view is not None)
                await pilot.pause()
                yield pilot
        finally:
            launch.close()

    return opened


async def jumped(pilot):
    await pilot.press("j")
    await fill(pilot, "2h 52m")
    await settled(pilot)
    # What was delivered flashes for a moment.
    await pilot.pause(0.4)


def segments(app):
    return [segment for strip in app.screen._compositor.render_strips() for segment in strip if segment.text.strip()]


def rgb(colour, depth):
    if depth == "many":
        colour = colour.downgrade(ColorSystem.EIGHT_BIT)
    return tuple(colour.get_truecolor())


# ----------------------------------------------------------------------------------------------------------- colours


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("depth", ["full", "many"])
async def test_every_text_on_the_screen_can_be_read_in_every_theme(dressed, overnight, depth):
    async with dressed(overnight, depth=depth) as pilot:
        app = pilot.app
        await jumped(pilot)
        for name in NAMES:
            app.theme = name
            await pilot.pause()
            if app.current_theme.ansi:
                continue
            for segment in segments(app):
                if set(segment.text) <= DECORATION:
                    continue
                style = segment.style
                found = contrast(rgb(style.color, depth), rgb(style.bgcolor, depth))
                assert found >= 3.49, f"{name}: {segment.text!r} {found:.2f}"


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(
    ("theme", "depth"), [("ansi-dark", "full"), ("ansi-light", "full"), ("ansi-dark", "few"), ("workbench-dark", "few")]
)
async def test_the_terminals_own_colours_are_the_only_ones(dressed, overnight, theme, depth):
    async with dressed(overnight, theme=theme, depth=depth) as pilot:
        await jumped(pilot)
        for key in ("1", "2", "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            for segment in segments(pilot.app):
                for colour in (segment.style.color, segment.style.bgcolor):
                    assert colour is None or colour.type in (ColorType.DEFAULT, ColorType.STANDARD), segment
                # Grounds are the terminal's own: marks are made by reverse and underline.
                assert segment.style.bgcolor is None or segment.style.bgcolor.is_default, segment


@pytest.mark.req("TUI-6")
async def test_a_theme_changes_all_there_is_at_once(dressed, overnight):
    async with dressed(overnight, theme="workbench-light") as pilot:
        await jumped(pilot)
        await pilot.press("2")
        await pilot.pause()
        light = segments(pilot.app)
    async with dressed(overnight, theme="workbench-dark") as pilot:
        await jumped(pilot)
        await pilot.press("2")
        await pilot.pause()
        dark = segments(pilot.app)
        assert dark != light
        pilot.app.theme = "workbench-light"
        await pilot.pause()
        assert segments(pilot.app) == light
        pilot.app.theme = "ansi-dark"
        await pilot.pause()
        pilot.app.theme = "workbench-dark"
        await pilot.pause()
        assert segments(pilot.app) == dark


async def test_the_first_theme_is_the_own_dark_one(dressed, overnight):
    async with dressed(overnight) as pilot:
        assert pilot.app.theme == OWN[0].name
        assert all(name in pilot.app.available_themes for name in NAMES)


# ---------------------------------------------------------------------------------------------------------- NO_COLOR


@pytest.fixture
def no_color(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")


def row_of(app, name, *words):
    """The segments of the first row of a pane that has all these words, without the frame's edges."""
    region = pane(app, name).region
    for strip in app.screen._compositor.render_strips()[region.y : region.bottom]:
        cut = strip.crop(region.x + 1, region.right - 1)
        if all(word in cut.text for word in words):
            return [segment for segment in cut if segment.text]
    raise AssertionError(f"no row of {name} has {words}")


def styled(row, mark):
    """The text of a row that is drawn with this attribute."""
    return "".join(segment.text for segment in row if getattr(segment.style, mark))


@pytest.mark.req("TUI-6")
async def test_without_colour_every_state_reads(no_color, dressed, overnight):
    async with dressed(overnight) as pilot:
        app = pilot.app
        await pilot.press("2")
        await jumped(pilot)
        fired = row_of(app, "schedules", "schedule-2")
        waits = row_of(app, "schedules", "schedule-5")
        ended = row_of(app, "schedules", "ended")
        # Delivered: a bar, a filled shape, a bold word. Waiting: an open shape, a plain word. Ended: filled, its word.
        assert "".join(segment.text for segment in fired).startswith("▌●")
        assert "delivered" in styled(fired, "bold")
        assert "".join(segment.text for segment in waits).startswith(" ◇")
        assert "scheduled" not in styled(waits, "bold")
        assert "".join(segment.text for segment in ended).startswith("▌◆")
        # Selected: reverse with the focus, underlined without; nothing else is.
        chosen = row_of(app, "schedules", scene(app).selected)
        assert all(segment.style.reverse for segment in chosen)
        assert not any(segment.style.reverse for segment in waits)
        # The focus: a bold name, and a frame that is not dim.
        assert "Schedules" in styled(title_of(app, "schedules"), "bold")
        assert "Transcript" not in styled(title_of(app, "transcript"), "bold")
        assert "╭" in styled(title_of(app, "transcript"), "dim")
        assert "╭" not in styled(title_of(app, "schedules"), "dim")
        await pilot.press("1")
        await pilot.pause()
        chosen = row_of(app, "schedules", scene(app).selected)
        assert all(segment.style.underline and not segment.style.reverse for segment in chosen)


def title_of(app, name):
    region = pane(app, name).region
    return list(app.screen._compositor.render_strips()[region.y].crop(region.x, region.right))


@pytest.mark.req("TUI-6")
async def test_without_colour_overdue_and_past_read(no_color, dressed, overnight):
    async with dressed(overnight) as pilot:
        app = pilot.app
        await pilot.press("2", "b")
        await settled(pilot)
        await pilot.press("a")
        await fill(pilot, "1h")
        await settled(pilot)
        late = row_of(app, "schedules", "schedule-2")
        assert "".join(segment.text for segment in late).startswith("!")
        assert "overdue" in styled(late, "bold")
        assert "SIM" in "".join(segment.text for segment in segments(app) if segment.style.reverse)
        await pilot.press("1", "t")
        await until(pilot, lambda: scene(app).past is not None)
        await pilot.press("p", "p")
        await pilot.pause()
        assert any("PAST" in segment.text and segment.style.reverse and segment.style.bold for segment in segments(app))
        assert "at " in "".join(segment.text for segment in title_of(app, "schedules"))


@pytest.mark.req("TUI-6")
async def test_without_colour_none_is_sent(no_color, dressed, overnight):
    async with dressed(overnight) as pilot:
        await jumped(pilot)
        for keys in ("2", "question_mark", "escape", "j", "escape", "colon", "escape", "T"):
            await pilot.press(keys)
            await pilot.pause()
            for segment in segments(pilot.app):
                for colour in (segment.style.color, segment.style.bgcolor):
                    assert colour is None or colour.is_default, (keys, segment)


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_without_colour_the_frames_say_it_all(no_color, dressed, overnight, golden, size):
    async with dressed(overnight, size=size) as pilot:
        await pilot.press("2")
        await jumped(pilot)
        golden(pilot.app, "no-color")


# ------------------------------------------------------------------------------------------------------------- ASCII


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_in_ascii_the_frames_say_it_all(dressed, plain_log, golden, size):
    async with dressed(plain_log, ascii=True, size=size) as pilot:
        await pilot.press("2")
        await jumped(pilot)
        golden(pilot.app, "ascii")


def own_signs(app):
    return {sign for row in frame(app).splitlines() for sign in row if not sign.isascii()}


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_in_ascii_nothing_else_is_drawn(dressed, plain_log, size):
    async with dressed(plain_log, ascii=True, size=size) as pilot:
        async for stop in through_a_session(pilot):
            assert not own_signs(pilot.app), f"{stop}:\n{frame(pilot.app)}"


@pytest.mark.req("TUI-6")
async def test_in_ascii_nothing_else_is_drawn_on_the_other_screens(dressed, plain_log, tmp_path):
    for path in broken_logs(tmp_path, plain_log, "broken"):
        async with dressed(path, ascii=True) as pilot:
            await pilot.pause()
            assert not own_signs(pilot.app), f"{path.name}:\n{frame(pilot.app)}"
    async with dressed(tmp_path / "broken", ascii=True) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert not own_signs(pilot.app), frame(pilot.app)
    async with dressed(plain_log, ascii=True) as pilot:
        await pilot.press("f")
        await fill(pilot, "kid")
        await until(pilot, lambda: scene(pilot.app).view.session_id == "kid")
        await pilot.press("m")
        await until(pilot, lambda: not isinstance(pilot.app.screen, SessionScreen))
        await pilot.pause()
        assert not own_signs(pilot.app), frame(pilot.app)


@pytest.mark.req("TUI-6")
async def test_in_ascii_the_data_stays_as_it_is(dressed, overnight):
    async with dressed(overnight, ascii=True) as pilot:
        assert "轮换值班密钥" in frame(pilot.app)
        assert own_signs(pilot.app)
        assert all(cell_len(row.text) == 120 for row in pilot.app.screen._compositor.render_strips())


@pytest.mark.req("TUI-6")
async def test_ascii_can_be_switched_at_any_time(dressed, plain_log):
    frames = {}
    for ascii in (True, False):  # noqa: A001
        async with dressed(plain_log, ascii=ascii) as pilot:
            await jumped(pilot)
            await pilot.press("2")
            await pilot.pause()
            frames[ascii] = frame(pilot.app)
    assert frames[True].isascii()
    async with dressed(plain_log) as pilot:
        await jumped(pilot)
        await pilot.press("2")
        for ascii in (True, False, True):  # noqa: A001
            pilot.app.set_ascii(ascii)
            await pilot.pause()
            assert frame(pilot.app) == frames[ascii]


@pytest.mark.req("TUI-6")
async def test_ascii_can_be_switched_with_a_dialog_open(dressed, plain_log):
    async with dressed(plain_log) as pilot:
        for key in ("question_mark", "j", "colon"):
            await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is not session(pilot.app))
            await pilot.pause()
            pilot.app.set_ascii(True)
            await pilot.pause()
            assert not own_signs(pilot.app), f"{key}:\n{frame(pilot.app)}"
            pilot.app.set_ascii(False)
            await pilot.pause()
            assert own_signs(pilot.app), key
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(
    "path",
    [path for path in sources(TUI) if path.relative_to(TUI).as_posix() not in SIGNLESS],
    ids=lambda path: path.relative_to(TUI).as_posix(),
)
def test_signs_come_from_the_glyph_tables_alone(path):
    """What is no glyph would be drawn in ASCII mode as well."""
    tree = parsed(path)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and node.body
                  and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    found = [node.value for node in strings if id(node) not in docstrings and not node.value.isascii()]
    # The paint puts ASCII signs in the place of these.
    assert not [text for text in found if set(text) - set(STAND_INS) - set(map(chr, range(128)))]


def test_make_overnight_is_not_ascii(tmp_path):
    assert not make_overnight(tmp_path).read_text(encoding="utf-8").isascii()

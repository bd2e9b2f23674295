"""Hostile data on every screen: nothing of it moves a cursor, turns a direction, colours a text or runs a command."""

import json

import pytest

from support.frames import frame
from support.screens import fill, scene, session, settled, until
from support.tour import broken_logs, through_a_session
from workbench.fronts.tui.screens.session import SessionScreen

EVIL = "\x1b]0;owned\x07\x9b31m\u202eevil\u2066\u2028\u0085\r\n[bold red]x[/][@click=app.quit]y[/]\u200b\U000e0041"
UNSAFE = {
    *map(chr, (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    *"\u2028\u2029\u200b\u200e\u200f\u061c\ufeff", *map(chr, range(0xE0000, 0xE0080)), *map(chr, range(0xD800, 0xE000)),
}  # fmt: skip

pytestmark = pytest.mark.req("TUI-4", "TUI-6")


def escaped(text):
    """As it would stand inside of a JSON string."""
    return json.dumps(text)[1:-1].encode()


@pytest.fixture(scope="session")
def evil_log(overnight, tmp_path_factory):
    """The log with hostile text in prompts, messages, plan, ids, title and names, in a folder with a hostile name."""
    data = overnight.read_bytes()
    for word in (b"check the build", b"Review the scope", b"stretch", b"/srv/demo"):
        assert word in data
        data = data.replace(word, word[:4] + escaped(EVIL))
    # Half a pair of surrogates is what a harness may have cut.
    data = data.replace(b"call the lab", b"call \\ud83d the lab")
    folder = tmp_path_factory.mktemp("evil") / "a\u202eb [red]d"
    folder.mkdir()
    path = folder / "session.jsonl"
    path.write_bytes(data)
    return path


def unsafe(app):
    return {sign for strip in app.screen._compositor.render_strips() for sign in strip.text if sign in UNSAFE}


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_no_hostile_sign_is_drawn_anywhere_in_a_session(open_app, evil_log, size, monkeypatch):
    monkeypatch.setattr("textual.app.App.copy_to_clipboard", lambda app, text: None)
    async with open_app(evil_log, size=size) as pilot:
        seen = ""
        async for stop in through_a_session(pilot):
            assert not unsafe(pilot.app), f"{stop}: {unsafe(pilot.app)!r}\n{frame(pilot.app)}"
            seen += frame(pilot.app)
        # It is shown, as the text it is.
        assert "chec" in seen
        if size[0] == 120:
            assert "evil" in seen
            assert "[bold red]x[/]" in seen


@pytest.mark.parametrize("size", [(120, 40), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_no_hostile_sign_of_a_name_is_drawn(open_app, overnight, size, tmp_path):
    """A session's id, its title, the names of tools and of an unknown kind of event."""
    data = overnight.read_bytes()
    head, _, rest = data.partition(b"\n")
    lines = rest.replace(b"schedule_create", b"sched" + escaped(EVIL)).splitlines()
    last = json.loads(lines[-1])
    title = {"type": "session/title", "seq": last["seq"] + 1, "time": last["time"], "data": {"title": EVIL}}
    odd = {"type": f"odd/{EVIL}", "seq": last["seq"] + 2, "time": last["time"], "data": {EVIL: EVIL}}
    path = tmp_path / "named" / "session.jsonl"
    path.parent.mkdir()
    head = head.replace(b'"id":"overnight"', b'"id":"' + escaped(EVIL) + b'"')
    path.write_bytes(b"\n".join([head, *lines, *(json.dumps(each).encode() for each in (title, odd)), b""]))
    async with open_app(path, size=size) as pilot:
        await pilot.pause()
        for keys in (("v",), ("enter",), ("escape", "2"), ("1", "home"), ("f",)):
            await pilot.press(*keys)
            await pilot.pause()
            assert not unsafe(pilot.app), f"{keys}: {unsafe(pilot.app)!r}\n{frame(pilot.app)}"
    async with open_app(path.parent, size=size) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert not unsafe(pilot.app), frame(pilot.app)


async def test_no_hostile_sign_is_drawn_in_lists_and_problems(open_app, evil_log, tmp_path):
    paths = broken_logs(tmp_path, evil_log, "x\x1b[2J\u202ey\nz [red]q")
    for path in paths:
        async with open_app(path) as pilot:
            await pilot.pause()
            assert not unsafe(pilot.app), f"{path.name}: {unsafe(pilot.app)!r}"
    for size in ((120, 40), (40, 12)):
        async with open_app(paths[0].parent, size=size) as pilot:
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            for key in ("down", "down", "v"):
                assert not unsafe(pilot.app), frame(pilot.app)
                await pilot.press(key)
                await pilot.pause()
            assert not unsafe(pilot.app), frame(pilot.app)


@pytest.mark.parametrize("key", ["a", "j", "i", "f", "g", "Z", "T", "colon"])
async def test_no_hostile_sign_is_drawn_that_was_put_into_a_field(open_app, overnight, key):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press(key)
        await until(pilot, lambda: app.screen is not session(app))
        await fill(pilot, EVIL, enter=False)
        await pilot.pause()
        assert not unsafe(app), frame(app)
        await pilot.press("enter")
        await pilot.pause()
        if isinstance(app.screen, SessionScreen):
            await settled(pilot)
        assert not unsafe(app), frame(app)


async def test_no_hostile_sign_is_drawn_in_a_comparison(open_app, evil_log):
    async with open_app(evil_log) as pilot:
        app = pilot.app
        await pilot.press("f")
        await fill(pilot, "kid")
        await until(pilot, lambda: scene(app).view.session_id == "kid")
        await pilot.press("m")
        await until(pilot, lambda: not isinstance(app.screen, SessionScreen))
        await app.workers.wait_for_complete()
        for key in ("n", "tab", "n", "w", "escape"):
            await pilot.pause()
            assert not unsafe(app), frame(app)
            await pilot.press(key)

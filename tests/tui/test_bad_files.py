"""A file that cannot be shown says why, with its code and what to do; a damaged one is shown read-only."""

import os

import pytest

from support.bad_logs import BAD_LOGS
from support.screens import pane_text, scene, until
from workbench.fronts.tui.screens.problem import ProblemScreen
from workbench.fronts.tui.screens.session import SessionScreen
from workbench.fronts.tui.screens.sessions import SessionsScreen
from workbench.session.paths import log_path

UNSHOWN = [bad for bad in BAD_LOGS if not bad.shown and bad.code != "is_folder"]
SHOWN = [bad for bad in BAD_LOGS if bad.shown]


def text_of(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.req("LOG-9")
@pytest.mark.parametrize("bad", UNSHOWN, ids=lambda bad: bad.name)
async def test_what_cannot_be_shown_says_why(open_app, tmp_path, bad):
    if bad.name.startswith("secret") and os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = tmp_path / bad.name
    bad.make(path)
    async with open_app(path) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        shown = text_of(app)
        assert f"× {bad.code}" in shown
        assert "Nothing was written." in shown
        await pilot.press("n", "a", "space")
        assert isinstance(app.screen, ProblemScreen)
        await pilot.press("o")
        assert isinstance(app.screen, SessionsScreen)
    assert not (tmp_path / "home").exists()


@pytest.mark.req("LOG-8")
@pytest.mark.parametrize("bad", SHOWN, ids=lambda bad: bad.name)
async def test_what_is_damaged_is_shown_read_only(open_app, tmp_path, bad):
    path = tmp_path / bad.name
    bad.make(path)
    before = path.read_bytes()
    async with open_app(path) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        view = scene(app).view
        assert view.verdict in ("corrupt", "unsupported")
        first = app.screen._compositor.render_strips()
        assert "READ-ONLY" in first[0].text
        kind = view.problem.partition(":")[0]
        assert f"× {kind}" in first[1].text
        if view.verdict == "corrupt":
            assert "Schedules could not be read" in "".join(pane_text(app, "schedules"))
        await pilot.press("n", "a", "i", "f", "space")
        await pilot.pause()
        assert isinstance(app.screen, SessionScreen)
        assert scene(app).view.move is None
        assert view.problem[:20] in app.screen._compositor.render_strips()[1].text
    assert path.read_bytes() == before
    assert not (tmp_path / "home").exists()


async def test_a_folder_is_a_list_in_which_a_bad_file_hides_no_other(open_app, tmp_path, overnight):
    folder = tmp_path / "logs"
    good = log_path(folder, "/srv/demo", "overnight")
    for place in (good.parent, folder / "--srv--" / "damaged", folder / "--srv--" / "binary"):
        place.mkdir(parents=True)
    good.write_bytes(overnight.read_bytes())
    damaged = next(bad for bad in BAD_LOGS if bad.name == "damaged.jsonl")
    damaged.make(folder / "--srv--" / "damaged" / "session.jsonl")
    (folder / "--srv--" / "binary" / "session.jsonl").write_bytes(b"\0" * 500)
    async with open_app(folder) as pilot:
        app = pilot.app
        await until(pilot, lambda: "reading" not in text_of(app) and "overnight" in text_of(app))
        shown = text_of(app)
        assert "✓ ok" in shown
        assert "× corrupt" in shown
        assert "not_a_log" in shown
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, SessionScreen) and scene(app).view is not None)
        assert scene(app).view.session_id == "overnight"

"""A log that somebody else writes: it is looked at, it says how to get it, and a key notices when it can be had."""

import pytest

from support.comparing import rows
from support.holders import go_on, held_elsewhere
from support.screens import QUICK, fill, scene, session, settled, until
from workbench.bench.bench import Bench
from workbench.session.lock import WriterLock

MINUTES = 60_000


@pytest.fixture
def own(tmp_path):
    """A session of one's own, with something due."""
    bench = Bench.new(tmp_path / "home", start=1_785_920_400_000, session_id="own", options=QUICK)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


@pytest.fixture
def holder(own, tmp_path):
    """Somebody else who drives it."""
    yield from held_elsewhere(own, tmp_path / "home")


@pytest.mark.req("LOG-11")
async def test_a_key_notices_that_the_log_was_let_go(open_app, own, holder, unwatched):
    async with open_app(own) as pilot:
        app = pilot.app
        assert "r takes over once it is let go" in rows(app)[1]
        go_on(holder, 10)
        holder.close()
        await pilot.press("n")
        await until(pilot, lambda: scene(app).view.drivable)
        assert "let this log go: r takes it over" in rows(app)[1]
        assert scene(app).view.now == holder.now
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.mode == "live"


@pytest.mark.req("LOG-11")
async def test_a_log_that_is_still_held_shows_what_it_says_by_now(open_app, own, holder, unwatched):
    async with open_app(own) as pilot:
        app = pilot.app
        await pilot.press("i")
        await until(pilot, lambda: "still writes this log" in rows(app)[1])
        go_on(holder, 10)
        await pilot.press("i")
        await until(pilot, lambda: scene(app).view.now == holder.now)
        assert not scene(app).view.drivable
        assert app.screen is session(app)


async def test_a_key_on_a_log_opened_to_be_looked_at_says_how_to_drive_it(open_app, own):
    async with open_app(own) as pilot:
        app = pilot.app
        app.go_to(app.launch.session_screen(own, read_only=True))
        await until(pilot, lambda: scene(app).view is not None and not scene(app).view.drivable)
        await pilot.press("n")
        await pilot.pause()
        assert "then enter opens it to be driven" in rows(app)[1]


@pytest.mark.req("LOG-11")
async def test_a_log_that_changed_since_is_read_anew_instead_of_driven(open_app, own, tmp_path, unwatched):
    async with open_app(own) as pilot:
        app = pilot.app
        other = Bench.open(own, home=tmp_path / "home", options=QUICK)
        go_on(other, 10)
        other.close()
        await pilot.press("n")
        await until(pilot, lambda: scene(app).view.now == other.now)
        assert scene(app).notice.code == "log_changed"
        assert "nothing was done" in scene(app).notice.hint
        await pilot.press("n")
        await settled(pilot)
        assert scene(app).view.now > other.now


@pytest.mark.req("LOG-11", "BEN-11")
async def test_a_log_that_was_driven_elsewhere_meanwhile_offers_that_copy(open_app, own, tmp_path):
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(own.read_bytes())
    async with open_app(foreign) as pilot:
        app = pilot.app
        other = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
        go_on(other, 30)
        other.close()
        await pilot.press("n")
        await until(pilot, lambda: scene(app).view is not None and scene(app).view.path == other.path)
        assert scene(app).view.now == other.now


@pytest.mark.req("LOG-11")
async def test_a_session_that_was_forgotten_elsewhere_is_said_to_be_gone(open_app, own):
    async with open_app(own) as pilot:
        app = pilot.app
        own.unlink()
        await pilot.press("i")
        await fill(pilot, "hello")
        await settled(pilot)
        await until(pilot, lambda: scene(app).notice is not None)
        assert "gone" in scene(app).notice.text or "does not exist" in scene(app).notice.text
        assert scene(app).view.events > 0


@pytest.mark.req("LOG-11", "BEN-11")
async def test_starting_over_while_the_copy_is_driven_elsewhere_throws_nothing_away(open_app, own, tmp_path):
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(own.read_bytes())
    first = Bench.open(foreign, home=tmp_path / "home", options=QUICK)
    go_on(first, 30)
    first.close()
    async with open_app(foreign) as pilot:
        app = pilot.app
        with WriterLock(first.path):
            await pilot.press("O")
            await until(pilot, lambda: any("delete the copy" in row for row in rows(app)))
            await pilot.press("y")
            await until(pilot, lambda: scene(app).view is not None and not scene(app).view.drivable)
            assert "nothing was thrown away" in rows(app)[1]
        await pilot.press("n")
        await until(pilot, lambda: scene(app).view.drivable)
        # It was asked for once, and refused: the copy is there as it was.
        assert scene(app).view.path == first.path
        assert scene(app).view.now == first.now

"""``r`` on a damaged log of the list: what would be kept and lost, the question, and the repair beside the screen."""

import pytest

from support.lists import all_read, choose, listing, text_of
from support.screens import until
from workbench.fronts.tui.dialogs.choose import Choose
from workbench.session import mended
from workbench.session.check import check_file
from workbench.session.lock import WriterLock

pytestmark = pytest.mark.req("LOG-13")


@pytest.fixture(autouse=True)
def no_examples(monkeypatch):
    monkeypatch.setattr("workbench.actions.listing.bundled_folder", lambda: None)


async def asked(pilot, path):
    """The list with the cursor on ``path``, and the question open."""
    await all_read(pilot, 8)
    await choose(pilot, path)
    await pilot.press("r")
    await until(pilot, lambda: isinstance(pilot.app.screen, Choose))


def offered(pilot):
    return {command.id for command in pilot.app.screen.offered()}


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=str)
async def test_the_question_says_what_is_kept_and_lost(sessions, open_list, size):
    before = sessions["march-incident"].read_bytes()
    async with open_list(size) as pilot:
        await asked(pilot, sessions["march-incident"])
        text = text_of(pilot.app)
        assert "Keeps 19 events" in text
        if size[1] > 12:
            assert "Loses " in text
            assert "2 numbers missing: events 19 to 20" in text
            assert "under a new name" in text
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Choose))
    assert sessions["march-incident"].read_bytes() == before


@pytest.mark.parametrize("name", ["march-incident", "nightly-ci"])
async def test_a_repaired_log_is_said_and_its_row_is_new(sessions, open_list, name):
    path = sessions[name]
    before = path.read_bytes()
    async with open_list() as pilot:
        await asked(pilot, path)
        await pilot.press("y")
        await until(pilot, lambda: "is repaired; as it was it lies in session.jsonl.backup-1" in text_of(pilot.app))
        await until(pilot, lambda: listing(pilot.app).listing.get(path).facts is not None)
        await until(pilot, lambda: listing(pilot.app).listing.get(path).facts.verdict == "ok")
        assert pilot.app.screen.entry().path == path
        assert "list.repair" not in offered(pilot)
    assert path.with_name("session.jsonl.backup-1").read_bytes() == before
    assert check_file(path).verdict == "ok"


async def test_it_is_offered_where_there_is_damage_alone(sessions, open_list):
    async with open_list() as pilot:
        await all_read(pilot, 8)
        for name, mendable in {
            "overnight": False, "march-incident": True, "nightly-ci": True, "legacy-import": False, "garbage": False,
        }.items():  # fmt: skip
            await choose(pilot, sessions[name])
            assert ("list.repair" in offered(pilot)) == mendable, name


async def test_another_programs_log_is_only_told_about(sessions, open_list):
    source = sessions["source"]
    data = source.read_bytes() + b'{"type":'
    source.write_bytes(data)
    async with open_list(root=source.parents[2]) as pilot:
        await asked(pilot, source)
        text = " ".join(text_of(pilot.app).split())
        assert "another program's log" in text
        assert "workbench repair" in text
        await pilot.press("y")
        await pilot.pause()
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Choose))
    assert source.read_bytes() == data


async def test_a_refusal_is_said_and_changes_nothing(sessions, open_list):
    path = sessions["march-incident"]
    before = path.read_bytes()
    async with open_list() as pilot:
        await asked(pilot, path)
        with WriterLock(path):
            await pilot.press("y")
            await until(pilot, lambda: "locked" in text_of(pilot.app))
    assert path.read_bytes() == before


async def test_the_progress_is_said_in_between(sessions, open_list, monkeypatch):
    said = []
    real = mended.apply_repair

    def told(plan, *, progress):
        for percent in (0, 4, 55, 58, 100):
            progress(percent, 100)
        return real(plan)

    monkeypatch.setattr(mended, "apply_repair", told)
    async with open_list() as pilot:
        await asked(pilot, sessions["march-incident"])
        screen = pilot.app.screen_stack[-2]
        say = screen.say
        monkeypatch.setattr(screen, "say", lambda notice: said.append(notice) or say(notice))
        await pilot.press("y")
        await until(pilot, lambda: "is repaired" in text_of(pilot.app))
    texts = [notice.text for notice in said if notice is not None and notice.text.startswith("repairing")]
    assert texts == [f"repairing march-incident: {at} %" for at in (0, 0, 55, 100)]

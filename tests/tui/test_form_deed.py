"""A new schedule from the session screen: the form, the tool's answer, and what was typed when it comes to nothing."""

import pytest

from support.screens import scene, session, settled, until
from workbench.actions.creation import FIELDS
from workbench.bench.bench import Bench
from workbench.bench.tools.base import Outcome
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.form import CreateForm
from workbench.time.instant import format_utc, parse_utc

NOW = "2026-08-05T09:10:00.000Z"  # of the session that every test opens


async def open_form(pilot):
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, CreateForm))
    await pilot.pause()
    return pilot.app.screen


async def fill_in(pilot, kind, **texts):
    form = await open_form(pilot)
    await pilot.press(*["right"] * ("after", "at", "every").index(kind))
    for name, text in texts.items():
        form.query_one(f"#{name}").value = text
    await pilot.pause()
    return form


async def create(pilot, kind, **texts):
    """Fill the form in, send it, and return the record that came of it."""
    before = {row.id for row in scene(pilot.app).view.schedules}
    await fill_in(pilot, kind, **texts)
    await pilot.press("enter")
    await until(pilot, lambda: {row.id for row in scene(pilot.app).view.schedules} - before)
    await settled(pilot)
    (made,) = (row for row in scene(pilot.app).view.schedules if row.id not in before)
    return made


@pytest.mark.req("TUI-7", "SCH-13", "BEN-10")
@pytest.mark.parametrize(
    ("kind", "value", "zone", "seconds", "target"),
    [
        ("after", "20m", "Europe/Berlin", 1200, "2026-08-05T09:30:00.000Z"),
        ("every", "3 weeks", "Europe/Berlin", 1_814_400, "2026-08-26T09:10:00.000Z"),
        ("at", "tomorrow 9:00", "Europe/Berlin", 0, "2026-08-06T07:00:00.000Z"),
        ("at", "2026-11-01T01:30:00-05:00", "Europe/Berlin", 0, "2026-11-01T06:30:00.000Z"),
        ("at", "2026-10-25 02:30", "Europe/Berlin", 0, "2026-10-25T00:30:00.000Z"),
        ("at", "2026-11-01 01:30", "America/New_York", 0, "2026-11-01T05:30:00.000Z"),
    ],
)
async def test_each_kind_becomes_the_record_that_was_shown_and_is_selected(
    open_app, overnight, kind, value, zone, seconds, target
):
    async with open_app(overnight) as pilot:
        assert format_utc(scene(pilot.app).view.now) == NOW
        made = await create(pilot, kind, value=value, prompt="  轮换 keys  ", zone=zone)
        assert (made.id, made.kind, made.prompt, made.seconds) == ("schedule-6", kind, "轮换 keys", seconds)
        assert made.target == parse_utc(target)
        assert scene(pilot.app).selected == "schedule-6"
        assert scene(pilot.app).notice.text == f"created schedule-6, due {target}"


@pytest.mark.req("TUI-7", "SCH-18")
@pytest.mark.parametrize(
    ("value", "zone"), [("2027-03-28 02:30", "Europe/Berlin"), ("2027-03-14 02:30", "America/New_York")]
)
async def test_a_time_that_never_happens_creates_nothing(open_app, overnight, value, zone):
    before = overnight.read_bytes()
    async with open_app(overnight) as pilot:
        form = await fill_in(pilot, "at", value=value, prompt="p", zone=zone)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is form
        await pilot.press("escape")
        await pilot.pause()
        assert len(scene(pilot.app).view.schedules) == 5
    assert overnight.read_bytes() == before


@pytest.mark.req("TUI-7")
async def test_the_form_names_session_instant_and_the_id_to_come(open_app, overnight):
    async with open_app(overnight) as pilot:
        form = await open_form(pilot)
        title = "".join(span.text for span in form.title_spans(80))
        assert title == "New schedule  in overnight, due times from 09:10:00.000Z"
        assert form.query_one("#zone").value == "Europe/Berlin"
        await pilot.press("escape")
        await create(pilot, "after", value="5m", prompt="p")
        form = await open_form(pilot)
        assert any("Create schedule-7" in strip.text for strip in form._compositor.render_strips())


@pytest.mark.req("TUI-7")
async def test_what_was_typed_is_kept_until_something_was_created_of_it(open_app, overnight):
    async with open_app(overnight) as pilot:
        await fill_in(pilot, "every", value="3 we", prompt="half")
        await pilot.press("escape")
        form = await open_form(pilot)
        assert [form.query_one(f"#{name}").value for name in FIELDS] == ["3 we", "half", "Europe/Berlin"]
        assert form.query_one("#kind").kind == "every"
        assert form.focused.id == "value"
        form.query_one("#value").value = "3 weeks"
        await pilot.press("enter")
        await until(pilot, lambda: scene(pilot.app).selected == "schedule-6")
        await settled(pilot)
        form = await open_form(pilot)
        assert [form.query_one(f"#{name}").value for name in FIELDS] == ["", "", "Europe/Berlin"]


@pytest.mark.req("TUI-7")
async def test_a_draft_says_that_it_is_one_and_goes_when_it_is_closed_as_it_was(open_app, overnight):
    async with open_app(overnight) as pilot:
        await fill_in(pilot, "at", value="tomorrow 9:00", prompt="half", zone="Berlin")
        await pilot.press("escape")
        form = await open_form(pilot)
        rows = "\n".join(strip.text for strip in form._compositor.render_strips())
        assert "New schedule  as you left it" in rows
        assert "× invalid_time_zone" in rows
        assert "A draft from before, nothing was created of it." in rows
        assert "esc now, and s" in rows
        form.query_one("#prompt").value = "half done"
        await pilot.press("escape")
        form = await open_form(pilot)
        assert form.query_one("#prompt").value == "half done"
        await pilot.press("escape")
        form = await open_form(pilot)
        assert [form.query_one(f"#{name}").value for name in FIELDS] == ["", "", "Europe/Berlin"]
        assert "as you left it" not in "\n".join(strip.text for strip in form._compositor.render_strips())


def answering(outcome):
    def call(self, tool, arguments, *, front):
        del self, tool, arguments, front
        if isinstance(outcome, WorkbenchError):
            raise outcome
        return outcome

    return call


@pytest.mark.req("TUI-7", "SCH-25")
async def test_a_form_that_the_tool_refuses_after_all_comes_back_as_it_was(open_app, overnight, monkeypatch):
    async with open_app(overnight) as pilot:
        await fill_in(pilot, "at", value="tomorrow 9:00", prompt="p")
        value = {"code": "not_future", "message": "the clock went on meanwhile"}
        with monkeypatch.context() as patch:
            patch.setattr(Bench, "call", answering(Outcome("", structured=value, code="not_future")))
            first = pilot.app.screen
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, CreateForm) and pilot.app.screen is not first)
            await settled(pilot)
        form = pilot.app.screen
        assert [form.query_one(f"#{name}").value for name in FIELDS] == ["tomorrow 9:00", "p", "Europe/Berlin"]
        assert form.focused.id == "value"
        rows = "\n".join(strip.text for strip in form._compositor.render_strips())
        assert "× not_future" in rows
        assert "the clock went on meanwhile" in rows
        assert scene(pilot.app).notice.code == "not_future"
        form.query_one("#value").value = "tomorrow 9:30"
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: scene(pilot.app).selected == "schedule-6")


@pytest.mark.req("SCH-23")
@pytest.mark.parametrize(
    ("outcome", "code", "kept"),
    [
        (
            Outcome("", structured={"code": "persistence_uncertain", "message": "m"}, code="persistence_uncertain"),
            "persistence_uncertain",
            True,
        ),
        (WorkbenchError("session_cold", "asleep"), "session_cold", True),
        (WorkbenchError("call_waiting", "waits for the agent"), "call_waiting", False),
    ],
)
async def test_where_a_second_try_might_be_a_second_schedule_the_form_stays_closed(
    open_app, overnight, monkeypatch, outcome, code, kept
):
    monkeypatch.setattr(Bench, "call", answering(outcome))
    async with open_app(overnight) as pilot:
        await fill_in(pilot, "after", value="5m", prompt="p")
        await pilot.press("enter")
        await until(pilot, lambda: scene(pilot.app).notice is not None and scene(pilot.app).notice.code == code)
        await settled(pilot)
        assert pilot.app.screen is session(pilot.app)
        form = await open_form(pilot)
        assert form.query_one("#value").value == ("5m" if kept else "")


async def test_a_call_that_waits_for_the_held_agent_is_said_and_happens_later(open_app, overnight):
    async with open_app(overnight) as pilot:
        await pilot.press("b")
        await settled(pilot)
        await fill_in(pilot, "after", value="5m", prompt="p")
        await pilot.press("enter")
        await settled(pilot)
        view = scene(pilot.app).view
        waited = not any(row.id == "schedule-6" for row in view.schedules)
        assert waited == (scene(pilot.app).notice.code == "call_waiting")
        if waited:
            await pilot.press("b")
            await until(pilot, lambda: any(row.id == "schedule-6" for row in scene(pilot.app).view.schedules))


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_a_schedule_is_created_at_every_size(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        made = await create(pilot, "every", value="10m", prompt="Poll the queue")
        assert made.seconds == 600


@pytest.mark.req("TUI-1", "TUI-4")
async def test_the_session_below_is_untouched_by_keys_and_resizing_while_the_form_is_open(open_app, overnight):
    async with open_app(overnight, size=(200, 60)) as pilot:
        before = scene(pilot.app)
        form = await open_form(pilot)
        await pilot.press("tab", *"qdnjb", "tab")
        for size in ((80, 24), (40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert pilot.app.screen is form
        assert form.query_one("#value").value == "qdnjb"
        assert form.focused.id == "prompt"
        after = scene(pilot.app)
        assert (after.view, after.moving, after.selected) == (before.view, before.moving, before.selected)

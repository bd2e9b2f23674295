"""The pane of why: its forms at every width, the cursor on its steps, and that every row fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.screens import scene, session, until
from support.tellings import (
    BERLIN,
    NOW,
    POLL,
    OnePane,
    make_scene,
    make_view,
    rows_of,
)
from support.whys import but
from workbench.bench.story import Held, Origin, Passed, Story
from workbench.bench.view import PlanItem, PlanView
from workbench.fronts.tui.panes.detail import DetailPane
from workbench.fronts.tui.panes.ladder import Telling, ladder_rows
from workbench.fronts.tui.panes.planwhy import plan_rows
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import fit

INNER = (110, 64, 38)


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("width", INNER)
async def test_the_pane_at_each_width(golden, tmp_path, width):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(width + 2, 13)) as pilot:
        pane.show(make_scene())
        await pilot.pause()
        golden(app, "why")


@pytest.mark.req("TUI-1")
async def test_the_form_of_seven_rows_has_the_steps_alone(golden, tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 7)) as pilot:
        pane.show(make_scene())
        await pilot.pause()
        golden(app, "why-steps")


NASTY = (
    "李雷轮换值班", "🚀", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "e\u0301", "\u200d", "\ufe0f", "\x1b[31mred", "\x9b2J", "\u202eevil",
    "\u2028",
    "line\nline", "[bold]x[/bold]", "\ud83d", "plain text", " ", "x" * 90,
)  # fmt: skip
UNSAFE = set(map(chr, (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), 0x2028, 0x2029)))
TEXTS = st.lists(st.sampled_from(NASTY), min_size=1, max_size=6).map("".join)
IDS = st.lists(TEXTS, max_size=4).map(tuple)
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)
HELD = st.builds(
    Held, st.sampled_from(("busy", "held", "cold", "asleep", "one-shots first", "queued prompts", "read-only")), IDS,
    st.integers(0, 100_000), st.none() | INSTANTS, st.none() | INSTANTS,
)  # fmt: skip
STORIES = st.builds(
    Story, id=TEXTS, kind=st.sampled_from(("every", "after", "at")), prompt=TEXTS, seconds=st.integers(0, 10**10),
    state=st.sampled_from(("scheduled", "overdue", "ended", "deleted")),
    origin=st.none() | st.builds(
        Origin, st.integers(0, 10**9), INSTANTS, INSTANTS, st.none() | TEXTS, st.none() | st.integers(0, 999)
    ),
    deliveries=st.integers(0, 10**6), last=st.none() | st.just(POLL),
    passed=st.none() | st.builds(Passed, st.integers(0, 10**6), INSTANTS, INSTANTS, st.booleans()),
    held=st.none() | HELD, batch=IDS, next_target=st.none() | INSTANTS, waiting=st.none() | HELD,
    deleted=st.none() | st.tuples(st.integers(0, 10**9), INSTANTS),
)  # fmt: skip


def assert_fits(line, width):
    text = "".join(span.text for span in fit(line, width))
    assert cell_len(text) == width
    assert not UNSAFE & set(text)


@pytest.mark.req("TUI-6")
@given(STORIES, st.integers(1, 130), INSTANTS, st.booleans(), st.sampled_from((RICH, ASCII)))
def test_every_row_is_as_wide_as_the_pane(story, width, now, loud, glyphs):
    rows = ladder_rows(story, Telling(glyphs, BERLIN, now, loud), width, whole=True)
    assert len(rows) == len(ladder_rows(story, Telling(glyphs, BERLIN, now, loud), width, whole=False)) + 2 + 2 * bool(
        story.last
    )
    for row in rows:
        assert_fits(row.line, width)


@pytest.mark.req("TUI-6", "LOG-17")
@given(
    TEXTS, st.sampled_from(("pending", "in_progress", "completed", "odd")), st.integers(1, 130), st.none() | st.just(80)
)
def test_every_row_about_a_todo_is_as_wide_as_the_pane(content, status, width, cleared):
    item = PlanItem(content, status)
    view = make_view(plan=PlanView((item,), 78, cleared))
    for row in plan_rows(view, item, Telling(RICH, BERLIN, NOW), width, whole=True):
        assert_fits(row.line, width)


@pytest.mark.req("LOG-17")
async def test_a_todo_says_which_turn_wrote_and_which_cleared_it(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    plan = PlanView((PlanItem("Book the train", "pending"), PlanItem("Pay", "completed")), 78, 79)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(make_scene(make_view(plan=plan), selected=" todo 1"))
        await pilot.pause()
        rows = rows_of(app)
        assert "todo  Pay" in rows[1]
        assert "completed" in rows[1]
        assert rows[3].split()[2:] == [*"written turn 78 seq 700, 2 todos, 1 completed 10:58:00 │".split()]
        assert rows[4].split()[2:9] == [*"cleared turn 79 seq 701, by its".split()]


async def test_nothing_selected_says_what_to_do(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        for scene in (
            make_scene(selected=None),
            make_scene(selected="schedule-99"),
            make_scene(make_view(history=None)),
        ):
            pane.show(scene)
            await pilot.pause()
            rows = [row.strip("│ ") for row in rows_of(app)]
            assert rows[0].startswith("╭─ Why ──")
            assert rows[2:6] == [
                "Nothing selected.", "", "Pick a schedule, a todo or an event; this pane says",
                "what made it, what held it back and what comes next.",
            ]  # fmt: skip


@pytest.mark.req("TUI-4")
async def test_steps_are_chosen_and_know_their_events(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.focus()
        pane.show(make_scene())
        await pilot.pause()
        assert pane.event_of_rung() == 813
        seen = []
        await pilot.press("home")
        for _ in range(6):
            seen.append((pane._rows[pane.cursor].name, pane.event_of_rung()))
            await pilot.press("down")
        assert seen == [
            ("created", 104), ("passed", 813), ("held back", 813), ("delivered", 813), ("next", 813),
            ("batch of 3", 813),
        ]  # fmt: skip
        await pilot.press("down")
        assert pane.event_of_rung() == 813
        await pilot.press("home", "up")
        assert pane._rows[pane.cursor].name == "created"


async def test_the_cursor_stays_on_its_step_while_the_story_goes_on(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.focus()
        pane.show(make_scene())
        await pilot.press("end", "up")
        assert pane._rows[pane.cursor].name == "next"
        from support.tellings import FakeHistory

        pane.show(make_scene(make_view(history=FakeHistory(but(held=None, passed=None)))))
        assert pane._rows[pane.cursor].name == "next"


@pytest.mark.req("TUI-2")
async def test_a_step_opens_its_event_and_closes_it_again(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.focus()
        pane.show(make_scene())
        assert pane.open_rung()
        await pilot.pause()
        assert "Event 813  schedule/change" in rows_of(app)[0]
        assert pane.event_of_rung() is None
        assert any('"schedule-2"' in row for row in rows_of(app))
        assert pane.close_event()
        await pilot.pause()
        assert pane._rows[pane.cursor].name == "delivered"
        assert not pane.close_event()
        pane.open_rung()
        pane.show(make_scene(selected="schedule-1"))
        assert pane.event is None


async def test_a_body_is_wrapped_once_for_a_width(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 7)) as pilot:
        pane.focus()
        pane.show(make_scene())
        pane.open_rung()
        await pilot.pause()
        rows = pane._rows
        pane.show(make_scene())
        assert pane._rows is rows
        await pilot.press("down", "down")
        await pilot.pause()
        assert pane.scroll_offset.y == 2
        await pilot.resize_terminal(60, 12)
        await pilot.pause()
        assert pane._rows is not rows


@pytest.mark.req("BEN-16")
async def test_the_past_tells_its_event_until_a_record_is_asked_for(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("t")
        await until(pilot, lambda: scene(app).past is not None)
        await pilot.press("p")
        await pilot.pause()
        assert any("Event " in row and "what it changed" in row for row in rows_of(app))
        await pilot.press("W")
        await pilot.pause()
        asked = scene(app).selected
        assert any(f"Why {asked}  at " in row for row in rows_of(app))
        await pilot.press("z")
        session(app).select("schedule-2" if asked == "schedule-1" else "schedule-1")
        await pilot.pause()
        assert any("Event " in row and "what it changed" in row for row in rows_of(app))
        await pilot.press("t")
        await pilot.pause()
        assert any(f"Why {scene(app).selected}" in row for row in rows_of(app))

"""What an event of the past changed: before and after, delivery, neighbours, body (page 10, section 6, Event)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.tellings import EVENT, NOW, OnePane, at, make_past, make_scene, make_view, rows_of
from workbench.bench.story import Difference, EventStory
from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.body import body_glimpse
from workbench.fronts.tui.panes.detail import DetailPane
from workbench.fronts.tui.panes.eventpane import EventTelling, event_rows
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import fit


def but(story: EventStory = EVENT, **changes) -> EventStory:
    return msgspec.structs.replace(story, **changes)


def told(story: EventStory, width: int = 110, *, whole: bool = True, passed: int | None = None) -> list[str]:
    rows = event_rows(story, EventTelling(RICH, '"operation":"dispatch"}', passed), width, whole=whole)
    return ["".join(span.text for span in fit(row.line, width)) for row in rows]


def parts(row: str) -> list[str]:
    return [part.strip() for part in row.split("  ") if part.strip()]


@pytest.mark.req("BEN-16", "TUI-1")
@pytest.mark.parametrize("width", [110, 64, 38])
async def test_the_pane_at_each_width(golden, tmp_path, width):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(width + 2, 11)) as pilot:
        pane.show(make_past())
        await pilot.pause()
        golden(app, "event")


@pytest.mark.req("BEN-16")
async def test_the_form_of_seven_rows(golden, tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 7)) as pilot:
        pane.show(make_past())
        await pilot.pause()
        golden(app, "event-steps")


def test_what_differs_is_tinted_and_nothing_else_is():
    rows = event_rows(EVENT, EventTelling(RICH), 110, whole=True)
    assert [row.line.look for row in rows] == ["plain"] * 2 + ["past"] * 2 + ["plain"] * 5


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        (Difference("target", NOW, NOW + 600_000, instant=True),
         ["≠ target", "09:00:01.000Z", "→", "09:10:01.000Z", "10m later"]),
        (Difference("target", NOW, NOW - 600_000, instant=True),
         ["≠ target", "09:00:01.000Z", "→", "08:50:01.000Z", "10m earlier"]),
        (Difference("schedule", None, "every 10m"), ["≠ schedule", "—", "→", "every 10m"]),
        (Difference("schedule", "every 10m", None), ["≠ schedule", "every 10m", "→", "—"]),
        (Difference("dispatches", "999", "1000"), ["≠ dispatches 999", "→", "1000", "+1"]),
        (Difference("dispatches", "3", "1"), ["≠ dispatches 3", "→", "1", "-2"]),
        (Difference("title", "", "x"), ["≠ title", "→", "x"]),
        (Difference("turn", "", "7"), ["≠ turn", "→", "7"]),
    ],
)  # fmt: skip
def test_one_difference(difference, said):
    row = told(but(time=NOW, differences=(difference,)))[2]
    assert parts(row) == said


def test_a_narrow_pane_shows_what_is_after():
    row = told(EVENT, 46)[1]
    assert "05:58" not in row
    assert "→ 06:08:48.965Z" in row
    assert row.endswith("10m later")
    assert "before" not in "".join(told(EVENT, 46))


@pytest.mark.parametrize(
    ("unchanged", "said"),
    [
        ((5, 4), "5 schedules, 4 todos unchanged"), ((1, 0), "1 schedule unchanged"), ((0, 1), "1 todo unchanged"),
        ((0, 0), "there is nothing else"),
    ],
)  # fmt: skip
def test_the_rest_is_one_row(unchanged, said):
    assert parts(told(but(unchanged=unchanged))[4]) == ["= the rest", said]


def test_an_event_that_changed_nothing_says_so():
    rows = told(but(type="assistant/message", record=None, summary="Queue is clear", differences=(), delivery=None))
    assert [parts(row)[0] for row in rows] == ["assistant/message", "= all", "◄ previous", "► following", "{ body"]
    assert "before" not in rows[1]


def test_the_first_and_the_last_change_have_no_neighbour_there():
    assert not any("previous" in row for row in told(but(previous=None)))
    assert not any("following" in row for row in told(but(following=None)))


@pytest.mark.parametrize(("passed", "said"), [(17, "09:00:01.000Z, 17 passed"), (0, "09:00:01.000Z, 0 passed")])
def test_the_following_change_says_what_passes_until_then(passed, said):
    assert said in told(EVENT, passed=passed)[7]
    assert "passed" not in told(EVENT)[7]


def test_a_late_delivery_says_how_late():
    late = msgspec.structs.replace(EVENT.delivery, late=72_000, passed=17)
    assert parts(told(but(delivery=late))[5])[2:] == ["1m 12s late, 17 passed", "turn 77"]


async def test_every_step_leads_to_its_event(tmp_path):
    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.focus()
        pane.show(make_past())
        await pilot.press("home")
        seen = {}
        for _ in range(8):
            seen[pane._rows[pane.cursor].name] = pane.event_of_rung()
            await pilot.press("down")
        assert seen == {
            "target": 772, "dispatches": 772, "the rest": 772, "delivered": 772, "previous": 763, "following": 813,
            "body": 772,
        }  # fmt: skip
        assert pane.open_rung()
        await pilot.pause()
        assert "Event 772  schedule/change" in rows_of(app)[0]
        pane.show(make_past(763))
        assert pane.event is None


async def test_an_event_that_the_history_does_not_have_is_no_crash(tmp_path):
    class Torn:
        seed_row = None

        def event_story(self, seq):
            raise WorkbenchError("invalid_cursor", f"no event {seq}")

        def story(self, record_id):
            return None

    pane = DetailPane(id="detail")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        scene = make_past()
        pane.show(make_past(view=make_view(history=Torn())))
        await pilot.pause()
        assert "Nothing selected." in rows_of(app)[2]
        pane.show(scene.but(past=None))


def test_a_glimpse_of_a_body_is_its_data():
    view = make_scene().view
    assert body_glimpse(view, 772).startswith('"version":1,"operation":"dispatch"')
    assert body_glimpse(view, 5_000_000) == ""


TEXTS = st.text(max_size=30) | st.sampled_from(("李雷轮换", "🇩🇪🇫🇷", "\x1b[31m", "\u202e", "👩‍👩‍👧", "x" * 300))
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)
NEAR = st.none() | st.tuples(st.integers(0, 10**9), INSTANTS)
DIFFERENCES = st.one_of(
    st.builds(Difference, TEXTS, st.none() | TEXTS, st.none() | TEXTS),
    st.builds(Difference, TEXTS, st.none() | INSTANTS, st.none() | INSTANTS, st.just(True)),
)
STORIES = st.builds(
    EventStory, seq=st.integers(0, 10**9), time=INSTANTS, type=TEXTS, record=st.none() | TEXTS, summary=TEXTS,
    differences=st.lists(DIFFERENCES, max_size=4).map(tuple), unchanged=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    delivery=st.none() | st.just(EVENT.delivery), previous=NEAR, following=NEAR,
)  # fmt: skip


@pytest.mark.req("TUI-6")
@given(STORIES, TEXTS, st.integers(1, 130), st.booleans(), st.sampled_from((RICH, ASCII)))
def test_every_row_is_as_wide_as_the_pane(story, body, width, whole, glyphs):
    for row in event_rows(story, EventTelling(glyphs, body, 3), width, whole=whole):
        text = "".join(span.text for span in fit(row.line, width))
        assert cell_len(text) == width
        assert not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 or 0x202A <= ord(sign) < 0x202F for sign in text)


def test_an_event_of_another_year_is_dated():
    story = but(previous=(3, at("2025-01-03T05:00:00.000Z")))
    assert "2025-01-03 05:00:00.000Z" in told(story)[6]


def test_neighbours_are_changes_and_say_so():
    rows = told(EVENT)
    assert any("previous   change 763" in row for row in rows)
    assert any("following  change 813" in row for row in rows)

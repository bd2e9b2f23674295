"""What the timeline draws: exact widths whatever the records and the zone, the pictures as text, what gives way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.screens import QUICK, make_overnight
from support.stage import Stage
from support.timelines import (
    BERLIN,
    DAY,
    HOUR,
    MINUTE,
    at,
    delivered,
    every,
    many,
    night,
    once,
    past_of,
    scene_of,
    view_of,
)  # fmt: skip
from workbench.bench.bench import Bench
from workbench.bench.story import Sleep
from workbench.fronts.tui.theme.cells import clean
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.fronts.tui.timeline.drawing import draw, timeline_lines
from workbench.fronts.tui.timeline.pane import TimelinePane
from workbench.fronts.tui.timeline.scale import STEPS
from workbench.fronts.tui.timeline.setting import Setting
from workbench.time.instant import MAX_MS, MIN_MS
from workbench.time.zones import UTC, load_zone

ROLES = derive(DARK.to_color_system().generate(), dark=True)
NIGHT = {"selected": "schedule-2"}


def past():
    """The night as it was at an early event."""
    view = night()
    return scene_of(view, **NIGHT, past=past_of(view, at("07:58:48.965"), "schedule-2"))


SHOWN = {
    "night": lambda: scene_of(night(), **NIGHT),
    "past": past,
    "empty": lambda: scene_of(view_of((), at("11:00:01"), (Sleep(at("08:08:00"), at("09:00:00"), 3),))),
    "many": lambda: scene_of(many(), selected="schedule-33"),
    "coarse": lambda: scene_of(night(), scale=6 * HOUR),
    "seconds": lambda: scene_of(night(), scale=15_000),
    "days": lambda: scene_of(night(), zone=UTC, scale=2 * DAY),
}


@pytest.mark.req("TUI-1", "TUI-6")
@pytest.mark.parametrize(
    ("name", "size", "bare"),
    [
        *((name, (120, 10), False) for name in SHOWN),
        *((name, (80, 10), False) for name in ("night", "coarse", "many")),
        *((name, (80, 3), True) for name in ("night", "past", "empty", "many")),
        *((name, (40, 9), True) for name in ("night", "past", "many", "coarse", "empty")),
        *((name, (40, 1), True) for name in ("night", "past", "empty")),
    ],
)
async def test_the_pane_is_as_drawn(golden, name, size, bare):
    app = Stage(TimelinePane(id="timeline"), SHOWN[name](), bare=bare)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        golden(app, f"timeline-{name}{'-bare' if bare else ''}")


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(("size", "bare"), [((120, 10), False), ((80, 3), True), ((40, 9), True)])
@pytest.mark.parametrize("name", ["night", "past"])
async def test_ascii_and_without_tints(golden, name, size, bare):
    app = Stage(TimelinePane(id="timeline"), SHOWN[name](), bare=bare, flat=True, glyphs=ASCII)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert all(row.isascii() for row in app.rows())
        golden(app, f"timeline-{name}-ascii{'-bare' if bare else ''}")


@pytest.mark.req("TUI-6")
async def test_a_sleep_has_ends_where_no_ground_can_mark_it(golden):
    app = Stage(TimelinePane(id="timeline"), SHOWN["night"](), flat=True)
    async with app.run_test(size=(120, 10)) as pilot:
        await pilot.pause()
        assert "├───────── asleep 2h 52m ─────────┤" in app.rows()[1]
        golden(app, "timeline-night-flat")


@pytest.mark.req("TUI-1")
async def test_the_session_list_names_the_session(golden):
    app = Stage(TimelinePane(id="timeline", named=True), SHOWN["night"]())
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.pause()
        assert "Timeline  night, 5 min a column" in app.rows()[0]


INSTANTS = st.one_of(
    st.integers(MIN_MS, MAX_MS), st.integers(MIN_MS, MIN_MS + DAY), st.integers(MAX_MS - DAY, MAX_MS),
    st.integers(at("00:00:00"), at("23:00:00")),
)  # fmt: skip
IDS = st.sampled_from(
    ("schedule-1", "schedule-123456", "李雷轮换值班", "👩‍👩‍👧", "\x1b[31m", "e\u0301", "[b]", "x", "🇩🇪🇫🇷")
)


@st.composite
def records(draw, now):
    name, target = draw(IDS), draw(st.one_of(INSTANTS, st.integers(-HOUR, HOUR).map(lambda ms: now + ms)))
    seconds = draw(st.sampled_from((1, 60, 300, 86_400, 10**9)))
    if draw(st.booleans()):
        pair = every(name, seconds, target - draw(st.integers(0, 50)) * seconds * 1000, target)
    else:
        pair = once(name, target, target - HOUR, draw(st.sampled_from(("at", "after"))))
    if draw(st.booleans()):
        pair = delivered(pair, occurrence := draw(INSTANTS), occurrence + draw(st.integers(0, DAY)))
    return pair


@st.composite
def scenes(draw):
    now = draw(INSTANTS)
    ends = draw(st.lists(st.tuples(INSTANTS, st.integers(1, 2 * DAY)), max_size=3))
    sleeps = [Sleep(min(now, start), min(now, start + length), 1) for start, length in ends]
    view = view_of(draw(st.lists(records(now), max_size=6)), now, sleeps)
    zone = draw(
        st.sampled_from((UTC, BERLIN, load_zone("Asia/Kathmandu"), load_zone("America/Argentina/Buenos_Aires")))
    )
    point = past_of(view, draw(INSTANTS), draw(st.none() | IDS)) if draw(st.booleans()) else None
    return scene_of(
        view, zone, past=point, selected=draw(st.none() | IDS), scale=draw(st.none() | st.sampled_from(STEPS))
    )


@pytest.mark.req("TUI-1", "TUI-6")
@given(
    scenes(), st.integers(1, 140), st.integers(1, 14), st.booleans(), st.booleans(), st.sampled_from((RICH, ASCII)),
    st.booleans(), st.none() | INSTANTS,
)  # fmt: skip
def test_every_row_has_exactly_its_width(scene, width, height, bare, flat, glyphs, focused, cursor):
    setting = Setting(scene, width, height, bare, glyphs, flat, focused, cursor)
    drawing = draw(setting)
    paint = Paint(ROLES, flat=flat, glyphs=glyphs)
    assert len(drawing.lines) <= height
    assert len(drawing.records) <= len(drawing.lines)
    for line in drawing.lines:
        assert cell_len(paint.strip(line, width).text) == width
    if drawing.window is not None and width > 40:
        assert drawing.margin + drawing.window.columns < width
        for line in drawing.lines:
            assert cell_len("".join(clean(span.text, width) for span in line.spans)) <= width
        reached = cursor if cursor is not None else scene.past.view.now if scene.past else scene.view.now
        assert drawing.window.column(reached) is not None


def text_of(scene, width=118, height=8, **more):
    paint = Paint(ROLES)
    return [paint.strip(line, width).text for line in timeline_lines(Setting(scene, width, height, **more))]


@pytest.mark.req("TUI-1")
def test_a_lane_without_a_mark_in_view_says_where_it_is():
    now = at("11:00:00")
    pairs = [
        once("today", at("23:40:10"), now), once("this-year", at("2026-11-01T09:00:00+01:00"), now),
        once("later", at("2031-01-03T09:00:00+01:00"), now), once("long-ago", at("2026-08-01T09:00:00+02:00"), now),
        every("far-apart", 10**9, at("2024-01-01T00:00:00+01:00"), at("2056-01-01T00:00:00+01:00")),
    ]  # fmt: skip
    rows = text_of(scene_of(view_of(pairs, now), scale=5 * MINUTE))
    assert rows[1].endswith("23:40 ► ")
    assert rows[2].endswith(" 11-01 ► ")
    assert rows[3].endswith(" 2031-01-03 ► ")
    assert rows[4][:30].startswith(" long-ago   at   ◄ 08-01")
    assert rows[5].endswith(" 2056-01-01 ► ")


@pytest.mark.req("TUI-5", "TUI-1")
def test_what_is_delivered_on_time_stands_on_the_line_of_now():
    now = at("11:00:00")
    rows = text_of(scene_of(view_of([delivered(every("r", 600, at("10:00:00"), at("11:10:00")), now, now)], now)))
    assert "● ○ ○" in rows[1]
    assert "╌" not in rows[1]
    assert "┃" not in rows[1]
    assert "┃ now" in rows[0]


def test_what_comes_next_is_seen_although_it_is_in_the_column_of_now():
    now = at("11:00:00")
    rows = text_of(scene_of(view_of([once("soon", now + MINUTE, now - HOUR)], now), scale=5 * MINUTE))
    assert "◇" in rows[1]
    dense = text_of(scene_of(view_of([every("dense", 60, now, now + MINUTE)], now), scale=5 * MINUTE))
    assert "┃○○○" in dense[1]


def test_what_is_overdue_has_the_role_of_it():
    now = at("11:00:00")
    view = view_of([once("late", now - HOUR, now - 2 * HOUR)], now)
    spans = timeline_lines(Setting(scene_of(view), 118, 3))[1].spans
    assert [span.role for span in spans if "◇" in span.text] == ["overdue"]


@pytest.mark.req("TUI-1")
def test_lateness_that_begins_before_the_window_comes_from_outside():
    now = at("11:00:00")
    pair = delivered(once("old", now - 5 * HOUR, now - 9 * HOUR), now - 5 * HOUR, now)
    assert "◄╌╌╌╌" in text_of(scene_of(view_of([pair], now), scale=MINUTE))[1]


@pytest.mark.req("BEN-16")
def test_all_right_of_the_past_is_faint_and_its_own_mark_is_on_the_line():
    scene = SHOWN["past"]()
    drawing = draw(Setting(scene, 118, 8))
    column = drawing.window.column(scene.past.view.now)
    for line in drawing.lines:
        cells = [(sign, span.role) for span in line.spans for sign in span.text][drawing.margin :]
        assert {role for sign, role in cells[column + 1 :] if sign != " "} <= {"faint"}
        assert cells[column][1] == "past"
    own = [span for span in drawing.lines[2].spans if span.role == "past"]
    assert [span.text.strip() for span in own] == ["●"]
    assert own[0].bold


@pytest.mark.req("BEN-16")
@pytest.mark.parametrize(("operation", "sign"), [("dispatch", "●"), ("create", "○")])
def test_the_own_mark_says_what_the_event_did(operation, sign):
    view = night()
    scene = scene_of(view, past=past_of(view, at("07:58:48.965"), "schedule-2", operation))
    line = draw(Setting(scene, 118, 8)).lines[2]
    assert [span.text.strip() for span in line.spans if span.role == "past"] == [sign]
    merged = draw(Setting(scene, 78, 1, bare=True)).lines[0]
    assert [span.text.strip() for span in merged.spans if span.role == "past"] == [sign]


@pytest.mark.req("BEN-16")
def test_a_record_that_was_not_there_yet_has_a_faint_label():
    lines = draw(Setting(SHOWN["past"](), 118, 8)).lines
    labels = {line.spans[1].text.strip(): line.spans[1].role for line in lines[1:]}
    assert labels["schedule-7"] == "faint"
    assert set(labels.values()) == {"faint", "text", "soft", "dim"}


def test_a_past_far_away_moves_the_window_and_says_where_now_is():
    view = night()
    rows = text_of(scene_of(view, past=past_of(view, at("2026-08-03T10:00:00+02:00"))))
    assert "08-03" in rows[0] or "Mon 10:00" in rows[0]
    assert rows[0].endswith("now ► ")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"schedules_known": False, "problem": "corrupt: seq 5"}, "Schedules could not be read"),
        ({"drivable": False, "events": 0}, "No events in this log."),
    ],
)
def test_without_a_state_it_says_so(changes, said):
    rows = text_of(scene_of(night(**changes)))
    assert any(said in row for row in rows)
    assert not any("●" in row for row in rows)


def test_before_the_log_is_read_it_says_so():
    assert "Reading the log" in "".join(text_of(scene_of(night()).but(view=None)))


@pytest.mark.req("TUI-7")
def test_hours_follow_the_zone_that_is_shown():
    assert "╷06:00" in text_of(scene_of(night()))[0]
    utc = text_of(scene_of(night(), UTC))[0]
    assert "╷04:00" in utc
    assert utc.startswith(" UTC ")
    assert text_of(scene_of(night(), load_zone("America/Argentina/Buenos_Aires")))[0].startswith(" Buenos Aires ")


@pytest.mark.req("BEN-5", "TUI-5")
def test_a_bench_after_a_jump(tmp_path):
    bench = Bench.open(make_overnight(tmp_path / "home"), home=tmp_path / "home", zone="Europe/Berlin", options=QUICK)
    for _ in bench.jump(by=150 * MINUTE):
        pass
    rows = text_of(scene_of(bench.view()))
    bench.close()
    assert "asleep 2h 30m" in rows[0]
    assert [row[1:11] for row in rows[1:6]] == [f"schedule-{n}" for n in (1, 2, 5, 3, 4)]
    assert "• · · · · · · · · · · · · · · ●" in rows[1]
    assert "●╌┃" in rows[2]
    assert rows[3].endswith("11-01 ► ")
    assert rows[4].count("◆") == rows[5].count("◆") == 1
    assert rows[4].count("╌") > rows[5].count("╌") > 10


@pytest.mark.req("BEN-16")
def test_what_else_was_delivered_then_is_seen_on_the_line_and_what_passed_is_not():
    first = at("07:00:00")
    pairs = [
        every("own", 600, first, at("09:10:00"), [at("08:00:00")]),
        every("other", 600, first, at("09:10:00"), [at("08:00:00")]),
        every("silent", 600, first, at("09:10:00")),
        every("dense", 60, first, at("09:10:00"), [at("08:00:00")]),
    ]  # fmt: skip
    view = view_of(pairs, at("09:00:00"))
    scene = scene_of(view, past=past_of(view, at("08:00:00"), "own"), scale=5 * MINUTE)
    drawing = draw(Setting(scene, 118, 8))
    column = drawing.window.column(at("08:00:00")) + drawing.margin
    cells = [[(sign, span.role, span.bold) for span in line.spans for sign in span.text] for line in drawing.lines[1:5]]
    assert [row[column] for row in cells] == [
        ("●", "past", True), ("•", "dim", False), ("┃", "past", True), ("┃", "past", True)
    ]  # fmt: skip


@pytest.mark.req("BEN-16")
def test_what_is_delivered_only_later_in_the_cursor_s_column_is_faint():
    first, then = at("07:00:00"), at("08:00:00")
    pairs = [every(name, 600, first, at("09:10:00"), [then]) for name in ("own", "later")]
    view = view_of(pairs, at("09:00:00"))
    point = past_of(view, then, "own")
    before = view_of([pairs[0], every("later", 600, first, then)], then)
    point = type(point)(point.seq, replace(point.view, history=before.history), point.changed)
    drawing = draw(Setting(scene_of(view, past=point, scale=5 * MINUTE), 118, 8))
    column = drawing.window.column(then) + drawing.margin
    cells = [[(sign, span.role) for span in line.spans for sign in span.text] for line in drawing.lines[1:3]]
    assert [row[column] for row in cells] == [("●", "past"), ("•", "faint")]


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize(("height", "row"), [(8, 1), (2, 1), (1, 0)])
def test_what_was_delivered_where_the_log_ends_is_seen_on_the_line(height, row):
    """Without an axis the line itself has to say where now is."""
    now = at("09:00:00")
    view = view_of([every("a", 600, at("07:00:00"), at("09:10:00"), [now])], now)
    drawing = draw(Setting(scene_of(view, scale=5 * MINUTE), 118, height, bare=height < 8))
    text = "".join(span.text for span in drawing.lines[row].spans)
    assert text[drawing.window.column(now) + drawing.margin] == ("•" if height > 1 else "┃")


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize("flat", [False, True])
def test_an_hour_is_labelled_left_of_now_though_all_of_it_is_a_sleep(flat):
    now = at("11:00:01")
    view = view_of([every("a", 600, at("11:10:00"), at("11:10:00"))], now, [Sleep(at("01:00:00"), at("11:00:00"), 3)])
    drawing = draw(Setting(scene_of(view, scale=5 * MINUTE), 118, 8, flat=flat))
    text = "".join(span.text for span in drawing.lines[0].spans)
    before = text[: text.index("now")]
    assert "╷06:00" in before
    assert "asleep 10h" in before


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize("width", [118, 60])
def test_the_change_of_the_clocks_is_marked_beside_now(width):
    now = at("2026-10-25T04:30:00+01:00")
    view = view_of([every("a", 3600, now + HOUR, now + HOUR)], now)
    line = draw(Setting(scene_of(view, scale=30 * MINUTE), width, 8)).lines[0]
    said = [span for span in line.spans if "-1h" in span.text]
    assert [span.role for span in said] == ["overdue"]


@pytest.mark.req("TUI-4")
def test_the_cursor_says_what_enter_does():
    setting = Setting(scene_of(night()), 118, 8, focused=True, cursor=at("10:35:00"))
    assert "enter looks at 10:35:00 " in "".join(span.text for span in draw(setting).lines[0].spans)
    narrow = "".join(
        span.text for span in draw(Setting(setting.scene, 34, 8, focused=True, cursor=setting.cursor)).lines[0].spans
    )
    assert "10:35:00" in narrow
    assert "enter" not in narrow


def test_the_user_s_cursor_lies_under_the_marks_that_count():
    scene = scene_of(night())
    lines = draw(Setting(scene, 118, 8, focused=True, cursor=at("10:38:00"))).lines
    marks = [[span.text.strip() for span in line.spans if span.role == "past"] for line in lines[1:4]]
    assert marks == [["●"], ["┃"], ["●"]]

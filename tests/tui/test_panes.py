"""Every row of every pane is exactly as wide as the pane, whatever a log says, and nothing raw reaches the terminal."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.bench.view import BenchView, Delivery, MoveReport, PlanItem, PlanView, ScheduleRow
from workbench.fronts.tui.panes.body import body_lines
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.scene import Notice, Progress, Scene
from workbench.fronts.tui.theme.glyphs import ASCII, RICH, Glyphs
from workbench.fronts.tui.theme.paint import LOOKS, Line, Paint, Span, fit
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.session.events import EVENT_TYPES, Event
from workbench.time.zones import UTC, load_zone

ROLES = derive(DARK.to_color_system().generate(), dark=True)
NASTY = (
    "李雷轮换值班", "🚀", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "e\u0301", "\u200d", "\ufe0f", "\x1b[31mred", "\x9b2J",
    "\u202eevil", "\u2028", "a\tb",
    "line\nline", "[bold]x[/bold]", "[@click=app.quit]y[/]", "\ud83d", "plain text", "", " ",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(NASTY), st.lists(st.sampled_from(NASTY), max_size=8).map("".join), st.text(max_size=40)
)
OWN_LOOKS = st.one_of(st.none(), st.sampled_from(sorted(LOOKS)))
SPANS = st.lists(st.builds(Span, TEXTS, st.sampled_from(sorted(ROLES)), st.booleans(), OWN_LOOKS), max_size=6)
FILLS = st.sampled_from((" ", "─", "李", "")).map(Span)
LINES = st.builds(Line, SPANS, SPANS, st.sampled_from(sorted(LOOKS)), FILLS)
UNSAFE = set(
    map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x202A, 0x202B, 0x202D, 0x202E, 0x2028, 0x2029, 0x2066, 0x2067))
)


@pytest.mark.req("TUI-6")
@given(LINES, st.integers(0, 90), st.booleans())
def test_a_painted_line_has_exactly_its_width(line, cells, flat):
    strip = Paint(ROLES, flat=flat).strip(line, cells)
    assert strip.cell_length == cells
    assert sum(cell_len(segment.text) for segment in strip) == cells
    assert cell_len(strip.text) == cells
    assert not UNSAFE & set(strip.text)


@given(LINES, st.integers(1, 90))
def test_the_right_side_gives_way_last(line, cells):
    whole = sum(cell_len(span.text) for span in fit(Line(line.right), cells)) if line.right else 0
    assert whole <= cells


@pytest.mark.parametrize("glyphs", [RICH, ASCII], ids=["rich", "ascii"])
def test_every_glyph_is_one_cell(glyphs):
    signs = [getattr(glyphs, name) for name in Glyphs.__struct_fields__ if name != "ascii"]
    assert all(len(sign) == 1 and cell_len(sign) == 1 for sign in signs)
    if glyphs.ascii:
        assert all(sign.isascii() for sign in signs)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(
        ("operation", "id", "schedule", "todos", "content", "message", "text", "source", "kind", "turn", "step",
         "chunk", "reason", "name", "arguments", "acceptedAt", "scheduledAt", "inserted", "title", "prompt", "type"),
    ), inner, max_size=4)),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.req("TUI-2")
@given(st.sampled_from(EVENT_TYPES), JSON, st.sampled_from((UTC, load_zone("Asia/Kathmandu"))))
def test_any_data_of_any_type_has_words(kind, data, zone):
    event = Event(type=kind, seq=5, time=1_785_920_400_000, data=data)
    words = words_of(event, Setting(RICH, zone))
    assert len(words.word) <= 9
    assert isinstance(words.text, str)
    for line in body_lines(event, zone, 30):
        assert Paint(ROLES).strip(line, 32).cell_length == 32


def delivery(name, prompt):
    return Delivery(
        name, "every", prompt, 600, 5, 2, 1_785_920_400_000, 1_785_920_500_000, 100_000, 3, 1_785_921_000_000
    )


NOTICES = st.builds(Notice, TEXTS, st.one_of(st.none(), TEXTS), st.booleans())
INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)
ITEMS = st.builds(PlanItem, TEXTS, st.sampled_from(("pending", "in_progress", "completed")))


@st.composite
def rows(draw):
    name, prompt = draw(TEXTS) or "x", draw(TEXTS)
    return ScheduleRow(
        name, draw(st.sampled_from(("every", "at", "after"))), prompt, draw(st.integers(1, 10**9)),
        draw(INSTANTS), draw(st.sampled_from(("scheduled", "overdue", "ended"))),
        delivery(name, prompt) if draw(st.booleans()) else None,
    )  # fmt: skip


@st.composite
def views(draw, index, path):
    records = tuple(draw(st.lists(rows(), max_size=6)))
    plan = PlanView(
        tuple(draw(st.lists(ITEMS, max_size=4))),
        draw(st.one_of(st.none(), st.just(3))), draw(st.one_of(st.none(), st.just(4))),
    )  # fmt: skip
    now = draw(INSTANTS)
    delivered = tuple(row.delivered for row in records if row.delivered)
    move = MoveReport(
        "jump", now - 5_000, now, 3, 9, delivered, len(delivered), 12, draw(st.one_of(st.none(), TEXTS)), None
    )
    return BenchView(
        session_id=draw(TEXTS) or "x", title=None, path=path, source=draw(st.sampled_from((None, path))),
        mode=draw(st.sampled_from(("live", "cold", "read-only"))), problem=draw(st.one_of(st.none(), TEXTS)),
        now=now, zone=None, agent=draw(st.sampled_from(("idle", "running"))), held=draw(st.booleans()),
        turn=draw(st.one_of(st.none(), st.just(7))), last_turn=7, events=index.events, rows=index.rows,
        seed_length=None, parent=None, schedules=records, active=len(records), plan=plan,
        next_target=(records[0].id, records[0].target) if records else None, queued=0,
        move=draw(st.one_of(st.none(), st.just(move))), index=index,
        verdict=draw(st.sampled_from(("ok", "torn", "corrupt", "unsupported"))),
    )  # fmt: skip


@pytest.mark.req("TUI-1", "TUI-6")
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data(), size=st.sampled_from(((120, 40), (100, 24), (80, 24), (59, 14), (40, 12), (21, 6))))
async def test_every_row_of_the_screen_is_as_wide_as_the_screen(open_app, overnight, data, size):
    async with open_app(overnight, size=size) as pilot:
        screen = pilot.app.screen
        view = screen.scene.view
        for _ in range(8):
            shown = data.draw(views(view.index, view.path))
            notice = data.draw(
                st.one_of(st.none(), st.builds(Notice, TEXTS, st.one_of(st.none(), TEXTS), st.booleans()))
            )
            progress = data.draw(st.one_of(st.none(), st.just(Progress("Advancing", shown.now - 9, shown.now + 9))))
            selected = shown.schedules[0].id if shown.schedules else None
            screen.wanted = data.draw(st.sampled_from(("transcript", "schedules", "todos", "detail")))
            screen.show(
                Scene(name=shown.session_id, view=shown, zone=screen.scene.zone, selected=selected, notice=notice,
                      progress=progress, moving="move" if progress else None)
            )  # fmt: skip
            await pilot._wait_for_screen()
            strips = screen._compositor.render_strips()
            assert len(strips) == size[1]
            for strip in strips:
                assert cell_len(strip.text) == size[0], strip.text
                assert not UNSAFE & set(strip.text)

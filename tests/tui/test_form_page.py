"""The create form as a page: every row as wide as the room, no more rows than there are, the fields always there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.actions.creation import FIELDS, Typed, judge
from workbench.actions.outlook import outlook, remark
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.formpage import form_page
from workbench.fronts.tui.dialogs.formrows import FormState
from workbench.fronts.tui.dialogs.formtargets import Preview, call_lines, call_text
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import fit
from workbench.text.jsontext import dumps
from workbench.time.instant import MAX_MS, parse_utc

NOW = parse_utc("2026-08-07T09:00:01.000Z")
HOSTILE = "\x1b[31m\x9b2J\u202e\u2028 [b]轮换值班密钥[/b] 👩‍👩‍👧🇩🇪 \ud800 \x00"
VALUES = ["", "3 weeks", "300", "5", "soon", "tomorrow 9:00", "2026-10-25 02:30", "2027-03-28 02:30", HOSTILE]
ZONES = ["UTC", "Europe/Berlin", "America/Argentina/ComodRivadavia", "nowhere", HOSTILE]


def state(typed, *, shown=True, focus="kind", record_id="schedule-8", now=NOW, top=0, last="182d"):
    """A form with what was typed into it; the preview is of what was valid before, where that is not."""
    judged = judge(typed, record_id, now)
    valid = judged if judged.record is not None and judged.zone is not None else None
    if valid is None and last:
        valid = judge(Typed("every", last, "p", "Europe/Berlin"), record_id, now)
    preview = None
    if valid is not None and valid.record is not None:
        rows = outlook(valid.record, valid.zone, now)
        said = remark(valid.record, rows, valid.zone, valid.twice)
        preview = Preview(valid.record, valid.zone, rows, said, call_text(dumps(valid.arguments)))
    refused = dict(judged.refused) if shown else {}
    return FormState(typed, judged, preview, record_id, now, refused, focus, note=HOSTILE, top=top)


def texts(page, width, glyphs=RICH):
    return ["".join(span.text for span in fit(line, width, glyphs)) for line in page.lines]


@pytest.mark.req("TUI-6", "TUI-7")
@given(
    kind=st.sampled_from(["after", "at", "every"]),
    value=st.sampled_from(VALUES),
    prompt=st.sampled_from(["", "p", "x" * 3000, HOSTILE * 30, '","at":"' * 40]),
    zone=st.sampled_from(ZONES),
    width=st.integers(8, 100),
    height=st.integers(1, 45),
    shown=st.booleans(),
    focus=st.sampled_from(["kind", *FIELDS]),
    glyphs=st.sampled_from([RICH, ASCII]),
    top=st.integers(0, 12),
)
def test_a_page_fits_its_room_and_holds_the_fields(kind, value, prompt, zone, width, height, shown, focus, glyphs, top):
    form = state(Typed(kind, value, prompt, zone), shown=shown, focus=focus, top=top)
    page = form_page(form, width, height, glyphs)
    assert 1 <= len(page.lines) <= height
    for text in texts(page, width, glyphs):
        assert cell_len(text) == width
        assert not set(text) & set("\x1b\x9b\u202e\u2028\x00\ud800")
    assert focus in page.slots
    assert height < 5 or set(page.slots) >= {"kind", *FIELDS}
    rows = set()
    for name, region in page.slots.items():
        assert 0 <= region.y < len(page.lines), name
        assert region.width > 0
        assert region.right <= width
        rows.add((name, region.y))
    assert len({row for name, row in rows if name != "cancel"}) == len(page.slots) - ("cancel" in page.slots)


@pytest.mark.parametrize("height", [5, 6, 9, 14, 21, 24, 37])
def test_the_lower_the_room_the_less_there_is_beside_fields_and_refusal(height):
    form = state(Typed("every", "5", "p", "Europe/Berlin"), focus="value")
    page = form_page(form, 86, height, RICH)
    seen = "\n".join(texts(page, 86))
    assert "frequency_too_high" in seen
    assert "every_seconds must be at least 300" in seen
    assert (":01.000Z" in seen) == (height > 6)
    assert ("create" in page.slots) == (height > 20)


@pytest.mark.req("TUI-7")
def test_the_box_stands_still_while_what_is_typed_comes_and_goes():
    forms = [
        state(Typed(kind, value, "p", "Europe/Berlin"), last="")
        for kind in ("after", "at", "every")
        for value in ("", "3 weeks", "tomorrow 9:00", "5", "soon")
    ]
    assert {len(form_page(form, 86, 37, RICH).lines) for form in forms} == {24}


@pytest.mark.req("TUI-7")
def test_targets_that_there_is_no_room_for_are_scrolled_to():
    form = state(Typed("every", "182d", "p", "Australia/Lord_Howe"))
    first = "\n".join(texts(form_page(form, 38, 9, RICH), 38))
    assert "1 Fri 2027-02-05" in first
    assert "5 Fri 2029-02-02" not in first
    last = "\n".join(texts(form_page(state(form.typed, top=99), 38, 9, RICH), 38))
    assert "5 Fri 2029-02-02" in last


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(
    ("width", "utc", "seconds"), [(86, True, True), (76, True, True), (58, False, True), (38, False, False)]
)
def test_columns_give_way_utc_first_then_seconds_never_weekday_and_offset(width, utc, seconds):
    seen = "\n".join(texts(form_page(state(Typed("every", "3 weeks", "p", "Europe/Berlin")), width, 30, RICH), width))
    assert "Fri 2026-08-28 11:00" in seen
    assert "+02:00" in seen
    assert ("2026-08-28 09:00:01.000Z" in seen) == utc
    assert ("11:00:01 +02:00" in seen) == seconds
    assert "21d" in seen


@pytest.mark.req("TUI-6", "TUI-7")
def test_a_change_of_the_clocks_is_told_without_colour():
    seen = texts(form_page(state(Typed("every", "3 weeks", "p", "Europe/Berlin")), 86, 37, RICH), 86)
    shift = next(row for row, text in enumerate(seen) if "clocks go back 1h" in text)
    assert seen[shift].strip("╌ ") == "Sun 2026-10-25 03:00 → 02:00  clocks go back 1h  +02:00 → +01:00"
    assert "10:00:01 +01:00  -1h" in seen[shift + 1]
    assert any(text.startswith("! From row 4 it is due at 10:00 local") for text in seen)


def test_in_ascii_there_is_nothing_else():
    seen = texts(form_page(state(Typed("every", "182d", "p", "Europe/Berlin")), 86, 37, ASCII), 86, ASCII)
    assert all(text.isascii() for text in seen)


def test_what_was_valid_last_stays_and_is_faint():
    form = state(Typed("every", "5", "p", "Europe/Berlin"), last="3 weeks")
    page = form_page(form, 86, 37, RICH)
    row = next(line for line in page.lines if "Fri 2026-08-28" in "".join(span.text for span in line.spans))
    assert {span.role for span in row.spans if span.text.strip()} == {"faint"}
    assert not any("From row" in text for text in texts(page, 86))


def test_a_hostile_message_of_the_tool_stays_in_its_rows():
    form = state(Typed("at", HOSTILE, "p"))
    form = FormState(
        form.typed,
        form.judged,
        None,
        "schedule-1",
        NOW,
        {"value": WorkbenchError("invalid_rule", HOSTILE * 9)},
        "value",
    )
    page = form_page(form, 60, 20, RICH)
    assert all(cell_len(text) == 60 for text in texts(page, 60))


@pytest.mark.parametrize("prompt", ["p", "long " * 100, '","every_seconds":1,"x":"', "轮" * 200])
@pytest.mark.parametrize("width", [10, 29, 67, 77])
def test_the_call_is_shown_in_order_and_says_where_it_is_cut(prompt, width):
    call = call_text(dumps({"prompt": prompt, "every_seconds": 1_814_400}))
    for most in (1, 2, 4):
        lines = ["".join(span.text for span in line.spans) for line in call_lines(call, width, most, faint=False)]
        assert len(lines) <= most
        assert "".join(lines) == call
        assert all(cell_len(line) <= width for line in lines[:-1])


@pytest.mark.parametrize("record_id", ["schedule-1", "schedule-123456789"])
@pytest.mark.parametrize("width", [38, 76, 86])
def test_both_buttons_have_room_for_their_words(record_id, width):
    slots = form_page(state(Typed("every", "1d", "p"), record_id=record_id), width, 40, RICH).slots
    assert slots["create"].width == len(f"  Create {record_id}  ")
    assert "cancel" not in slots or slots["create"].right < slots["cancel"].x <= width - 10
    assert width < 40 or "cancel" in slots


def test_at_the_end_of_the_calendar_there_are_fewer_targets():
    form = state(Typed("every", "300", "p", "Pacific/Apia"), now=MAX_MS - 700_000)
    seen = "\n".join(texts(form_page(form, 86, 37, RICH), 86))
    assert "2  Sat 10000-01-01" in seen
    assert "3  Sat" not in seen

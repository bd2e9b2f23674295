"""The create form on a screen: typing, moving, refusals, the mouse, resizing, and what it answers."""

import json
import re

import pytest
from textual import events

from support.dialogs import opened, screen_rows, sheet_rows
from workbench.actions.creation import FIELDS, Typed
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.form import CreateForm
from workbench.fronts.tui.dialogs.formwork import Filled, Opening
from workbench.fronts.tui.dialogs.kind import KindPicker
from workbench.fronts.tui.dialogs.zonename import complete_zone
from workbench.time.instant import format_utc, parse_utc

NOW = parse_utc("2026-08-07T09:00:01.000Z")
BLANK = Typed(zone="Europe/Berlin")
REPORT = Typed("every", "3 weeks", "Send the sprint report 📮 to the team", "Europe/Berlin")
SIZES = [(120, 40), (80, 24), (40, 12)]
FORMS = {
    "empty": BLANK,
    "after": Typed("after", "2h 30m", "Stretch", "Europe/Berlin"),
    "at": Typed("at", "tomorrow 9:00", "站会 stand-up", "Europe/Berlin"),
    "every-dst": REPORT,
    "twice": Typed("at", "2026-11-01 01:30", "Call the lab", "America/New_York"),
    "never": Typed("at", "2027-03-28 02:30", "Night shift", "Europe/Berlin"),
    "refused": Typed("every", "5", "", "Berlin"),
}


def form(typed=BLANK, **more):
    return CreateForm(Opening("overnight", NOW, "schedule-8", typed, **more))


def focused(host):
    return host.screen.focused.id


async def type_into(pilot, text):
    for character in text:
        await pilot.press("space" if character == " " else character)


@pytest.mark.req("TUI-1", "TUI-7")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", FORMS)
async def test_a_form_in_every_state_and_size(tmp_path, golden, name, size):
    async with opened(form(FORMS[name]), tmp_path, size) as (host, pilot):
        if name in ("never", "refused"):
            await pilot.press("enter")
        await pilot.pause()
        text = "".join(f"{row.rstrip()}\n" for row in [*sheet_rows(host), screen_rows(host)[-1]])
        golden.check(text, f"form-{name}.{size[0]}x{size[1]}.txt")
        assert max(map(len, screen_rows(host))) <= size[0]


@pytest.mark.req("TUI-4", "TUI-7")
@pytest.mark.parametrize(
    ("turns", "value", "call"),
    [
        (0, "20m", {"prompt": "Stretch", "after_seconds": 1200}),
        (
            1,
            "tomorrow 9:00",
            {"prompt": "Stretch", "at": {"date": "2026-08-08", "time": "09:00:00", "time_zone": "Europe/Berlin"}},
        ),
        (2, "300", {"prompt": "Stretch", "every_seconds": 300}),
    ],
)
async def test_each_kind_is_filled_in_by_plain_keys(tmp_path, turns, value, call):
    async with opened(form(), tmp_path) as (host, pilot):
        assert focused(host) == "kind"
        await pilot.press(*["right"] * turns, "tab")
        await type_into(pilot, value)
        await pilot.press("tab")
        await type_into(pilot, "Stretch")
        await pilot.press("enter")
        (filled,) = host.answers
        assert json.loads(filled.arguments) == call
        assert filled.typed == Typed(("after", "at", "every")[turns], value, "Stretch", "Europe/Berlin")


async def test_typing_at_once_goes_to_the_value(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        await type_into(pilot, "20m")
        assert focused(host) == "value"
        assert host.screen.query_one("#value").value == "20m"


@pytest.mark.req("TUI-4")
async def test_the_fields_are_walked_round_by_tab_and_arrows(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        walked = []
        for key in ("tab", "down", "tab", "tab", "shift+tab", "up"):
            await pilot.press(key)
            walked.append(focused(host))
        assert walked == ["value", "prompt", "zone", "kind", "zone", "prompt"]


@pytest.mark.req("TUI-7", "SCH-25")
@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        (Typed("every", "299", "p"), "value", "frequency_too_high"),
        (Typed("after", "x", "p"), "value", "invalid_rule"),
        (Typed("at", "2027-03-28 02:30", "p", "Europe/Berlin"), "value", "invalid_rule"),
        (Typed("after", "5m", ""), "prompt", "invalid_prompt"),
        (Typed("after", "5m", "p", "Berlin"), "zone", "invalid_time_zone"),
    ],
)
async def test_enter_on_a_bad_field_goes_there_says_the_code_and_answers_nothing(tmp_path, typed, field, code):
    async with opened(form(typed), tmp_path) as (host, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert not host.answers
        assert focused(host) == field
        rows = sheet_rows(host)
        region = host.screen.query_one(f"#{field}").region
        sheet = host.screen.query_one("#sheet").region
        assert f"× {code}" in rows[region.y - sheet.y]
        assert any(row.strip("│ ").startswith("× ") and code not in row for row in rows)


@pytest.mark.req("TUI-7")
async def test_the_first_bad_field_has_the_focus_and_every_one_its_code(tmp_path):
    async with opened(form(Typed("every", "5", "", "Berlin")), tmp_path) as (host, pilot):
        await pilot.press("tab", "tab", "enter")
        assert focused(host) == "value"
        text = "\n".join(sheet_rows(host))
        assert all(f"× {code}" in text for code in ("frequency_too_high", "invalid_prompt", "invalid_time_zone"))


async def test_a_field_is_not_called_wrong_before_it_was_left(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        await type_into(pilot, "2")
        assert "×" not in "\n".join(sheet_rows(host))
        await type_into(pilot, "x")
        assert "×" not in "\n".join(sheet_rows(host))
        await pilot.press("tab")
        assert "× invalid_rule" in "\n".join(sheet_rows(host))
        assert "× invalid_prompt" not in "\n".join(sheet_rows(host))


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("at", "2027-03-28 02:30", "invalid_rule"),
        ("at", "yesterday 9:00", "not_future"),
        ("every", "1m", "frequency_too_high"),
    ],
)
async def test_a_value_that_is_whole_and_cannot_be_is_refused_as_it_is_typed(tmp_path, kind, text, code):
    async with opened(form(), tmp_path) as (host, pilot):
        await pilot.press(*["right"] * ("after", "at", "every").index(kind), "tab")
        await type_into(pilot, text)
        await pilot.pause()
        seen = "\n".join(sheet_rows(host))
        assert f"× {code}" in seen
        assert "× invalid_prompt" not in seen


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(
    ("kind", "text"), [("at", "2027-02-30 10:00"), ("at", "soon"), ("after", "2x"), ("every", "5")]
)
async def test_a_value_that_may_be_half_typed_says_so_without_calling_it_wrong(tmp_path, kind, text):
    async with opened(form(), tmp_path) as (host, pilot):
        await pilot.press(*["right"] * ("after", "at", "every").index(kind), "tab")
        await type_into(pilot, text)
        await pilot.pause()
        rows = sheet_rows(host)
        assert not any("×" in row for row in rows)
        assert any(row.strip("│ ").startswith("so far ") for row in rows)
        await pilot.press("tab")
        await pilot.pause()
        assert any("×" in row for row in sheet_rows(host))


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize("now", [NOW, parse_utc("2031-12-30T23:00:00.000Z")])
async def test_the_examples_lie_after_the_clock_of_the_session(tmp_path, now):
    fresh = CreateForm(Opening("overnight", now, "schedule-8", BLANK))
    async with opened(fresh, tmp_path) as (host, pilot):
        await pilot.press("right")
        await pilot.pause()
        seen = " ".join("\n".join(sheet_rows(host)).split())
        dates = re.findall(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", seen.partition("Create schedule")[0])
        assert len(dates) >= 3
        assert all(date > format_utc(now)[:10] for date in dates)


@pytest.mark.req("TUI-4")
async def test_a_blank_that_was_typed_on_the_kind_before_the_focus_went_on_reaches_the_value(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        picker = host.screen.query_one("#kind", KindPicker)
        picker.post_message(events.Key("t", "t"))
        picker.post_message(events.Key("space", " "))
        picker.post_message(events.Key("x", "x"))
        await pilot.pause()
        assert host.screen.query_one("#value").value == "t x"
        assert picker.kind == "after"


@pytest.mark.req("TUI-7")
async def test_the_last_valid_answer_stays_while_something_else_is_typed(tmp_path):
    async with opened(form(REPORT), tmp_path) as (host, pilot):
        before = [row for row in sheet_rows(host) if "2026-08-28" in row]
        await pilot.press("backspace")
        await pilot.press("backspace")
        assert [row for row in sheet_rows(host) if "2026-08-28" in row] == before
        await type_into(pilot, "ks")
        assert any("From row 4" in row for row in sheet_rows(host))


@pytest.mark.req("TUI-4")
async def test_the_mouse_chooses_kinds_fields_and_buttons(tmp_path):
    async with opened(form(Typed("after", "10m", "p")), tmp_path) as (host, pilot):
        picker = host.screen.query_one("#kind", KindPicker)
        chosen = []
        for x in (2, 14, 24):
            await pilot.click(picker, offset=(x, 0))
            chosen.append(picker.kind)
        assert chosen == ["after", "at", "every"]
        await pilot.click("#prompt", offset=(5, 0))
        assert focused(host) == "prompt"
        await pilot.click("#create", offset=(4, 0))
        (filled,) = host.answers
        assert json.loads(filled.arguments) == {"prompt": "p", "every_seconds": 600}


@pytest.mark.req("TUI-4")
async def test_the_mouse_cancels_by_button_and_by_key_row(tmp_path):
    for target, offset in (("#cancel", (4, 0)), ("#dialog-keys", (50, 0))):
        async with opened(form(REPORT), tmp_path) as (host, pilot):
            assert " esc cancel" in screen_rows(host)[-1]
            at = offset if target == "#cancel" else (screen_rows(host)[-1].index("esc"), 0)
            await pilot.click(target, offset=at)
            assert host.answers == [Filled(REPORT)]


@pytest.mark.req("TUI-4")
async def test_a_click_beside_everything_keeps_the_focus_in_the_form(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        await pilot.click("#sheet", offset=(3, 20))
        await pilot.click(offset=(1, 1))
        await type_into(pilot, "5m")
        assert host.screen.query_one("#value").value == "5m"


@pytest.mark.req("TUI-4")
async def test_a_paste_of_several_lines_is_one_line_and_creates_nothing(tmp_path):
    async with opened(form(Typed("after", "10m", "")), tmp_path) as (host, pilot):
        await pilot.press("tab")
        assert focused(host) == "prompt"
        host.post_message(events.Paste("call Dana\nq\n\x1b[31mred"))
        await pilot.pause()
        assert not host.answers
        assert host.screen.query_one("#prompt").value == "call Dana q \x1b[31mred"
        assert "\x1b" not in "".join(screen_rows(host))
        await pilot.press("enter")
        assert json.loads(host.answers[0].arguments)["prompt"] == "call Dana q \x1b[31mred"


async def test_a_paste_on_the_kind_does_nothing(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        host.post_message(events.Paste("q\nd\n"))
        await pilot.pause()
        assert not host.answers
        assert focused(host) == "kind"


@pytest.mark.req("TUI-1")
async def test_resizing_with_the_form_open_loses_nothing(tmp_path):
    async with opened(form(REPORT), tmp_path, (200, 60)) as (host, pilot):
        await pilot.press("tab", "home")
        for width in (200, 120, 80, 40, 20, 12, 40, 200):
            await pilot.resize_terminal(width, max(4, width // 3))
            await pilot.pause()
            assert focused(host) == "prompt"
            field = host.screen.query_one("#prompt").region
            assert 0 < field.y < max(4, width // 3) - 1
            assert 0 <= field.x < field.right <= width
        assert {name: host.screen.query_one(f"#{name}").value for name in FIELDS} == {
            "value": REPORT.value,
            "prompt": REPORT.prompt,
            "zone": REPORT.zone,
        }
        assert host.screen.query_one("#prompt").cursor_position == 0
        assert any("From row 4" in row for row in sheet_rows(host))


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("size", [(20, 5), (24, 6), (30, 8)])
async def test_where_there_is_no_room_for_all_fields_they_come_one_after_the_other(tmp_path, size):
    async with opened(form(), tmp_path, size) as (host, pilot):
        await pilot.press("right", "right", "tab")
        await type_into(pilot, "10m")
        await pilot.press("tab")
        await type_into(pilot, "hi")
        await pilot.press("enter")
        assert json.loads(host.answers[0].arguments) == {"prompt": "hi", "every_seconds": 600}


async def test_escape_answers_with_what_was_typed(tmp_path):
    async with opened(form(), tmp_path) as (host, pilot):
        await type_into(pilot, "20m")
        await pilot.press("escape")
        assert host.answers == [Filled(Typed("after", "20m", "", "Europe/Berlin"))]


async def test_enter_twice_answers_once(tmp_path):
    async with opened(form(REPORT), tmp_path) as (host, pilot):
        host.simulate_key("enter")
        host.simulate_key("enter")
        await pilot.pause()
        assert len(host.answers) == 1


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(
    ("code", "field"), [("not_future", "value"), ("invalid_prompt", "prompt"), ("invalid_time_zone", "zone")]
)
async def test_what_the_tool_refused_after_all_is_said_on_its_field_until_that_changes(tmp_path, code, field):
    refusal = WorkbenchError(code, "said the tool itself")
    async with opened(form(REPORT, refusal=refusal), tmp_path) as (host, pilot):
        assert focused(host) == field
        assert f"× {code}" in "\n".join(sheet_rows(host))
        assert "said the tool itself" in "\n".join(sheet_rows(host))
        await pilot.press("enter")
        assert not host.answers
        await pilot.press("end", "x", "backspace")
        assert "said the tool itself" not in "\n".join(sheet_rows(host))
        await pilot.press("enter")
        assert host.answers[0].arguments


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Europe/Be", "Europe/Belfast"),
        ("europe/berl", "Europe/Berlin"),
        ("berl", "Europe/Berlin"),
        ("new y", "America/New_York"),
        ("Europe/Berlin", ""),
        ("europe/berlin", ""),
        ("", ""),
        ("nowhere at all", ""),
    ],
)
def test_a_zone_is_completed_from_its_name_or_its_city(typed, offered):
    assert complete_zone(typed) == offered


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize("key", ["tab", "right"])
async def test_the_zone_that_is_offered_is_taken_by_tab_or_right(tmp_path, key):
    async with opened(form(Typed("after", "20m", "p", "")), tmp_path) as (host, pilot):
        await pilot.press("tab", "tab", "tab")
        zone = host.screen.query_one("#zone")
        zone.focus()
        await type_into(pilot, "berl")
        assert any("→ Europe/Berlin" in row for row in sheet_rows(host))
        assert "tab complete" in screen_rows(host)[-1]
        await pilot.press(key)
        assert zone.value == "Europe/Berlin"
        assert focused(host) == "zone"
        await pilot.press("tab")
        assert focused(host) == "kind"


@pytest.mark.req("TUI-7")
async def test_a_refusal_too_long_for_a_low_screen_is_scrolled_to(tmp_path):
    async with opened(form(FORMS["never"]), tmp_path, (40, 12)) as (host, pilot):
        await pilot.press("enter")
        assert "03:00:00" not in "\n".join(sheet_rows(host))
        await pilot.press(*["pagedown"] * 3)
        assert "03:00:00" in "\n".join(sheet_rows(host))


async def test_targets_beyond_a_low_screen_are_scrolled_to(tmp_path):
    typed = Typed("every", "182d", "p", "Australia/Lord_Howe")
    async with opened(form(typed), tmp_path, (40, 12)) as (host, pilot):
        assert "2029-02-02" not in "\n".join(sheet_rows(host))
        await pilot.press(*["pagedown"] * 6)
        assert "2029-02-02" in "\n".join(sheet_rows(host))
        await pilot.press(*["pageup"] * 6)
        assert "2027-02-05" in "\n".join(sheet_rows(host))

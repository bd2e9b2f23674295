"""The field: one line of any text, exactly as wide as the field, its cursor always in sight and never inside a sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events

from support.dialogs import opened, screen_rows
from workbench.fronts.tui.dialogs import fieldtext
from workbench.fronts.tui.dialogs.ask import Ask, Question
from workbench.fronts.tui.dialogs.field import LONGEST, Field
from workbench.fronts.tui.theme.cells import signs

FAMILY, FLAG, WIDE = "👩‍👩‍👧", "🇩🇪", "轮"
HOSTILE = "\x1b[31m\x9b2J\u202e\u2066\u200b[bold]red[/]\x07\x85\u2028"
SIGNS = st.sampled_from(["a", " ", "ß", WIDE, "🚀", FAMILY, FLAG, "e\u0301", "\x1b", "\u202e", "\ud800", "\u200d"])
TEXTS = st.lists(SIGNS, max_size=40).map("".join)


@pytest.mark.req("TUI-6")
@given(text=TEXTS, at=st.floats(0, 1), first=st.integers(0, 60), cells=st.integers(1, 30))
def test_the_cursor_is_in_sight_and_what_is_shown_fits(text, at, first, cells):
    place = round(at * len(text))
    seen = fieldtext.sight(text, place, first, cells)
    assert 0 <= seen.first <= place
    assert 0 <= seen.cell < cells
    assert sum(size for _, size in signs(fieldtext.shown(text[seen.first : seen.last]))) <= cells


@given(text=TEXTS)
def test_going_by_signs_passes_every_sign_once_in_both_directions(text):
    on = [0]
    while (after := fieldtext.sign_after(text, on[-1])) != on[-1]:
        on.append(after)
    assert on[-1] == len(text)
    assert fieldtext.sign_before(text, 0) == 0


@pytest.mark.parametrize("sign", [FAMILY, FLAG, WIDE, "e\u0301"])
def test_a_sign_is_passed_whole(sign):
    text = f"a{sign}b"
    assert fieldtext.sign_after(text, 1) == 1 + len(sign)
    assert fieldtext.sign_before(text, 1 + len(sign)) == 1


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("value", ["short", "x" * 300, WIDE * 80, FAMILY * 40, FLAG * 40, HOSTILE, HOSTILE * 20])
async def test_any_text_fills_the_field_and_nothing_beside_it(tmp_path, value):
    async with opened(Ask(Question("Say", "send", initial=value)), tmp_path, (60, 12)) as (host, pilot):
        field = host.screen.query_one("#text", Field)
        for key in ("end", "left", "left", "home", "right"):
            await pilot.press(key)
            assert field.render_line(0).cell_length == field.size.width
            assert cell_len(field.render_line(0).text) == field.size.width
            rows = screen_rows(host)
            assert all(cell_len(row) == 60 for row in rows)
            assert not any(char in "".join(rows) for char in "\x1b\x9b\u202e\u2066\u2028\x85")


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("size", [(60, 12), (24, 6)])
async def test_a_click_puts_the_cursor_on_the_sign_that_was_clicked(tmp_path, size):
    async with opened(Ask(Question("Say", "send", initial=f"ab{WIDE}{FAMILY}z")), tmp_path, size) as (host, pilot):
        field = host.screen.query_one("#text", Field)
        places = []
        for cell in range(1, 8):
            await pilot.click(field, offset=(cell, 0))
            places.append(field.cursor_position)
        end = 3 + len(FAMILY)
        assert places == [0, 1, 2, 2, 3, 3, end]


async def test_deleting_takes_whole_signs(tmp_path):
    async with opened(Ask(Question("Say", "send", initial=f"a{FAMILY}{FLAG}")), tmp_path) as (host, pilot):
        field = host.screen.query_one("#text", Field)
        await pilot.press("backspace")
        assert field.value == f"a{FAMILY}"
        await pilot.press("home", "right", "delete")
        assert field.value == "a"


async def test_selecting_and_typing_replaces(tmp_path):
    async with opened(Ask(Question("Say", "send", initial="one two")), tmp_path) as (host, pilot):
        field = host.screen.query_one("#text", Field)
        await pilot.press("shift+home", "x")
        assert field.value == "x"


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize(("pasted", "value"), [("a\nb\r\nc", "a b c"), ("\n", " "), ("q\u2028n", "q n")])
async def test_a_paste_becomes_one_line(tmp_path, pasted, value):
    async with opened(Ask(Question("Say", "send")), tmp_path) as (host, pilot):
        host.post_message(events.Paste(pasted))
        await pilot.pause()
        assert host.screen.query_one("#text", Field).value.strip() == value.strip()


async def test_a_paste_of_any_size_is_cut_to_what_a_field_holds(tmp_path):
    async with opened(Ask(Question("Say", "send", initial="ab")), tmp_path) as (host, pilot):
        host.post_message(events.Paste(WIDE * (LONGEST + 5)))
        await pilot.pause()
        field = host.screen.query_one("#text", Field)
        assert len(field.value) == LONGEST
        assert field.render_line(0).cell_length == field.size.width

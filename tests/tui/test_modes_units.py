"""The parts of modes by themselves: what a terminal can show, styles without tints, stand-ins for signs."""

import pytest
from rich.cells import cell_len

from workbench.fronts.tui.theme.glyphs import ASCII, RICH, Glyphs
from workbench.fronts.tui.theme.paint import LOOKS, Line, Paint, Span
from workbench.fronts.tui.theme.roles import TEXT_ROLES, ansi_roles, derive
from workbench.fronts.tui.theme.terminal import depth_of, has_light_ground, keep_columns, needs_ascii, question_marks
from workbench.fronts.tui.theme.themes import DARK

pytestmark = pytest.mark.req("TUI-6")

COLOURED = Paint(derive(DARK.to_color_system().generate(), dark=True))
FLAT = Paint(ansi_roles(dark=True), flat=True)


@pytest.mark.parametrize(
    ("env", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "full"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, "full"),
        ({"TERM": "xterm-256color"}, "many"),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, "many"),
        ({"TERM": "xterm"}, "few"),
        ({"TERM": "linux"}, "few"),
        ({}, "few"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ],
)
def test_a_terminal_has_as_many_colours_as_it_says(env, depth):
    assert depth_of(env) == depth


def test_textuals_own_setting_comes_first():
    assert depth_of({"TERM": "xterm"}, "truecolor") == "full"


@pytest.mark.parametrize(
    ("env", "encodings", "needed"),
    [
        ({"TERM": "xterm-256color"}, ("utf-8", "UTF-8"), False),
        ({"TERM": "xterm-256color"}, ("utf8", None), False),
        ({"TERM": "xterm-256color"}, ("utf-8", "ANSI_X3.4-1968"), True),
        ({"TERM": "xterm-256color"}, ("iso8859-1", "UTF-8"), True),
        ({"TERM": "xterm-256color"}, ("no such encoding",), True),
        ({"TERM": "linux"}, ("utf-8",), True),
        ({}, (), False),
    ],
)
def test_ascii_is_needed_where_signs_cannot_arrive(env, encodings, needed):
    assert needs_ascii(env, *encodings) is needed


@pytest.mark.parametrize(("value", "light"), [("15;0", False), ("0;15", True), ("0;default;7", True), ("", False)])
def test_a_light_ground_is_known_where_it_is_said(value, light):
    assert has_light_ground({"COLORFGBG": value}) is light


@pytest.mark.parametrize("text", ["李雷", "a李b", "🚀", "e\u0301", "plain"])
def test_what_cannot_be_encoded_stays_as_wide(text, tmp_path):
    with (tmp_path / "out").open("w", encoding="ascii") as stream:
        keep_columns(stream)
        stream.write(text)
    assert len((tmp_path / "out").read_bytes()) == cell_len(text)


def test_only_encoding_is_helped():
    with pytest.raises(UnicodeDecodeError):
        question_marks(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"))


# ------------------------------------------------------------------------------------------------------------ styles


@pytest.mark.parametrize("role", sorted(TEXT_ROLES))
@pytest.mark.parametrize(("look", "mark"), [("cursor", "reverse"), ("blur", "underline")])
def test_without_tints_the_cursor_row_is_plain_and_marked(role, look, mark):
    style = FLAT.style(role, False, look)
    assert getattr(style, mark)
    assert style.color.is_default
    assert style.bgcolor is None
    assert not style.dim


@pytest.mark.parametrize("look", sorted(set(LOOKS) - {"cursor", "blur", "field"}))
def test_without_tints_other_grounds_are_the_terminals(look):
    style = FLAT.style("text", False, look)
    assert style.bgcolor is None
    assert not style.reverse
    assert not style.underline


def test_without_shades_quiet_texts_are_dim():
    assert [role for role in (*TEXT_ROLES, "hair") if FLAT.style(role).dim] == ["faint", "hair"]
    assert not any(COLOURED.style(role).dim for role in TEXT_ROLES)


@pytest.mark.parametrize("paint", [COLOURED, FLAT], ids=["coloured", "flat"])
@pytest.mark.parametrize(("role", "of"), [("chip", "text"), ("chip-past", "past"), ("chip-fired", "fired")])
def test_a_chip_is_bold_and_reverse_in_every_theme(paint, role, of):
    style = paint.style(role, False, "panel")
    assert style.bold
    assert style.reverse
    assert style.color == paint.style(of).color


# ------------------------------------------------------------------------------------------------------------- signs


def test_every_sign_has_one_cell_and_its_own_meaning():
    names = [name for name in Glyphs.__struct_fields__ if name != "ascii"]
    for glyphs in (RICH, ASCII):
        assert all(cell_len(getattr(glyphs, name)) == 1 for name in names)
    states = ("every", "every_delivered", "once", "once_delivered", "delivered_before", "passed")
    for glyphs in (RICH, ASCII):
        assert len({getattr(glyphs, name) for name in states}) == len(states)
        assert len({glyphs.todo_open, glyphs.todo_started, glyphs.todo_done}) == 3
        assert len({glyphs.health(verdict) for verdict in ("ok", "torn", "corrupt", "unsupported")}) == 4


def test_signs_are_those_that_common_fonts_have():
    """Page 10, section 3: what Fira Code lacks and what a terminal may draw as an emoji is not used."""
    signs = {getattr(RICH, name) for name in Glyphs.__struct_fields__ if name != "ascii"}
    assert not signs & set("✗✘⚠⏸⏵↻↺◈△▷⋮⊘★▶◀☑♦▪↪")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a long text that is cut", "a long te~"),
        ("a\nb", "a b"),
        ("\x1b[31m", "?[31m"),
        ("\u202ea", "?a"),
        ("—", "-"),
        ("李雷", "李雷"),
        ("Köln", "Köln"),
    ],
)
def test_in_ascii_stand_ins_are_ascii_and_data_is_not(text, shown):
    paint = Paint(ansi_roles(dark=True), glyphs=ASCII)
    assert paint.strip(Line((Span(text),)), 10).text.rstrip() == shown

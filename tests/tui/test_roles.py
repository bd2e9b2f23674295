"""Colour roles: readable in every theme that Textual brings and in the own ones, whatever colours the terminal has."""

import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES

from workbench.errors import UsageError
from workbench.fronts.tui.theme.contrast import contrast, luminance
from workbench.fronts.tui.theme.palette import PALETTE, distinct
from workbench.fronts.tui.theme.roles import FAINT_RATIO, GROUNDS, RATIO, TEXT_ROLES, ansi_roles, derive
from workbench.fronts.tui.theme.themes import BUTTONS, CONTRAST, NAMES, OWN, checked_theme

THEMES = {**BUILTIN_THEMES, **{theme.name: theme for theme in OWN}}
COLOURED = [name for name, theme in THEMES.items() if not theme.ansi]
# What terminals make of the sixteen colours: xterm, the VGA text mode that consoles copy, and Windows.
ANSI_PALETTES = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "vga": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}


def roles_of(name, *, few=False):
    theme = THEMES[name]
    return derive({**theme.to_color_system().generate(), **theme.variables}, dark=theme.dark, few=few)


def rgb(text):
    text = text.lstrip("#")
    return tuple(int(text[at : at + 2], 16) for at in (0, 2, 4))


def down(text):
    """What a terminal of 256 colours gets for a colour."""
    return tuple(Color.parse(text).downgrade(ColorSystem.EIGHT_BIT).get_truecolor())


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("few", [False, True], ids=["full", "256"])
@pytest.mark.parametrize("name", COLOURED)
def test_every_text_role_can_be_read_on_every_ground(name, few):
    shown = down if few else rgb
    roles = {role: shown(colour) for role, colour in roles_of(name, few=few).items()}
    for role in TEXT_ROLES:
        least = FAINT_RATIO if role == "faint" else RATIO
        for ground in GROUNDS:
            found = contrast(roles[role], roles[ground])
            assert found >= least - 0.01, f"{role} on {ground}: {found:.2f}"


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("few", [False, True], ids=["full", "256"])
def test_the_theme_of_high_contrast_has_more_of_it(few):
    shown = down if few else rgb
    roles = {role: shown(colour) for role, colour in roles_of(CONTRAST.name, few=few).items()}
    assert min(contrast(roles[role], roles[ground]) for role in TEXT_ROLES for ground in GROUNDS) >= 6.99
    assert min(contrast(roles["hair"], roles[ground]) for ground in GROUNDS) >= 4.49


@pytest.mark.parametrize("few", [False, True], ids=["full", "256"])
@pytest.mark.parametrize("name", COLOURED)
def test_the_grounds_are_told_from_each_other(name, few):
    shown = down if few else rgb
    roles = roles_of(name, few=few)
    assert len({shown(roles[ground]) for ground in GROUNDS}) == len(GROUNDS)


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("name", [name for name, theme in THEMES.items() if theme.ansi])
def test_an_ansi_theme_keeps_the_terminals_own_grounds(name):
    roles = roles_of(name)
    assert {roles[ground] for ground in GROUNDS} == {"ansi_default"}
    assert all(value.startswith("ansi_") for value in roles.values())


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("palette", ANSI_PALETTES)
def test_the_sixteen_colours_of_real_terminals_can_be_read(palette, dark):
    colours = [rgb(text) for text in ANSI_PALETTES[palette].split()]
    ground = (0, 0, 0) if dark else (255, 255, 255)
    names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    numbers = {f"ansi_{name}": n for n, name in enumerate(names)}
    numbers |= {f"ansi_bright_{name}": n for n, name in enumerate(names, 8)}
    for role, colour in ansi_roles(dark=dark).items():
        if colour != "ansi_default":
            assert contrast(colours[numbers[colour]], ground) >= 3.4, (role, colour)


@pytest.mark.parametrize("name", COLOURED)
def test_the_loud_role_is_told_from_the_quiet_ones(name):
    roles = roles_of(name)
    assert roles["fired"] not in {roles["text"], roles["dim"], roles["faint"]}
    assert roles["cursor-bg"] != roles["ground"]


def test_own_dark_theme_needs_no_help():
    found, wanted = rgb(roles_of("workbench-dark")["fired"]), rgb(THEMES["workbench-dark"].accent)
    assert all(abs(one - other) <= 1 for one, other in zip(found, wanted, strict=True))


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_own_themes_say_truly_whether_they_are_dark(theme):
    assert (luminance(rgb(theme.background)) < 0.2) is theme.dark


def test_the_palette_is_what_a_terminal_of_256_colours_shows():
    assert len(PALETTE) > 230
    assert all(down("#{:02x}{:02x}{:02x}".format(*asked)) == shown for shown, asked in PALETTE.items())


def test_colours_of_the_palette_stay_apart():
    assert len(set(distinct([(10, 10, 10), (11, 11, 11), (12, 12, 12)]))) == 3
    same = distinct([(10, 10, 10), (10, 10, 10)])
    assert same[0] == same[1]


def test_a_theme_that_is_not_there_is_refused_with_those_that_are():
    assert [checked_theme(name, "--theme") for name in NAMES] == list(NAMES)
    assert set(NAMES) == set(THEMES)
    with pytest.raises(UsageError) as caught:
        checked_theme("solarised", "--theme")
    assert caught.value.code == "unknown_theme"
    assert caught.value.message.startswith("--theme: ")
    assert all(name in caught.value.hint for name in NAMES)


def test_the_buttons_of_a_window_are_colours():
    assert all(rgb(button) for button in BUTTONS)

"""Colour roles: readable in every theme that Textual brings and in the own two."""

import pytest
from textual.theme import BUILTIN_THEMES

from workbench.fronts.tui.theme.contrast import contrast
from workbench.fronts.tui.theme.roles import FAINT_RATIO, RATIO, TEXT_ROLES, derive
from workbench.fronts.tui.theme.themes import OWN

THEMES = {**BUILTIN_THEMES, **{theme.name: theme for theme in OWN}}
COLOURED = [name for name, theme in THEMES.items() if not theme.ansi]
GROUNDS = ("ground", "panel", "cursor-bg", "fired-bg")


def roles_of(name):
    theme = THEMES[name]
    return derive(theme.to_color_system().generate(), dark=theme.dark)


def rgb(text):
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("name", COLOURED)
def test_every_text_role_can_be_read_on_every_ground(name):
    roles = roles_of(name)
    for role in TEXT_ROLES:
        least = FAINT_RATIO if role == "faint" else RATIO
        for ground in GROUNDS:
            found = contrast(rgb(roles[role]), rgb(roles[ground]))
            assert found >= least - 0.01, f"{role} on {ground}: {found:.2f}"


@pytest.mark.parametrize("name", [name for name, theme in THEMES.items() if theme.ansi])
def test_an_ansi_theme_keeps_the_terminals_own_grounds(name):
    roles = roles_of(name)
    assert {roles[ground] for ground in GROUNDS} == {"ansi_default"}
    assert all(value.startswith("ansi_") for value in roles.values())


@pytest.mark.parametrize("name", COLOURED)
def test_the_loud_role_is_told_from_the_quiet_ones(name):
    roles = roles_of(name)
    assert roles["fired"] not in {roles["text"], roles["dim"], roles["faint"]}
    assert roles["cursor-bg"] != roles["ground"]


def test_own_dark_theme_needs_no_help():
    found, wanted = rgb(roles_of("workbench-dark")["fired"]), rgb(THEMES["workbench-dark"].accent)
    assert all(abs(one - other) <= 1 for one, other in zip(found, wanted, strict=True))

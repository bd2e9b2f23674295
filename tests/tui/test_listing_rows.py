"""One row of the session list: exactly as wide as the pane, whatever a log says, and cut where it matters least."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from support.screens import START
from workbench.actions.known import Facts, LogFacts, Nearest, ScenarioFacts
from workbench.actions.listing import Found, Group
from workbench.fronts.tui.listing.celltext import COLUMNS, columns_at, due_text, entry_line, head_line
from workbench.fronts.tui.listing.entries import Entry
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.time.zones import UTC, load_zone

ROLES = derive(DARK.to_color_system().generate(), dark=True)
MINUTE = 60_000
NASTY = st.sampled_from(
    ("李雷轮换值班", "🚀", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "\x1b[31mred", "\u202eevil", "a\nb", "[bold]x[/bold]", "plain", "")
)
NAMES = st.one_of(NASTY, st.lists(NASTY, max_size=5).map("".join), st.text(max_size=40))
COUNTS = st.one_of(st.none(), st.integers(0, 10**9))
LOGS = st.builds(
    LogFacts, name=NAMES, verdict=st.sampled_from(("ok", "torn", "corrupt", "unsupported")),
    problem=st.one_of(st.none(), NAMES), now=st.integers(0, 10**13), events=COUNTS, every=COUNTS, once=COUNTS,
    nearest=st.one_of(st.none(), st.builds(Nearest, NAMES, st.sampled_from(("every", "at")), st.integers(0, 10**13))),
    overdue=st.integers(0, 9), parent=st.one_of(st.none(), NAMES), lost=st.integers(0, 10**9), frames=st.integers(0, 9),
)  # fmt: skip
NONE = st.builds(Facts, name=NAMES, verdict=st.sampled_from(("unreadable", "invalid")), problem=NAMES)
FACTS = st.one_of(st.none(), LOGS, NONE, st.builds(ScenarioFacts, name=NAMES, steps=st.integers(0, 10**6)))


@pytest.mark.req("TUI-6")
@given(FACTS, st.sampled_from(("own", "foreign", "scenario")), st.integers(20, 240), st.sampled_from((RICH, ASCII)))
def test_a_row_is_exactly_as_wide_as_the_pane_whatever_a_log_says(facts, kind, width, glyphs):
    from pathlib import Path

    found = Found(Group("", Path("/x"), kind), Path("/x/y/session.jsonl"))
    for line in (entry_line(Entry(found, facts), width, load_zone("Europe/Berlin"), glyphs, None), head_line(width)):
        strip = Paint(ROLES, glyphs=glyphs).strip(line, width)
        assert cell_len(strip.text) == width
        assert not any(ord(char) < 32 or char in "\u202e\u2028" for char in strip.text)


def test_columns_go_in_a_sensible_order():
    hidden = []
    shown = {column.name for column in COLUMNS}
    for width in range(240, 19, -1):
        now = {column.name for column in columns_at(width)}
        assert now <= shown, "a column that was hidden comes back on a narrower screen"
        hidden += sorted(shown - now)
        shown = now
        assert sum(column.cells + column.gap for column in columns_at(width)) <= width or width < 30
    assert hidden == ["note", "target", "health", "events", "active", "id", "due"]
    assert {"sign", "name", "shape"} <= shown


def row_of(facts, width, *, kind="scenario", path="/x/after-reminder.toml", group="/x"):
    from pathlib import Path

    entry = Entry(Found(Group("", Path(group), kind), Path(path)), facts)
    return "".join(span.text for span in entry_line(entry, width, UTC, RICH, None).spans)


@pytest.mark.req("TUI-6")
def test_nothing_is_cut_beside_free_cells():
    scenario = ScenarioFacts(name="Waiting for a busy agent", steps=6, words=("hold", "advance", "release"))
    for width in (118, 111, 98, 78, 56):
        assert "after-reminder " in row_of(scenario, width)
        assert "6 steps" in row_of(scenario, width)
    assert "hold, advance, release" in row_of(scenario, 118)
    assert "Waiting for a busy agent" in row_of(scenario, 38)
    forked = LogFacts(name="kid", events=1, every=0, once=0, parent="cold-catchup-long-name")
    assert "fork of cold-catchup-long-name" in row_of(forked, 118, kind="own", path="/x/kid/session.jsonl")
    waiting = LogFacts(
        name="kid",
        events=1,
        every=1,
        once=0,
        parent="cold-catchup",
        now=0,
        nearest=Nearest("schedule-1", "every", 9000),
    )
    assert "fork of cold-catchup" in row_of(waiting, 118, kind="own", path="/x/kid/session.jsonl")


def test_which_run_it_is_is_never_cut_off():
    facts = LogFacts(name="a-scenario-with-a-very-long-name", events=1, every=0, once=0)
    for width in (118, 78, 56, 40, 30):
        row = row_of(facts, width, kind="run", path="/x/a-scenario-12/_no-cwd/a/session.jsonl")
        assert "run 12" in row


@pytest.mark.parametrize(
    ("wait", "said"),
    [(8 * MINUTE + 47_000, "in 8m 47s"), (0, "due now"), (-770 * MINUTE, "overdue 12h 50m"), (1, "in 1ms")],
)
def test_due_is_never_signed(wait, said):
    assert due_text(START + wait, START) == said


def test_unread_says_so_in_every_width(tmp_path):
    found = Found(Group("", tmp_path, "own"), tmp_path / "name" / "session.jsonl")
    for width in range(38, 200):
        line = entry_line(Entry(found), width, UTC, RICH, None)
        assert "reading" in "".join(span.text for span in line.spans)


def test_no_environment_leaks_into_paths(monkeypatch):
    from pathlib import Path

    from workbench.fronts.tui.listing.preview import shown_path

    monkeypatch.setenv("HOME", "/home/ann")
    assert shown_path(Path("/home/ann/x")) == f"~{os.sep}x"
    assert shown_path(Path("/home/anna/x")) == "/home/anna/x"
    monkeypatch.setenv("HOME", "/")
    assert shown_path(Path("/srv/x")) == "/srv/x"

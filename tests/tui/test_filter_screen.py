"""The filter on the screen: typing, keeping, clearing; what stays where it was; and that typing runs nothing else."""

import pytest
from textual import events

from support.screens import fill, pane, pane_text, scene, session, settled, until
from workbench.fronts.tui.panes.filterbar import FilterBar


def rows_of(app):
    """The rows of the transcript as text, blank ones left out."""
    return [row[1:-1].rstrip() for row in pane_text(app, "transcript")[1:-1] if row[1:-1].strip()]


def title(app):
    return pane_text(app, "transcript")[0]


async def searched(pilot):
    """Let the search come to its end, and the screen follow."""
    app = pilot.app
    await until(pilot, lambda: (found := pane(app, "transcript").finding) is None or found.search.share == 1)
    await until(pilot, lambda: pane(app, "transcript")._pause is None)


async def look_for(pilot, text):
    """Open the filter and type."""
    await pilot.press("slash")
    await until(pilot, lambda: isinstance(pilot.app.focused.parent, FilterBar))
    pilot.app.focused.insert_text_at_cursor(text)
    await until(pilot, lambda: scene(pilot.app).filter.text == text)
    await searched(pilot)


@pytest.mark.req("TUI-2")
async def test_typing_leaves_the_rows_that_match_and_their_headers(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = rows_of(app)
        await look_for(pilot, "STRETCH")
        shown = rows_of(app)
        assert 0 < len(shown) < len(before)
        assert all("stretch" in row or row.endswith("…") or row.lstrip().startswith("turn ") for row in shown)
        assert shown[0].lstrip().startswith("turn 3")
        assert "/STRETCH" in title(app)
        assert f"matches of {scene(app).view.events}" in title(app)
        assert pane_text(app, "transcript")  # the key bar gave its place to the field
        assert app.screen._compositor.render_strips()[-1].text.startswith(" / find")


@pytest.mark.req("TUI-2")
async def test_what_a_row_says_is_found_though_no_line_says_it(open_app, overnight):
    async with open_app(overnight) as pilot:
        await look_for(pilot, "schedule-1 on time")
        assert [row for row in rows_of(pilot.app) if "dispatch schedule-1  on time" in row]


async def test_enter_keeps_the_filter_and_escape_clears_it(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "stretch")
        await pilot.press("enter")
        await until(pilot, lambda: app.focused is pane(app, "transcript"))
        assert scene(app).filter.text == "stretch"
        assert not scene(app).filter.open
        assert "help" in app.screen._compositor.render_strips()[-1].text
        await pilot.press("up")
        chosen = pane(app, "transcript").seq_at_cursor()
        await pilot.press("escape")
        await pilot.pause()
        assert scene(app).filter is None
        assert pane(app, "transcript").seq_at_cursor() == chosen
        assert not pane(app, "transcript").following
        assert len(rows_of(app)) > 10


@pytest.mark.req("TUI-3")
async def test_escape_in_the_field_clears_and_goes_back_to_the_rows(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = rows_of(app)
        await look_for(pilot, "no such text")
        assert any("No event contains" in row for row in rows_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.focused is pane(app, "transcript"))
        assert scene(app).filter is None
        assert rows_of(app) == before
        assert pane(app, "transcript").following


async def test_an_empty_text_filters_nothing_and_is_not_kept(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = rows_of(app)
        await look_for(pilot, "  ")
        assert rows_of(app) == before
        await pilot.press("enter")
        await pilot.pause()
        assert scene(app).filter is None


@pytest.mark.req("TUI-4")
async def test_keys_and_pastes_in_the_field_run_nothing(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        now = scene(app).view.now
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.focused.parent, FilterBar))
        await pilot.press("n", "q", "v", "1", "full_stop")
        app.focused.post_message(events.Paste("nn\nq 轮换\x1b[31m"))
        await pilot.pause()
        await searched(pilot)
        assert session(app).query_one(FilterBar).text.startswith("nqv1.nn q 轮换")
        assert scene(app).view.now == now
        assert not scene(app).all_events
        assert all(strip.cell_length == 120 for strip in app.screen._compositor.render_strips())


@pytest.mark.req("TUI-4")
async def test_keys_in_the_same_breath_as_the_slash_run_nothing(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = scene(app).view.now
        for key, char in (("slash", "/"), ("n", "n"), ("a", "a"), ("q", "q")):
            app.post_message(events.Key(key, char))
        await until(pilot, lambda: scene(app).filter is not None)
        await pilot.pause()
        assert isinstance(app.focused.parent, FilterBar)
        assert scene(app).view.now == before
        assert app.screen is session(app)


@pytest.mark.req("TUI-3")
async def test_new_events_are_matched_as_they_come(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "schedule-1")
        await pilot.press("enter")
        await pilot.pause()
        before = pane(app, "transcript").finding.rows.count
        await pilot.press("n")
        await settled(pilot)
        await searched(pilot)
        transcript = pane(app, "transcript")
        assert transcript.finding.rows.count > before
        assert transcript.cursor == transcript.row_count() - 1
        await pilot.press("home")
        await pilot.pause()
        seq, top = transcript.seq_at_cursor(), transcript.top_row
        await pilot.press("n")
        await settled(pilot)
        await searched(pilot)
        assert (transcript.seq_at_cursor(), transcript.top_row) == (seq, top)


async def test_the_cursor_stays_on_its_event_when_rows_come_and_go(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        transcript = pane(app, "transcript")
        seq = next(row for row in range(transcript.row_count()) if "create" in _text(transcript, row))
        transcript.move_cursor(seq)
        chosen = transcript.seq_at_cursor()
        await look_for(pilot, "create")
        assert transcript.seq_at_cursor() == chosen
        await pilot.press("enter", "v")
        await searched(pilot)
        assert transcript.seq_at_cursor() == chosen
        await pilot.press("v")
        await searched(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert transcript.seq_at_cursor() == chosen


def _text(transcript, row):
    return "".join(span.text for span in transcript.row_line(row, 80).spans)


async def test_a_text_of_wide_signs_is_found(open_app, overnight):
    async with open_app(overnight, size=(80, 24)) as pilot:
        await look_for(pilot, "轮换")
        assert [row for row in rows_of(pilot.app) if "轮换值班密钥" in row]


async def test_schedules_are_filtered_by_id_and_prompt(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await pilot.press("2")
        await pilot.pause()
        await look_for(pilot, "stretch")
        rows = [row for row in pane_text(app, "schedules") if "schedule-" in row]
        assert len(rows) == 1
        assert "schedule-3" in rows[0]
        await pilot.press("escape")
        await pilot.pause()
        assert len([row for row in pane_text(app, "schedules") if "schedule-" in row]) == 5
        assert app.focused is pane(app, "schedules")


async def test_a_click_elsewhere_keeps_the_filter(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "stretch")
        await pilot.click("#schedules", offset=(5, 2))
        await until(pilot, lambda: not scene(app).filter.open)
        assert scene(app).filter.text == "stretch"
        assert app.focused is pane(app, "schedules")


async def test_a_resize_while_typing_keeps_text_and_focus(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "stretch")
        for size in [(200, 50), (40, 12), (80, 24), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert isinstance(app.focused.parent, FilterBar)
        assert session(app).query_one(FilterBar).text == "stretch"
        assert scene(app).filter.open


async def test_in_the_past_matches_after_the_cursor_are_faint(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "schedule")
        await pilot.press("enter", "home", "down", "t")
        await until(pilot, lambda: scene(app).past is not None)
        transcript = pane(app, "transcript")
        rows = [(transcript.row_at(at), transcript.row_line(at, 80)) for at in range(transcript.row_count())]
        seq_of, seq = transcript.sheet.seq_of, scene(app).past.seq
        later = [line for row, line in rows if row.kind == "event" and seq_of(row) > seq]
        assert later
        assert all(span.role == "faint" for line in later for span in line.spans if span.text.strip())
        assert "later, dimmed" in title(app)


async def test_a_search_that_goes_on_is_let_go_with_its_session(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        await look_for(pilot, "schedule")
        search = pane(app, "transcript").finding.search
        await pilot.press("enter", "f")
        await fill(pilot, "child")
        await until(pilot, lambda: scene(app).view.session_id == "child")
        await searched(pilot)
        assert pane(app, "transcript").finding.search is not search
        assert search._stop.is_set()
        assert pane(app, "transcript").finding.rows.count > 0


@pytest.mark.req("TUI-3")
async def test_a_filter_in_which_nothing_was_chosen_leaves_the_end_followed(open_app, overnight):
    async with open_app(overnight) as pilot:
        app = pilot.app
        before = rows_of(app)
        await look_for(pilot, "create")
        await pilot.press("enter")
        await until(pilot, lambda: app.focused is pane(app, "transcript"))
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert pane(app, "transcript").following
        assert rows_of(app) == before

"""The journal pane: a row an entry in words and shapes, read only in sight, followed, filtered, one selection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len

from support.benches import HOUR, create, new_bench, run
from support.journals import ENTRIES, FakeJournal, long_journal
from support.screens import fill, pane, pane_text, scene, session, settled, until
from support.tellings import NOW, OnePane, make_past, make_scene, make_view, rows_of
from workbench.bench.journal.entries import Entry, Item
from workbench.fronts.tui.panes.entrybody import entry_lines
from workbench.fronts.tui.panes.journal import JournalPane
from workbench.fronts.tui.panes.journalline import EntrySetting, entry_line, entry_text
from workbench.fronts.tui.panes.journaltext import words_of_entry
from workbench.fronts.tui.panes.scene import Filter, Scene
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import fit
from workbench.time.zones import load_zone

BERLIN = load_zone("Europe/Berlin")


@asynccontextmanager
async def shown(scene: Scene, size: tuple[int, int], tmp_path: Any) -> AsyncIterator[tuple[Any, Any, JournalPane]]:
    """The pane alone on the screen."""
    pane = JournalPane(id="journal")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=size) as pilot:
        pane.show(scene)
        pane.focus()
        await pilot.pause()
        yield app, pilot, pane


def told(journal: Any = None, **changes: Any) -> Scene:
    return make_scene(make_view(journal=FakeJournal() if journal is None else journal, history=Kinds()), **changes)


class Kinds:
    """A history that knows of every record that it repeats."""

    hold = None
    # Every record was dispatched with every event: nothing of what the entries tell was lost.
    log = SimpleNamespace(
        book=SimpleNamespace(
            trails=SimpleNamespace(get=lambda _: SimpleNamespace(seqs=range(1 << 30), decided=range(1 << 30)))
        )
    )

    def track(self, record_id: str) -> Any:
        return type("Track", (), {"kind": "every"})()


def text_of(line: Any) -> str:
    return "".join(span.text for span in (*line.spans, *line.right))


# ------------------------------------------------------------------------------------------------------------- rows


@pytest.mark.req("BEN-14", "TUI-1", "TUI-6")
@pytest.mark.parametrize("size", [(120, 18), (80, 18), (54, 18), (40, 18)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_kind_of_entry_at_every_width(golden, tmp_path, size):
    async with shown(told(), size, tmp_path) as (app, _, _):
        rows = rows_of(app)
        golden.check("".join(f"{row.rstrip()}\n" for row in rows), f"journal.{size[0]}x{size[1]}.txt")


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize(("number", "words"), [
    (0, ("✓", "resume", "the session is live", "schedule-2 may come again", "cold for 1d 17h")),
    (1, ("○", "create", "schedule-2", "by built-in")),
    (2, ("×", "refused", "schedule_create", "invalid_prompt", "no text", "by tui")),
    (3, ("—", "delete", "schedule-9", "by cli")),
    (4, ("!", "fault", "armed: barrier fails", "2 left")),
    (5, ("!", "fault", "struck: barrier fails", "1 left")),
    (6, ("×", "failed", "barrier_failed", "the barrier was made to fail")),
    (7, ("‖", "wait", "schedule-5", "the barrier failed")),
    (8, ("×", "crash", "crash after queueing", "3 events lost")),
    (9, ("░", "suspend", "the session became cold")),
    (10, ("◄", "clock", "set back by 1h", "not due any more: schedule-4", "nothing fires early")),
    (11, ("‖", "wait", "2: schedule-1, schedule-2", "waiting for idle")),
    (12, ("◆", "one-shot", "repeat", "schedule-5", "1 held back", "1h 20m late", "recovered")),
    (13, ("●", "batch", "2: schedule-2, schedule-1", "21m late", "19 passed")),
])  # fmt: skip
def test_an_entry_says_all_in_words_beside_its_shape(number, words):
    row = text_of(entry_line(ENTRIES[number], EntrySetting(RICH, BERLIN, NOW, 160, kind="every")))
    for word in words:
        assert word in row
    found = entry_text(ENTRIES[number], RICH)
    assert all(word in found for word in words[1:])


@pytest.mark.req("SCH-30", "BEN-14")
def test_what_a_crash_took_is_told_as_queued_and_lost():
    entry = ENTRIES[13]
    both = EntrySetting(RICH, BERLIN, NOW, 160, lost=frozenset(("schedule-2", "schedule-1")))
    row = text_of(entry_line(entry, both))
    assert "queued, and lost with the crash" in row
    assert "late" not in row
    assert "1 of them lost with the crash" in text_of(
        entry_line(entry, EntrySetting(RICH, BERLIN, NOW, 160, lost=frozenset(("schedule-2",))))
    )
    whole = [text_of(line) for line in entry_lines(entry, RICH, BERLIN, 100, frozenset(("schedule-2",)))]
    assert sum("lost with the crash" in line for line in whole) == 1
    assert sum(line.strip().startswith("delivered") for line in whole) == 1


@pytest.mark.req("SCH-30", "BEN-14")
async def test_a_crash_between_queue_and_record_is_told_in_the_pane(open_app, tmp_path):
    bench = new_bench(tmp_path)
    create(bench, "look", every_seconds=600)
    bench.arm("crash_after_queue")
    run(bench.advance(by=HOUR))
    bench.resume()
    bench.close()
    async with open_app(bench.path, size=(160, 40)) as pilot:
        await pilot.press("6")
        await settled(pilot)
        rows = pane_text(pilot.app, "journal")
        assert sum("queued, and lost with the crash" in row for row in rows) == 1
        assert sum("repeat" in row for row in rows) == 1


@pytest.mark.parametrize("width", [20, 36, 46, 80, 120])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.what)
def test_a_row_is_exactly_as_wide_as_the_pane(entry, width):
    line = entry_line(entry, EntrySetting(ASCII, BERLIN, NOW, width, "schedule-2", loud=True))
    text = "".join(span.text for span in fit(line, width, ASCII))
    assert cell_len(text) == width
    assert text.isascii()


def test_an_entry_that_could_not_be_read_has_no_time():
    entry = Entry(0, "failure", code="unreadable_entry", message="line 3 of the journal is no entry: \x1b[2J")
    row = text_of(entry_line(entry, EntrySetting(RICH, BERLIN, NOW, 80)))
    assert row.startswith(" —")
    assert "1970" not in row


def test_a_word_that_is_not_known_yet_is_shown_as_it_stands():
    item = Item("schedule-1", "every", NOW, why="moon_was_full")  # type: ignore[arg-type]
    entry = Entry(NOW, "decision", chosen="wait", items=(item,))
    assert words_of_entry(entry, RICH).measure == "moon was full"


# --------------------------------------------------------------------------------------------------------- one whole


@pytest.mark.req("BEN-14")
def test_an_entry_whole_has_each_record_with_all_that_is_known():
    lines = [text_of(line) for line in entry_lines(ENTRIES[12], RICH, BERLIN, 100)]
    text = "\n".join(lines)
    for words in (
        "Fri 2026-08-07 10:00:01 Berlin  08:00:01.000Z", "decision   a one-shot, 1 held back",
        "because the session was resumed", "5 active, 3 due", "seq 700, turn 79", "the journal lacked this",
        "◆ schedule-5  repeat  after", "queued before and that was never recorded",
        "delivered  06:40:00.000Z (08:40:00 Berlin), 1h 20m late", "next       none: it ended",
        "‖ schedule-2", "held back  one-shots went first",
        "target     06:08:48.965Z (08:08:48 Berlin), 1h ago, 11 further targets passed",
    ):  # fmt: skip
        assert words in text
    narrow = entry_lines(ENTRIES[12], RICH, BERLIN, 36)
    assert all(cell_len(text_of(line)) <= 50 for line in narrow)
    assert "".join(text_of(line).strip() for line in narrow).count("repeat") == 2


# ---------------------------------------------------------------------------------------------------- what is read


@pytest.mark.req("TUI-2", "BEN-14")
async def test_only_rows_in_sight_are_read(tmp_path):
    journal = long_journal(100_000)
    async with shown(told(journal), (80, 20), tmp_path) as (app, pilot, pane):
        assert min(journal.read) > 100_000 - 100
        assert "schedule-99999" in rows_of(app)[-2]
        await pilot.press("home")
        await pilot.pause()
        assert "schedule-0 " in rows_of(app)[1]
        assert len(journal.read) < 200
        assert not pane.following
        assert "paused" in rows_of(app)[0]


@pytest.mark.req("TUI-3")
async def test_it_follows_until_it_is_scrolled_and_end_resumes(tmp_path):
    async with shown(told(long_journal(50)), (80, 12), tmp_path) as (app, pilot, pane):
        pane.show(told(long_journal(60)))
        await pilot.pause()
        assert "schedule-59" in rows_of(app)[-2]
        await pilot.press("up", "up")
        pane.show(told(FakeJournal([*long_journal(60).entries(0, 60), *ENTRIES])))
        await pilot.pause()
        assert pane.entry_at_cursor().items[0].id == "schedule-57"
        assert "paused, 14 new" in rows_of(app)[0]
        await pilot.press("end")
        await pilot.pause()
        assert "following" in rows_of(app)[0]
        assert pane.entry_at_cursor() is ENTRIES[-1]


async def test_without_a_place_nothing_is_read(tmp_path):
    journal = long_journal(1000)
    pane = JournalPane(id="journal")
    app = OnePane(pane, tmp_path)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.display = False
        pane.show(told(journal))
        await pilot.pause()
        assert not journal.read
        pane.display = True
        await pilot.pause()
        assert "schedule-999" in rows_of(app)[-2]


@pytest.mark.parametrize(("scene", "said"), [
    (told(FakeJournal([])), "Nothing was decided yet."),
    (make_scene(make_view(journal=FakeJournal([]), drivable=False)), "No journal lies beside this log."),
    (Scene(name="x"), "Reading the log"),
], ids=["empty", "looked at", "reading"])  # fmt: skip
async def test_an_empty_journal_says_so(tmp_path, scene, said):
    async with shown(scene, (80, 12), tmp_path) as (app, _, _):
        assert any(said in row for row in rows_of(app))


async def test_what_is_wrong_with_the_file_stands_in_the_title(tmp_path):
    async with shown(told(FakeJournal(problem="its disk is full")), (100, 20), tmp_path) as (app, _, _):
        assert "× its disk is full" in rows_of(app)[0]


@pytest.mark.req("BEN-16")
async def test_in_the_past_what_came_later_is_dimmed(tmp_path):
    past = make_past(view=make_view(journal=FakeJournal(), history=Kinds()))
    async with shown(past, (100, 20), tmp_path) as (app, _, pane):
        assert "what came later is dimmed" in rows_of(app)[0]
        roles = [{span.role for span in pane.row_line(row, 80).spans[1:]} for row in range(len(ENTRIES))]
        later = [entry.at > past.past.view.now for entry in ENTRIES]
        assert [found == {"faint"} for found in roles] == later
        assert any(later)
        assert not all(later)


# ---------------------------------------------------------------------------------------------------------- filter


async def filtered(pilot: Any, pane: JournalPane, scene: Scene, text: str) -> None:
    pane.show(scene.but(filter=Filter("journal", text)))
    await until_searched(pilot, pane)


async def until_searched(pilot: Any, pane: JournalPane) -> None:
    for _ in range(400):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        if pane._search is None or pane._search.share >= 1:
            return


@pytest.mark.req("TUI-1", "BEN-14")
@pytest.mark.parametrize(("text", "found"), [
    ("REPEAT", [12]), ("waiting for idle", [11]), ("schedule-9", [3]), ("invalid_prompt", [2]), ("no such thing", []),
    ("fault", [4, 5]),
])  # fmt: skip
async def test_a_filter_leaves_the_entries_that_say_it(tmp_path, text, found):
    scene = told()
    async with shown(scene, (100, 20), tmp_path) as (app, pilot, pane):
        await filtered(pilot, pane, scene, text)
        assert [pane._number(row) for row in range(pane._count())] == found
        assert f"{len(found)} match" in rows_of(app)[0]
        if not found:
            assert any('No entry contains "no such thing".' in row for row in rows_of(app))
        pane.show(scene)
        await pilot.pause()
        assert pane._count() == len(ENTRIES)


async def test_a_filter_goes_on_with_what_comes(tmp_path):
    scene = told(long_journal(500))
    async with shown(scene, (100, 20), tmp_path) as (app, pilot, pane):
        await filtered(pilot, pane, scene, "schedule-4")
        assert pane._count() == 111
        more = told(FakeJournal([*long_journal(500).entries(0, 500), *ENTRIES]))
        await filtered(pilot, pane, more, "schedule-4")
        assert pane._count() == 112
        assert "clock" in rows_of(app)[-2]


# ---------------------------------------------------------------------------------------------------- on the screen


async def busy_night(pilot: Any) -> None:
    """Hold the agent over three hours, then let it go."""
    await pilot.press("b")
    await settled(pilot)
    await pilot.press("j")
    await fill(pilot, "3h")
    await settled(pilot)
    await pilot.press("6")
    await pilot.pause()


@pytest.mark.req("TUI-1", "TUI-6", "BEN-14")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-color"])
async def test_the_screen_with_the_journal(open_app, overnight, golden, monkeypatch, size, colour):
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    async with open_app(overnight, size=size) as pilot:
        await busy_night(pilot)
        golden.check("".join(f"{row.rstrip()}\n" for row in pane_text(pilot.app, "journal")),
                     f"journal-busy.{size[0]}x{size[1]}.txt")  # fmt: skip


@pytest.mark.req("TUI-1")
async def test_it_takes_the_transcripts_place_and_gives_it_back(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        place = pane(app, "transcript").region
        await pilot.press("6")
        await pilot.pause()
        assert pane(app, "journal").region == place
        assert not pane(app, "transcript").display
        assert app.focused is pane(app, "journal")
        await pilot.press("2")
        await pilot.pause()
        assert pane(app, "journal").display
        await pilot.press("shift+tab")
        await pilot.pause()
        assert app.focused is pane(app, "journal")
        await pilot.press("1")
        await pilot.pause()
        assert pane(app, "transcript").region == place
        assert not pane(app, "journal").display


@pytest.mark.req("TUI-1")
async def test_the_selection_is_shared(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("n", "2", "end")
        await settled(pilot)
        await pilot.press("6", "up")
        await pilot.pause()
        entry = pane(app, "journal").entry_at_cursor()
        assert scene(app).selected == entry.items[0].id == "schedule-3"
        assert "Why schedule-3" in pane_text(app, "detail")[0]
        await pilot.press("2", "home")
        await pilot.pause()
        assert scene(app).selected == "schedule-1"
        lines = [pane(app, "journal").row_line(row, 50) for row in range(pane(app, "journal").row_count())]
        assert [line.look for line in lines] == ["blur", "plain", "blur", "blur"]


@pytest.mark.req("TUI-1", "BEN-14")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_enter_shows_an_entry_whole_and_escape_leads_back(open_app, overnight, size):
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        await busy_night(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert app.focused is pane(app, "detail")
        text = "\n".join(text_of(row.line) for row in pane(app, "detail")._rows)
        assert "waiting for idle" in text
        assert "schedule-4" in text
        await pilot.press("escape")
        await pilot.pause()
        assert app.focused is pane(app, "journal")


@pytest.mark.req("TUI-8")
async def test_copy_and_write_give_the_entry_whole(open_app, overnight):
    from workbench.fronts.tui.export.rows import selected_text

    async with open_app(overnight, size=(40, 12)) as pilot:
        await busy_night(pilot)
        text = selected_text(session(pilot.app))
        assert "decision   wait, 4 held back" in text
        assert text.count("held back  waiting for idle") == 4
        await pilot.press("y")
        await pilot.pause()
        assert scene(pilot.app).notice.text.startswith("sent ")


async def test_the_filter_key_filters_the_journal(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await busy_night(pilot)
        await pilot.press("slash", *"waiting", "enter")
        await until(pilot, lambda: "1 match of" in pane_text(app, "journal")[0])
        assert sum("wait" in row for row in pane_text(app, "journal")[1:]) == 1
        await pilot.press("escape")
        await pilot.pause()
        assert "entries" in pane_text(app, "journal")[0]


@pytest.mark.req("BEN-16")
async def test_travel_goes_to_what_the_entry_is_about(open_app, overnight):
    async with open_app(overnight, size=(120, 40)) as pilot:
        app = pilot.app
        await pilot.press("n", "n")
        await settled(pilot)
        await pilot.press("6", "home")
        await pilot.pause()
        await pilot.press("t")
        await pilot.pause()
        assert scene(app).past.seq == pane(app, "journal").entry_at_cursor().seq > 0

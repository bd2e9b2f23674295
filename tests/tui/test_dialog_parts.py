"""What all dialogs are made of: looks, room, keys, the mouse, closing once; each over an empty screen."""

from functools import partial

import pytest
from rich.cells import cell_len

from support.dialogs import Host, opened, screen_rows, sheet_rows
from workbench.actions.moments import explain_move
from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.tui.dialogs.ask import Ask, Question
from workbench.fronts.tui.dialogs.choose import Choose, Way
from workbench.fronts.tui.dialogs.large import LargeMove
from workbench.fronts.tui.dialogs.memory import memory_of
from workbench.fronts.tui.dialogs.pick import Entry, Pick
from workbench.fronts.tui.dialogs.themes import SIGNS, ThemePick
from workbench.fronts.tui.dialogs.zones import NONE, ZonePick
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.time.instant import parse_utc
from workbench.time.zones import UTC

NOW = parse_utc("2026-08-07T09:00:01.000Z")
HOSTILE = "\x1b[31m\x9b2J\u202e\u2028 [b]轮换[/b] 👩‍👩‍👧 \ud800"
WAYS = (Way("y", "yes", f"do it {HOSTILE}"), Way("n", "no", "leave it"))
SIZES = [(200, 60), (120, 40), (80, 24), (72, 20), (40, 12), (20, 5), (19, 4)]


def refuse(text):
    raise UsageError("invalid_time", f"not a time: {text} {HOSTILE * 9}")


MADE = {
    "ask": lambda: Ask(Question(f"Say {HOSTILE}", "send", hints=(HOSTILE * 20, "more"), initial=HOSTILE, means=refuse)),
    "choose": lambda: Choose(f"Delete {HOSTILE}", [HOSTILE * 20, "Sure?"], WAYS),
    "zone": lambda: ZonePick(NOW, "Europe/Berlin"),
    "large": lambda: LargeMove(WorkbenchError("confirmation_required", "this advance would run 100,000 turns")),
    "pick": lambda: Pick([Entry(str(n), HOSTILE * 5) for n in range(40)]),
}


@pytest.mark.req("TUI-1", "TUI-6")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MADE)
async def test_every_dialog_lies_within_the_screen_with_any_text_in_it(tmp_path, name, size):
    async with opened(MADE[name](), tmp_path, size) as (host, _):
        sheet = host.screen.query_one("#sheet").region
        assert 0 <= sheet.x < sheet.right <= size[0]
        assert 0 <= sheet.y < sheet.bottom <= size[1] - (size[1] > 4)
        for row in screen_rows(host):
            assert cell_len(row) == size[0]
            assert not set(row) & set("\x1b\x9b\u202e\u2028")
        rows = sheet_rows(host)
        assert rows[0].startswith(RICH.top_left)
        assert rows[-1].endswith(RICH.bottom_right)
        assert all(row.startswith(RICH.edge) and row.endswith(RICH.edge) for row in rows[1:-1])


@pytest.mark.req("TUI-1")
@pytest.mark.parametrize("name", MADE)
async def test_a_dialog_follows_the_screen_and_comes_back_to_its_size(tmp_path, name):
    async with opened(MADE[name](), tmp_path, (120, 40)) as (host, pilot):
        before = host.screen.query_one("#sheet").region
        for size in ((60, 20), (30, 8), (20, 5), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            sheet = host.screen.query_one("#sheet").region
            assert sheet.right <= size[0]
            assert sheet.bottom <= size[1]
        assert host.screen.query_one("#sheet").region == before
        if isinstance(host.screen, Pick):
            assert any(row.startswith(f"{RICH.edge}  {RICH.mark}") for row in sheet_rows(host)[3:])


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("name", MADE)
async def test_escape_closes_every_dialog_without_an_answer_and_once(tmp_path, name):
    async with opened(MADE[name](), tmp_path) as (host, pilot):
        for _ in range(3):
            host.simulate_key("escape")
        await pilot.pause()
        assert host.answers == [None]


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("name", MADE)
async def test_the_key_row_closes_by_a_click(tmp_path, name):
    async with opened(MADE[name](), tmp_path) as (host, pilot):
        keys = screen_rows(host)[-1]
        await pilot.click("#dialog-keys", offset=(cell_len(keys[: keys.index("esc close")]) + 1, 0))
        assert host.answers == [None]


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize(("key", "answer"), [("y", "yes"), ("n", "no"), ("q", None), ("escape", None)])
async def test_a_way_is_taken_by_its_key_and_q_closes(tmp_path, key, answer):
    async with opened(Choose("Delete", ["Sure?"], WAYS), tmp_path) as (host, pilot):
        await pilot.press("x", key, key)
        assert host.answers == [answer]


async def test_q_is_a_way_where_the_dialog_says_so(tmp_path):
    async with opened(Choose("Quit", [], (Way("q", "yes", "quit"),)), tmp_path) as (host, pilot):
        await pilot.press("q")
        assert host.answers == ["yes"]


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("row", [0, 1])
async def test_a_way_is_taken_by_a_click_on_its_row(tmp_path, row):
    async with opened(Choose("Delete", ["Sure?"], WAYS), tmp_path) as (host, pilot):
        rows = sheet_rows(host)
        first = next(y for y, text in enumerate(rows) if "do it" in text)
        await pilot.click("#sheet", offset=(20, first + row))
        assert host.answers == [WAYS[row].value]


# ------------------------------------------------------------------------------------------------------------- ask


def question(**more):
    return Question(
        "Advance to", "advance", means=lambda text: f"means {text}" if text != "bad" else refuse(text), **more
    )


async def test_a_refused_text_says_why_and_is_no_answer(tmp_path):
    async with opened(Ask(question()), tmp_path) as (host, pilot):
        await pilot.press(*"bad", "enter")
        assert not host.answers
        assert any("× invalid_time" in row for row in sheet_rows(host))
        await pilot.press("x")
        assert any("means badx" in row for row in sheet_rows(host))
        await pilot.press("enter")
        assert host.answers == ["badx"]


async def test_the_meaning_comes_and_goes_without_moving_the_field(tmp_path):
    async with opened(Ask(question(hints=("One sentence.",))), tmp_path) as (host, pilot):
        places = set()
        for key in ("b", "a", "d", "x", "backspace", "backspace"):
            await pilot.press(key)
            places.add(host.screen.query_one("#text").region)
        assert len(places) == 1


@pytest.mark.req("TUI-4")
async def test_up_brings_the_last_answers_of_that_kind_back(tmp_path):
    host = Host(tmp_path)
    async with host.run_test(size=(80, 24)) as pilot:
        for text in ("2h", "3h", "2h"):
            host.ask(Ask(question(recall="advance")))
            await pilot.pause()
            await pilot.press(*text, "enter")
        host.ask(Ask(question(recall="jump")))
        await pilot.pause()
        await pilot.press("up")
        assert host.screen.query_one("#text").value == ""
        assert "last answers" not in screen_rows(host)[-1]
        await pilot.press("escape")
        host.ask(Ask(question(recall="advance")))
        await pilot.pause()
        assert "up last answers" in screen_rows(host)[-1]
        seen = []
        for key in ("up", "up", "up", "down", "down"):
            await pilot.press(key)
            seen.append(host.screen.query_one("#text").value)
        assert seen == ["2h", "3h", "3h", "2h", ""]


def test_memories_of_two_apps_are_apart_and_short(tmp_path):
    one, other = Host(tmp_path), Host(tmp_path)
    for number in range(200):
        memory_of(one).keep("say", str(number))
    assert memory_of(other).recalled("say") == []
    assert memory_of(one).recalled("say")[-1] == "199"
    assert len(memory_of(one).recalled("say")) == 50


# ------------------------------------------------------------------------------------------------------------ pick


@pytest.mark.req("TUI-7")
async def test_a_zone_is_found_by_any_words_of_its_name_with_its_clocks(tmp_path):
    async with opened(ZonePick(NOW, None), tmp_path, (80, 24)) as (host, pilot):
        assert any("▌ no zone" in row and "unknown to the agent" in row for row in sheet_rows(host))
        await pilot.press(*"new", "space", *"yor")
        rows = [row for row in sheet_rows(host) if "New_York" in row]
        assert len(rows) == 1
        assert "Fri 05:00:01 -04:00" in rows[0]
        await pilot.press("enter")
        assert host.answers == ["America/New_York"]


async def test_the_chosen_zone_is_in_sight_at_first(tmp_path):
    async with opened(ZonePick(NOW, "Europe/Berlin"), tmp_path, (80, 24)) as (host, pilot):
        assert any("▌ Europe/Berlin" in row for row in sheet_rows(host))
        await pilot.press("enter")
        assert host.answers == ["Europe/Berlin"]


async def test_no_zone_is_a_choice(tmp_path):
    async with opened(ZonePick(None, "Europe/Berlin"), tmp_path, (80, 24)) as (host, pilot):
        await pilot.press(*"no zone".replace(" ", ""), *["backspace"] * 4, "enter")
        assert host.answers[0] in {NONE, "Africa/Nouakchott", "America/Noronha"}


@pytest.mark.req("TUI-4")
async def test_a_list_is_walked_by_keys_and_a_click_takes_a_row(tmp_path):
    entries = [Entry(str(number), f"entry {number}") for number in range(100)]
    async with opened(Pick(entries), tmp_path, (80, 24)) as (host, pilot):
        pick = host.screen
        await pilot.press("down", "down", "up", "pagedown")
        assert pick.chosen.value == "16"
        assert any("▌ entry 16 " in row for row in sheet_rows(host))
        await pilot.press(*["pagedown"] * 20)
        assert pick.chosen.value == "99"
        await pilot.press(*["pageup"] * 20, "up")
        assert pick.chosen.value == "0"
        await pilot.press(*"nothing")
        assert pick.chosen is None
        await pilot.press("enter", "down", "up")
        assert not host.answers
        pick.query_one("#text").value = "7"
        await pilot.pause()
        rows = sheet_rows(host)
        await pilot.click("#sheet", offset=(10, next(y for y, row in enumerate(rows) if "entry 17" in row)))
        assert host.answers == ["17"]


@pytest.mark.req("TUI-6")
async def test_themes_show_themselves_and_the_old_one_comes_back(tmp_path):
    host = Host(tmp_path)
    async with host.run_test(size=(80, 40)) as pilot:
        before = host.theme
        host.ask(ThemePick(host))
        await pilot.pause()
        seen = set()
        for _ in range(4):
            await pilot.press("down")
            seen.add(host.theme)
        assert len(seen) == 4
        await pilot.press("escape")
        assert host.theme == before
        host.ask(ThemePick(host))
        await pilot.pause()
        await pilot.press("down", "enter")
        assert host.answers == [None, host.theme]
        assert host.theme != before


@pytest.mark.req("TUI-6")
async def test_the_signs_are_switched_in_the_same_list(tmp_path):
    host = Host(tmp_path)
    async with host.run_test(size=(80, 40)) as pilot:
        host.ask(ThemePick(host))
        await pilot.pause()
        await pilot.press(*["pageup"] * 3)
        assert host.screen.chosen.value == SIGNS
        assert "enter switch to ASCII" in screen_rows(host)[-1]
        assert any("Signs" in row and "lines and symbols" in row for row in sheet_rows(host))
        await pilot.press("enter")
        await pilot.pause()
        assert host.ascii
        assert all(row.isascii() for row in sheet_rows(host))
        await pilot.press("escape")
        await pilot.pause()
        assert not host.ascii


@pytest.mark.req("TUI-6")
@pytest.mark.parametrize("name", [*MADE])
async def test_in_ascii_every_dialog_is_nothing_but_ascii(tmp_path, name):
    host = Host(tmp_path)
    async with host.run_test(size=(80, 24)) as pilot:
        host.set_ascii(True)
        host.ask(MADE[name]() if name not in ("ask", "choose", "pick") else Choose("Delete", ["Sure?"], WAYS[1:]))
        await pilot.pause()
        assert all(row.isascii() for row in screen_rows(host))


@pytest.mark.req("TUI-4")
async def test_where_nothing_matches_it_is_said_and_enter_says_why_nothing_happens(tmp_path):
    async with opened(ZonePick(NOW, "Europe/Berlin"), tmp_path) as (host, pilot):
        await pilot.press(*"Mars")
        await pilot.pause()
        assert any('  no zone contains "Mars"' in row for row in sheet_rows(host))
        await pilot.press("enter")
        await pilot.pause()
        assert not host.answers
        assert any('× nothing was chosen: no zone contains "Mars"' in row for row in sheet_rows(host))
        await pilot.press("backspace", "backspace", "backspace", "backspace", *"berlin", "enter")
        assert host.answers == ["Europe/Berlin"]


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_all_that_would_be_accepted_is_said_whole_and_the_field_stays(tmp_path, size):
    means = partial(explain_move, "jump", now=NOW, zone=UTC)
    async with opened(Ask(Question("Jump to", "jump", hints=("A hint.",), means=means)), tmp_path, size) as (
        host,
        pilot,
    ):
        at = host.screen.query_one("#text").region
        await pilot.press(*"soon")
        await pilot.pause()
        seen = " ".join(row.strip("│ ") for row in sheet_rows(host))
        assert "local forms may end in a zone name" in seen
        assert "A hint." in seen
        assert host.screen.query_one("#text").region == at

"""The faults panel: nine switches, armed once or counted, a slow barrier with its length, at every size."""

import pytest

from support.dialogs import opened, screen_rows, sheet_rows
from support.screens import fill
from workbench.bench.faults import BY_NAME, FAULTS, Armed
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.ask import Ask
from workbench.fronts.tui.dialogs.faults import FaultsPanel, slow_seconds
from workbench.fronts.tui.panes.faulttext import armed_forms, armed_words, struck

pytestmark = pytest.mark.req("BEN-13")
SLOW = Armed("barrier_slow", 2, 90)


def panel(*armed):
    changes = []
    return FaultsPanel(armed, lambda *change: changes.append(change)), changes


def row_with(rows, words):
    return next(row for row in rows if words in row)


@pytest.mark.req("TUI-1", "TUI-6")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no-color"])
async def test_the_panel(golden, tmp_path, monkeypatch, size, colour):
    if not colour:
        # What is armed reads without colour: both are the same text.
        monkeypatch.setenv("NO_COLOR", "1")
    dialog, _ = panel(SLOW, Armed("append_fails", 1))
    async with opened(dialog, tmp_path, size) as (app, _):
        golden.check("".join(f"{row.rstrip()}\n" for row in screen_rows(app)), f"faults.{size[0]}x{size[1]}.txt")


async def test_each_fault_has_a_row_and_says_what_it_does(tmp_path):
    dialog, _ = panel()
    async with opened(dialog, tmp_path, (120, 40)) as (app, pilot):
        for fault in FAULTS:
            rows = sheet_rows(app)
            assert "off" in row_with(rows, fault.title)
            assert fault.help[:40] in " ".join(row.strip("│ ") for row in rows)
            await pilot.press("down")


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_a_key_arms_once_and_the_next_one_disarms(tmp_path, key):
    dialog, changes = panel()
    async with opened(dialog, tmp_path) as (app, pilot):
        await pilot.press("down", "down", key)
        assert changes == [("append_fails", 1, None)]
        assert "armed once" in row_with(sheet_rows(app), "append fails")
        assert "1 armed" in sheet_rows(app)[0]
        await pilot.press(key)
        assert changes[1:] == [("append_fails", 0, None)]
        assert "off" in row_with(sheet_rows(app), "append fails")


@pytest.mark.parametrize(("keys", "counts"), [
    (["plus", "plus", "minus"], [1, 2, 1]),
    (["3"], [3]),
    (["1", "2"], [1, 12]),
    (["1", "0", "0", "0", "1"], [1, 10, 100, 1000, 1]),
    (["2", "0"], [2, 20]),
    (["2", "up", "0"], [2]),
    (["minus", "0"], []),
    (["4", "space"], [4, 0]),
])  # fmt: skip
async def test_signs_and_digits_count(tmp_path, keys, counts):
    dialog, changes = panel()
    async with opened(dialog, tmp_path) as (_, pilot):
        await pilot.press("pagedown", *keys)
        assert [count for name, count, _ in changes if name == "answer_lost"] == counts


async def test_a_slow_barrier_asks_how_slow_and_keeps_that_while_it_is_counted(tmp_path):
    dialog, changes = panel()
    async with opened(dialog, tmp_path, (80, 24)) as (app, pilot):
        await pilot.press("down", "space")
        assert isinstance(app.screen, Ask)
        await fill(pilot, "1.5 s", enter=False)
        assert any("invalid_fault" in row or "invalid_duration" in row for row in screen_rows(app))
        await fill(pilot, "2m")
        await pilot.pause()
        assert changes == [("barrier_slow", 1, 120)]
        await pilot.press("plus")
        assert changes[1:] == [("barrier_slow", 2, 120)]
        assert "armed 2 times, 2m each" in row_with(sheet_rows(app), "barrier is slow")
        await pilot.press("0")
        assert changes[2:] == [("barrier_slow", 0, None)]


async def test_who_does_not_say_how_slow_arms_nothing(tmp_path):
    dialog, changes = panel()
    async with opened(dialog, tmp_path) as (app, pilot):
        await pilot.press("down", "3", "escape")
        await pilot.pause()
        assert app.screen is dialog
        assert not changes


@pytest.mark.parametrize("key", ["escape", "q", "x"])
async def test_it_closes(tmp_path, key):
    dialog, _ = panel()
    async with opened(dialog, tmp_path) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
        assert app.answers == [None]


async def test_a_click_chooses_and_a_second_one_switches(tmp_path):
    dialog, changes = panel()
    async with opened(dialog, tmp_path, (80, 24)) as (app, pilot):
        region = app.screen.query_one("#sheet").region
        y = region.y + sheet_rows(app).index(row_with(sheet_rows(app), "framing fails"))
        await pilot.click(offset=(region.x + 10, y))
        assert dialog.chosen is BY_NAME["frame_fails"]
        assert not changes
        await pilot.click(offset=(region.x + 10, y))
        assert changes == [("frame_fails", 1, None)]


@pytest.mark.parametrize(("text", "seconds"), [("60s", 60), ("2m", 120), ("1h 30m", 5400), ("1d", 86_400)])
def test_how_slow_is_written_like_any_length(text, seconds):
    assert slow_seconds(text) == seconds


@pytest.mark.parametrize(("text", "code"), [
    ("60", "invalid_duration"), ("1500ms", "invalid_fault"), ("0s", "invalid_fault"), ("2d", "invalid_fault"),
])  # fmt: skip
def test_another_length_is_refused(text, code):
    with pytest.raises(WorkbenchError) as caught:
        slow_seconds(text)
    assert caught.value.code == code


@pytest.mark.parametrize(("armed", "words"), [
    (Armed("barrier_fails", 1), "barrier fails, once"),
    (Armed("answer_lost", 3), "answer lost, 3 times"),
    (SLOW, "barrier is slow, 1m 30s, 2 times"),
])  # fmt: skip
def test_what_is_armed_is_said(armed, words):
    assert armed_words(armed) == words


def test_less_room_takes_a_shorter_form():
    assert [*armed_forms(())] == []
    assert [*armed_forms((SLOW,))] == [
        "armed: barrier is slow, 1m 30s, 2 times", "armed: barrier is slow", "1 fault armed", "1 fault",
    ]  # fmt: skip
    assert [*armed_forms((SLOW, Armed("append_fails", 1)))] == ["2 faults armed", "2 faults"]


def test_what_struck_is_what_has_fewer_uses_left():
    before = (Armed("barrier_fails", 3), SLOW, Armed("answer_lost", 1))
    after = (Armed("barrier_fails", 1), SLOW)
    assert struck(before, after) == ("barrier fails struck, 1 left", "answer lost struck")

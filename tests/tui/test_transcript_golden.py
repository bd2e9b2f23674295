"""How the transcript looks: after a jump, in the past, in a fork, filtered, with all events; wide and narrow."""

import pytest

from support.screens import fill, pane_text, scene, session, settled, until
from workbench.fronts.tui.deeds.past import show_at


async def jump(pilot, text):
    await pilot.press("j")
    await fill(pilot, text)
    await settled(pilot)


async def jumped(pilot):
    await jump(pilot, "2h 52m")


async def past(pilot):
    await jumped(pilot)
    show_at(session(pilot.app), 93)


async def fork(pilot):
    await pilot.press("f", "enter")
    await until(pilot, lambda: scene(pilot.app).view.parent == "overnight")
    await settled(pilot)
    await pilot.press("i")
    await fill(pilot, "which reminders do you hold?")
    await settled(pilot)
    await jump(pilot, "5h")


async def filtered(pilot):
    await jumped(pilot)
    await pilot.press("slash")
    await pilot.pause()
    pilot.app.focused.insert_text_at_cursor("late")
    await until(pilot, lambda: "matches of" in pane_text(pilot.app, "transcript")[0] or pilot.app.size.width < 60)


async def everything(pilot):
    await jumped(pilot)
    await pilot.press("v")


@pytest.mark.req("TUI-1", "TUI-2")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", [jumped, past, fork, filtered, everything], ids=lambda state: state.__name__)
async def test_the_transcript(open_app, overnight, golden, state, size):
    async with open_app(overnight, size=size) as pilot:
        await pilot.press("1")
        await state(pilot)
        await pilot.pause()
        text = "".join(f"{row.rstrip()}\n" for row in pane_text(pilot.app, "transcript"))
        golden.check(text, f"transcript-{state.__name__}.{size[0]}x{size[1]}.txt")

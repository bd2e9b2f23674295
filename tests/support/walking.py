"""Walking a scenario on the screen, step by step."""

from support.lists import text_of
from support.screens import scene, settled, until

EVERY = '{do="call", tool="schedule_create", args={prompt="tick", every_seconds=300}}'


async def begun(pilot):
    """The app, once the walk has begun."""
    await until(pilot, lambda: scene(pilot.app).tour is not None)
    return pilot.app


async def step(pilot):
    """One press of `n`, to its end."""
    await pilot.press("n")
    await settled(pilot)
    return scene(pilot.app).tour


async def to_the_end(pilot):
    """All steps that are left; returns the walk as it stands then."""
    tour = scene(pilot.app).tour
    while tour.left:
        before = tour.done
        tour = await step(pilot)
        assert tour.failed or tour.done == before + 1
    return tour


def second_row(app):
    """What the clock bar says under the time."""
    return text_of(app).split("\n")[1]

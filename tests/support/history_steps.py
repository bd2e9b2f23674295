"""The steps that histories are made of, and random ones: for Hypothesis, and from a seed of one's own.

A step is ``(name, *arguments)``; ``model_life`` and ``history_bench`` carry it out.
"""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
Step = tuple[Any, ...]
PROMPTS = (
    "Good morning.", "remind me in 20 minutes to stretch", "every 10 minutes look", "delete schedule-1",
    "delete schedule-2",
)  # fmt: skip
FAULTS = (
    "barrier_fails", "append_fails", "queue_fails", "frame_fails", "crash_after_queue", "crash_after_append",
    "crash_after_barrier", "answer_lost",
)  # fmt: skip
TURNS = (0, 0, 500, 90 * SECOND)
_AWAY = (1, 999, SECOND, 5 * MINUTE, 20 * MINUTE, HOUR, 4 * HOUR, 3 * DAY)

Pick = Callable[[tuple[Any, ...]], Any]


def any_step(pick: Pick) -> Step:
    """One step; ``pick`` chooses from a tuple."""
    maker: Callable[[Pick], Step] = pick(_MAKERS)
    return maker(pick)


def _made(name: str, *choices: tuple[Any, ...]) -> Callable[[Pick], Step]:
    return lambda pick: (name, *(pick(choice) for choice in choices))


# How often a maker stands here is how often its step comes.
_MAKERS: tuple[Callable[[Pick], Step], ...] = (
    *[_made("every", (300, 300, 420, 600, 3600, 86_400))] * 3,
    *[_made("after", (1, 60, 300, 420, 600, 1200, 20_000))] * 3,
    *[_made("at", (1, 300, 600, 1200, 20_000))] * 2,
    *[_made("delete", (1, 2, 3, 4))] * 2,
    *[_made("say", PROMPTS)] * 3,
    _made("inject", PROMPTS),
    _made("steer", PROMPTS[:1]),
    *[_made("advance", _AWAY)] * 4,
    *[_made("jump", _AWAY)] * 2,
    _made("jump", tuple(-each for each in _AWAY)),
    *[_made("step")] * 2,
    _made("next"),
    *[_made("hold")] * 2,
    *[_made("release")] * 2,
    _made("cancel"),
    _made("lasts", TURNS),
    _made("suspend"),
    *[_made("resume")] * 2,
    _made("read"),
    _made("closed"),
    _made("fork"),
)
_WITH_FAULTS: tuple[Callable[[Pick], Step], ...] = (
    *[_made("arm", FAULTS, (1, 1, 1, 2, 3, 0), (0,))] * 4,
    _made("arm", ("barrier_slow",), (1, 1, 2), (1, 60, 900)),
    *[_made("crash")] * 2,
    _made("killed"),
)
_MAKERS += _WITH_FAULTS


def random_history(seed: int, longest: int = 24) -> tuple[int, list[Step]]:
    """A turn duration (ms) and steps, the same for the same seed on every machine."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    pick: Pick = chance.choice
    return pick(TURNS), [any_step(pick) for _ in range(chance.randint(2, longest))]


@st.composite
def histories(draw: Any) -> tuple[int, list[Step]]:
    """The same for Hypothesis, which shrinks them."""

    def pick(choices: tuple[Any, ...]) -> Any:
        return draw(st.sampled_from(choices))

    return pick(TURNS), [any_step(pick) for _ in range(draw(st.integers(1, 20)))]

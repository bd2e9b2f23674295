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
# Going there event by event; much further, and it is the same over and over.
_AHEAD = (1, SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, HOUR)

Pick = Callable[[tuple[Any, ...]], Any]
Maker = Callable[[Pick], list[Step]]


def _made(name: str, *choices: tuple[Any, ...]) -> Maker:
    return lambda pick: [(name, *(pick(choice) for choice in choices))]


def _then(*makers: Maker) -> Maker:
    return lambda pick: [step for maker in makers for step in maker(pick)]


def _either(*makers: Maker) -> Maker:
    return lambda pick: pick(makers)(pick)


_CREATE = _either(
    _made("every", (300, 300, 420, 600, 3600, 86_400)),
    _made("after", (1, 60, 300, 420, 600, 1200, 20_000)),
    _made("at", (1, 300, 600, 1200, 20_000)),
)
_SAY = _made("say", PROMPTS)
_GO = _either(_made("advance", _AHEAD), _made("advance", _AHEAD), _made("jump", _AWAY))
_BACK = _made("jump", tuple(-each for each in _AWAY))
_TALK = _either(_CREATE, _SAY, _made("inject", PROMPTS), _made("steer", PROMPTS[:1]), _made("delete", (1, 2, 3, 4)))
_FAULT = _either(
    _made("arm", FAULTS, (1, 1, 1, 2, 3), (0,)),
    _made("arm", FAULTS, (1, 1, 1, 2, 3), (0,)),
    _made("arm", ("barrier_slow",), (1, 2, 3), (1, 60, 900)),
)
_DUE = _then(
    _either(_made("after", (60, 300)), _made("every", (300,))), _either(_made("next"), _made("advance", _AHEAD[3:]))
)
_AGAIN = _either(_made("resume"), _made("closed"), _made("killed"))

# How often a maker stands here is how often what it makes comes. Many are short stories, so that much happens.
_MAKERS: tuple[Maker, ...] = (
    *[_CREATE] * 4,
    *[_TALK] * 4,
    *[_GO] * 4,
    *[_DUE] * 2,
    _BACK,
    _made("step"),
    _made("step"),
    _made("next"),
    _made("leave", (5 * MINUTE, HOUR), (1, 2, 3)),
    _made("hold"),
    _made("release"),
    _made("cancel"),
    _made("lasts", TURNS),
    _made("suspend"),
    _made("resume"),
    _made("crash"),
    _made("arm", FAULTS, (0,), (0,)),
    _AGAIN,
    _made("read"),
    _made("fork"),
    _FAULT,
    *[_then(_made("hold"), _TALK, _GO, _TALK, _either(_made("release"), _made("release"), _made("cancel")))] * 2,
    _then(_made("suspend"), _GO, _made("resume")),
    _then(_TALK, _made("crash"), _GO, _AGAIN),
    *[_then(_FAULT, _DUE, _AGAIN)] * 2,
    _then(_CREATE, _CREATE, _FAULT, _GO, _FAULT, _GO, _AGAIN, _GO),
    _then(
        _made("arm", ("barrier_slow",), (1, 2, 3), (60, 900)),
        _DUE,
        _TALK,
        _made("advance", (30 * SECOND, MINUTE)),
        _TALK,
    ),
    _then(_BACK, _TALK, _GO),
)


def random_history(seed: int, longest: int = 16) -> tuple[int, list[Step]]:
    """A turn duration (ms) and steps, the same for the same seed on every machine."""
    chance = random.Random(seed)
    return _history(chance.choice, chance.randint(2, longest))


@st.composite
def histories(draw: Any) -> tuple[int, list[Step]]:
    """The same for Hypothesis, which shrinks them."""

    def pick(choices: tuple[Any, ...]) -> Any:
        return draw(st.sampled_from(choices))

    return _history(pick, draw(st.integers(1, 12)))


def _history(pick: Pick, makers: int) -> tuple[int, list[Step]]:
    return pick(TURNS), [step for _ in range(makers) for step in pick(_MAKERS)(pick)]

"""Random histories of a bench against the model and the truths that hold whatever is done (``support/history_run``).

Creates of all kinds, deletes, prompts, moves both ways, holds, suspensions, crashes at once and by every fault, forks,
restarts from the files alone. ``run_histories.py`` runs as many as one likes.
"""

import pytest
from hypothesis import given, settings

from support.history_run import run_history
from support.history_steps import histories, random_history

pytestmark = pytest.mark.req("SCH-8", "SCH-24", "SCH-29", "SCH-30", "SCH-31", "SCH-32", "LOG-12", "BEN-12", "BEN-14")


@pytest.mark.slow
@given(histories())
@settings(max_examples=60)
def test_any_history_is_as_the_model_says_and_keeps_what_is_always_true(history):
    run_history(*history)


@pytest.mark.parametrize("seed", range(100, 120))
def test_histories_of_the_long_run(seed):
    run_history(*random_history(seed), compression="zstd" if seed % 4 == 3 else "none")

"""Small histories that random ones came upon: each once went wrong, and stays here as the shortest way to it."""

import pytest

from support.history_bench import Driven
from support.history_run import run_history
from support.history_steps import MINUTE

STORIES = {
    # A reminder lost in a crash was not told as a repeat when the session was closed once more before it came again.
    "a repeat is marked over two reopenings": (0, [
        ("after", 60), ("arm", "crash_after_append", 1, 0), ("advance", MINUTE),
        ("arm", "barrier_slow", 1, 60), ("resume",), ("suspend",), ("resume",), ("advance", 2 * MINUTE),
    ]),
    # A turn that began while a slow barrier confirmed a delivery was broken off when the delivery's own turn started.
    "a hold outlasts the confirming of a delivery": (0, [
        ("every", 300), ("arm", "barrier_slow", 2, 60), ("advance", 6 * MINUTE), ("hold",), ("advance", MINUTE),
        ("release",),
    ]),
    "a call made while a delivery is confirmed is answered": (0, [
        ("every", 300), ("arm", "barrier_slow", 2, 60), ("advance", 6 * MINUTE), ("every", 600), ("advance", MINUTE),
    ]),
    # A call that had joined the turn went on outside of any turn when the turn was cancelled.
    "a cancelled turn ends the call that joined it": (0, [
        ("hold",), ("arm", "barrier_slow", 1, 900), ("every", 300), ("cancel",), ("advance", 20 * MINUTE),
    ]),
}  # fmt: skip


@pytest.mark.req("SCH-28", "SCH-30", "BEN-7", "BEN-10", "BEN-13", "BEN-14")
@pytest.mark.parametrize("story", STORIES)
def test_a_history_that_once_went_wrong(story):
    run_history(*STORIES[story])


LOST = [("after", 60), ("arm", "crash_after_append", 1, 0), ("advance", MINUTE), ("arm", "barrier_fails", 1, 0)]


@pytest.mark.req("SCH-30", "BEN-14")
@pytest.mark.parametrize(
    ("then", "owed"),
    [
        ([("resume",)], ["schedule-1"]),
        ([("resume",), ("suspend",), ("resume",)], ["schedule-1"]),
        ([("resume",), ("suspend",), ("arm", "barrier_fails", 1, 0), ("resume",), ("killed",)], ["schedule-1"]),
        ([("resume",), ("delete", 1), ("closed",)], []),
        ([("resume",), ("say", "Good morning."), ("closed",)], []),
    ],
    ids=["once", "again", "twice more", "deleted", "delivered"],
)
def test_what_a_crash_lost_is_named_until_it_came_again_or_cannot(tmp_path, then, owed):
    driven = Driven(tmp_path)
    for step in (*LOST, *then):
        driven.do(*step)
    journal = driven.bench.journal
    last = [entry for entry in journal.entries(0, len(journal)) if entry.what == "resume"][-1]
    assert [item.id for item in last.items] == owed
    driven.bench.close()

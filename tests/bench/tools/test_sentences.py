"""What a tool call did, in words: the same facts as its JSON, for people."""

import pytest

from support.benches import START, create, new_bench
from workbench.bench.tools.base import Outcome
from workbench.bench.tools.sentences import due_at, sentence_of
from workbench.time.zones import UTC, load_zone

BERLIN = load_zone("Europe/Berlin")


def said(bench, tool, args, zone=BERLIN):
    return sentence_of(tool, bench.call(tool, args, front="test"), bench.now, zone)


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize(
    ("tool", "args", "sentence"),
    [
        ("schedule_create", {"prompt": "a", "after_seconds": 1200}, "created schedule-2, due 11:20:00 Berlin"),
        (
            "schedule_create",
            {"prompt": "a", "after_seconds": 86_400},
            "created schedule-2, due Thu 2026-08-06 11:00:00 Berlin",
        ),
        ("schedule_delete", {"id": "schedule-1"}, "deleted schedule-1"),
        ("schedule_delete", {"id": "schedule-9"}, "schedule_delete refused, schedule_not_found: schedule-9"),
        ("schedule_list", {}, "1 active: schedule-1"),
        ("todo_write", {"todos": []}, None),
    ],
)
def test_a_call_is_told_in_a_sentence(tmp_path, tool, args, sentence):
    bench = new_bench(tmp_path)
    create(bench, every_seconds=600)
    if sentence is None:
        assert said(bench, tool, args).startswith("todo_write: ")
    else:
        assert said(bench, tool, args) == sentence


def test_a_refusal_names_code_and_reason(tmp_path):
    text = said(new_bench(tmp_path), "schedule_create", {"prompt": "x", "every_seconds": 1})
    assert text.startswith("schedule_create refused, frequency_too_high: ")
    assert "{" not in text


def test_an_empty_list_and_a_long_one(tmp_path):
    bench = new_bench(tmp_path)
    assert said(bench, "schedule_list", {}) == "no schedule is active"
    for _ in range(10):
        create(bench, every_seconds=600)
    assert said(bench, "schedule_list", {}).endswith("schedule-8 and 2 more")


def test_what_no_words_are_known_for_is_cut_and_safe():
    assert sentence_of("other", Outcome("\x1b[31m" + "x" * 200), START, UTC).startswith("other: ")
    assert "\x1b" not in sentence_of("other", Outcome("\x1b[31m"), START, UTC)
    assert len(sentence_of("other", Outcome("x" * 200), START, UTC)) < 120


def test_the_day_stands_there_only_where_it_is_another():
    assert due_at(START, START, BERLIN) == "11:00:00 Berlin"
    assert due_at(START + 13 * 3_600_000, START, BERLIN) == "Thu 2026-08-06 00:00:00 Berlin"

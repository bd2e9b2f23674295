"""Moving two clocks at once: what a length, a moment and a moment in between mean for each side."""

import pytest

from workbench.errors import WorkbenchError
from workbench.fronts.tui.compare.moves import Clock, explain, going, targets
from workbench.time.zones import load_zone

BERLIN = load_zone("Europe/Berlin")
NOON = 1_786_093_200_000  # 2026-08-07T09:00:00Z, 11:00 in Berlin
MINUTE, HOUR = 60_000, 3_600_000
APART = (Clock("child", NOON + HOUR), Clock("parent", NOON))


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("text", ["20m", "+20m", "in 20 minutes"])
def test_a_length_counts_from_each_sides_own_clock(text):
    assert targets(text, APART, BERLIN) == [NOON + HOUR + 20 * MINUTE, NOON + 20 * MINUTE]
    said = explain("advance", text, APART, BERLIN)
    assert said.startswith("each from its own clock: child Fri 2026-08-07 12:20:00  parent Fri 2026-08-07 11:20:00")


@pytest.mark.req("TUI-4")
@pytest.mark.parametrize("text", ["14:00", "2026-08-07T12:00:00Z", "2026-08-07 14:00"])
def test_a_moment_is_the_same_instant_for_both(text):
    assert targets(text, APART, BERLIN) == [NOON + 3 * HOUR] * 2
    said = explain("jump", text, APART, BERLIN)
    assert said == "both to Fri 2026-08-07 14:00:00 Berlin, child 2h later, parent 3h later"


def test_a_moment_is_read_at_the_clock_of_the_side_with_the_focus():
    # At 12:00 the next 11:30 is tomorrow's, at 11:00 today's.
    late, early = APART
    assert targets("11:30", (late, early), BERLIN) == [targets("11:30", (late,), BERLIN)[0]] * 2
    assert targets("11:30", (early, late), BERLIN) == [targets("11:30", (early,), BERLIN)[0]] * 2


def test_a_side_that_is_later_already_stays_when_the_other_advances():
    assert going("advance", "2026-08-07 11:30", APART, BERLIN) == [None, NOON + 30 * MINUTE]
    assert "the child is later already and stays" in explain("advance", "2026-08-07 11:30", APART, BERLIN)
    assert going("jump", "2026-08-07 11:30", APART, BERLIN) == [NOON + 30 * MINUTE] * 2


def test_an_advance_that_moves_no_side_is_refused():
    with pytest.raises(WorkbenchError) as refused:
        explain("advance", "2026-08-07 10:00", APART, BERLIN)
    assert refused.value.code == "not_future"


@pytest.mark.parametrize("way", ["advance", "jump"])
def test_one_side_alone_reads_as_on_its_own_screen(way):
    said = explain(way, "2h", APART[:1], BERLIN)
    assert said == "Fri 2026-08-07 14:00:00 Berlin  12:00:00.000Z  2h later"


@pytest.mark.parametrize(("text", "code"), [("never", "invalid_time"), ("999999999h", "time_out_of_range")])
def test_what_cannot_be_read_is_refused_as_elsewhere(text, code):
    with pytest.raises(WorkbenchError) as refused:
        explain("jump", text, APART, BERLIN)
    assert refused.value.code == code

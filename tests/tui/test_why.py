"""The ladder of why: which steps a story has, and in which words (page 10, section 6)."""

import msgspec
import pytest

from support.tellings import (
    BERLIN,
    HOUR,
    MINUTE,
    NOW,
    POLL,
    STORY,
    at,
)
from support.whys import but
from workbench.bench.story import Held, Origin, Passed, Story
from workbench.fronts.tui.panes.instants import apart, local_moment, utc_moment
from workbench.fronts.tui.panes.ladder import Telling, ladder_rows
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.fronts.tui.theme.paint import fit
from workbench.time.zones import UTC


def told(
    story: Story, width: int = 110, *, whole: bool = False, loud: bool = False, zone=BERLIN, glyphs=RICH
) -> list[str]:
    """The rows as text."""
    rows = ladder_rows(story, Telling(glyphs, zone, NOW, loud), width, whole=whole)
    return ["".join(span.text for span in fit(row.line, width)) for row in rows]


def words(story: Story, **how) -> list[tuple[str, ...]]:
    """Every step as its parts: two blanks or more lie between them."""
    parts = ([part.strip() for part in row[3:].split("  ")] for row in told(story, **how))
    return [tuple(part for part in row if part) for row in parts]


ONCE = but(
    id="schedule-5", kind="after", seconds=3600, state="ended", next_target=None, batch=(), deliveries=1, passed=None,
    held=Held("asleep", since=at("06:08:00.000"), until=at("09:00:00.000")),
    last=msgspec.structs.replace(POLL, id="schedule-5", kind="after", occurrence=at("06:40:00.000"), late=140 * MINUTE),
)  # fmt: skip
FRESH = but(deliveries=0, last=None, passed=None, held=None, batch=())
OVERDUE = but(FRESH, state="overdue", next_target=NOW - 80 * MINUTE)


@pytest.mark.req("TUI-1", "BEN-15")
def test_only_true_steps_are_drawn():
    assert words(FRESH) == [
        ("created", "seq 104", "call_45, every 600 s, turn 45", "Thu 23:38:48"),
        ("next", "09:08:48.965Z", "11:08:48 Berlin", "in 8m 47s"),
    ]
    assert [row[0] for row in words(but(FRESH, origin=None))] == ["next"]


@pytest.mark.req("BEN-15")
@pytest.mark.parametrize(
    ("held", "said"),
    [
        (Held("busy", since=at("08:50:00.000"), until=at("09:00:00.000")),
         ("agent busy", "08:50:00Z → 09:00:00Z", "10m")),
        (Held("busy", since=at("08:50:00.000")), ("agent busy", "since 08:50:00Z")),
        (Held("busy", until=at("08:50:00.000")), ("agent busy", "until 08:50:00Z")),
        (Held("held"), ("agent held",)),
        (Held("asleep", since=at("06:08:00.000"), until=at("09:00:00.000")),
         ("asleep", "06:08:00Z → 09:00:00Z", "2h 52m")),
        (Held("cold", since=at("2026-08-05T09:00:00.000Z"), until=NOW),
         ("session cold", "Wed 09:00:00Z → 09:00:01Z", "2d")),
        (Held("one-shots first", ("schedule-5",), 1), ("one-shots first", "schedule-5", "1 turn")),
        (Held("queued prompts", turns=2), ("queued prompts", "2 turns")),
        (Held("read-only"), ("read-only",)),
    ],
)  # fmt: skip
def test_what_held_a_delivery_back(held, said):
    assert ("held back", *said) in words(but(held=held))


@pytest.mark.req("BEN-15", "TUI-5")
@pytest.mark.parametrize(
    ("held", "drivable", "said"),
    [
        (Held("busy", since=NOW - 80 * MINUTE), True,
         ("waiting for idle", "the agent is busy, since 07:40:01Z", "1h 20m")),
        (Held("held"), True, ("waiting for idle", "b releases the agent")),
        (Held("cold"), True, ("the session is cold", "r resumes it")),
        (Held("read-only"), True, ("read-only", "the first move makes it live")),
        (Held("read-only"), False, ("read-only", "it cannot be driven")),
        (Held("queued prompts"), True, ("queued prompts", "they run first")),
        (Held("one-shots first", ("a", "b")), True, ("one-shots first", "a, b")),
    ],
)  # fmt: skip
def test_what_holds_an_overdue_record_back_now(held, drivable, said):
    rows = ladder_rows(but(OVERDUE, waiting=held), Telling(RICH, BERLIN, NOW, drivable=drivable), 110, whole=False)
    text = ["".join(span.text for span in fit(row.line, 110)) for row in rows]
    assert [part.strip() for part in text[1][3:].split("  ") if part.strip()] == [
        "target", "07:40:01.000Z", "09:40:01 Berlin", "overdue 1h 20m",
    ]  # fmt: skip
    assert text[1].startswith(" ! ")
    assert tuple(part.strip() for part in text[2][3:].split("  ") if part.strip()) == ("held back", *said)


def test_a_target_that_is_just_reached_is_due_now():
    assert words(but(OVERDUE, next_target=NOW))[-1][-1] == "due now"


@pytest.mark.req("TUI-5")
def test_a_delivery_by_the_last_move_is_loud_and_an_earlier_one_is_not():
    telling = Telling(RICH, BERLIN, NOW, loud=True)
    loud = next(row for row in ladder_rows(STORY, telling, 110, whole=False) if row.name == "delivered")
    quiet = next(
        row
        for row in ladder_rows(STORY, msgspec.structs.replace(telling, loud=False), 110, whole=False)
        if row.name == "delivered"
    )
    assert (loud.line.look, quiet.line.look) == ("fired", "plain")
    assert {span.role for span in quiet.line.spans} == {"soft", "dim", "text"}
    assert ("delivered", "08:58:48.965Z", "earlier, decided 09:00:01.000Z, 51 so far", "1m 12s late") in words(STORY)
    assert told(STORY, loud=True)[3].startswith(" ● ")
    assert told(STORY)[3].startswith(" • ")


def test_an_earlier_delivery_on_time_needs_no_decision():
    last = msgspec.structs.replace(POLL, occurrence=NOW, late=0)
    assert ("delivered", "09:00:01.000Z", "earlier, 51 so far", "on time") in words(but(last=last))


@pytest.mark.parametrize(
    ("story", "loud", "state"),
    [
        (STORY, True, "● delivered"), (STORY, False, "○ scheduled"), (OVERDUE, False, "! overdue"),
        (ONCE, True, "◆ ended"), (ONCE, False, "• ended"),
        (but(state="deleted", deleted=(900, NOW), next_target=None), False, "— deleted"),
    ],
)  # fmt: skip
def test_the_head_says_rule_prompt_and_state(story, loud, state):
    head = told(story, whole=True, loud=loud)[0]
    assert head.endswith(f"{state} ")
    assert "Poll deploy queue" in head
    assert head.startswith(" after 1h  " if story is ONCE else " every 10m  ")


@pytest.mark.req("BEN-15")
def test_a_deleted_record_says_so_with_its_own_rule():
    story = but(FRESH, state="deleted", deleted=(900, NOW - HOUR), next_target=None)
    assert words(story)[-1] == ("deleted", "seq 900", "08:00:01.000Z", "10:00:01")
    assert "every 10m" in told(story, whole=True)[0]


def test_the_foot_says_who_came_along_and_in_which_turn():
    assert told(STORY, whole=True)[-1].split() == [
        "≡", "batch", "of", "3", "schedule-2,", "schedule-3,", "schedule-1", "turn", "81",
    ]  # fmt: skip
    assert told(ONCE, whole=True)[-1].split() == ["≡", "alone", "one", "reminder,", "one", "turn", "turn", "81"]
    assert told(FRESH, whole=True)[-1].split()[1] == "next"


def test_one_passed_target_is_named_alone():
    story = but(passed=Passed(1, at("06:08:48.965"), at("06:08:48.965")))
    assert ("passed", "1 target", "06:08:48.965Z") in words(story)


def test_a_record_of_an_instant_names_it():
    origin = Origin(787, at("06:02:15.000"), at("10:00:00.000"), None, 78)
    story = but(FRESH, kind="at", seconds=0, origin=origin, next_target=at("10:00:00.000"))
    assert words(story)[0] == ("created", "seq 787", "at 10:00:00.000Z, turn 78", "08:02:15")


@pytest.mark.req("TUI-7")
def test_no_time_stands_twice_where_utc_is_shown():
    assert words(FRESH, zone=UTC)[-1] == ("next", "09:08:48.965Z", "in 8m 47s")
    assert words(FRESH, zone=UTC)[0][-1] == "Thu 21:38:48"


@pytest.mark.req("TUI-7")
def test_another_day_is_named_beside_the_time():
    assert utc_moment(NOW, NOW) == "09:00:01.000Z"
    assert utc_moment(NOW - 6 * 24 * HOUR, NOW) == "Sat 09:00:01.000Z"
    assert utc_moment(NOW - 7 * 24 * HOUR, NOW) == "07-31 09:00:01.000Z"
    assert utc_moment(NOW + 300 * 24 * HOUR, NOW) == "2027-06-03 09:00:01.000Z"
    assert local_moment(NOW, NOW, BERLIN) == "11:00:01"
    assert local_moment(NOW - 24 * HOUR, NOW, BERLIN) == "Thu 11:00:01"
    assert local_moment(NOW - 30 * 24 * HOUR, NOW, BERLIN) == "Wed 07-08 11:00:01"
    assert local_moment(NOW + 300 * 24 * HOUR, NOW, BERLIN) == "2027-06-03 11:00:01"
    assert (apart(5, 5), apart(NOW, NOW - HOUR), apart(NOW - HOUR, NOW)) == ("same instant", "1h later", "1h earlier")


@pytest.mark.parametrize("width", [38, 46, 64, 110])
@pytest.mark.parametrize("story", [STORY, ONCE, FRESH, but(OVERDUE, waiting=Held("cold"))])
def test_the_detail_gives_way_before_value_and_measure(story, width):
    telling = Telling(RICH, BERLIN, NOW)
    for narrow, wide in zip(
        ladder_rows(story, telling, width, whole=False), ladder_rows(story, telling, 110, whole=False), strict=True
    ):
        text = "".join(span.text for span in fit(narrow.line, width))
        assert wide.line.spans[2].text in text
        assert narrow.line.right == () or narrow.line.right[0].text in text


@pytest.mark.req("TUI-7")
@pytest.mark.parametrize(("utc", "local"), [("00:30", "02:30:00+02"), ("01:30", "02:30:00+01")])
def test_a_local_time_that_happens_twice_has_its_offset(utc, local):
    target = at(f"2026-10-25T{utc}:00.000Z")
    story = but(
        kind="at", seconds=0, state="ended", next_target=None, held=None, passed=None, batch=(), deliveries=1,
        origin=Origin(16, target - HOUR, target, None, 1),
        last=msgspec.structs.replace(POLL, kind="at", occurrence=target, decided=target, late=0),
    )  # fmt: skip
    telling = Telling(RICH, BERLIN, target + HOUR)
    rows = ["".join(span.text for span in fit(row.line, 110)) for row in ladder_rows(story, telling, 110, whole=False)]
    assert f"{local} Berlin" in next(row for row in rows if "created" in row)
    assert f"{local} Berlin" in next(row for row in rows if "delivered" in row)

"""Schedule records and changes for tests: short builders, and Hypothesis strategies over all that is allowed."""

from hypothesis import strategies as st

from workbench.schedule.changes import MAX_SECONDS, Create
from workbench.schedule.records import Record
from workbench.text.trim import trim
from workbench.time.instant import MAX_MS, MIN_MS, parse_utc

NOON = parse_utc("2026-08-07T12:00:00.000Z")
MINUTE = 60_000


def at(name="schedule-1", target=NOON, prompt="stretch"):
    return Record(name, "at", prompt, 0, target)


def after(name="schedule-1", target=NOON, seconds=60, prompt="stretch"):
    return Record(name, "after", prompt, seconds, target)


def every(name="schedule-1", target=NOON, seconds=300, prompt="stretch"):
    return Record(name, "every", prompt, seconds, target)


def created(fold, *records):
    for record in records:
        fold.apply(Create(record))
    return fold


instants = st.integers(MIN_MS, MAX_MS) | st.integers(NOON - 10**9, NOON + 10**9)
# Everything a JSON string can hold, lone surrogates and characters near the edge of "white space" included.
any_text = st.text(st.characters() | st.sampled_from("\u0085\x1c\ufeff\u2028\u00a0\ud800\udc00\n\x00\x1b\u202e"))
trimmed_text = any_text.map(trim).filter(bool)
intervals = st.integers(300, 5_000) | st.integers(300, MAX_SECONDS["every"])
delays = st.integers(1, 5_000) | st.integers(1, MAX_SECONDS["after"])
every_records = st.builds(Record, trimmed_text, st.just("every"), trimmed_text, intervals, instants)
one_shots = st.builds(Record, trimmed_text, st.just("at"), trimmed_text, st.just(0), instants) | st.builds(
    Record, trimmed_text, st.just("after"), trimmed_text, delays, instants
)
records = every_records | one_shots

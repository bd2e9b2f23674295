"""The scanner's typed reading: it says what the strict decoder says, or leaves the answer to it."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import instants, records, trimmed_text
from workbench.errors import ScheduleError
from workbench.schedule.changes import Create, Delete, Dispatch, change_json, decode_change
from workbench.schedule.wire import ChangeWire, from_wire
from workbench.text.jsontext import decode, encode

DECODER = msgspec.json.Decoder(ChangeWire)
changes = records.map(Create) | trimmed_text.map(Delete) | st.builds(Dispatch, trimmed_text, st.none() | instants)


def fast(data):
    """What the fast path says, or None where it leaves the line to the strict decoder."""
    try:
        return from_wire(DECODER.decode(data))
    except (msgspec.DecodeError, ValueError):
        return None


def strict(data):
    try:
        return decode_change(decode(data))
    except (ScheduleError, ValueError):
        return None


@pytest.mark.req("SCH-6")
@given(changes)
def test_what_this_project_writes_takes_the_fast_path(change):
    data = encode(change_json(change))
    assert fast(data) == change or b"\\ud" in data


@pytest.mark.req("SCH-5", "SCH-6")
@given(changes, st.data())
def test_damage_is_never_read_fast_and_differently(change, data):
    written = encode(change_json(change))
    place = data.draw(st.integers(0, len(written) - 1))
    width = data.draw(st.integers(0, 3))
    damaged = written[:place] + data.draw(st.binary(max_size=3)) + written[place + width :]
    assert fast(damaged) in (None, strict(damaged))


AT = '{"id":"a","kind":"at","prompt":"p","scheduledAt":"2026-08-07T12:00:00.000Z"}'
EVERY = '{"id":"a","kind":"every","prompt":"p","everySeconds":%s,"scheduledAt":"2026-08-07T12:00:00.000Z"}'


def create(schedule):
    return f'{{"version":1,"operation":"create","schedule":{schedule}}}'


@pytest.mark.req("SCH-4", "SCH-5", "SCH-6")
@pytest.mark.parametrize(
    "text",
    [
        '{"version":1.0,"operation":"delete","id":"a"}',
        '{"version":true,"operation":"delete","id":"a"}',
        '{"version":2,"operation":"delete","id":"a"}',
        '{"version":1,"operation":"delete","id":"a","x":1}',
        '{"version":1,"operation":"delete"}',
        '{"version":1,"operation":"erase","id":"a"}',
        '{"operation":"delete","version":1,"id":"a"}',
        '{"version":1,"version":1,"operation":"delete","id":"a"}',
        '{"version":1,"operation":"delete","id":"b","id":"a"}',
        '{"version":1,"operation":"delete","id":" a"}',
        '{"version":1,"operation":"delete","id":""}',
        '{"version":1,"operation":"delete","id":"\\ud800"}',
        '{"version":1,"operation":"dispatch","id":"a","acceptedAt":null}',
        '{"version":1,"operation":"dispatch","id":"a","acceptedAt":"2026-08-07T12:00:00Z"}',
        '{"version":1,"operation":"dispatch","id":"a","acceptedAt":1786104000000}',
        create(AT),
        create(AT.replace("at", "cron", 1)),
        create(AT.replace("}", ',"everySeconds":300}')),
        create(AT.replace('"p"', '" p"')),
        create(EVERY % "300"),
        create(EVERY % "300.0"),
        create(EVERY % "3e2"),
        create(EVERY % "299"),
        create(EVERY % "-0"),
        create(EVERY % "true"),
        create(EVERY % '"300"'),
        create(EVERY % "9007199254740"),
        create(EVERY % "9007199254741"),
        create(EVERY % "1e400"),
        create(EVERY % "18446744073709551616"),
        '{"version":1,"operation":"dispatch","operation":"delete","id":"a"}',
        create(AT.replace('"kind":"at"', '"kind":"every","kind":"at"')),
        "null",
        "[]",
    ],
)
def test_both_readings_agree_or_the_strict_one_decides(text):
    assert fast(text.encode()) in (None, strict(text.encode()))
    json.loads(text)

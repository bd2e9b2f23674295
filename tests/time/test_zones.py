"""Zones: names, offsets, gaps and overlaps, against Python's own conversion and the transitions in the zone files."""

import os
import struct
import subprocess
import sys
import zoneinfo
from datetime import UTC as PYTHON_UTC
from datetime import datetime, timedelta
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schedules import instants
from workbench.errors import UsageError, WorkbenchError
from workbench.time import zones
from workbench.time.instant import DAY, HOUR, MAX_MS, MIN_MS, civil_ms, parse_utc
from workbench.time.zones import UTC, Shift, Zone, around_gap, candidates, load_zone, next_shift, zone_names

pytestmark = pytest.mark.tz

EPOCH = datetime(1970, 1, 1, tzinfo=PYTHON_UTC)
# Many kinds of rule: none, plain summer time, half hours, Ramadan, date line moves, local mean time with seconds.
PLACES = [
    "Africa/Cairo",
    "Africa/Casablanca",
    "Africa/Monrovia",
    "America/Juneau",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Asia/Manila",
    "Asia/Pyongyang",
    "Asia/Tehran",
    "Australia/Lord_Howe",
    "Etc/GMT+12",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/Lisbon",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Pacific/Kwajalein",
]


def python_offset(name, ms):
    moment = (EPOCH + timedelta(milliseconds=ms)).astimezone(zoneinfo.ZoneInfo(name))
    return moment.utcoffset() // timedelta(milliseconds=1)


def transitions(name):
    """The transition instants (ms) that the compiled zone file lists, read from its 64-bit block."""
    data = files("tzdata.zoneinfo").joinpath(*name.split("/")).read_bytes()
    counts = struct.unpack(">6l", data[20:44])
    isut, isstd, leap, times, types, chars = counts
    second = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    times = struct.unpack(">6l", data[second + 20 : second + 44])[3]
    found = struct.unpack(f">{times}q", data[second + 44 : second + 44 + 8 * times])
    return [at * 1000 for at in found if MIN_MS <= at * 1000 <= MAX_MS]


def python(code, **variables):
    """What a fresh interpreter prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def searched(zone, local):
    """All instants that show ``local``, by trying every offset that holds within two days."""
    offsets = {zone.offset_ms(at) for at in range(local - 2 * DAY, local + 2 * DAY, 2 * HOUR)}
    return tuple(sorted(local - offset for offset in offsets if zone.offset_ms(local - offset) == offset))


@pytest.mark.req("SCH-17")
@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("UTC", "UTC"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("AMERICA/NEW_YORK", "America/New_York"),
        ("us/eastern", "US/Eastern"),
        ("Etc/GMT-14", "Etc/GMT-14"),
        ("etc/gmt+0", "Etc/GMT+0"),
        ("America/Argentina/ComodRivadavia", "America/Argentina/ComodRivadavia"),
        ("america/north_dakota/new_salem", "America/North_Dakota/New_Salem"),
    ],
)
def test_accepted_names(given, canonical):
    assert load_zone(given).name == canonical
    assert load_zone(given) == load_zone(canonical)


@pytest.mark.req("SCH-17", "SCH-25")
@pytest.mark.parametrize(
    "name",
    [
        *("utc", "Utc", "GMT", "Z", "CET", "EST", "EST5EDT", "Japan", "localtime", "posixrules", "Factory", "Zulu"),
        *("posix/Europe/Berlin", "right/UTC", "Europe", "Europe/", "/Europe", "/Europe/Berlin", "Europe//Berlin"),
        *("Europe/Berlin/", "../UTC", "Europe/../UTC", "/etc/localtime", "C:\\zone", "Europe\\Berlin", "a/.."),
        *("", " ", " Europe/Berlin", "Europe/Berlin ", "Europe/Berlin\n", "Europe/Berlin\0", "Europe/New York"),
        *("+05:30", "UTC+1", "GMT+1", "Etc/GMT+13", "Etc/GMT-15", "Nope/Nope", "Europe/Bérlin", "Europe/Berlın"),
        *("Asia/\u212aabul", "Europe/\uff22erlin", "zone.tab", "tzdata.zi", "Etc/__init__.py", "x/" * 5000 + "x"),
    ],
)
def test_refused_names(name):
    with pytest.raises(UsageError) as refusal:
        load_zone(name)
    assert refusal.value.code == "invalid_time_zone"
    assert "Europe/Berlin" in refusal.value.message
    assert len(refusal.value.message) < 300


def test_a_location_in_the_wrong_area_is_put_right():
    with pytest.raises(UsageError, match=r"did you mean America/New_York\?"):
        load_zone("US/New_York")


@pytest.mark.req("SCH-17")
def test_the_list_holds_only_what_can_be_loaded():
    names = zone_names()
    assert names == tuple(sorted(set(names)))
    assert len(names) > 400
    assert {"UTC", "Europe/Berlin", "Etc/GMT+12"} < set(names)
    assert all(name == "UTC" or "/" in name for name in names)
    assert all(load_zone(name).name == name for name in names)


@pytest.mark.req("SCH-17")
def test_a_missing_database_is_another_error():
    done = python(
        "import sys; sys.modules['tzdata'] = None\n"
        "from workbench.errors import WorkbenchError\n"
        "from workbench.time.zones import load_zone\n"
        "assert load_zone('UTC').offset_ms(0) == 0\n"
        "try: load_zone('Europe/Berlin')\n"
        "except WorkbenchError as error: print(error.code, error.exit_status, 'tzdata' in error.hint)"
    )
    assert done == "time_zone_data_missing 1 True\n"


@pytest.mark.req("SCH-17")
def test_a_zone_file_that_cannot_be_read_is_no_unknown_name(monkeypatch):
    class Broken:
        @staticmethod
        def no_cache(name):
            raise ValueError(name)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", Broken)
    zones._read_zone.cache_clear()
    with pytest.raises(WorkbenchError, match="cannot read it") as refusal:
        load_zone("Europe/Berlin")
    assert refusal.value.code == "time_zone_data_missing"


@pytest.mark.req("SCH-17")
@pytest.mark.parametrize("variables", [{"PYTHONTZPATH": ""}, {"PYTHONTZPATH": "HERE"}, {"TZ": "Asia/Kathmandu"}])
def test_the_host_has_no_say(tmp_path, variables):
    # A host database in which Berlin is Kathmandu, known to zoneinfo before this project is imported.
    (tmp_path / "Europe").mkdir()
    wrong = files("tzdata.zoneinfo").joinpath("Asia", "Kathmandu").read_bytes()
    (tmp_path / "Europe" / "Berlin").write_bytes(wrong)
    code = (
        "import zoneinfo; zoneinfo.ZoneInfo('Europe/Berlin')\n"
        "from workbench.time.zones import load_zone, zone_names\n"
        "print(load_zone('Europe/Berlin').offset_ms(0), zoneinfo.TZPATH, len(zone_names()) > 400)"
    )
    paths = {name: str(tmp_path) if value == "HERE" else value for name, value in variables.items()}
    assert python(code, **paths) == f"{HOUR} () True\n"


@pytest.mark.parametrize("name", PLACES)
@given(ms=instants)
def test_offsets_agree_with_python(name, ms):
    if MIN_MS + 2 * DAY < ms < MAX_MS - 2 * DAY:
        assert load_zone(name).offset_ms(ms) == python_offset(name, ms)


@given(st.sampled_from(PLACES), st.integers(-(10**17), 10**17))
def test_any_integer_has_an_offset(name, ms):
    zone = load_zone(name)
    assert abs(zone.offset_ms(ms)) < DAY + 2 * HOUR
    # Far from now only the 400-year cycle of the calendar counts, or local mean time.
    cycle = 146_097 * DAY
    if ms > parse_utc("2100-01-01T00:00:00.000Z"):
        assert zone.offset_ms(ms) == zone.offset_ms(ms + cycle)
    if ms < MIN_MS:
        assert zone.offset_ms(ms) == zone.offset_ms(MIN_MS)


@pytest.mark.req("SCH-18")
@given(st.sampled_from(PLACES), instants)
def test_an_instant_is_a_candidate_of_its_own_local_time(name, ms):
    zone = load_zone(name)
    assert ms in candidates(zone, ms + zone.offset_ms(ms))


@pytest.mark.req("SCH-18")
@pytest.mark.parametrize("name", PLACES)
def test_local_times_around_every_listed_shift(name):
    zone = load_zone(name)
    for at in transitions(name):
        before, after = zone.offset_ms(at - 1), zone.offset_ms(at)
        for local in {at + edge + step for edge in (before, after) for step in (-1, 0, 1)} | {
            at + (before + after) // 2
        }:
            found = candidates(zone, local)
            assert found == searched(zone, local), (at, local)
            if not found:
                assert around_gap(zone, local) == (at + before - 1, at + after)


@pytest.mark.req("SCH-18")
@pytest.mark.parametrize(
    ("name", "local", "before", "after"),
    [
        ("Europe/Berlin", (2026, 3, 29, 2, 30), (2026, 3, 29, 2), (2026, 3, 29, 3)),
        ("America/New_York", (2026, 3, 8, 2, 0), (2026, 3, 8, 2), (2026, 3, 8, 3)),
        ("Australia/Lord_Howe", (2026, 10, 4, 2, 29), (2026, 10, 4, 2), (2026, 10, 4, 2, 30)),
        ("Africa/Cairo", (2026, 4, 24, 0, 0), (2026, 4, 24), (2026, 4, 24, 1)),
        ("Pacific/Apia", (2011, 12, 30, 12, 0), (2011, 12, 30), (2011, 12, 31)),
        ("Europe/Berlin", (1893, 4, 1, 0, 1), (1893, 4, 1), (1893, 4, 1, 0, 6, 32)),
        ("Europe/Berlin", (9999, 3, 28, 2, 30), (9999, 3, 28, 2), (9999, 3, 28, 3)),
    ],
)
def test_gaps(name, local, before, after):
    zone = load_zone(name)
    assert candidates(zone, civil_ms(*local)) == ()
    assert around_gap(zone, civil_ms(*local)) == (civil_ms(*before) - 1, civil_ms(*after))


@pytest.mark.req("SCH-18")
@pytest.mark.parametrize(
    ("name", "local", "first", "second"),
    [
        ("Europe/Berlin", (2026, 10, 25, 2, 30), "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"),
        ("America/New_York", (2026, 11, 1, 1, 0), "2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"),
        ("Australia/Lord_Howe", (2026, 4, 5, 1, 45), "2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"),
        ("Pacific/Apia", (1892, 7, 4, 12), "1892-07-03T23:26:56.000Z", "1892-07-04T23:26:56.000Z"),
    ],
)
def test_overlaps(name, local, first, second):
    assert candidates(load_zone(name), civil_ms(*local)) == (parse_utc(first), parse_utc(second))


@pytest.mark.req("SCH-18")
def test_local_mean_time_has_seconds():
    assert load_zone("Europe/Berlin").offset_ms(civil_ms(1890, 1, 1)) == (53 * 60 + 28) * 1000


def test_a_time_outside_any_gap_has_no_neighbours():
    with pytest.raises(ValueError, match="exists"):
        around_gap(load_zone("Europe/Berlin"), civil_ms(2026, 10, 25, 2, 30))
    with pytest.raises(ValueError, match="exists"):
        around_gap(UTC, 0)


@pytest.mark.parametrize("name", PLACES)
def test_shifts_are_the_listed_ones(name):
    zone = load_zone(name)
    start, end = civil_ms(1950, 1, 1), civil_ms(2037, 1, 1)
    listed = [at for at in transitions(name) if start < at <= end and zone.offset_ms(at) != zone.offset_ms(at - 1)]
    found = []
    while (shift := next_shift(zone, found[-1] if found else start, end)) is not None:
        assert (shift.before_ms, shift.after_ms) == (zone.offset_ms(shift.at - 1), zone.offset_ms(shift.at))
        found.append(shift.at)
    # Later ones follow from the rule at the end of the file, which lists nothing.
    last = listed[-1] if listed else start
    assert [at for at in found if at <= last] == listed


@pytest.mark.parametrize(
    ("name", "after", "until", "shift"),
    [
        ("UTC", MIN_MS, MAX_MS, None),
        ("Asia/Kathmandu", civil_ms(2000, 1, 1), MAX_MS, None),
        ("Europe/Berlin", civil_ms(2026, 8, 1), civil_ms(2026, 10, 25, 1) - 1, None),
        (
            "Europe/Berlin",
            civil_ms(2026, 8, 1),
            civil_ms(2026, 10, 25, 1),
            Shift(civil_ms(2026, 10, 25, 1), 2 * HOUR, HOUR),
        ),
        ("Europe/Berlin", civil_ms(2026, 10, 25, 1) - 1, MAX_MS, Shift(civil_ms(2026, 10, 25, 1), 2 * HOUR, HOUR)),
        ("Europe/Berlin", civil_ms(2026, 10, 25, 1), civil_ms(2027, 3, 1), None),
        ("Europe/Berlin", civil_ms(9999, 8, 1), MAX_MS, Shift(civil_ms(9999, 10, 31, 1), 2 * HOUR, HOUR)),
        ("Europe/Berlin", MAX_MS, MIN_MS, None),
    ],
)
def test_next_shift(name, after, until, shift):
    assert next_shift(load_zone(name), after, until) == shift


def test_a_zone_is_its_name():
    assert Zone("UTC") == UTC
    assert hash(load_zone("europe/berlin")) == hash(load_zone("Europe/Berlin"))
    assert repr(load_zone("Europe/Berlin")) == "Zone(name='Europe/Berlin')"

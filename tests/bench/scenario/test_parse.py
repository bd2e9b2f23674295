"""What a scenario file may say, and that everything else is refused with its place and what is accepted."""

import pytest

from workbench.bench.scenario.model import Advance, Call, Expect, Jump, Say
from workbench.bench.scenario.parse import load_scenario, read_scenario
from workbench.errors import UsageError
from workbench.time.instant import parse_utc

START = 'start = "2026-08-07T09:00:00Z"\n'


def read(text, folder, name="mine"):
    return read_scenario(text.encode() if isinstance(text, str) else text, name, folder)


def refused(text, folder, name="mine"):
    with pytest.raises(UsageError) as caught:
        read(text, folder, name)
    assert caught.value.code == "invalid_scenario"
    assert caught.value.exit_status == 2
    return caught.value.message


def test_a_whole_scenario(tmp_path):
    scenario = read(
        """
        title = "all keys"
        start = 2026-08-07T11:00:00+02:00
        zone = "europe/berlin"
        id = "one"
        compression = "zstd"
        steps = [
            {do = "say", text = "hello", zone = "Asia/Kathmandu"},
            {do = "call", tool = "schedule_list", args = {}},
            {do = "advance", by = "2h 30m"},
            {do = "jump", to = "tomorrow 9:00"},
            {do = "hold"}, {do = "release"}, {do = "suspend"}, {do = "resume"},
            {do = "fork", at = 12, id = "child"},
            {do = "open", id = "one"},
            {do = "expect", turns = 1, dispatches = ["schedule-1"], state = {schedule-1 = "ended"}},
        ]
        [agent]
        turn_seconds = 2.5
        model = "built-in"
        """,
        tmp_path,
    )
    assert scenario.name == "mine"
    assert scenario.start == parse_utc("2026-08-07T09:00:00.000Z")
    assert scenario.zone == "Europe/Berlin"
    assert (scenario.id, scenario.compression, scenario.agent.turn_seconds) == ("one", "zstd", 2.5)
    words = ["say", "call", "advance", "jump", "hold", "release", "suspend", "resume", "fork", "open", "expect"]
    assert [step.do for step in scenario.steps] == words
    assert scenario.steps[0] == Say(text="hello", zone="Asia/Kathmandu")
    assert scenario.steps[1] == Call(tool="schedule_list", args={})
    assert scenario.steps[2] == Advance(by="2h 30m")
    assert scenario.steps[3] == Jump(to="tomorrow 9:00")
    assert scenario.steps[-1] == Expect(turns=1, dispatches=["schedule-1"], state={"schedule-1": "ended"})


def test_a_log_is_found_from_the_file_that_names_it(tmp_path):
    assert read('log = "logs/a.jsonl"\nfirst_events = 145\nsteps = []', tmp_path).log == tmp_path / "logs/a.jsonl"
    assert read(f'log = "{tmp_path}/b.jsonl"\nsteps = []', tmp_path / "x").log == tmp_path / "b.jsonl"


@pytest.mark.parametrize(
    "start",
    ['"2026-08-07T09:00:00Z"', "2026-08-07T09:00:00Z", '"2026-08-07T11:00:00+02:00"', '"2026-08-07 11:00"',
     "2026-08-07T11:00:00", '"2026-08-07 11:00:00.000"'],
)  # fmt: skip
def test_a_start_is_text_or_a_toml_date_and_a_local_one_is_read_in_the_zone(start, tmp_path):
    scenario = read(f'zone = "Europe/Berlin"\nstart = {start}\nsteps = []', tmp_path)
    assert scenario.start == parse_utc("2026-08-07T09:00:00.000Z")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'steps' is missing"),
        ("steps = []", "one of the keys 'start' and 'log'"),
        (START + "steps = 1", "steps: expected a list, got a whole number"),
        (START + "steps = []\nstep = 1", "unknown key 'step'; accepted: steps, title, start"),
        (START + 'steps = []\nzone = "Mars/Olympus"', "zone: unknown time zone"),
        (START + 'steps = []\nzone = ""', "zone: unknown time zone"),
        (START + "steps = []\nzone = 3", "zone: expected text, got a whole number"),
        ('start = "+2h"\nsteps = []', "start: '+2h' depends on the present"),
        ('start = "11:00"\nsteps = []', "depends on the present"),
        ('start = "2026-02-30T09:00:00Z"\nsteps = []', "start: not a usable time"),
        ("start = 2026-08-07\nsteps = []", "is no moment"),
        ("start = 5\nsteps = []", "is no moment"),
        (START + 'steps = []\nid = "../up"', 'id: "../up" cannot be'),
        (START + 'steps = []\nid = ""', "id:"),
        (START + 'steps = []\ncompression = "gzip"', "accepted: none, zstd"),
        (START + "first_events = 3\nsteps = []", "first_events: it needs the key 'log'"),
        ('log = "a"\nfirst_events = 0\nsteps = []', "expected 1 or more, got 0"),
        ('log = "a"\nid = "b"\nsteps = []', "id and compression are for a new session"),
        ('log = ""\nsteps = []', "log:"),
        ('log = "a\\u001b[31m"\nsteps = []', "log:"),
        (START + "steps = []\n[agent]\nturn_second = 1", "[agent]: unknown key 'turn_second'; accepted: turn_seconds"),
        (START + "steps = []\n[agent]\nturn_seconds = -1", "turn_seconds"),
        (START + 'steps = []\n[agent]\nmodel = "gpt"', "accepted: built-in, scripted"),
        (START + "steps = [1]", "step 1: expected a table"),
        (START + "steps = [{}]", "step 1: the key 'do' is missing; accepted: say, call"),
        (START + 'steps = [{do="hold"}, {do="wait"}]', "step 2: unknown step 'wait'; accepted: say, call"),
        (START + "steps = [{do=3}]", "unknown step 3"),
        (START + 'steps = [{do="say"}]', "step 1 (say): the key 'text' is missing"),
        (START + 'steps = [{do="say", text=""}]', "step 1 (say): text"),
        (START + 'steps = [{do="say", text="a", tone="b"}]', "unknown key 'tone'; accepted: text, zone"),
        (START + 'steps = [{do="say", text="a", zone="b"}]', "step 1 (say): unknown time zone"),
        (START + 'steps = [{do="hold", for="1h"}]', "unknown key 'for'; accepted: none"),
        (START + 'steps = [{do="advance"}]', "exactly one of by and to"),
        (START + 'steps = [{do="jump", by="1h", to="11:00"}]', "exactly one of by and to"),
        (START + 'steps = [{do="advance", by="1 month"}]', "no unit of fixed length"),
        (START + 'steps = [{do="advance", by=-5}]', "is no duration"),
        (START + 'steps = [{do="advance", by=true}]', "is no duration"),
        (START + 'steps = [{do="jump", to="someday"}]', "not a usable time"),
        (START + "steps = [{do='jump', to=2026-08-07}]", "is no moment"),
        (START + 'steps = [{do="call", tool="t", args={a=2026-08-07}}]', "args: they cannot be written as JSON"),
        (START + 'steps = [{do="call", tool="t", args={a=nan}}]', "args: they cannot be written as JSON"),
        (START + 'steps = [{do="call", tool="t", args=[]}]', "args: expected a table"),
        (START + 'steps = [{do="fork", at=-1}]', "at: expected"),
        (START + 'steps = [{do="fork", id="a/b"}]', "cannot be the id"),
        (START + 'steps = [{do="open"}]', "'id' is missing"),
        (START + 'steps = [{do="expect"}]', "it expects nothing; accepted: turns, dispatches"),
        (START + 'steps = [{do="expect", turn=1}]', "unknown key 'turn'"),
        (START + 'steps = [{do="expect", turns="1"}]', "turns: expected a whole number, got text"),
        (START + 'steps = [{do="expect", turns=true}]', "turns: expected a whole number, got true or false"),
        (START + 'steps = [{do="expect", dispatches="a"}]', "dispatches: expected a whole number or a list"),
        (START + 'steps = [{do="expect", state={a="done"}}]', "invalid enum value 'done'; accepted: scheduled, ove"),
        (START + 'steps = [{do="expect", target={a="soon"}}]', "target a: not a usable time"),
        (START + 'steps = [{do="expect", reason="tired"}]', "reason: invalid enum value 'tired'; accepted: completed"),
        ("steps = [", "end of document"),
        (b"\xff\xfe", "not UTF-8"),
        ("a = " + "[" * 20_000, "nested too deeply"),
        (START + "steps = []\n# " + "x" * (1 << 20), "bytes"),
    ],
)  # fmt: skip
def test_a_file_that_is_refused_says_where_and_what_is_accepted(text, said, tmp_path):
    assert said in refused(text, tmp_path)


def test_a_file_name_that_is_no_session_id_needs_an_id(tmp_path):
    assert "id:" in refused(START + "steps = []", tmp_path, name="a..b")
    assert read(START + 'id = "ab"\nsteps = []', tmp_path, name="a..b").id == "ab"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, "not_found"),
        (lambda path: path.mkdir(), "is_folder"),
        (lambda path: path.write_bytes(b"\x00\x01"), "invalid_scenario"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(make, code, tmp_path):
    path = tmp_path / "a.toml"
    make(path)
    with pytest.raises(UsageError) as caught:
        load_scenario(path)
    assert caught.value.code == code


def test_the_name_is_that_of_the_file(tmp_path):
    path = tmp_path / "busy-wait.toml"
    path.write_text(START + "steps = []", encoding="utf-8")
    assert load_scenario(path).name == "busy-wait"

"""The first milestone: a real log's first 145 events, driven here, end as the real harness ended them."""

import pytest

from support.cli import workbench
from support.conformance import FOLDER, needs_conformance
from workbench.session.reader import read_log

pytestmark = needs_conformance

CUT = 145
RESUMED = {"none": "2026-11-30T19:33:50.586Z", "zstd": "2026-11-30T19:36:43.384Z"}
# The compressed log is a run of its own, with other times; both were cut and resumed at the same places.
TARGETS = {
    "none": {
        "schedule-1": "2026-11-30T20:03:48.958Z",
        "schedule-2": "2026-11-30T19:43:48.965Z",
        "schedule-5": "2026-11-30T19:43:48.977Z",
        "schedule-6": "2026-12-03T16:33:48.000Z",
    },
    "zstd": {
        "schedule-1": "2026-11-30T20:06:41.616Z",
        "schedule-2": "2026-11-30T19:46:41.629Z",
        "schedule-5": "2026-11-30T19:46:41.657Z",
        "schedule-6": "2026-12-03T16:36:41.000Z",
    },
}
ORDER = ["schedule-4", "schedule-3", "schedule-2", "schedule-5", "schedule-1"]


def source(compression="none"):
    name = "session.jsonl" if compression == "none" else "session.jsonl.zstd"
    return FOLDER / "sessions" / compression / "--srv-demo--" / "cold-catchup" / name


def run_scenario(tmp_path, steps, compression="none"):
    file = tmp_path / "cold.toml"
    steps = steps.replace("RESUMED", RESUMED[compression])
    expected = ", ".join(f'{name} = "{target}"' for name, target in TARGETS[compression].items())
    file.write_text(
        f'log = "{source(compression)}"\nfirst_events = {CUT}\nsteps = [\n{steps}\n'
        f'{{do = "expect", turns = 3, dispatches = {ORDER}, target = {{{expected}}},'
        ' state = {schedule-3 = "ended", schedule-4 = "ended", schedule-1 = "scheduled"}},\n]\n',
        encoding="utf-8",
    )
    return workbench("run", file, "--out", tmp_path / "out", "--json")


def turns_after_the_cut(log):
    """Per turn the records it delivers, as the log tells them: dispatches before the turn's start."""
    turns, waiting = [], []
    for event in log.index.events_from(CUT):
        if event.type == "schedule/change" and event.data["operation"] == "dispatch":
            waiting.append(event.data["id"])
        elif event.type == "turn/start" and waiting:
            turns.append(waiting)
            waiting = []
    return turns


@pytest.mark.req("SCH-26", "SCH-31", "BEN-3", "BEN-11")
@pytest.mark.parametrize("compression", ["none", "zstd"])
@pytest.mark.parametrize(
    "steps",
    [
        '{do = "jump", to = "RESUMED"}, {do = "resume"},',
        '{do = "suspend"}, {do = "jump", to = "RESUMED"}, {do = "resume"},',
        '{do = "suspend"}, {do = "advance", to = "RESUMED"}, {do = "resume"},',
    ],
    ids=["jump", "cold-jump", "cold-advance"],
)
def test_the_real_log_is_caught_up_as_it_really_was(tmp_path, steps, compression):
    before = source(compression).read_bytes()
    ran = run_scenario(tmp_path, steps, compression)
    assert ran.status == 0, ran.out
    result = ran.objects[-1]
    assert result["result"] == "passed"

    made, real = (
        read_log(tmp_path / "out" / "--srv-demo--" / "cold-catchup" / source(compression).name),
        read_log(source(compression)),
    )
    assert str(made.path) == result["log"]
    assert turns_after_the_cut(made) == turns_after_the_cut(real) == [["schedule-4"], ["schedule-3"], ORDER[2:]]
    assert made.state.schedules.active == real.state.schedules.active
    assert made.verdict == "ok"
    assert source(compression).read_bytes() == before


@pytest.mark.req("BEN-11", "LOG-4")
def test_the_first_events_are_those_of_the_log(tmp_path):
    ran = run_scenario(tmp_path, '{do = "jump", to = "RESUMED"},')
    made, real = read_log(tmp_path / "out/--srv-demo--/cold-catchup/session.jsonl"), read_log(source())
    assert ran.status == 0
    assert list(made.index.events_from(0))[:CUT] == list(real.index.events_from(0))[:CUT]


@pytest.mark.req("BEN-15", "SCH-24")
def test_plan_says_the_same_before_anything_runs(tmp_path):
    before = source().read_bytes()
    ran = workbench("plan", source(), "--at", CUT - 1, "--now", RESUMED["none"], "--json", home=tmp_path / "home")
    assert ran.status == 0
    (value,) = ran.objects
    assert [turn["kind"] for turn in value["turns"]] == ["one-shot", "one-shot", "batch"]
    assert [item["id"] for turn in value["turns"] for item in turn["delivers"]] == ORDER
    nexts = {item["id"]: item["next_target"] for turn in value["turns"] for item in turn["delivers"]}
    assert nexts == {**{name: TARGETS["none"].get(name) for name in ORDER}, "schedule-3": None, "schedule-4": None}
    assert source().read_bytes() == before
    assert not (tmp_path / "home").exists()

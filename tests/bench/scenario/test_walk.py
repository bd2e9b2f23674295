"""A scenario in strides, and steps that are stopped between two events and gone on with."""

import pytest

from support.bundled import scenarios
from workbench.bench.scenario.model import STEPS, Expect
from workbench.bench.scenario.parse import load_scenario, read_scenario
from workbench.bench.scenario.runner import ScenarioRun
from workbench.bench.scenario.walk import strides, what_it_does
from workbench.errors import WorkbenchError

START = 'start = "2026-08-07T09:00:00Z"\nzone = "Europe/Berlin"\n'
EVERY = '{do="call", tool="schedule_create", args={prompt="tick", every_seconds=300}}'


def scenario(tmp_path, steps):
    return read_scenario(f"{START}steps = [\n{steps}\n]\n".encode(), "probe", tmp_path)


def begin(tmp_path, steps, folder="out"):
    return ScenarioRun(scenario(tmp_path, steps), root=tmp_path / folder, home=tmp_path / "home")


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_strides_hold_every_step_once_and_in_order(path):
    steps = load_scenario(path).steps
    found = strides(steps)
    assert tuple(step for stride in found for step in stride) == steps
    assert all(isinstance(step, Expect) for stride in found for step in stride[1:])
    assert not any(isinstance(stride[0], Expect) for stride in found[1:])


def test_expects_before_all_are_one_stride(tmp_path):
    steps = scenario(
        tmp_path, '{do="expect", turns=0}, {do="expect", lines=0}, {do="hold"}, {do="expect", turns=1}'
    ).steps
    assert [len(stride) for stride in strides(steps)] == [2, 2]
    assert strides(()) == ()


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('{do="say", text="hello"}', 'say "hello"'),
        (EVERY, 'create "tick", every 5m'),
        (
            (
                '{do="call", tool="schedule_create", args={prompt="x", at={date="2027-03-28", time="02:30:00", '
                'time_zone="Europe/Berlin"}}}'
            ),
            'create "x", at 2027-03-28 02:30:00 Europe/Berlin',
        ),
        ('{do="call", tool="schedule_create", args={prompt="x", at="2026-08-07"}}', 'create "x", at 2026-08-07'),
        (
            '{do="call", tool="schedule_create", args={prompt="x", every_seconds="y"}}',
            'call schedule_create {"prompt":"x","every_seconds":"y"}',
        ),
        ('{do="call", tool="schedule_delete", args={id="schedule-1"}}', "delete schedule-1"),
        ('{do="call", tool="schedule_delete", args={id=1}}', 'call schedule_delete {"id":1}'),
        ('{do="call", tool="schedule_list"}', "list the schedules"),
        ('{do="call", tool="todo_write", args={todos=[]}}', 'call todo_write {"todos":[]}'),
        ('{do="advance", by="90m"}', "advance 1h 30m"),
        ('{do="jump", by=10320}', "jump 2h 52m"),
        ('{do="jump", to="tomorrow 9:00"}', "jump to tomorrow 9:00"),
        ('{do="advance", to=2026-08-07T11:00:00Z}', "advance to 2026-08-07 11:00:00+00:00"),
        ('{do="hold"}', "hold the agent busy"),
        ('{do="release"}', "release the agent"),
        ('{do="suspend"}', "put the session to sleep"),
        ('{do="resume"}', "wake the session up"),
        ('{do="fork", at=9, id="child"}', 'fork at event 9 as "child" and go on with the child'),
        ('{do="fork"}', "fork and go on with the child"),
        ('{do="open", id="probe"}', 'go back to "probe"'),
        ('{do="expect", turns=1}', "compare with what is expected"),
    ],
)
def test_a_step_says_what_it_is_about_to_do(tmp_path, step, said):
    (only,) = scenario(tmp_path, step).steps
    assert what_it_does(only) == said


def test_every_kind_of_step_has_words(tmp_path):
    from workbench.bench.scenario.walk import _WORDS

    assert set(_WORDS) == set(STEPS.values())


@pytest.mark.req("BEN-4", "BEN-1")
def test_an_advance_that_was_stopped_is_gone_on_with_and_writes_the_same(tmp_path):
    steps = f'{EVERY}, {{do="advance", by="2h"}}, {{do="expect", turns=25, dispatches=24}}'
    whole = begin(tmp_path, steps)
    list(whole)
    whole.close()
    run = begin(tmp_path, steps, "stopped")
    run.step()
    # Stopped after every single event.
    results = []
    while (result := run.step(lambda: False)) is not None:
        results.append(result)
    run.close()
    assert [result.finished for result in results] == [False] * (len(results) - 2) + [True, True]
    assert len(results) > 20
    assert {result.step for result in results[:-1]} == {2}
    assert run.result.result == "passed", results[-1].message
    (one,), (other,) = whole.result.logs, run.result.logs
    assert one.read_bytes() == other.read_bytes()


def test_a_stopped_advance_is_done_where_the_clock_went_further_meanwhile(tmp_path):
    run = begin(tmp_path, f'{EVERY}, {{do="advance", by="2h"}}, {{do="say", text="hi"}}')
    run.step()
    assert not run.step(lambda: False).finished
    assert run.bench.view().move.note == "stopped"
    for _ in run.bench.advance(by=86_400_000):
        pass
    result = run.step(lambda: True)
    assert (result.finished, result.message) == (True, "the clock is there already")
    assert run.step().do == "say"
    run.close()


def test_a_front_is_asked_about_a_large_step_and_can_do_it_after_all(tmp_path):
    run = begin(tmp_path, f'{EVERY}, {{do="advance", by="400d"}}')
    run.step()
    for _ in range(2):
        with pytest.raises(WorkbenchError) as asked:
            run.step(lambda: True)
        assert asked.value.code == "confirmation_required"
        assert (run.done, run.result.result) == (1, "passed")
    run.allow_large = True
    result = run.step(lambda: False)
    assert (result.step, result.finished) == (2, False)
    run.close()


def test_a_child_that_was_made_beside_the_steps_is_gone_on_with(tmp_path):
    run = begin(tmp_path, '{do="say", text="hi"}, {do="say", text="there"}, {do="expect", turns=2}')
    run.step()
    child = run.bench.fork(None, "beside")
    run.bench.close()
    run.adopt(child)
    assert [result.ok for result in run] == [True, True]
    assert run.bench.view().session_id == "beside"
    assert [path.parent.name for path in run.result.logs] == ["probe", "beside"]
    run.close()

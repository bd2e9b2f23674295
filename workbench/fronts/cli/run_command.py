"""``workbench run``: a scenario without a screen, each step printed as it is done (page 6).

Owns the arguments, where logs go and the exit status: 0 passed, 1 failed, 2 error. What steps do is the bench's.
"""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line, print_error, unusable

if TYPE_CHECKING:
    from workbench.bench.scenario.model import Scenario
    from workbench.bench.scenario.result import RunResult, StepResult
    from workbench.bench.scenario.runner import ScenarioRun

_STATUS = {"passed": 0, "failed": 1, "error": 2}

EPILOG = """\b
Examples:
  workbench run cold-catchup             a bundled scenario by its name
  workbench run mine.toml --out logs     write the logs below the folder logs
  workbench run mine.toml --json         one object a line: each step, then the result
  workbench run mine.toml --fault barrier_fails --fault crash_after_queue=2
\b
A scenario is TOML: start, zone, [agent] turn_seconds, or log and first_events to begin from a log, and steps:
  start = 2026-08-07T09:00:00Z
  steps = [
    {do="say", text="remind me in 20 minutes to stretch"},
    {do="advance", by="1h"},
    {do="expect", turns=2, dispatches=["schedule-1"], state={schedule-1="ended"}},
  ]
Steps: say call advance jump hold release suspend resume crash fault fork open expect.
Faults, armed by a step {do="fault", name, count, seconds} or by --fault before the first step:
  barrier_fails barrier_slow append_fails queue_fails frame_fails answer_lost
  crash_after_queue crash_after_append crash_after_barrier
\b
--json, a line a step: step, do, now, ok, turns, appended, message, code (if refused);
then: result (passed|failed|error), steps, failed_step, log, logs.
"""


@click.command("run", epilog=EPILOG, short_help="Run a scenario and compare with what it expects.")
@click.argument("scenario", metavar="SCENARIO.toml", type=FileName())
@click.option("--out", metavar="DIR", type=FileName(), help="Folder for the logs (default: the data folder).")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME[=COUNT]",
    help="Arm a fault before the first step (may be repeated).",
)
@click.option("--yes", is_flag=True, help="Let a move run that writes over 100 MB or runs 100,000 turns.")
@common_options
@pass_call
def command(call: Call, scenario: str, out: str | None, *, faults: tuple[str, ...], yes: bool) -> int:
    """Run a scenario file, or a bundled one by its name, headless, and compare with what it expects.

    Exit status: 0 passed, 1 failed, 2 error. A journal that cannot be written is a warning on standard error.
    """
    from workbench.actions.places import find_scenario
    from workbench.bench.scenario.parse import load_scenario

    try:
        checked = load_scenario(find_scenario(scenario))
        armed = [_fault(given) for given in faults]
        run = _begin(call, checked, out, allow_large=yes)
        for name, count in armed:
            run.bench.arm(name, count)
    except WorkbenchError as error:
        if call.json:
            _print_result(_not_begun(), as_json=True)
        raise unusable(error) from error
    failure = _play(run, as_json=call.json)
    result = run.result if failure is None else replace(run.result, result="error")
    _print_result(result, as_json=call.json)
    for why in run.unnoted:
        print_error(
            WorkbenchError("journal_not_written", why, hint="the run and its logs are whole"), as_json=call.json
        )
    if failure is not None:
        print_error(failure, as_json=call.json)
    return _STATUS[result.result]


def _fault(given: str) -> tuple[str, int]:
    """``NAME`` or ``NAME=COUNT``; raises UsageError ``unknown_fault`` and ``invalid_fault``."""
    from workbench.bench.faults import check_fault

    name, given_count, count = given.partition("=")
    if given_count and not (count.isascii() and count.isdigit()):
        raise UsageError("invalid_fault", f"{given!r}: after = comes how often it strikes, a number")
    times = int(count[:9]) if given_count else 1
    return check_fault(name, times), times


def _play(run: "ScenarioRun", *, as_json: bool) -> WorkbenchError | None:
    """Run all steps, printing each; what ended the run before its end, or kept its log from being written."""
    last = None
    try:
        for last in run:
            _print_step(last, as_json=as_json)
    except BaseException as stop:
        with suppress(WorkbenchError):
            run.close()
        if isinstance(stop, KeyboardInterrupt):
            _print_result(replace(run.result, result="error"), as_json=as_json)
        raise
    failure = None
    if run.result.result == "error" and last is not None:
        code = last.code or "step_refused"
        message = f"step {last.step}, {last.do}: {last.message.removeprefix(f'{code}: ')}"
        failure = WorkbenchError(code, message)
    try:
        run.close()
    except WorkbenchError as error:
        return failure or error
    return failure


def _begin(call: Call, scenario: "Scenario", out: str | None, *, allow_large: bool) -> "ScenarioRun":
    import msgspec

    from workbench.actions.places import give_back, new_run_folder, output_folder
    from workbench.bench.scenario.runner import ScenarioRun

    # The zone of the command line counts where it is given; environment and settings must not change what a run does.
    if call.zone is not None:
        scenario = msgspec.structs.replace(scenario, zone=call.chosen_zone)
    if out is not None:
        return ScenarioRun(scenario, root=output_folder(out), home=call.places.home, allow_large=allow_large)
    root = new_run_folder(call.places, scenario.name)
    try:
        run = ScenarioRun(scenario, root=root, home=call.places.home, allow_large=allow_large)
    except BaseException:
        give_back(root, call.places)
        raise
    call.prepare_home()
    return run


def _not_begun() -> "RunResult":
    from workbench.bench.scenario.result import RunResult

    return RunResult("error", 0, None, ())


def _print_step(result: "StepResult", *, as_json: bool) -> None:
    if as_json:
        from workbench.bench.scenario.result import step_json

        json_line(step_json(result))
        return
    counts = ", ".join(_counted(result.turns, "turn") + _counted(result.appended, "event"))
    line(f"{'ok  ' if result.ok else 'FAIL'} {result.step:3}  {result.do:8} {result.message}{_bracketed(counts)}")


def _counted(count: int, what: str) -> list[str]:
    return [f"{count:,} {what}{'' if count == 1 else 's'}"] if count else []


def _bracketed(text: str) -> str:
    return f"  [{text}]" if text else ""


def _print_result(result: "RunResult", *, as_json: bool) -> None:
    if as_json:
        from workbench.bench.scenario.result import run_json

        json_line(run_json(result))
        return
    from workbench.bench.scenario.result import ended

    line(f"{ended(result)}: {result.steps} steps done")
    for path in result.logs:
        line(f"log {path}")

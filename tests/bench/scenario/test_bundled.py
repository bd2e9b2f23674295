"""The bundled scenarios: each passes, and the logs shipped beside them are what it writes today."""

import pytest

from support.bundled import LOGS, SESSIONS, make_logs, scenarios
from support.cli import workbench
from support.harness_rules import problems
from workbench.bench.scenario.parse import load_scenario
from workbench.session.reader import read_log

NAMES = {
    "after-reminder", "at-reminder", "every-reminder", "cold-catchup", "busy-wait", "fork-pair", "dst-night",
    "overnight", "big", "busy-two-hours", "laptop-slept", "crashed-between", "barrier-failed", "clock-went-back",
}  # fmt: skip
AGAIN = "the shipped logs are not what the scenario writes now; in tests/ run: python -m support.bundled"


def test_they_are_all_there():
    assert {path.stem for path in scenarios()} == NAMES
    assert {path.name for path in SESSIONS.iterdir()} == {f"{name}.toml" for name in NAMES} | {"logs"}


@pytest.mark.req("BEN-1", "LOG-12")
@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_each_passes_and_writes_the_shipped_bytes(path, tmp_path):
    run = make_logs(path, tmp_path)
    assert run.result.result == "passed"
    assert any(step.do == "expect" for step in run.scenario.steps)
    for log in run.result.logs:
        shipped = LOGS / log.relative_to(tmp_path)
        made, kept = read_log(log), read_log(shipped)
        assert kept.verdict == made.verdict == "ok"
        # The compressor's bytes may differ from version to version, what it holds may not.
        same = list(made.index.lines(0, made.index.rows)) == list(kept.index.lines(0, kept.index.rows))
        assert same, AGAIN
        if made.compression == "none":
            assert log.read_bytes() == shipped.read_bytes(), AGAIN


@pytest.mark.req("LOG-19", "LOG-16", "LOG-18")
@pytest.mark.parametrize("log", sorted(LOGS.rglob("session.jsonl*")), ids=lambda path: path.parent.name)
def test_the_shipped_logs_load_in_the_harness(log):
    assert problems(log) == []


@pytest.mark.req("LOG-13")
def test_check_finds_the_shipped_logs_well(tmp_path):
    ran = workbench("check", LOGS, "--json", home=tmp_path / "home")
    assert ran.status == 0
    assert {found["verdict"] for found in ran.objects} == {"ok"}


def test_every_shipped_log_belongs_to_a_scenario():
    ids = {load_scenario(path).id or path.stem for path in scenarios()} | {"fork-child"}
    assert {path.parent.name for path in LOGS.rglob("session.jsonl*")} == ids


def test_the_big_log_is_big_and_small():
    (log,) = LOGS.glob("zstd/*/big/session.jsonl.zstd")
    assert log.stat().st_size < 2_000_000
    assert read_log(log).index.events > 20_000


def test_the_long_night_has_what_a_screen_must_bear():
    log = read_log(LOGS / "none/_no-cwd/overnight/session.jsonl")
    assert len(log.index.turns) > 30
    assert len(log.index.plans) >= 3
    text = log.path.read_text(encoding="utf-8")
    for word in ("检查备份是否完成", "💧", "📝", "Zoë"):
        assert word in text

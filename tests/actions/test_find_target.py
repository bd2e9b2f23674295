"""What `workbench NAME` opens: a path, one's own session, a bundled scenario, a run, a bundled log, in that order."""

import pytest

from support.screens import QUICK, START
from workbench.actions.places import Places, bundled_folder, find_target
from workbench.bench.bench import Bench
from workbench.errors import UsageError


@pytest.fixture
def places(tmp_path):
    return Places(tmp_path / "home")


def make(home, name, root=None):
    bench = Bench.new(home, start=START, session_id=name, options=QUICK, root=root)
    bench.close()
    return bench.path


@pytest.mark.parametrize("name", ["overnight", "overnight.toml", "fork-pair"])
def test_a_bundled_scenario_is_found_by_its_name(places, name):
    assert find_target(places, name) == bundled_folder() / f"{name.removesuffix('.toml')}.toml"


def test_a_path_and_ones_own_session_come_before_it(places, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = make(places.home, "overnight")
    assert find_target(places, "overnight") == own
    (tmp_path / "overnight").mkdir()
    assert find_target(places, "overnight") == bundled_folder().__class__("overnight")


def test_a_run_does_not_hide_the_scenario_it_came_from(places):
    make(places.home, "overnight", root=places.runs / "overnight-1")
    assert find_target(places, "overnight").suffix == ".toml"


def test_a_bundled_log_that_is_no_scenario_is_found_by_its_id(places):
    assert find_target(places, "fork-child").name == "session.jsonl"


@pytest.mark.parametrize("name", ["nothing", "nothing.toml", "../overnight", "."])
def test_what_is_nothing_of_all_that_is_not_found_or_a_path(places, name):
    if name == ".":
        assert find_target(places, name).is_dir()
        return
    with pytest.raises(UsageError) as refused:
        find_target(places, name)
    assert refused.value.code == "not_found"

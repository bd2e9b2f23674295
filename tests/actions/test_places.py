"""Where things live: options before environment before platform, and sessions found by path or id."""

import os
from pathlib import Path

import pytest

from workbench.actions.places import (
    Places,
    bundled_folder,
    find_scenario,
    find_session,
    give_back,
    new_run_folder,
    output_folder,
    resolve_places,
    user_path,
)  # fmt: skip
from workbench.bench.names import check_new_id
from workbench.errors import UsageError


def log_at(root, session_id, project="_no-cwd"):
    path = root / project / session_id / "session.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"type":"session","version":0,"id":"x","createdAt":0,"delegationDepth":0}\n', encoding="utf-8")
    return path


def test_the_home_is_option_then_environment_then_platform(tmp_path):
    option, env = str(tmp_path / "a"), {"WORKBENCH_HOME": str(tmp_path / "b")}
    assert resolve_places(option, None, env).home == tmp_path / "a"
    assert resolve_places(None, None, env).home == tmp_path / "b"
    assert resolve_places("", None, {"WORKBENCH_HOME": ""}).home == resolve_places(None, None, {}).home
    assert resolve_places(None, None, {}).home.is_absolute()


def test_the_root_is_option_then_environment_then_the_harness(tmp_path):
    for name in ("option", "env", "harness/sessions"):
        (tmp_path / name).mkdir(parents=True)
    env = {"WORKBENCH_ROOT": str(tmp_path / "env"), "DSH_HOME": str(tmp_path / "harness")}
    home = str(tmp_path / "home")
    assert resolve_places(home, str(tmp_path / "option"), env).root == tmp_path / "option"
    assert resolve_places(home, None, env).root == tmp_path / "env"
    assert resolve_places(home, None, {"DSH_HOME": env["DSH_HOME"]}).root == tmp_path / "harness/sessions"
    assert resolve_places(home, None, {"DSH_HOME": str(tmp_path / "option")}).root == tmp_path / "option"
    assert resolve_places(home, None, {"DSH_HOME": str(tmp_path / "nowhere")}).root is None
    assert resolve_places(home, None, {}).root is None


def test_a_home_or_root_that_is_a_file_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for home, root, code in ((str(file), None, "invalid_home"), (None, str(file), "invalid_root")):
        with pytest.raises(UsageError) as caught:
            resolve_places(home, root, {"WORKBENCH_HOME": str(tmp_path)})
        assert caught.value.code == code


@pytest.mark.parametrize("home", ["a\0b", "~nobody-has-this-name/x"])
def test_a_home_that_cannot_be_a_name_is_refused(home):
    with pytest.raises(UsageError) as caught:
        resolve_places(home, None, {})
    assert caught.value.code == "invalid_home"


@pytest.mark.parametrize("name", ["h\nx", "h\x1b[2J", "h\x7f", "h\x9b"])
@pytest.mark.parametrize("code", ["invalid_home", "invalid_root"])
def test_a_folder_in_which_no_log_could_be_opened_is_refused(name, code, tmp_path):
    folder = tmp_path / name
    folder.mkdir()
    for given, env in ((str(folder), {}), (None, {"WORKBENCH_HOME": str(folder), "WORKBENCH_ROOT": str(folder)})):
        home = given if code == "invalid_home" else str(tmp_path)
        with pytest.raises(UsageError) as caught:
            resolve_places(home, None if code == "invalid_home" else given, env)
        assert caught.value.code == code
        assert "control characters" in caught.value.message
        assert caught.value.message.isprintable()
    assert list(folder.iterdir()) == []


def test_the_platforms_folder_is_no_exception(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "a\nb"))
    monkeypatch.setenv("HOME", str(tmp_path / "a\nb"))
    with pytest.raises(UsageError) as caught:
        resolve_places(None, None, {})
    assert caught.value.code == "invalid_home"


def test_a_session_is_found_by_path_before_id(tmp_path, monkeypatch):
    places = Places(tmp_path / "home", tmp_path / "root")
    own = log_at(places.sessions, "abc")
    other = log_at(tmp_path / "root", "def", "--srv-demo--")
    assert find_session(places, str(own)) == own
    assert find_session(places, "abc") == own
    assert find_session(places, "def") == other
    monkeypatch.chdir(tmp_path)
    (tmp_path / "abc").write_text("", encoding="utf-8")
    assert find_session(places, "abc") == Path("abc")


def test_an_encoded_id_is_found_by_its_own_spelling(tmp_path):
    places = Places(tmp_path)
    made = log_at(places.sessions, "~00FC~0020b")
    assert find_session(places, "ü b") == made


def test_an_id_that_two_sessions_have_is_ambiguous(tmp_path):
    places = Places(tmp_path)
    first, second = log_at(places.sessions, "abc"), log_at(places.sessions, "abc", "--srv-demo--")
    with pytest.raises(UsageError) as caught:
        find_session(places, "abc")
    assert caught.value.code == "ambiguous_id"
    assert str(first) in caught.value.message
    assert str(second) in caught.value.message


def test_of_several_runs_the_newest_is_meant_and_an_own_session_comes_first(tmp_path):
    places = Places(tmp_path)
    runs = [log_at(places.runs / f"demo-{number}", "abc") for number in (1, 2, 10)]
    for place, log in enumerate(runs):
        os.utime(log, (place, place))
    assert find_session(places, "abc") == runs[-1]
    own = log_at(places.sessions, "abc")
    assert find_session(places, "abc") == own


@pytest.mark.parametrize("target", ["nothing", "a/b", "..x", "no\\where", "x" * 5000])
def test_what_names_nothing_is_not_found(target, tmp_path):
    places = Places(tmp_path)
    log_at(places.sessions, "abc")
    with pytest.raises(UsageError) as caught:
        find_session(places, target)
    assert caught.value.code == "not_found"


@pytest.mark.parametrize("name", ["", "a\0b", "~nobody-has-this-name/x"])
def test_what_no_file_can_be_called_is_unsafe(name):
    with pytest.raises(UsageError) as caught:
        user_path(name)
    assert caught.value.code == "unsafe_name"


@pytest.mark.parametrize("name", ["a", "cold-catchup", "ü", "a b", "x" * 100, ".hidden"])
def test_a_new_id_may_be(name):
    assert check_new_id(name) == name


@pytest.mark.parametrize(
    "name", ["", " a", "a ", ".", "..", "...", "a..b", "../a", "a/b", "a\\b", "a\nb", "a\x1b[0m", "\u202ea", "x" * 101]
)
def test_a_new_id_may_not_be(name):
    with pytest.raises(UsageError) as caught:
        check_new_id(name)
    assert caught.value.code == "invalid_id"
    assert "\x1b" not in caught.value.message
    assert "\u202e" not in caught.value.message


def test_an_output_folder_need_not_exist_but_may_be_no_file(tmp_path):
    assert output_folder(str(tmp_path / "new")) == tmp_path / "new"
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        output_folder(str(tmp_path / "file"))
    assert caught.value.code == "invalid_out"


def test_each_run_gets_a_folder_of_its_own(tmp_path):
    places = Places(tmp_path / "home")
    first, second = (new_run_folder(places, "demo") for _ in range(2))
    assert (first, second) == (places.runs / "demo-1", places.runs / "demo-2")
    assert first.is_dir()
    (first / "log").touch()
    give_back(second, places)
    give_back(first, places)
    assert (first.is_dir(), second.exists()) == (True, False)
    (first / "log").unlink()
    give_back(first, places)
    assert not places.home.exists()


def test_the_bundled_scenarios_are_found_in_the_checkout():
    folder = bundled_folder()
    assert folder is not None
    assert list(folder.glob("*.toml"))
    assert find_scenario("cold-catchup") == folder / "cold-catchup.toml"


def test_a_scenario_is_found_by_path_before_its_bundled_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cold-catchup").write_text("", encoding="utf-8")
    for name in ("cold-catchup", "x/cold-catchup", "no-such.toml", "../sessions/cold-catchup"):
        assert find_scenario(name) == Path(name)
    with pytest.raises(UsageError) as refusal:
        find_scenario("no-such-scenario")
    assert refusal.value.code == "not_found"
    assert "fork-pair" in refusal.value.hint


def test_a_bundled_log_is_found_by_its_id_last(tmp_path):
    places = Places(tmp_path)
    assert find_session(places, "after-reminder").is_relative_to(bundled_folder())
    own = log_at(places.sessions, "after-reminder")
    assert find_session(places, "after-reminder") == own

"""Files that are no good log, through the real entry point: a code, status 1 or 2, nothing written, no traceback."""

import os
from pathlib import Path

import pytest

from support.bad_logs import BAD_LOGS, HEADER, TITLE
from support.cli import files_below, workbench, workbench_process

SUPERUSER = os.geteuid() == 0
GOOD = HEADER + TITLE % b"fine"


@pytest.fixture(params=BAD_LOGS, ids=lambda bad: bad.name)
def bad(request, tmp_path):
    if request.param.name == "secret.jsonl" and SUPERUSER:
        pytest.skip("the superuser may read everything")
    folder = tmp_path / "given"
    folder.mkdir()
    request.param.make(folder / request.param.name)
    return request.param, folder / request.param.name


def unchanged(path):
    """What is at a path and below it, to see that reading it left it alone."""
    return files_below(path.parent), path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else None


@pytest.mark.req("LOG-8", "LOG-13", "SCH-24")
@pytest.mark.parametrize("command", [["state"], ["preview"], ["plan"], ["fork"], ["state", "--at", "0"]], ids=" ".join)
def test_a_command_says_what_is_wrong_and_writes_nothing(bad, tmp_path, command):
    about, path = bad
    before, home = unchanged(path), tmp_path / "home"
    ran = workbench(*command, path, "--json", home=home)
    assert ran.status in {1, 2}
    assert ran.error["code"] in {about.code, "invalid_cursor"}
    assert str(path) in ran.error["message"] or ran.error["code"] in {"invalid_cursor", "too_large"}
    shows = about.shown and command[0] == "state" and ran.error["code"] != "invalid_cursor"
    assert bool(ran.out) == shows
    assert workbench(*command, path, home=home).status == ran.status
    assert unchanged(path) == before
    assert not home.exists()


@pytest.mark.req("LOG-13")
def test_check_says_it_in_a_result_and_goes_on(bad, tmp_path):
    about, path = bad
    good = path.parent / "good.jsonl"
    good.write_bytes(GOOD)
    ran = workbench("check", path, good, "--json", home=tmp_path / "home")
    if about.name == "folder":
        assert (ran.status, [found["verdict"] for found in ran.objects]) == (0, ["ok"])
        return
    assert ran.status == 1
    first, second = ran.objects
    assert first["verdict"] in {"corrupt", "unsupported"}
    assert first["problems"]
    if not about.shown:
        assert first["problems"][0]["kind"] == about.code
    assert (second["path"], second["verdict"], second["events"]) == (str(good), "ok", 1)
    alone = workbench("check", path, "--json", home=tmp_path / "home")
    assert alone.status == (1 if about.shown else 2)


@pytest.mark.req("LOG-13")
def test_in_a_folder_the_other_files_are_still_checked(tmp_path):
    for bad in BAD_LOGS:
        if not (bad.name == "secret.jsonl" and SUPERUSER):
            bad.make(tmp_path / bad.name)
    good = tmp_path / "good.jsonl"
    good.write_bytes(GOOD)
    ran = workbench("check", tmp_path, "--json", home=tmp_path / "home")
    assert ran.status == 1
    verdicts = {Path(found["path"]).name: found["verdict"] for found in ran.objects}
    assert verdicts["good.jsonl"] == "ok"
    assert verdicts["damaged.jsonl"] == "corrupt"
    assert verdicts["new.jsonl"] == "unsupported"
    assert "pipe.jsonl" not in verdicts


@pytest.mark.req("BEN-11", "LOG-18")
def test_a_scenario_cannot_begin_from_it(bad, tmp_path):
    about, path = bad
    file, home, out = tmp_path / "s.toml", tmp_path / "home", tmp_path / "out"
    file.write_text(f'log = "{path}"\nsteps = [{{do="resume"}}]\n', encoding="utf-8")
    before = unchanged(path)
    ran = workbench("run", file, "--out", out, "--json", home=home)
    assert (ran.status, ran.error["code"]) == (2, about.code)
    assert unchanged(path) == before
    assert not out.exists()
    assert not home.exists()


@pytest.mark.parametrize("command", ["state", "check", "preview"])
def test_from_a_real_process_too(tmp_path, command):
    (tmp_path / "text.jsonl").write_bytes(b"dear diary\n")
    ran = workbench_process(command, tmp_path / "text.jsonl", "--home", tmp_path / "home")
    assert ran.status in {1, 2}
    assert "not_a_log" in ran.err + ran.out
    assert "Traceback" not in ran.err
    assert not (tmp_path / "home").exists()


def test_a_line_of_twenty_megabytes_is_no_reason_to_refuse(tmp_path):
    log = tmp_path / "long.jsonl"
    log.write_bytes(HEADER + TITLE % (b"x" * 20_000_000))
    ran = workbench("state", log, "--json", home=tmp_path / "home")
    assert (ran.status, ran.objects[0]["cursor"]["seq"]) == (0, 0)
    assert workbench("check", log, home=tmp_path / "home").status == 0
    assert len(workbench("state", log, home=tmp_path / "home").out) < 10_000


@pytest.mark.parametrize("name", ["a\x1b[31mb.jsonl", "a\nb.jsonl", "a\u202eb.jsonl"])
def test_a_name_with_control_characters_never_reaches_the_terminal_raw(tmp_path, name):
    (tmp_path / name).write_bytes(GOOD)
    for command in ("state", "check", "preview", "plan"):
        ran = workbench(command, tmp_path / name, home=tmp_path / "home")
        assert ran.status == (0 if "\u202e" in name else ran.status)
        assert not set(ran.out + ran.err) & {"\x1b", "\u202e"}
    assert not (tmp_path / "home").exists()


def test_a_path_with_dots_is_a_path(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "good.jsonl").write_bytes(GOOD)
    assert workbench("state", f"{tmp_path}/sub/../good.jsonl", home=tmp_path / "home").status == 0


@pytest.mark.req("LOG-13")
def test_check_reads_standard_input(tmp_path):
    ran = workbench("check", "-", "--json", stdin=GOOD, home=tmp_path / "home")
    assert (ran.status, ran.objects[0]["path"], ran.objects[0]["events"]) == (0, "-", 1)
    assert workbench("check", "-", "--json", stdin=b"", home=tmp_path / "home").status == 1
    assert workbench("check", "-", "--json", stdin=b"dear diary\n", home=tmp_path / "home").status == 2


def test_check_with_nothing_to_check(tmp_path):
    (tmp_path / "empty").mkdir()
    ran = workbench("check", tmp_path / "empty", "--json", home=tmp_path / "home")
    assert (ran.status, ran.error["code"]) == (2, "nothing_to_check")


@pytest.mark.req("LOG-1", "LOG-13")
def test_check_with_a_root_tells_a_log_that_lies_wrong(tmp_path):
    right, wrong = tmp_path / "_no-cwd/x/session.jsonl", tmp_path / "_no-cwd/y/session.jsonl"
    for path in (right, wrong):
        path.parent.mkdir(parents=True)
        path.write_bytes(GOOD)
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere.jsonl"
    elsewhere.write_bytes(GOOD)
    ran = workbench("check", tmp_path, elsewhere, "--root", tmp_path, "--json", home=tmp_path / "home")
    assert ran.status == 1
    assert [found["verdict"] for found in ran.objects] == ["ok", "corrupt", "ok"]
    assert ran.objects[1]["problems"][0]["kind"] == "wrong_identity"


LONG = {"long": "a" * 300, "deep": "d/" * 3000, "below": "x/" + "a" * 300, "nobody": "~" + "a" * 300}


@pytest.mark.req("SCH-24")
@pytest.mark.parametrize("name", LONG.values(), ids=LONG)
@pytest.mark.parametrize(
    "command",
    [
        ["state", "NAME"], ["check", "NAME"], ["preview", "NAME"], ["plan", "NAME"], ["fork", "NAME"], ["run", "NAME"],
        ["reset", "NAME"], ["fork", "GOOD", "--out", "NAME"], ["fork", "GOOD", "--id", "NAME"],
        ["new", "--id", "NAME"], ["new", "--out", "NAME"], ["new", "--cwd", "é" * 60],
        ["run", "fork-pair", "--out", "NAME"],
        ["state", "GOOD", "--root", "NAME"], ["state", "GOOD", "--debug", "NAME"],
        *([*each, "--home", "NAME"] for each in (
            ["state", "GOOD"], ["fork", "GOOD"], ["new"], ["run", "fork-pair"], ["reset", "GOOD"], ["clean"],
        )),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_name_that_the_system_does_not_take_is_refused(tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.jsonl").write_bytes(GOOD)
    args = [name if each == "NAME" else "good.jsonl" if each == "GOOD" else each for each in command]
    ran = workbench(*args, "--json", home=None if "--home" in args else tmp_path / "home")
    # Below a folder that is not there, a name is not looked at before something is to be written.
    if ran.status != 0 or command[0] not in {"state", "clean"} or name != LONG["below"]:
        assert ran.status in {1, 2}
        assert ran.error["code"] != "internal_error"
    assert {path.suffix for path in tmp_path.rglob("*")} <= {".jsonl", ""}
    assert not list(tmp_path.rglob("session.jsonl"))


@pytest.mark.req("LOG-1", "LOG-18")
@pytest.mark.parametrize("id_text", ["a" * 5000, "é" * 60])
def test_a_fork_of_a_log_with_a_long_id_gets_a_shorter_one(tmp_path, id_text):
    path = tmp_path / "log.jsonl"
    path.write_bytes(GOOD.replace(b'"id":"x"', f'"id":"{id_text}"'.encode()))
    ran = workbench("fork", path, "--json", home=tmp_path / "home")
    assert (ran.status, ran.objects[0]["parent"]) == (0, id_text)
    assert Path(ran.objects[0]["log"]).is_file()

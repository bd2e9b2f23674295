"""``workbench repair``: a dry run in words and in JSON, the repair itself, and its exit status (LOG-13)."""

import json

import pytest

from support.cli import files_below, workbench
from support.conformance import conformance_files, needs_conformance
from support.damaged import BOM, CASES, KINDS, LINES, NAMES, stored
from support.loggen import event_line, header_line
from support.logmaker import frame
from workbench.session.check import check_file
from workbench.session.lock import WriterLock
from workbench.session.mending import plan_repair

pytestmark = pytest.mark.req("LOG-13")
KEYS = ["path", "verdict", "action", "keep", "lose", "mends", "note", "backup", "error"]
STRETCH = ["line", "first_seq", "last_seq", "events", "turns", "schedule_changes", "message"]
LOSE = ["events", "turns", "schedule_changes", "bytes", "stretches", "stretches_left_out"]
NOPE = event_line("schedule/change", 60, 9, {"version": 1, "operation": "delete", "id": "nope"})
HOLE = LINES[:25] + LINES[26:]
EXPECTED = [
    json.loads(line)
    for file in conformance_files("sessions/torn/EXPECTED.jsonl")
    for line in file.read_bytes().splitlines()
]


@pytest.fixture(params=KINDS)
def damaged(request, tmp_path):
    path = tmp_path / NAMES[request.param]
    path.write_bytes(stored(HOLE, request.param))
    return path


def put(folder, data, name="session.jsonl"):
    path = folder / name
    path.write_bytes(data)
    return path


def test_without_apply_nothing_is_changed(damaged, tmp_path):
    before, around = damaged.read_bytes(), files_below(tmp_path)
    ran = workbench("repair", damaged)
    assert (ran.status, ran.err) == (1, "")
    assert (damaged.read_bytes(), files_below(tmp_path)) == (before, around)
    lines = ran.out.splitlines()
    assert lines[0] == f"corrupt     {damaged}"
    assert lines[1].startswith("  keeps  25 events, ")
    assert lines[2] == "  loses  34 events, 3 turns, 3 changes of schedules:"
    assert lines[3].startswith("    1 number missing: event 25; with it go 34 events (26 to 59), ")
    assert lines[4].startswith("  nothing was changed; --apply does it")


def test_with_apply_a_backup_is_named(damaged):
    before = damaged.read_bytes()
    ran = workbench("repair", damaged, "--apply")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"repaired    {damaged}"
    backup = damaged.with_name(f"{damaged.name}.backup-1")
    assert lines[-1] == f"  the file as it was: {backup}"
    assert backup.read_bytes() == before
    assert check_file(damaged).verdict == "ok"
    again = workbench("repair", damaged, "--apply")
    assert again.status == 0
    assert again.out.splitlines()[1].startswith("  nothing to repair: 25 events")
    assert not damaged.with_name(f"{damaged.name}.backup-2").exists()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_json_form_is_stable(tmp_path, case):
    path = put(tmp_path, case.stored("none"))
    ran = workbench("repair", path, "--json")
    [told] = ran.objects
    assert list(told) == KEYS
    assert list(told["lose"]) == LOSE
    assert all(list(each) == STRETCH for each in told["lose"]["stretches"])
    assert (told["path"], told["verdict"], told["action"]) == (str(path), "corrupt", "would_repair")
    assert told["keep"]["events"] == case.kept
    assert sum(each["events"] for each in told["lose"]["stretches"]) == told["lose"]["events"]
    assert (told["backup"], told["error"], ran.status) == (None, None, 1)
    [told] = workbench("repair", path, "--json", "--apply").objects
    assert (told["action"], told["backup"]) == ("repaired", f"{path}.backup-1")
    [told] = workbench("repair", path, "--json").objects
    assert (told["action"], told["verdict"], told["lose"]["events"]) == ("none", "ok", 0)


def test_what_is_mended_without_a_loss_is_said(tmp_path):
    ran = workbench("repair", put(tmp_path, BOM + stored(LINES, "none")))
    assert "  mends  the byte order mark at its start goes" in ran.out.splitlines()
    assert "  loses  nothing" in ran.out.splitlines()


def repair_words(path):
    """What a check says of a repair, if anything."""
    return [each.split("` ")[1] for each in workbench("check", path).out.splitlines() if "`workbench repair " in each]


FRAMES = [header_line() + b"".join(LINES[:20]), b"".join(LINES[20:])]


@pytest.mark.parametrize(
    ("data", "costs"),
    [
        (b"".join(frame(each) for each in FRAMES), False),
        (b"".join(frame(each) for each in FRAMES)[:-9], True),
        (frame(FRAMES[0]) + frame(b"nope\n") + frame(FRAMES[1]), True),
        (frame(FRAMES[0]) + frame(FRAMES[1] + NOPE), True),
        (stored([*LINES[:25], LINES[24], *LINES[25:]], "none"), False),
        (stored([*LINES[:25], LINES[23], *LINES[25:]], "none"), True),
        (BOM + stored(LINES, "none"), False),
        (BOM + stored(LINES, "none") + b"{", True),
        (stored([*LINES[:25], b"\n", *LINES[25:]], "none"), False),
        (stored(HOLE, "none"), True),
    ],
    ids=[
        "frames", "frames, torn", "frames, a bad line", "frames, a broken rule", "line twice", "another line again",
        "mark", "mark, torn", "blank", "hole",
    ],
)  # fmt: skip
def test_a_check_says_whether_a_repair_is_known_to_lose_nothing(tmp_path, data, costs):
    path = put(tmp_path, data, "session.jsonl.zstd" if data.startswith(b"\x28\xb5") else "session.jsonl")
    words = "shows what a repair would keep and lose" if costs else "mends that and loses nothing"
    assert repair_words(path) == [words]
    assert ("  loses  nothing" in workbench("repair", path).out.splitlines()) == (not costs)


@pytest.mark.parametrize(
    "data", [b"", b"".join(LINES), b'{"type":"session","version":0,"id":""}\n'], ids=["empty", "headless", "bad header"]
)
def test_a_check_names_no_repair_that_would_be_refused(tmp_path, data):
    path = put(tmp_path, data)
    assert (workbench("check", path).out[:7], repair_words(path)) == ("corrupt", [])
    assert workbench("repair", path, "--json").objects[0]["error"]["code"] == "not_repairable"


def test_what_cannot_be_read_as_a_log_is_told_alike_in_words_and_in_json(tmp_path):
    """The four verdicts stay: one more key tells that there was nothing to judge."""
    loop = tmp_path / "session.jsonl.zstd"
    loop.symlink_to(loop.name)
    sound = put(tmp_path, stored(LINES, "none"), "sound.jsonl")
    bad = put(tmp_path, stored(HOLE, "none"), "bad.jsonl")
    ran = workbench("check", loop, sound, bad, "--json")
    told = [(each["verdict"], each.get("readable", True)) for each in ran.objects]
    assert told == [("corrupt", False), ("ok", True), ("corrupt", True)]
    assert ran.objects[0]["problems"][0]["kind"] == "not_readable"
    words = [each.split()[0] for each in workbench("check", loop, sound, bad).out.splitlines() if str(tmp_path) in each]
    assert words[0] == "unreadable"
    assert {"ok", "corrupt"} < set(words)
    assert "readable false" in " ".join(workbench("check", "--help").out.split())


def test_a_refusal_has_code_and_hint_and_costs_the_other_files_nothing(tmp_path):
    sound = put(tmp_path, stored(LINES, "none"), "sound.jsonl")
    rule = put(tmp_path, stored([*LINES, NOPE], "none"), "rule.jsonl")
    torn = put(tmp_path, stored(LINES, "none") + b"{", "torn.jsonl")
    ran = workbench("repair", sound, rule, torn, "--apply")
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert lines[0].startswith("ok ")
    assert lines[2] == f"refused     {rule}"
    assert lines[3].startswith("  schedule_rule: ")
    assert lines[4].startswith("  hint: --before 60 cuts the log before that event")
    assert f"repaired    {torn}" in lines
    assert rule.read_bytes() == stored([*LINES, NOPE], "none")


def test_before_cuts_there(tmp_path):
    path = put(tmp_path, stored([*LINES, NOPE], "none"))
    ran = workbench("repair", path, "--before", "60", "--apply")
    assert ran.status == 0
    assert path.read_bytes() == stored(LINES, "none")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["{log}", "--before", "61"], "invalid_boundary"),
        (["{log}", "--before", "-1"], "invalid_boundary"),
        (["{log}", "{log}", "--before", "3"], "usage"),
        (["{log}", "--before", "x"], "usage"),
        (["{sound}", "--before", "3"], "nothing_to_repair"),
        (["{folder}"], "nothing_readable"),
        (["{folder}/nowhere.jsonl"], "nothing_readable"),
        ([], "usage"),
    ],
)
def test_a_call_that_cannot_be_used_ends_with_2(tmp_path, arguments, code):
    log, sound = put(tmp_path, stored([*LINES, NOPE], "none")), put(tmp_path, stored(LINES, "none"), "sound.jsonl")
    before = files_below(tmp_path), log.read_bytes(), sound.read_bytes()
    given = [each.format(log=log, sound=sound, folder=tmp_path) for each in arguments]
    ran = workbench("repair", *given, "--apply", "--json")
    assert (ran.status, ran.error["code"]) == (2, code)
    assert (files_below(tmp_path), log.read_bytes(), sound.read_bytes()) == before


def test_a_log_that_is_written_is_refused(damaged):
    with WriterLock(damaged):
        ran = workbench("repair", damaged, "--apply", "--json")
    assert (ran.status, ran.objects[0]["error"]["code"]) == (1, "locked")


def test_an_id_names_no_log_here(tmp_path):
    """Another program's log is repaired only where somebody gives its very path."""
    folder = tmp_path / "root" / "--srv-generated--" / "generated"
    folder.mkdir(parents=True)
    log = put(folder, stored(HOLE, "none"))
    ran = workbench("repair", "generated", "--root", tmp_path / "root", "--apply")
    assert ran.status == 2
    assert workbench("repair", log, "--root", tmp_path / "root", "--apply").status == 0


@needs_conformance
@pytest.mark.parametrize("case", EXPECTED, ids=[each["case"] for each in EXPECTED])
def test_real_damaged_logs(tmp_path, case):
    [source] = conformance_files(f"sessions/torn/{case['case']}/**/session.jsonl*")
    path = put(tmp_path, source.read_bytes(), source.name)
    shown = check_file(path)
    ran = workbench("repair", path, "--apply", "--json")
    [told] = ran.objects
    if case["verdict"] == "ok":
        assert told["action"] == ("repaired" if shown.verdict == "torn" else "none")
        mended = check_file(path)
        assert (mended.verdict, mended.events, mended.last_turn_end) == ("ok", case["events"], shown.last_turn_end)
    elif case["case"] in ("raw-empty", "raw-unknown-type"):
        code = {"raw-empty": "not_repairable", "raw-unknown-type": "unsupported_format"}[case["case"]]
        assert (told["action"], told["error"]["code"], ran.status) == ("refused", code, 1)
        assert path.read_bytes() == source.read_bytes()
    else:
        assert (told["action"], told["lose"]["events"] + told["keep"]["events"]) == ("repaired", shown.events)
        assert check_file(path).verdict == "ok"
        assert path.with_name(f"{path.name}.backup-1").read_bytes() == source.read_bytes()


@needs_conformance
@pytest.mark.parametrize("name", ["crash-unrepaired", "crash-window"])
def test_real_logs_of_a_crash_need_no_repair(name):
    for log in conformance_files(f"sessions/{name}/**/session.jsonl"):
        assert not plan_repair(log).needed
        [told] = workbench("repair", log, "--json").objects
        assert (told["action"], told["verdict"]) == ("none", "ok")
        open_turn = name == "crash-unrepaired"
        assert (told["keep"]["last_turn_end"] == "interrupted") == open_turn


def test_hostile_names_reach_the_terminal_as_signs(tmp_path):
    path = put(tmp_path, stored([*LINES, NOPE], "none", header=header_line("\x1b[31mred\u202e")), "log.jsonl")
    ran = workbench("repair", path)
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out

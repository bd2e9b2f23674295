"""``new``, ``fork``, ``reset`` and ``clean``: what they make, what they remove, and what they never touch."""

import pytest

from support.cli import files_below, workbench
from workbench.bench.bench import Bench
from workbench.session.lock import WriterLock
from workbench.session.reader import read_log

START = "2026-08-07T09:00:00.000Z"
SCENARIO = """
start = "2026-08-07T09:00:00Z"
steps = [
  {do="call", tool="schedule_create", args={prompt="tick", every_seconds=300}},
  {do="advance", by="5m"},
]
"""


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def log(tmp_path):
    """A log of two turns that lies outside any data folder."""
    (tmp_path / "source.toml").write_text(SCENARIO, encoding="utf-8")
    assert workbench("run", tmp_path / "source.toml", "--out", tmp_path / "given").status == 0
    return tmp_path / "given/_no-cwd/source/session.jsonl"


def turn_ends(log):
    return [event.seq for event in read_log(log).index.events_from(0) if event.type == "turn/end"]


@pytest.mark.req("BEN-11")
def test_new_makes_a_session_that_opens(home):
    ran = workbench("new", "--start", START, "--id", "mine", "--zone", "Europe/Berlin", "--json", home=home)
    assert ran.status == 0
    (made,) = ran.objects
    log = home / "sessions/_no-cwd/mine/session.jsonl"
    assert made == {"id": "mine", "log": str(log), "now": START, "zone": "Europe/Berlin"}
    read = read_log(log)
    assert (read.verdict, read.header.id, read.header.cwd) == ("ok", "mine", None)
    assert files_below(home / "sessions/_no-cwd/mine") == ["journal.jsonl", "session.jsonl"]


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (["--cwd", "/srv/demo"], "sessions/--srv-demo--/mine/session.jsonl"),
        (["--compression", "zstd"], "sessions/zstd/_no-cwd/mine/session.jsonl.zstd"),
        (["--start", "2026-08-07 11:00", "--zone", "Europe/Berlin"], "sessions/_no-cwd/mine/session.jsonl"),
    ],
)
def test_new_in_other_forms(home, options, place):
    given = options if "--start" in options else [*options, "--start", START]
    ran = workbench("new", "--id", "mine", *given, "--json", home=home)
    assert ran.status == 0
    assert (ran.objects[0]["now"], ran.objects[0]["log"]) == (START, str(home / place))
    assert read_log(home / place).verdict == "ok"


def test_new_without_an_id_never_collides(home):
    ids = {workbench("new", "--start", START, "--json", home=home).objects[0]["id"] for _ in range(3)}
    assert len(ids) == 3


def test_new_twice_is_refused_and_the_first_stays(home):
    assert workbench("new", "--id", "mine", "--start", START, home=home).status == 0
    before = (home / "sessions/_no-cwd/mine/session.jsonl").read_bytes()
    ran = workbench("new", "--id", "mine", "--start", "2027-01-01T00:00:00Z", "--json", home=home)
    assert (ran.status, ran.error["code"]) == (1, "session_exists")
    assert (home / "sessions/_no-cwd/mine/session.jsonl").read_bytes() == before


def test_new_where_out_says(home, tmp_path):
    ran = workbench("new", "--id", "mine", "--start", START, "--out", tmp_path / "out", "--json", home=home)
    assert ran.objects[0]["log"] == str(tmp_path / "out/_no-cwd/mine/session.jsonl")
    assert not home.exists()


@pytest.mark.req("LOG-18")
def test_fork_inherits_a_prefix_and_leaves_the_parent_alone(home, log):
    before, end = log.read_bytes(), turn_ends(log)[0]
    ran = workbench("fork", log, "--at", end, "--id", "child", "--json", home=home)
    assert ran.status == 0
    (made,) = ran.objects
    assert (made["id"], made["parent"], made["seed_length"]) == ("child", "source", end + 1)
    child = read_log(home / "sessions/_no-cwd/child/session.jsonl")
    assert made["log"] == str(child.path)
    assert (child.verdict, child.header.parent, child.header.seed_length) == ("ok", "source", end + 1)
    assert not child.state.schedules.active
    assert log.read_bytes() == before


@pytest.mark.req("LOG-18")
def test_fork_by_default_inherits_all_and_finds_itself_a_name(home, log):
    first, second = (workbench("fork", log, "--json", home=home).objects[0] for _ in range(2))
    assert first["seed_length"] == second["seed_length"] == read_log(log).index.events
    assert first["id"] != second["id"]
    assert "source" in first["id"]


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--at", "2"], "open_turn"),
        (["--at", "99999"], "invalid_boundary"),
        (["--at", "-1"], "invalid_boundary"),
        (["--id", "source"], "session_exists"),
        (["--id", "../up"], "invalid_id"),
        (["--now", "whenever"], "invalid_time"),
    ],
)
def test_a_fork_that_cannot_be_writes_nothing(home, log, options, code):
    ran = workbench("fork", log, *options, "--json", home=home)
    assert ran.status in {1, 2}
    assert ran.error["code"] == code
    assert not home.exists()


def test_fork_can_be_born_later_and_elsewhere(home, log, tmp_path):
    ran = workbench("fork", log, "--id", "child", "--now", "+1h", "--out", tmp_path / "out", "--json", home=home)
    child = read_log(tmp_path / "out/_no-cwd/child/session.jsonl")
    assert ran.status == 0
    assert child.header.created_at == read_log(log).state.last_time + 3_600_000
    assert not home.exists()


def drive(log, home):
    """Open a foreign log on the bench and move its clock, which makes the copy."""
    bench = Bench.open(log, home=home)
    for _ in bench.advance(by=600_000):
        pass
    return bench


@pytest.mark.req("BEN-11")
def test_reset_discards_the_copy_and_never_the_source(home, log):
    before = log.read_bytes()
    drive(log, home).close()
    assert len(list((home / "copies").iterdir())) == 1
    ran = workbench("reset", log, "--json", home=home)
    assert ran.objects == [{"source": str(log), "discarded": True}]
    assert not list((home / "copies").glob("*/session.jsonl"))
    assert log.read_bytes() == before
    again = workbench("reset", log, "--json", home=home)
    assert (again.status, again.error["code"]) == (1, "no_copy")


@pytest.mark.req("BEN-11")
def test_reset_finds_the_copy_of_a_source_that_is_gone(home, log):
    drive(log, home).close()
    log.unlink()
    assert workbench("reset", log, home=home).status == 0
    assert workbench("reset", log, "--json", home=home).error["code"] == "not_found"


@pytest.mark.req("BEN-11")
def test_reset_refuses_while_the_copy_is_in_use(home, log):
    bench = drive(log, home)
    ran = workbench("reset", log, "--json", home=home)
    assert (ran.status, ran.error["code"]) == (1, "locked")
    bench.close()
    assert read_log(bench.path).verdict == "ok"


@pytest.fixture
def full(home, log, tmp_path):
    """A data folder with a session of one's own, a copy and two runs."""
    assert workbench("new", "--id", "mine", "--start", START, home=home).status == 0
    drive(log, home).close()
    for _ in range(2):
        assert workbench("run", tmp_path / "source.toml", home=home).status == 0
    return home


def test_clean_says_what_it_would_free_and_frees_nothing(full, log):
    before = files_below(full)
    ran = workbench("clean", "--json", home=full)
    *items, total = ran.objects
    assert [item["kind"] for item in items] == ["copy", "run", "run"]
    assert items[0]["of"] == str(log)
    assert total == {"total": sum(item["size"] for item in items), "freed": 0}
    assert all(item["size"] > 1000 for item in items)
    text = workbench("clean", home=full)
    assert "nothing was removed, --yes frees it" in text.out
    assert files_below(full) == before


@pytest.mark.parametrize("flag", ["--yes", "--apply"])
def test_clean_frees_copies_and_runs_and_keeps_what_is_ones_own(full, log, flag):
    ran = workbench("clean", flag, "--json", home=full)
    assert ran.status == 0
    assert ran.objects[-1]["freed"] == ran.objects[-1]["total"] > 0
    assert files_below(full) == [
        "copies", "runs", "sessions", "sessions/_no-cwd", "sessions/_no-cwd/mine",
        "sessions/_no-cwd/mine/journal.jsonl", "sessions/_no-cwd/mine/session.jsonl", "settings.toml",
    ]  # fmt: skip
    assert read_log(log).verdict == "ok"
    assert "there is nothing to free" in workbench("clean", home=full).out


@pytest.mark.req("BEN-11")
def test_clean_keeps_a_copy_whose_source_is_gone_and_says_so(full, log):
    log.unlink()
    (copy,) = (full / "copies").iterdir()
    assert f"kept: {copy}, all that is left of {log}" in workbench("clean", home=full).out
    ran = workbench("clean", "--yes", "--json", home=full)
    assert ran.status == 0
    assert [(item["kept"], item["freed"]) for item in ran.objects[:-1]] == [(True, False), (False, True), (False, True)]
    assert read_log(copy / "session.jsonl").verdict == "ok"
    assert "there is nothing to free" in workbench("clean", "--yes", home=full).out


def test_clean_leaves_what_is_in_use_and_goes_on(full):
    (run, *_) = sorted((full / "runs").iterdir())
    with WriterLock(next(run.rglob("session.jsonl"))):
        ran = workbench("clean", "--yes", "--json", home=full)
    assert (ran.status, ran.error["code"]) == (1, "locked")
    assert [item["freed"] for item in ran.objects[:-1]] == [True, False, True]
    assert [path.name for path in (full / "runs").iterdir()] == [run.name]


def test_clean_follows_no_link_out_of_the_data_folder(full, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("keep", encoding="utf-8")
    (full / "copies" / "link").symlink_to(outside)
    (full / "copies" / "real").mkdir()
    (full / "copies" / "real" / "inner").symlink_to(outside)
    assert workbench("clean", "--yes", home=full).status == 0
    assert (outside / "precious").read_text(encoding="utf-8") == "keep"


def test_clean_of_a_folder_that_is_not_there_makes_none(home):
    ran = workbench("clean", "--yes", home=home)
    assert (ran.status, ran.out) == (0, "there is nothing to free\n")
    assert not home.exists()


def test_new_without_a_start_begins_at_the_hosts_now(home, monkeypatch):
    monkeypatch.setattr("workbench.bench.clock.WallClock.now", lambda _clock: 1_786_093_200_000)
    made = workbench("new", "--json", home=home).objects[0]
    assert made["now"] == START
    assert read_log(home / "sessions/_no-cwd" / made["id"] / "session.jsonl").header.created_at == 1_786_093_200_000


@pytest.mark.req("BEN-11")
def test_state_tells_of_the_copy_that_the_screen_goes_on_with(home, log):
    (before,) = workbench("state", log, "--json", home=home).objects
    driven = Bench.open(log, home=home)
    for _ in driven.advance(by=3_600_000):
        pass
    driven.close()
    (after,) = workbench("state", log, "--json", home=home).objects
    assert (before["copy"], after["copy"]) == (None, str(driven.path))
    assert {**before, "copy": None} == {**after, "copy": None}
    assert "goes on with it" in workbench("state", log, home=home).out


def test_default_ids_differ_across_projects_and_an_empty_zone_is_refused(home):
    made = [workbench("new", "--start", START, "--cwd", cwd, "--json", home=home).objects[0] for cwd in ("/a", "/b")]
    assert made[0]["id"] != made[1]["id"]
    ran = workbench("new", "--start", START, "--zone", "", "--json", home=home)
    assert (ran.status, ran.error["code"]) == (2, "invalid_time_zone")
    assert workbench("new", "--start", START, "--id", "é" * 60, "--json", home=home).status == 2

"""What the session list finds, in which groups and order, and what it knows of a file once it was read."""

import os

import pytest

from support.bad_logs import BAD_LOGS
from support.screens import QUICK, START, make_overnight
from workbench.actions.known import LogFacts, ScenarioFacts, glance, read_facts
from workbench.actions.listing import Found, Group, find_all, groups_of, in_order, look_again
from workbench.actions.places import Places, bundled_folder
from workbench.bench.bench import Bench
from workbench.session.copies import copy_for_simulation
from workbench.session.lock import WriterLock


@pytest.fixture
def places(tmp_path):
    return Places(tmp_path / "home")


def make(home, name, *, root=None, **options):
    bench = Bench.new(home, start=START, session_id=name, cwd="/srv", options=QUICK, root=root, **options)
    bench.say("every 10 minutes look")
    bench.close()
    return bench.path


def found_in(places, folder=None):
    groups = groups_of(places, folder)
    return [found for portion in find_all(groups, places.home) for found in portion]


def entry(path, kind="own", home=None):
    return look_again(Group("", path.parent, kind), path, home or path.parent)


def test_the_groups_come_in_the_order_of_the_list(places, tmp_path):
    with_root = Places(places.home, tmp_path / "root")
    assert [group.kind for group in groups_of(with_root)] == ["own", "copy", "foreign", "scenario", "run", "recorded"]
    assert [group.kind for group in groups_of(places)] == ["own", "copy", "scenario", "run", "recorded"]
    assert [group.examples for group in groups_of(places)] == [False, False, True, False, True]


def test_each_file_is_in_its_group(places, tmp_path):
    root = tmp_path / "root"
    own = make(places.home, "own")
    run = make(places.home, "probe", root=places.runs / "probe-1")
    foreign = make(tmp_path / "other", "foreign", root=root)
    copy = copy_for_simulation(foreign, places.home)
    kinds = {found.path: found.kind for found in found_in(Places(places.home, root))}
    assert [kinds[path] for path in (own, run, foreign, copy)] == ["own", "run", "foreign", "copy"]
    scenarios = [path.stem for path, kind in kinds.items() if kind == "scenario"]
    assert scenarios == sorted(path.stem for path in bundled_folder().glob("*.toml"))
    assert {path.parent.name for path, kind in kinds.items() if kind == "recorded"} >= {
        "overnight",
        "fork-child",
        "big",
    }


@pytest.mark.req("BEN-11")
def test_a_copy_knows_its_source_and_the_source_its_copy(places, tmp_path):
    foreign = make(tmp_path / "other", "foreign")
    copy = copy_for_simulation(foreign, places.home)
    found = entry(copy, "copy", places.home)
    assert (found.source, found.gone, found.own) == (foreign, False, True)
    assert entry(foreign, "foreign", places.home).copied
    with WriterLock(copy):
        assert entry(foreign, "foreign", places.home).holder.pid == os.getpid()
    foreign.unlink()
    assert entry(copy, "copy", places.home).gone


def test_own_sessions_come_newest_first_and_examples_by_name(places):
    group, examples = Group("", places.home, "own"), Group("", places.home, "scenario")
    old, new = (Found(group, places.home / name, mtime_ns=at) for name, at in (("a", 1), ("b", 2)))
    assert sorted((old, new), key=in_order) == [new, old]
    first, second = (Found(examples, places.home / name, mtime_ns=at) for name, at in (("a", 1), ("b", 2)))
    assert sorted((second, first), key=in_order) == [first, second]


def test_a_folder_lists_its_logs_and_its_scenarios_alone(places, tmp_path):
    folder = tmp_path / "folder"
    make(tmp_path / "x", "inside", root=folder)
    (folder / "mine.toml").write_text('start = "2026-08-07T09:00:00Z"\nsteps = []\n', encoding="utf-8")
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n', encoding="utf-8")
    os.mkfifo(folder / "pipe.toml")
    make(places.home, "own")
    assert [(found.kind, found.path.name) for found in found_in(places, folder)] == [
        ("foreign", "session.jsonl"),
        ("scenario", "mine.toml"),
    ]
    assert {found.kind for found in found_in(places, places.sessions)} == {"own"}


def test_a_long_search_gives_portions(places):
    folder = places.sessions / "--x--"
    for number in range(450):
        (folder / f"s{number:03}").mkdir(parents=True)
        (folder / f"s{number:03}" / "session.jsonl").touch()
    sizes = [len(portion) for portion in find_all(groups_of(places)[:1], places.home)]
    assert sizes == [200, 200, 50]


def test_the_facts_of_a_log(places):
    log = make_overnight(places.home)
    facts = read_facts(entry(log))
    assert isinstance(facts, LogFacts)
    view = Bench.open(log, home=places.home).view()
    assert (facts.name, facts.verdict, facts.problem, facts.readable) == ("overnight", "ok", None, True)
    assert (facts.events, facts.lines, facts.now) == (view.events, view.events + 1, view.now)
    assert (facts.every, facts.once, facts.active, facts.ids_used) == (2, 3, 5, 5)
    assert (facts.nearest.id, facts.nearest.kind, facts.nearest.target) == ("schedule-1", "every", view.next_target[1])
    assert (facts.todos, facts.todos_open, facts.last_turn, facts.turn_end) == (2, 1, view.last_turn, "completed")
    assert (facts.overdue, facts.lost, facts.frames, facts.parent) == (0, 0, 0, None)


@pytest.mark.req("LOG-9", "LOG-18")
def test_what_is_overdue_is_so_by_the_sessions_own_clock(places):
    log = make(places.home, "late")
    lines = log.read_bytes().splitlines(keepends=True)
    bench = Bench.open(log, home=places.home, options=QUICK)
    bench.hold()
    for _ in bench.advance(by=1_800_000):
        pass
    bench.say("hello")
    bench.close()
    facts = read_facts(entry(log))
    assert facts.now == START + 1_800_000
    assert facts.overdue == 1
    assert facts.nearest.target < facts.now
    assert len(log.read_bytes().splitlines()) > len(lines)


def test_a_torn_log_says_how_much_of_it_is_lost(places):
    log = make(places.home, "torn")
    data = log.read_bytes()
    log.write_bytes(data + b'{"type":"turn/st')
    facts = read_facts(entry(log))
    assert (facts.verdict, facts.lost, facts.active) == ("torn", 16, 1)


def test_a_damaged_log_knows_no_schedules_and_names_the_place(places):
    log = make(places.home, "damaged")
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:5] + lines[7:]))
    facts = read_facts(entry(log))
    assert (facts.verdict, facts.active, facts.nearest) == ("corrupt", None, None)
    assert facts.problem.startswith("missing_number: line 6 is event 6")


@pytest.mark.req("LOG-7")
@pytest.mark.parametrize("bad", [bad for bad in BAD_LOGS if bad.code != "is_folder"], ids=lambda bad: bad.name)
def test_reading_a_bad_file_never_raises(tmp_path, bad):
    path = tmp_path / bad.name
    bad.make(path)
    facts = read_facts(Found(Group("", tmp_path, "own"), path))
    if bad.name.startswith("secret") and os.geteuid() == 0:
        assert facts.readable
    elif bad.shown:
        assert facts.verdict in ("corrupt", "unsupported")
    else:
        assert (facts.verdict, facts.readable) == ("unreadable", False)
        assert facts.problem.startswith(f"{bad.code}: ")
        assert str(tmp_path) not in facts.problem


def test_the_facts_of_a_scenario(tmp_path):
    path = bundled_folder() / "cold-catchup.toml"
    facts = read_facts(entry(path, "scenario"))
    assert isinstance(facts, ScenarioFacts)
    assert facts.name == "Asleep, then caught up"
    assert facts.about.startswith("A night without the program")
    assert facts.steps == len(facts.does) > 3
    assert facts.expects > 2
    assert facts.zone == "Europe/Berlin"


@pytest.mark.parametrize("path", sorted(bundled_folder().glob("*.toml")), ids=lambda path: path.stem)
def test_every_bundled_scenario_has_a_title_that_fits_its_column(path):
    facts = read_facts(entry(path, "scenario"))
    assert facts.verdict == "ok"
    assert 8 <= len(facts.name) <= 24
    assert facts.about


@pytest.mark.parametrize(
    ("text", "code"), [("steps = 1", "invalid_scenario"), ("steps = [", "invalid_scenario"), (None, "not_found")]
)
def test_a_scenario_that_is_none_says_why(tmp_path, text, code):
    path = tmp_path / "bad.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    facts = read_facts(Found(Group("", tmp_path, "scenario"), path))
    assert (facts.name, facts.verdict, facts.readable) == ("bad", "invalid", False)
    assert facts.problem.startswith(f"{code}: ")


def test_a_glance_gives_the_state_and_writes_nothing(places, tmp_path):
    log = make(tmp_path / "other", "foreign")
    before = (log.read_bytes(), log.stat().st_mtime_ns, sorted(log.parent.iterdir()))
    facts, view = glance(entry(log, "foreign", places.home), places.home, "Europe/Berlin")
    assert (view.session_id, view.active, view.drivable) == ("foreign", 1, False)
    assert facts == read_facts(entry(log, "foreign", places.home))
    assert (log.read_bytes(), log.stat().st_mtime_ns, sorted(log.parent.iterdir())) == before
    assert not places.home.exists()


def test_a_glance_at_what_is_no_log_has_no_state(tmp_path):
    (tmp_path / "session.jsonl").write_bytes(b"\0" * 100)
    facts, view = glance(entry(tmp_path / "session.jsonl"), tmp_path, None)
    assert (facts.verdict, view) == ("unreadable", None)

"""kill -9 at every write boundary: what was acknowledged is there, the log opens, and what goes on is true."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.harness_rules import problems
from support.stories import START, Story
from workbench.session.copies import existing_copy
from workbench.session.live import LiveLog
from workbench.session.lock import lock_path
from workbench.session.reader import read_log

pytestmark = pytest.mark.req("LOG-12")
REPOSITORY = Path(__file__).parents[2]
PROGRAM = REPOSITORY / "tests" / "support" / "killed_writer.py"
NAMES = ["session.jsonl", "session.jsonl.zstd"]
LATER = START + 3_600_000
# Fewer would mean that the program no longer reaches the calls it is to die at.
FEWEST = {"create": 12, "reopen": 10, "fork": 12, "copy": 10}


def environment():
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")])}


def killed_at_every_boundary(story, folder, name):
    """The folders of all deaths, and that of the life to the end."""
    result = subprocess.run(
        [sys.executable, PROGRAM, story, folder, name], env=environment(), capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    boundaries = int(result.stdout)
    assert boundaries >= FEWEST[story]
    assert len(list(folder.iterdir())) == 2 * boundaries + 1
    return sorted(folder.iterdir()), folder / str(boundaries)


def acknowledged(folder):
    lines = (folder / "acknowledged").read_text().split()
    return int(lines[-1]) if lines else 0


def events_of(path):
    return list(read_log(path).index.events_from(0))


def goes_on(path):
    """The log opens for writing, and what it holds after one more turn is true."""
    log = LiveLog.open(path, now=LATER, fsync=False)
    tale = Story(log.append, log.header.id, turn=log.state.last_turn, seq=log.next_seq, time=LATER)
    tale.header_reason = "resume" if log.state.opened else "initial"
    tale.told = log.state.title is not None
    if not log.state.next_turn:
        tale.prompt_turn("And on.")
    log.close()
    assert problems(path) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("story", ["create", "reopen"])
def test_every_acknowledged_event_survives_a_kill_at_any_boundary(tmp_path, story, name):
    deaths, life = killed_at_every_boundary(story, tmp_path / "lives", name)
    whole = events_of(life / "logs" / name)
    outcomes = set()
    for death in deaths:
        path = death / "logs" / name
        if not path.exists():
            assert (story, acknowledged(death)) == ("create", 0)
            outcomes.add("nothing")
            continue
        found = read_log(path)
        assert found.verdict in ("ok", "torn"), death
        events = list(found.index.events_from(0))
        assert len(events) >= acknowledged(death)
        assert events == whole[: len(events)]
        outcomes.add(found.verdict)
        goes_on(path)
        assert [each.name for each in path.parent.iterdir()] == [name], "nothing is left over"
    assert outcomes == ({"nothing", "ok", "torn"} if story == "create" else {"ok", "torn"})


@pytest.mark.req("LOG-18")
@pytest.mark.parametrize("name", NAMES)
def test_a_fork_is_there_whole_or_not_at_all(tmp_path, name):
    deaths, life = killed_at_every_boundary("fork", tmp_path / "lives", name)
    child = Path("forks") / "--srv-probe--" / "child" / name
    whole = (life / child).read_bytes()
    there = [death for death in deaths if (death / child).exists()]
    assert life in there
    assert len(there) < len(deaths)
    assert all((death / child).read_bytes() == whole for death in there)
    for death in deaths:
        assert len(events_of(death / "logs" / name)) >= acknowledged(death)
        goes_on(death / "logs" / name)


@pytest.mark.req("BEN-11")
@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_there_whole_or_not_at_all_and_its_source_untouched(tmp_path, name):
    deaths, life = killed_at_every_boundary("copy", tmp_path / "lives", name)
    source = (life / "logs" / name).read_bytes()
    copies = []
    for death in deaths:
        path = death / "logs" / name
        assert path.read_bytes() == source
        copy = existing_copy(path, death / "home")
        copies.append(copy is not None)
        assert copy is None or copy.read_bytes() == source
    assert set(copies) == {True, False}


def test_a_writer_killed_at_any_moment_keeps_what_it_acknowledged(tmp_path):
    program = """
import itertools, sys
from pathlib import Path
from support.stories import START, Story
from workbench.session.events import Header
from workbench.session.live import LiveLog
log = LiveLog.create(Path(sys.argv[1]), Header(id="probe", created_at=START))
tale = Story(log.append, "probe")
for _ in itertools.count():
    tale.prompt_turn()
    log.barrier()
    print(log.durable_events, flush=True)
"""
    path = tmp_path / "session.jsonl"
    command = [sys.executable, "-c", program, path]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as writer:
        seen = [int(line) for line in itertools.islice(writer.stdout, 40)]
        writer.send_signal(signal.SIGKILL)
        seen += [int(line) for line in writer.stdout.read().split("\n")[:-1]]
    assert lock_path(path).exists()
    assert len(events_of(path)) >= seen[-1]
    goes_on(path)

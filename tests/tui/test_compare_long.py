"""Comparing long logs: only what is looked at is read, and a search never holds the screen."""

import json

import pytest

from support.comparing import OWN, PARENT, comparing, comparison, part, top_of
from support.loggen import compact, event_line, event_lines, header_line
from support.screens import press, until
from workbench.fronts.tui.compare.differences import WINDOW


def write_family(root, events, shared):
    """A long parent and a child that has ``shared`` of its events, then the same again except for one row."""
    parent, child = (root / f"_no-cwd/{name}/session.jsonl" for name in ("long", "kid"))
    lines = list(event_lines(events))
    for path in (parent, child):
        path.parent.mkdir(parents=True)
    parent.write_bytes(header_line("long", None) + b"".join(lines))
    own = [event_line("session/end-seed", shared, json.loads(lines[shared - 1])["time"], {})]
    for line in lines[shared:]:
        event = json.loads(line)
        event["seq"] += 1
        if "sourceEventSeqs" in event:
            event["sourceEventSeqs"] = [seq + 1 for seq in event["sourceEventSeqs"]]
        own.append(compact(event) + b"\n")
    at = next(at for at in range(len(own) - 1, 0, -1) if b'"assistant/message"' in own[at])
    own[at] = own[at].replace(b"Nothing changed", b"Much has changed")
    child.write_bytes(
        header_line("kid", None, parentSession="long", seedLength=shared) + b"".join(lines[:shared] + own)
    )
    return child


@pytest.mark.slow
@pytest.mark.req("TUI-2")
async def test_of_two_long_logs_only_what_is_looked_at_is_compared(open_app, tmp_path):
    child = write_family(tmp_path / "long", 100_000, 60_000)
    async with comparing(open_app, child, size=(200, 40)) as pilot:
        app = pilot.app
        search = comparison(app).lookout.search
        assert not search.complete
        assert max(search.found.known) <= 2 * WINDOW
        assert sum(len(log.rows._kept) for log in (comparison(app).log_of(PARENT), comparison(app).log_of(OWN))) < 20
        await pilot.press("n")
        await until(pilot, lambda: comparison(app).tour.visited is not None)
        await pilot.pause()
        visited = comparison(app).tour.visited
        assert visited.kind == "row"
        assert search.found.stops == 1
        assert any("Much has changed" in row and "▌≠" in row for row in part(app, "child-log"))
        assert any("Nothing changed" in row and "▌≠" in row for row in part(app, "parent-log"))
        await pilot.press("home")
        await pilot.pause()
        assert top_of(app, PARENT) == top_of(app, OWN)
        assert any("schedule-1" in row for row in part(app, "parent-log"))


@pytest.mark.slow
@pytest.mark.req("TUI-2")
async def test_a_search_is_given_up_when_something_else_is_done(open_app, tmp_path):
    child = write_family(tmp_path / "long", 100_000, 20_000)
    async with comparing(open_app, child) as pilot:
        app = pilot.app
        press(app, "n")
        press(app, "t")
        await until(pilot, lambda: not comparison(app).lookout.busy)
        assert comparison(app).tour.visited is None
        assert comparison(app).together

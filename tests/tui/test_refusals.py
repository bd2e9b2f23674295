"""A refusal on the screen: what it is about comes first, what to do is never cut, and paths take no room."""

import pytest
from rich.cells import cell_len

from support.screens import scene, session, until
from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.refusals import briefly, notice_lines, notice_of, notice_of_problem, whole_text
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.theme.glyphs import RICH

HOME = "/home/ann/.local/share/workbench"
LOG = f"{HOME}/sessions/--srv-a-very-long-project-name--/overnight/session.jsonl"
COPY = f"{HOME}/copies/foreign.jsonl-1f2e3d4c5b6a7988/session.jsonl"
HOLDER = "process 4194304 on a-host-with-a-long-name"

# As they are raised: code, message, hint; every code that the bars of the three screens can be told.
REFUSALS = (
    ("log_changed", f"{LOG} was changed by another program since it was opened",
     "open it again to go on from what it says now"),
    ("log_changed", f"{LOG} is gone: it was moved or removed since it was opened",
     "look for it in the list of sessions, or in the trash"),
    ("log_changed", f"{LOG} is no longer the file that was read: it has 3 bytes where 9 were read",
     "open it again; what was not written yet is lost"),
    ("log_changed", "row 1234567 is no longer in the file: it was cut or replaced while it was open", "open it again"),
    ("copy_exists", f"{LOG} was driven elsewhere since it was opened here, on the copy {COPY}",
     "open it again to go on with that copy"),
    ("locked", f"{LOG} is written by {HOLDER}", "close it there first, or open it read-only"),
    ("locked", f"{HOLDER} still writes this log; it is only looked at here", None),
    ("session_exists", f"there is a session at {LOG} already", "choose another id"),
    ("not_writable", f"cannot lock {LOG} for writing: No space left on device", None),
    ("not_writable", f"cannot make the lock file {LOG}.lock: Read-only file system", None),
    ("not_writable", f"{HOME}/sessions/_no-cwd/own cannot be moved to {HOME}/trash/own-1: Permission denied", None),
    ("nothing_to_forget",
     f"{LOG} is not one of your sessions and no copy of it was made here: there is nothing to forget",
     "this program never removes another program's log"),
    ("is_log", f"a session's log lies at {LOG}", "name another file"),
    ("not_a_file", f"{HOME}/settings.toml cannot be replaced by an export", "name another file"),
    ("file_exists", f"{HOME}/notes.txt is there already; nothing was written", None),
    ("not_readable", f"{LOG} is a socket or a device; a log is a regular file", None),
    ("not_found", f"{LOG} does not exist", "check the spelling"),
    ("is_folder", f"{HOME}/sessions is a folder; a log is a file", "name a log inside it"),
    ("not_a_log", f"{LOG} is not a session log: its first line is no header",
     'a log starts with {"type":"session","version":0,...}'),
    ("too_large", "terminals take 74,994 bytes, and this is 16,000,000: nothing was sent", "write to file instead"),
    ("nothing_to_copy", "there is no text in the selected row", None),
    ("invalid_cursor", "there is no event 99: the last is 98", None),
    ("open_turn", "event 120 lies inside an open turn", "fork where no turn is open: at event 96 or at event 150"),
    ("invalid_boundary", "there is no event 99 to fork at: the last is 98", None),
    ("schedule_not_found", "no active schedule 'schedule-9'; active are: schedule-1, schedule-2, schedule-3", None),
    ("call_waiting", "schedule_create waits: a barrier that is slow",
     "it goes on when time moves or the agent is released"),
    ("endpoint_failed", "the endpoint https://model.example.org/v1 did not answer: connection refused by the host",
     "the turn was ended; say it again once the endpoint answers"),
    ("step_limit", "the move stopped after 100,000 steps at one instant", None),
    ("time_zone_data_missing", "there is no time zone database on this machine",
     "install the Python package tzdata again"),
    ("session_cold", "the session is suspended, nothing runs in it", "resume it first"),
    ("already_held", "the agent is held already", "release it first"),
    ("persistence_uncertain", f"{LOG} cannot be written: No space left on device", None),
)  # fmt: skip
CASES = [pytest.param(*each, id=f"{each[0]}-{at}") for at, each in enumerate(REFUSALS)]
WIDTHS, WHOLE_FROM = (120, 100, 80), 100


def text_of(line):
    return "".join(span.text for span in line.spans)


def rows_of(notice, cells, most=2):
    lines = notice_lines(notice, cells, most, RICH)
    assert len(lines) <= most
    rows = [text_of(line) for line in lines]
    assert all(cell_len(row) <= cells for row in rows), rows
    return rows


@pytest.mark.req("TUI-5", "LOG-10")
@pytest.mark.parametrize(("code", "message", "hint"), CASES)
@pytest.mark.parametrize("cells", WIDTHS)
def test_a_refusal_is_whole_in_two_rows(code, message, hint, cells):
    notice = notice_of(WorkbenchError(code, message, hint=hint))
    rows, hint = rows_of(notice, cells), notice.hint
    said = " ".join(row.strip() for row in rows)
    if cells < WHOLE_FROM:
        assert said.endswith(hint or briefly(message))
        return
    assert said == f"× {code}: {briefly(message)}{f'; {hint}' if hint else ''}"


@pytest.mark.parametrize(("code", "message", "hint"), CASES)
@pytest.mark.parametrize("cells", WIDTHS[:2])
def test_in_one_row_the_message_gives_way_before_the_hint(code, message, hint, cells):
    notice = notice_of(WorkbenchError(code, message, hint=hint))
    (row,) = rows_of(notice, cells, most=1)
    hint = notice.hint
    assert row.startswith(f" × {code}: {briefly(message)[:8]}")
    if hint:
        # Of a long hint what has to be done, without why.
        assert row.endswith(hint) or hint.startswith(row.rpartition("; ")[2])
        assert len(row.rpartition("; ")[2]) > 5


@pytest.mark.parametrize(("code", "message", "hint"), CASES)
@pytest.mark.parametrize("cells", range(1, 60, 7))
def test_however_narrow_it_stays_in_its_rows(code, message, hint, cells):
    notice = notice_of(WorkbenchError(code, message, hint=hint))
    for most in (1, 2):
        lines = notice_lines(notice, cells, most, RICH)
        assert len(lines) <= most
        assert all(cell_len(line.spans[-1].text) <= cells for line in lines)


@pytest.mark.parametrize(("code", "message", "hint"), CASES)
def test_no_sentence_is_garbled_by_leaving_folders_out(code, message, hint):
    said = briefly(message)
    assert "/home/ann" not in said
    assert said.count("this log") <= 1 + message.count("this log")
    # The log is `this log` only as what the sentence is about.
    assert "this log" not in said[1:] or "this log" in message


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"{LOG} was driven elsewhere, on the copy {COPY}",
         "this log was driven elsewhere, on the copy …/foreign.jsonl-1f2e3d4c5b6a7988"),
        (f"there is a session at {LOG} already", "there is a session at …/overnight already"),
        ("/srv/foreign.jsonl was driven elsewhere", "…/foreign.jsonl was driven elsewhere"),
        ("cannot lock /a/b/c.jsonl: no space", "cannot lock …/c.jsonl: no space"),
        (f"{LOG}.zstd is gone: it was moved", "this log is gone: it was moved"),
        ("nothing about files", "nothing about files"),
    ],
)  # fmt: skip
def test_of_a_path_what_tells_it_from_others_is_left(message, said):
    assert briefly(message) == said


def test_what_a_view_says_is_wrong_has_its_code_apart():
    notice = notice_of_problem("corrupt_log: line 7: not JSON")
    assert (notice.code, notice.text) == ("corrupt_log", "line 7: not JSON")
    assert notice_of_problem("line 7: not JSON").code is None


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_whole_of_it_is_in_the_help_and_can_be_written(open_app, overnight, size, tmp_path):
    code, message, hint = REFUSALS[4]
    error = WorkbenchError(code, message, hint=hint)
    async with open_app(overnight, size=size) as pilot:
        app = pilot.app
        session(app).say(notice_of(error))
        await pilot.press("question_mark")
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.pause()
        pane = app.screen.query_one("#help")
        shown = "".join(text_of(pane.row_line(row, 0)).strip() for row in range(12))
        assert "".join(f"{code}: {message}; {hint}".split()) in "".join(shown.split())
        await pilot.press("escape")
        assert scene(app).notice is not None
        await pilot.press("w")
        await until(pilot, lambda: app.screen is not session(app))
        await pilot.press("n")
        await until(pilot, lambda: app.screen.query("#text"))
        app.screen.query_one("#text").value = str(tmp_path / "said.txt")
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: scene(app).notice is not None and scene(app).notice.text.startswith("wrote"))
        assert (tmp_path / "said.txt").read_text() == f"{code}: {message}; {hint}\n"
        # Whatever else is done takes it away.
        await pilot.press("v")
        await pilot.pause()
        assert scene(app).notice is None


@pytest.mark.req("TUI-5")
async def test_both_rows_of_the_clock_are_the_refusals_until_it_is_over(open_app, overnight):
    code, message, hint = REFUSALS[4]
    async with open_app(overnight, size=(100, 30)) as pilot:
        app = pilot.app
        session(app).say(notice_of(WorkbenchError(code, message, hint=hint)))
        await pilot.pause()
        rows = [strip.text for strip in app.screen._compositor.render_strips()[:2]]
        assert rows[0].startswith(" × copy_exists: this log was driven elsewhere")
        assert rows[1].rstrip().endswith("; open it again")
        # What stands for long leaves the time where it is, whatever its length.
        session(app).say(Notice(f"{'long ' * 30}", bad=True, hint="n tries again"))
        await pilot.pause()
        rows = [strip.text for strip in app.screen._compositor.render_strips()[:2]]
        assert "overnight" in rows[0]
        assert rows[1].rstrip().endswith("…; n tries again")
        session(app).say(Notice("short", bad=True))
        await pilot.pause()
        rows = [strip.text for strip in app.screen._compositor.render_strips()[:2]]
        assert "overnight" in rows[0]
        assert rows[1].startswith(" × short")
        assert whole_text(Notice("short", code="x")) == "x: short"

"""A refusal in one row: what it is about comes first, what to do is on the screen, and paths take no room."""

import pytest

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.refusals import row_text

LOG = "/home/ann/.local/share/workbench/sessions/--srv-a-very-long-project-name--/overnight/session.jsonl"


@pytest.mark.req("TUI-5", "LOG-10")
@pytest.mark.parametrize(
    ("code", "message", "hint", "said"),
    [
        (
            "log_changed",
            f"{LOG} was changed by another program since it was opened",
            "open it again to go on from what it says now",
            "this log was changed by another program since it was opened; open it again",
        ),
        (
            "log_changed",
            f"{LOG} is no longer the file that was read: it has 3 bytes where 9 were read",
            "open it again; what was not written yet is lost",
            "this log is no longer the file that was read: it has 3 bytes where 9 were read; open it again",
        ),
        (
            "locked",
            f"{LOG} is written by process 7",
            "close it there",
            "this log is written by process 7; close it there",
        ),
        ("not_writable", "cannot lock /a/b/c.jsonl: no space", None, "cannot lock …/c.jsonl: no space"),
        ("x", "nothing about files", None, "nothing about files"),
    ],
)
def test_the_essential_fits_in_a_row(code, message, hint, said):
    assert row_text(WorkbenchError(code, message, hint=hint)) == said
    assert len(f" × {code}: {said}") < 120


def test_a_compressed_log_is_a_log_too():
    assert row_text(WorkbenchError("x", f"{LOG}.zstd is gone: it was moved")) == "this log is gone: it was moved"

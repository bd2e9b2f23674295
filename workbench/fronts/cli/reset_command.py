"""``workbench reset``: discard the copy that was made of a log, so that it opens as it lies there (BEN-11)."""

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line

EPILOG = """\b
Examples:
  workbench reset session.jsonl
  workbench reset 7f3a-session --json
\b
--json: source, discarded.
"""


@click.command("reset", epilog=EPILOG, short_help="Discard the copy the bench made of a log.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@common_options
@pass_call
def command(call: Call, file: str) -> int:
    """Discard the copy of a log that the bench worked on. The log itself is never touched."""
    from workbench.actions.places import find_session, user_path
    from workbench.session.copies import discard_copy

    try:
        source = find_session(call.places, file)
    except UsageError:
        # A source that is gone may have left its copy here.
        source = user_path(file)
        if not discard_copy(source, call.places.home):
            raise
    else:
        if not discard_copy(source, call.places.home):
            raise WorkbenchError("no_copy", f"there is no copy of {source} to discard")
    if call.json:
        json_line({"source": str(source), "discarded": True})
    else:
        line(f"the copy of {source} is discarded; the log opens as it lies there")
    return 0

"""``workbench fork``: a child log that inherits a prefix and adopts no schedule (LOG-18). The parent is only read."""

from pathlib import Path

import click

from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line

EPILOG = """\b
Examples:
  workbench fork session.jsonl                    inherits every event
  workbench fork session.jsonl --at 62 --id try-2
  workbench fork session.jsonl --at 62 --out logs
\b
--json: id, log, parent, seed_length.
"""


@click.command("fork", epilog=EPILOG, short_help="Fork a log at the end of a turn.")
@click.argument("file", metavar="FILE|ID", type=FileName())
@click.option("--at", type=int, metavar="SEQ", help="The last event to inherit (default: the last one there is).")
@click.option("--id", "session_id", metavar="ID", help="Id of the child (default: the parent's with -fork).")
@click.option("--now", metavar="TIME", help="When the child is born (default: the time of the parent's last event).")
@click.option("--out", metavar="DIR", type=FileName(), help="Folder for the child's log (default: the data folder).")
@common_options
@pass_call
def command(call: Call, *, file: str, at: int | None, session_id: str | None, now: str | None, out: str | None) -> int:
    """Fork a log at the end of a turn and print the child's id and log."""
    from workbench.actions.places import find_session, output_folder
    from workbench.bench.life import SessionFiles
    from workbench.bench.names import check_new_id
    from workbench.session.reader import read_log
    from workbench.time.phrases import parse_moment

    parent = read_log(find_session(call.places, file))
    born = parent.last_instant if now is None else parse_moment(now, parent.last_instant, call.shown_zone)
    root = None if out is None else output_folder(out)
    files = SessionFiles(call.places.home, root, parent.path, None)
    path = files.fork(parent, at, None if session_id is None else check_new_id(session_id), born)
    if out is None:
        call.prepare_home()
    _print(call, path)
    return 0


def _print(call: Call, path: Path) -> None:
    from workbench.session.reader import read_log

    child = read_log(path).header
    assert child is not None  # noqa: S101 - it was written just now
    if call.json:
        json_line({"id": child.id, "log": str(path), "parent": child.parent, "seed_length": child.seed_length})
        return
    line(f"session {child.id}  forked from {child.parent}")
    line(f"inherits {child.seed_length} events, adopts 0 schedules")
    line(f"log     {path}")

"""``workbench new``: a fresh session of one's own, its clock at a chosen instant."""

import click

from workbench.fronts.cli.call import Call, FileName, common_options, pass_call
from workbench.fronts.cli.output import json_line, line

EPILOG = """\b
Examples:
  workbench new
  workbench new --start 2026-10-25T00:00:00Z --id dst-night
  workbench new --start "2026-10-25 02:00" --zone Europe/Berlin --out logs
\b
--json: id, log, now, zone.
"""


@click.command("new", epilog=EPILOG, short_help="Make a fresh session.")
@click.option("--start", metavar="TIME", help="Where its clock stands (default: the host's now).")
@click.option("--id", "session_id", metavar="ID", help="Its id (default: made from the start).")
@click.option("--cwd", metavar="DIR", help="The working folder its header names (default: none).")
@click.option("--compression", type=click.Choice(["none", "zstd"]), default="none", show_default=True)
@click.option("--out", metavar="DIR", type=FileName(), help="Folder for its log (default: the data folder).")
@common_options
@pass_call
def command(
    call: Call, *, start: str | None, session_id: str | None, cwd: str | None, compression: str, out: str | None
) -> int:
    """Make a fresh session and print its id and log; `workbench ID` then opens it."""
    from workbench.actions.places import output_folder
    from workbench.bench.bench import Bench
    from workbench.bench.clock import WallClock
    from workbench.bench.names import check_new_id
    from workbench.bench.options import BenchOptions
    from workbench.time.instant import format_utc
    from workbench.time.phrases import parse_moment

    present = WallClock().now()
    at = present if start is None else parse_moment(start, present, call.shown_zone)
    bench = Bench.new(
        call.places.home,
        start=at,
        zone=call.chosen_zone,
        session_id=None if session_id is None else check_new_id(session_id),
        cwd=cwd,
        options=BenchOptions(compression="zstd" if compression == "zstd" else "none"),
        root=None if out is None else output_folder(out),
    )
    made = bench.view()
    bench.close()
    if out is None:
        call.prepare_home()
    if call.json:
        json_line({"id": made.session_id, "log": str(made.path), "now": format_utc(at), "zone": made.zone})
    else:
        line(f"session {made.session_id}")
        line(f"now     {format_utc(at)}")
        line(f"log     {made.path}")
    return 0

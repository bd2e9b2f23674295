"""``workbench clean``: says what of the data folder can be freed, and frees it when told to."""

from typing import TYPE_CHECKING

import click

from workbench.errors import WorkbenchError
from workbench.fronts.cli.call import Call, common_options, pass_call
from workbench.fronts.cli.output import json_line, line, lines, print_error, table
from workbench.text.sizes import size_text

if TYPE_CHECKING:
    from workbench.actions.cleaning import Freeable

EPILOG = """\b
Examples:
  workbench clean              says what would be freed
  workbench clean --yes        frees it
\b
--json, a line a folder: kind, folder, of, size, freed, kept (a copy whose source is gone); then: total, freed (bytes).
"""


@click.command("clean", epilog=EPILOG, short_help="Say what space can be freed, and free it.")
@click.option("--yes", "--apply", "apply", is_flag=True, help="Free it; without this nothing is removed.")
@common_options
@pass_call
def command(call: Call, *, apply: bool) -> int:
    """Free space: copies of logs, the logs of scenario runs, forgotten sessions. All others and the settings stay."""
    from workbench.actions.cleaning import freeable, sweep

    if apply:
        sweep(call.places)
    found = freeable(call.places)
    freed = [apply and not item.last and _free(item, as_json=call.json) for item in found]
    if call.json:
        for item, done in zip(found, freed, strict=True):
            told = {"kind": item.kind, "folder": str(item.folder), "of": item.of, "size": item.size, "freed": done}
            json_line({**told, "kept": item.last})
        json_line({"total": _all(found), "freed": _sum(found, freed)})
    else:
        lines(table([[item.kind, size_text(item.size), str(item.folder), item.of] for item in found if not item.last]))
        for item in found:
            if item.last:
                line(f"kept: {item.folder}, all that is left of {item.of}; forgetting it in the list frees it")
        line(_total(found, freed, apply=apply))
    return 0 if not apply or all(done or item.last for item, done in zip(found, freed, strict=True)) else 1


def _free(item: "Freeable", *, as_json: bool) -> bool:
    from workbench.actions.cleaning import free

    try:
        free(item)
    except WorkbenchError as error:
        print_error(error, as_json=as_json)
        return False
    return True


def _all(found: "list[Freeable]") -> int:
    return sum(item.size for item in found if not item.last)


def _sum(found: "list[Freeable]", freed: list[bool]) -> int:
    return sum(item.size for item, done in zip(found, freed, strict=True) if done)


def _total(found: "list[Freeable]", freed: list[bool], *, apply: bool) -> str:
    if all(item.last for item in found):
        return "there is nothing to free"
    if apply:
        return f"freed {size_text(_sum(found, freed))}"
    return f"{size_text(_all(found))} can be freed; nothing was removed, --yes frees it"

"""How the command line speaks: safe text lines, JSON lines, small tables, and errors with code and hint.

Owns the last step before the terminal. Everything that may come from a log, a file name or an argument passes
``text.safe`` here; JSON keeps its value but carries no character that a terminal would obey.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from workbench.errors import UsageError, WorkbenchError
from workbench.text.safe import safe_line

# DEL, C1, line and paragraph separators, and the characters that turn the direction of text: legal inside a JSON
# string, but obeyed by terminals.
_OBEYED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def line(text: str = "") -> None:
    """One line on standard output."""
    _say(_printable(safe_line(text), getattr(sys.stdout, "encoding", None)))


def lines(texts: Iterable[str]) -> None:
    """Several lines on standard output."""
    for text in texts:
        line(text)


def json_line(value: Any) -> None:
    """One JSON value on one line of UTF-8, whatever the terminal's encoding."""
    _say(json_text(value).encode("utf-8"))


def finish_output() -> None:
    """Flush standard output; raises ``output_failed`` where what was said could not be written."""
    with _telling():
        if sys.stdout is not None:
            sys.stdout.flush()


def json_text(value: Any) -> str:
    """Compact JSON of ``value``, same value, with the characters that terminals obey escaped."""
    from workbench.text import jsontext

    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", jsontext.dumps(value))


def table(rows: Sequence[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Rows as aligned columns, two spaces apart, measured in terminal cells; the last column is left as it is."""
    from rich.cells import cell_len

    cells = [[safe_line(cell) for cell in row] for row in rows]
    columns = max((len(row) for row in cells), default=1) - 1
    widths = [max((cell_len(row[at]) for row in cells if at < len(row)), default=0) for at in range(columns)]
    return [indent + "  ".join(_pad(row, widths, cell_len)).rstrip() for row in cells]


def print_error(error: WorkbenchError, *, as_json: bool) -> None:
    """An error on standard error: ``code: message`` and a hint, or ``{"error": {...}}``."""
    if as_json:
        details = {**error.details, **({"hint": error.hint} if error.hint else {})}
        value = {"error": {"code": error.code, "message": error.message, "details": details}}
        click.echo(json_text(value).encode("utf-8"), err=True)
        return
    _complain(f"workbench: {error.code}: {error.message}")
    if error.hint:
        _complain(f"  hint: {error.hint}")


def print_usage_error(error: click.ClickException, *, as_json: bool) -> None:
    """A call that the command line itself refuses, in the same form, with code ``usage``."""
    ctx = getattr(error, "ctx", None)
    hint = f"see {ctx.command_path} --help" if isinstance(ctx, click.Context) else None
    print_error(WorkbenchError("usage", error.format_message(), hint=hint), as_json=as_json)


def unusable(error: WorkbenchError) -> UsageError:
    """The same error as one of the call itself, with exit status 2."""
    return UsageError(error.code, error.message, hint=error.hint, details=error.details)


def quiet_stdout() -> None:
    """After a broken pipe: let the interpreter's last flush go nowhere instead of complaining."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(text: str | bytes) -> None:
    with _telling():
        click.echo(text)


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """A standard output that is full or broken is no bug of ours; a closed pipe is the reader's business."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        quiet_stdout()
        why = error.strerror or str(error)
        raise WorkbenchError("output_failed", f"standard output cannot be written: {why}") from error


def _complain(text: str) -> None:
    click.echo(_printable(safe_line(text), getattr(sys.stderr, "encoding", None)), err=True)


def _printable(text: str, encoding: str | None) -> str:
    """``text`` with what the terminal's encoding lacks, lone surrogates included, written as escapes."""
    name = encoding or "utf-8"
    return text.encode(name, "backslashreplace").decode(name)


def _pad(row: Sequence[str], widths: Sequence[int], cell_len: Any) -> list[str]:
    padded = [cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=False)]
    return padded + list(row[len(padded) :])

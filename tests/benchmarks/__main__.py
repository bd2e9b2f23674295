"""Run the benchmarks and print one table: ``python tests/benchmarks [--quick] [NAME...]``.

Each ``bench_NAME.py`` of this folder gives its rows (see harness). The exit status is 1 when a benchmark broke, never
for a missed target: a target is read by people, on a machine that does nothing else.
"""

import argparse
import importlib
import platform
import sys
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from harness import Row, seconds  # noqa: E402 - found through the line above

COLUMNS = ("what", "measured", "yardstick", "ratio", "target", "")


def main() -> int:
    names = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="tests/benchmarks", description="Run the benchmarks and print one table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which ones: {', '.join(names)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, to try a benchmark out")
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - set(names)):
        parser.error(f"no benchmark named {', '.join(unknown)}; there are {', '.join(names)}")
    rows, broken = collect(options.names or names, quick=options.quick)
    print_table(rows)
    for name in broken:
        print(f"broke: {name}", file=sys.stderr)
    return 1 if broken else 0


def collect(names: list[str], *, quick: bool) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    broken: list[str] = []
    for name in names:

        def run_one(name: str = name) -> None:
            rows.extend(importlib.import_module(f"bench_{name}").run(quick))

        try:
            print(f"{name}: {seconds(run_one):.1f} s", file=sys.stderr, flush=True)
        except Exception:  # noqa: BLE001 - one broken benchmark must not hide the others
            traceback.print_exc()
            broken.append(name)
    return rows, broken


def print_table(rows: list[Row]) -> None:
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    table = [COLUMNS, *map(cells, rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(COLUMNS))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def cells(row: Row) -> tuple[str, ...]:
    bound = ">=" if row.at_least else "<="
    verdict = {True: "met", False: "MISSED", None: ""}[row.met]
    return (
        row.what,
        f"{row.measured:,.4g} {row.unit}",
        "" if row.yardstick is None else f"{row.yardstick:,.4g} {row.unit} ({row.against})",
        "" if row.yardstick is None else f"{row.figure:.2f}",
        "" if row.target is None else f"{bound} {row.target:,g}",
        "  ".join(filter(None, (verdict, row.note))),
    )


if __name__ == "__main__":
    sys.exit(main())

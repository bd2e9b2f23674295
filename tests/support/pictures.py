"""Pictures of the screens, drawn by the program itself and turned into PNGs by a browser.

``python tests/support/pictures.py [NAME ...]`` writes ``assets/NAME.png``, without a name all of them. It needs
Chromium (``--chromium`` says where) and the font Fira Code; nothing is fetched. Owns the way from an SVG to a file;
which screens there are is ``scenes``.
"""

# ruff: noqa: E402 - run as a file, it has to find the checkout before anything of it is imported.
import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from support.palette_png import to_palette
from support.repo import ROOT
from support.scenes import PICTURES, draw

_BROWSER_OPTIONS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--hide-scrollbars", "--disable-lcd-text", "--default-background-color=00000000",
)  # fmt: skip
_MOST_BYTES: Final = 150 * 1024


def render(svg: str, browser: str) -> bytes:
    """``svg`` as a browser draws it, as a PNG of the SVG's own size."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if found is None:
        raise ValueError("the SVG does not say its size")
    width, height = (int(float(side)) for side in found.groups())
    with tempfile.TemporaryDirectory() as folder:
        page, png = Path(folder, "page.html"), Path(folder, "page.png")
        style = f"margin:0;width:{width}px;height:{height}px"
        page.write_text(f'<!doctype html><meta charset="utf-8"><body style="{style}">{svg}', encoding="utf-8")
        options = (f"--user-data-dir={folder}/profile", f"--screenshot={png}", f"--window-size={width},{height}")
        command = [browser, *_BROWSER_OPTIONS, *options, page.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return png.read_bytes()


def make(name: str, browser: str, keys: tuple[str, ...] = ()) -> bytes:
    """The picture of that name as a palette PNG."""
    picture = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        # Where the data folder is says nothing; as a person writes it, it looks the same everywhere.
        os.environ["HOME"] = folder
        os.environ.pop("NO_COLOR", None)
        if picture.no_color:
            os.environ["NO_COLOR"] = "1"
        svg = asyncio.run(draw(picture, Path(folder, "workbench"), keys))
    return to_palette(render(svg, browser))


def main() -> int:
    """Write the pictures; 1 where one is larger than a README should load."""
    parser = argparse.ArgumentParser(description="Draw the screens: needs Chromium and the font Fira Code.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(PICTURES)}; all without")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--out", type=Path, default=ROOT / "assets", help="the folder to write to")
    parser.add_argument("--keys", default="", help="further keys to press, separated by blanks")
    given = parser.parse_args()
    if given.chromium is None:
        parser.error("no Chromium found: name one with --chromium PATH")
    if unknown := set(given.names) - set(PICTURES):
        parser.error(f"no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    given.out.mkdir(parents=True, exist_ok=True)
    largest = 0
    for name in given.names or PICTURES:
        png = make(name, given.chromium, tuple(given.keys.split()))
        (given.out / f"{name}.png").write_bytes(png)
        sys.stdout.write(f"{given.out / name}.png: {len(png):,} bytes\n")
        largest = max(largest, len(png))
    return 0 if largest <= _MOST_BYTES else 1


if __name__ == "__main__":
    raise SystemExit(main())

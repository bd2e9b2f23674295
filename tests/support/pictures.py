"""The README's picture: the main screen after a jump, drawn by the program itself and turned into a PNG by a browser.

``python tests/support/pictures.py`` writes ``assets/main.png``. It needs Chromium (``--chromium`` says where) and the
font Fira Code; nothing is fetched. Owns the way from a screen to a file, not what the screen shows.
"""

# ruff: noqa: E402 - run as a file, it has to find the checkout before anything of it is imported.
import argparse
import asyncio
import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from rich.cells import cell_len

from support.palette_png import to_palette
from support.repo import ROOT
from support.screens import QUICK, fill, scene, settled, until
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.program import WorkbenchApp

_LOG: Final = ROOT / "sessions/logs/none/_no-cwd/overnight/session.jsonl"
_ZONE: Final = "Europe/Berlin"
_SAID: Final = ("remind me in 50 minutes to water the plants", "every 45 minutes 💧 drink a glass of water")
_SLEPT: Final = "2h 52m"
_TEXT: Final = re.compile(r'<text ([^>]*?) x="([\d.]+)"([^>]*) textLength="([\d.]+)"([^>]*)>([^<]*)</text>')
_STYLE: Final = "text { font-variant-ligatures: none; } .wide { text-anchor: middle; }"
_CELL: Final = 12.2
# A sign of two cells with all that belongs to it, or a run of plain ones.
_WIDE: Final = r"[\u2500-\u25ff\u2000-\u206f\u00a0-\u024f\x20-\x7e]+|.[\u200d\ufe0f\U0001f3fb-\U0001f3ff]*"
_BROWSER_OPTIONS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--hide-scrollbars", "--disable-lcd-text",
)  # fmt: skip
_MOST_BYTES: Final = 150 * 1024


async def draw(size: tuple[int, int], home: Path) -> str:
    """The main screen at ``size`` as SVG: a night's session, two more reminders, and a laptop that slept."""
    launch = Launch(target=_LOG, home=home, zone=_ZONE, options=QUICK)
    app = WorkbenchApp(launch)
    try:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: scene(app).view is not None)
            for text in _SAID:
                events = scene(app).view.events
                await pilot.press("i")
                await fill(pilot, text)
                await until(pilot, lambda before=events: scene(app).view.events > before)
                await settled(pilot)
            await pilot.press("j")
            await fill(pilot, _SLEPT)
            await settled(pilot)
            await pilot.press("2")
            await pilot.pause()
            return app.export_screenshot(title="workbench")
    finally:
        launch.close()


def for_browsers(svg: str) -> str:
    """``svg`` with local fonts only, no ligatures, and every wide sign in the middle of its own two cells."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-variant-east-asian: full-width;", "")
    svg = svg.replace("<style>", f"<style>{_STYLE}", 1)
    return _TEXT.sub(_placed, svg)


def _placed(found: re.Match[str]) -> str:
    before, start, middle, _, after, escaped = found.groups()
    text = html.unescape(escaped)
    if cell_len(text) == len(text):
        return found.group(0)
    x, pieces = float(start), []
    for piece in re.findall(_WIDE, text):
        length = cell_len(piece) * _CELL
        wide = cell_len(piece) != len(piece)
        at, fitted = (x + length / 2, "") if wide else (x, f' textLength="{length:.1f}"')
        tag = before.replace('class="', 'class="wide ', 1) if wide else before
        pieces.append(f'<text {tag} x="{at:.1f}"{middle}{fitted}{after}>{html.escape(piece)}</text>')
        x += length
    return "".join(pieces)


def render(svg: str, browser: str) -> bytes:
    """``svg`` as a browser draws it, as a PNG of the SVG's own size."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if found is None:
        raise ValueError("the SVG does not say its size")
    width, height = (int(float(side)) + 1 for side in found.groups())
    with tempfile.TemporaryDirectory() as folder:
        page, png = Path(folder, "page.html"), Path(folder, "page.png")
        style = f"margin:0;background:#0e131b;width:{width}px;height:{height}px"
        page.write_text(f'<!doctype html><meta charset="utf-8"><body style="{style}">{svg}', encoding="utf-8")
        options = (f"--user-data-dir={folder}/profile", f"--screenshot={png}", f"--window-size={width},{height}")
        command = [browser, *_BROWSER_OPTIONS, *options, page.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return png.read_bytes()


def main() -> int:
    """Write the picture; the exit status."""
    parser = argparse.ArgumentParser(description="Draw the README's picture: needs Chromium and the font Fira Code.")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--out", type=Path, default=ROOT / "assets/main.png")
    parser.add_argument("--size", default="120x40", help="columns x rows of the terminal")
    given = parser.parse_args()
    if given.chromium is None:
        parser.error("no Chromium found: name one with --chromium PATH")
    columns, rows = (int(side) for side in given.size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        svg = for_browsers(asyncio.run(draw((columns, rows), Path(folder, "home"))))
    png = to_palette(render(svg, given.chromium))
    given.out.parent.mkdir(exist_ok=True)
    given.out.write_bytes(png)
    sys.stdout.write(f"{given.out}: {len(png):,} bytes\n")
    return 0 if len(png) <= _MOST_BYTES else 1


if __name__ == "__main__":
    raise SystemExit(main())

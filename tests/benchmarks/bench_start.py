"""How long ``workbench --version`` takes, as a whole process, against a Python that only imports click."""

from collections.abc import Iterator

from harness import Row, interleave, process

VERSION = "import sys; from workbench.main import main; sys.argv = ['workbench', '--version']; main()"


def run(quick: bool) -> Iterator[Row]:
    measured, yardstick = interleave(process(["-c", VERSION]), process(["-c", "import click"]), 5 if quick else 40)
    yield Row("workbench --version", measured * 1000, "ms", yardstick * 1000, "import click", target=1.3)

"""Running ``killed_writer.py``: a program that is killed at every boundary it has, each time in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

from support.repo import ROOT

PROGRAM = ROOT / "tests" / "support" / "killed_writer.py"


def killed_at_every_boundary(story: str, folder: Path, name: str) -> tuple[list[Path], Path]:
    """The folders of all deaths, and that of the life to the end."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    result = subprocess.run(
        [sys.executable, PROGRAM, story, folder, name], env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return sorted(folder.iterdir()), folder / str(int(result.stdout))

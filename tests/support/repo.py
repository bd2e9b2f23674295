"""Where the checkout is and what is in it, for tests about the code itself. Reads files; imports nothing of ours."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "workbench"
TESTS = ROOT / "tests"


def sources(folder: Path) -> list[Path]:
    """Every Python file below ``folder``, sorted, caches and hidden folders left out."""
    return sorted(
        path
        for path in folder.rglob("*.py")
        if not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
    )


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of one file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def shown(path: Path) -> str:
    """A path as a failure message should show it: from the checkout's top."""
    return path.relative_to(ROOT).as_posix()

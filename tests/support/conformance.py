"""The conformance data: answers of the reference implementation and logs that the real harness wrote.

They are no part of this project and live in the folder that ``WORKBENCH_CONFORMANCE`` names. Tests that read them carry
:data:`needs_conformance`, so that a checkout alone passes and says what it left out.
"""

import os
from pathlib import Path

import pytest

_named = os.environ.get("WORKBENCH_CONFORMANCE")
FOLDER: Path | None = Path(_named).resolve() if _named else None

needs_conformance = pytest.mark.skipif(
    FOLDER is None, reason="WORKBENCH_CONFORMANCE names no folder with conformance data"
)


def conformance_files(pattern: str) -> list[Path]:
    """Files below the folder that match a glob pattern, sorted; none without the folder. For parametrising."""
    return sorted(FOLDER.glob(pattern)) if FOLDER else []

"""The log that ``--debug FILE`` writes: versions, the command, refusals, tracebacks. Without it nothing is logged."""

import logging
import platform
import sys
from pathlib import Path

from workbench import __version__
from workbench.errors import UsageError, WorkbenchError

_LOGGER = logging.getLogger("workbench")


def start(file: str) -> None:
    """Append everything logged below ``workbench`` to ``file``; UsageError ``not_writable`` if that cannot be."""
    try:
        handler = logging.FileHandler(Path(file).expanduser(), encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError("not_writable", f"--debug {file!r} cannot be written: {error}") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    _LOGGER.addHandler(handler)
    _LOGGER.setLevel(logging.DEBUG)
    _LOGGER.propagate = False
    _LOGGER.debug("workbench %s, Python %s, %s", __version__, platform.python_version(), platform.platform())
    _LOGGER.debug("arguments %r", sys.argv[1:])


def refused(error: WorkbenchError) -> None:
    """Note an expected refusal with its traceback."""
    if _LOGGER.handlers:
        _LOGGER.debug("refused: %s: %s", error.code, error.message, exc_info=error)


def failed(error: Exception) -> None:
    """Note a bug with its traceback."""
    if _LOGGER.handlers:
        _LOGGER.error("unexpected %s", type(error).__name__, exc_info=error)


def stop() -> None:
    """Close the log again; what follows is not written."""
    for handler in list(_LOGGER.handlers):
        _LOGGER.removeHandler(handler)
        handler.close()
    _LOGGER.propagate = True

"""Who works on a run: the holder of an operating system lock on a small file of that run's.

Owns taking and giving it up. The system lets go of it when its holder dies, so nobody has to judge whether a process
still lives, and a run is never worked on twice at once (REQ-4).
"""

import contextlib
import fcntl
import os
import weakref
from pathlib import Path
from typing import Self

from workbench.errors import WorkbenchError


class Claim:
    """The right to work on one run, from :func:`take_claim` until :meth:`release`."""

    def __init__(self, path: Path, fd: int) -> None:
        self._path = path
        self._closer = weakref.finalize(self, os.close, fd)

    def release(self, *, ended: bool) -> None:
        """Give it up; the file goes too when the run ``ended``, for then nobody works on it any more."""
        if ended and self._closer.alive:
            with contextlib.suppress(OSError):
                self._path.unlink()
        self._closer()


class Claims:
    """The claims of one database; their files lie in ``folder``, which is made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def beside(cls, database: Path) -> Self:
        """Those of the database at this path."""
        return cls(database.with_name(database.name + ".runs"))

    def take(self, request_id: str) -> Claim | None:
        """The claim on this run, or None while another holds it; raises ``not_writable``."""
        path = self.folder / request_id
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _not_writable(path, error) from None
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        except OSError as error:
            os.close(fd)
            raise _not_writable(path, error) from None
        return Claim(path, fd)


def _not_writable(path: Path, error: OSError) -> WorkbenchError:
    return WorkbenchError(
        "not_writable", f"{path} cannot be locked: {error.strerror}; a request needs it to be worked on only once"
    )

"""Where things live: the data folder, the folders sessions are looked for in, and the bundled examples.

Owns the precedence of options, environment and platform, and finding a session by its id. It reads folder listings;
what a log says is the session layer's business, what a setting means is ``settings``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import workbench
from workbench.errors import UsageError
from workbench.session.paths import decode_id, find_logs
from workbench.text.safe import has_controls

APP_NAME = "schedule-workbench"


@dataclass(frozen=True, slots=True)
class Places:
    """The data folder (``home``) and the extra root that sessions are looked for in, both absolute."""

    home: Path
    root: Path | None = None

    @property
    def settings_file(self) -> Path:
        """``settings.toml`` of the data folder; it need not exist."""
        return self.home / "settings.toml"

    @property
    def sessions(self) -> Path:
        """Root of the sessions that were made here."""
        return self.home / "sessions"

    @property
    def copies(self) -> Path:
        """Root of the copies of other programs' logs that were opened here."""
        return self.home / "copies"

    @property
    def runs(self) -> Path:
        """Root of the logs that scenario runs made, one folder a run."""
        return self.home / "runs"

    @property
    def trash(self) -> Path:
        """Root of what was forgotten here and not freed yet."""
        return self.home / "trash"

    def roots(self) -> tuple[Path, ...]:
        """Every folder that sessions with an id of their own are looked for in."""
        return (self.sessions,) if self.root is None else (self.sessions, self.root)


def resolve_places(home: str | None, root: str | None, env: Mapping[str, str]) -> Places:
    """Places from options and environment: ``--home`` > ``WORKBENCH_HOME`` > the platform's user data folder;
    ``--root`` > ``WORKBENCH_ROOT`` > the harness's ``DSH_HOME``, else none. An empty value counts as not given.

    Raises UsageError ``invalid_home`` or ``invalid_root`` for a path that is not a folder, or that has control
    characters in it.
    """
    chosen_home = home or env.get("WORKBENCH_HOME")
    chosen_root = root or env.get("WORKBENCH_ROOT")
    harness = env.get("DSH_HOME")
    folder = _absolute(chosen_home, "invalid_home", "--home") if chosen_home else _user_data_folder()
    # Asked of the platform's folder too: no log below such a path could ever be opened.
    _check_name(folder, "invalid_home", "--home")
    if folder.exists() and not folder.is_dir():
        raise UsageError("invalid_home", f"the data folder {folder} is not a folder")
    if chosen_root:
        return Places(folder, _existing_folder(chosen_root))
    return Places(folder, _harness_root(Path(harness).expanduser().absolute()) if harness else None)


def find_session(places: Places, target: str) -> Path:
    """The log that ``target`` names: a path that exists, else the id of a session below the known roots, else of the
    newest run that made one, else of a bundled one.

    Raises UsageError ``not_found``, or ``ambiguous_id`` listing the logs that carry the id.
    """
    path = user_path(target)
    if _is_there(path):
        return path
    found = (
        _logs_with_id(places.roots(), target)
        or _logs_with_id((places.runs,), target)[-1:]
        or _logs_with_id((bundled_folder() or places.runs,), target)[-1:]
    )
    if len(found) > 1:
        raise UsageError(
            "ambiguous_id",
            f"{len(found)} sessions have the id {target!r}: {', '.join(map(str, found))}",
            hint="name one of them by its path",
        )
    if not found:
        raise UsageError("not_found", f"no file, folder or session id {target!r}", hint=_looked_in(places))
    return found[0]


def find_target(places: Places, target: str) -> Path:
    """What the screen is to open: a path that exists, a session of one's own by its id, a bundled scenario by its name,
    else what :func:`find_session` finds. Raises what that raises."""
    folder = bundled_folder()
    if _is_there(user_path(target)) or folder is None or not _could_be_id(target):
        return find_session(places, target)
    scenario = folder / f"{target.removesuffix('.toml')}.toml"
    if _logs_with_id(places.roots(), target) or not _is_there(scenario):
        return find_session(places, target)
    return scenario


def find_scenario(target: str) -> Path:
    """The scenario file that ``target`` names: a path, else a bundled scenario's name without ``.toml``.

    A mere name that is neither raises ``not_found``; whether any other path exists is found out by reading it.
    """
    path = user_path(target)
    folder = bundled_folder()
    if _is_there(path) or folder is None or not _could_be_id(target):
        return path
    bundled = folder / f"{target}.toml"
    if not _is_there(bundled) and not path.suffix:
        names = ", ".join(sorted(each.stem for each in folder.glob("*.toml")))
        raise UsageError("not_found", f"no scenario file or bundled scenario {target!r}", hint=f"bundled are: {names}")
    return bundled if _is_there(bundled) else path


def user_path(text: str) -> Path:
    """A path as a user typed it, ``~`` resolved; UsageError ``unsafe_name`` where no file can have that name."""
    if not text or "\0" in text:
        raise UsageError("unsafe_name", f"{text!r} cannot be the name of a file")
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise UsageError("unsafe_name", f"{text!r} names no home folder: {error}") from error


def output_folder(text: str) -> Path:
    """The folder an ``--out`` names, which need not exist; UsageError ``invalid_out`` where a file is in its place."""
    folder = _absolute(text, "invalid_out", "--out")
    if folder.exists() and not folder.is_dir():
        raise UsageError("invalid_out", f"--out {folder} is not a folder")
    return folder


def new_run_folder(places: Places, name: str) -> Path:
    """The folder for the logs of a new run of the scenario ``name``: the first of ``name-1``, ``name-2`` ... that is
    free, made at once so that no other run takes it. Raises UsageError ``not_writable``."""
    number = 1
    while True:
        folder = places.runs / f"{name}-{number}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise UsageError("not_writable", f"cannot make the folder {folder}: {error.strerror}") from error
        else:
            return folder


def give_back(folder: Path, places: Places) -> None:
    """Remove a folder that :func:`new_run_folder` made, with what of the data folder holds nothing else."""
    for each in (folder, places.runs, places.home):
        try:
            each.rmdir()
        except OSError:
            return


def bundled_folder() -> Path | None:
    """The folder of bundled scenarios and logs, in an installed wheel or beside the package in a checkout."""
    package = Path(workbench.__file__).parent
    shipped = package / "_bundled"
    if shipped.is_dir():
        return shipped
    checkout = package.parent
    beside = checkout / "sessions"
    return beside if beside.is_dir() and (checkout / "pyproject.toml").is_file() else None


def _absolute(text: str, code: str, option: str) -> Path:
    """The absolute path, whether it exists or not; refused where the system does not take the name."""
    try:
        path = user_path(text).absolute()
    except UsageError as error:
        raise UsageError(code, f"{option}: {error.message}") from error
    _check_name(path, code, option)
    try:
        path.exists()
    except OSError as error:
        raise UsageError(code, f"{option} {path} cannot be used: {error.strerror}") from error
    return path


def _check_name(path: Path, code: str, option: str) -> None:
    if has_controls(str(path)):
        raise UsageError(
            code,
            f"{option} {str(path)!r} has control characters, which no log's path may have",
            hint="name another folder",
        )


def _existing_folder(text: str) -> Path:
    folder = _absolute(text, "invalid_root", "--root")
    if not folder.is_dir():
        raise UsageError("invalid_root", f"the root {folder} is not a folder")
    return folder


def _harness_root(home: Path) -> Path | None:
    """The harness's session root below its own home; its absence is no error, since nobody asked for it here."""
    sessions = home / "sessions"
    if sessions.is_dir():
        return sessions
    return home if home.is_dir() else None


def _user_data_folder() -> Path:
    import platformdirs  # 10 ms that most calls do not need

    return Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except OSError:
        return False
    return True


def _could_be_id(target: str) -> bool:
    return not any(mark in target for mark in ("/", "\\")) and target not in {".", ".."}


def _logs_with_id(roots: Iterable[Path], target: str) -> list[Path]:
    """Logs of that id, the last written one last."""
    if not _could_be_id(target):
        return []
    logs = (log for root in roots if root.is_dir() for log in find_logs(root))
    return sorted((log for log in logs if decode_id(log.parent.name) == target), key=_written)


def _written(log: Path) -> tuple[int, Path]:
    return log.stat().st_mtime_ns, log


def _looked_in(places: Places) -> str:
    return f"session ids were looked for in {', '.join(map(str, places.roots()))}"

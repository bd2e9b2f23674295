"""Finds code that reads the machine's clock or chance, by syntax tree: names are followed through their imports.

What is looked for are the functions themselves, called or handed on; a method of ours that is called ``now`` is none.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

CLOCK = frozenset(
    (
        *("time." + name for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")),
        *("time." + name for name in ("time_ns", "monotonic_ns", "perf_counter_ns", "process_time_ns")),
        *("time." + name for name in ("clock_gettime", "clock_gettime_ns", "localtime", "gmtime", "ctime", "asctime")),
        *("time." + name for name in ("strftime", "mktime", "sleep", "tzname", "timezone")),
        *("datetime.datetime." + name for name in ("now", "utcnow", "today")),
        "datetime.date.today",
        "os.times",
        "asyncio.sleep",
    )
)
# What would make two runs of the same steps differ; a package name stands for everything in it.
CHANCE = frozenset(("random", "secrets", "uuid.uuid1", "uuid.uuid4", "uuid.uuid6", "uuid.uuid7", "os.urandom"))


def uses(source: str, forbidden: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The line and full name of every use of a forbidden name, imports by name included."""
    tree = ast.parse(source)
    names = dict(_imported(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
            found = [_full_name(node, names)]
        else:
            continue
        for name in found:
            if _is_forbidden(name, forbidden):
                yield node.lineno, name


def _is_forbidden(name: str, forbidden: frozenset[str]) -> bool:
    if name.endswith(".*"):
        return any(other.startswith(name[:-1]) for other in forbidden)
    return name in forbidden or name.partition(".")[0] in forbidden


def uses_in(path: Path, forbidden: frozenset[str]) -> list[str]:
    """The uses in one file, as ``name.py:LINE full.name``."""
    return sorted({f"{path.name}:{line} {name}" for line, name in uses(path.read_text(encoding="utf-8"), forbidden)})


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _full_name(node: ast.expr, names: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute) and (owner := _full_name(node.value, names)):
        return f"{owner}.{node.attr}"
    return ""

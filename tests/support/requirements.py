"""The requirement manifest and the claims that tests make on it, both read from files, so that a partial run, a worker
or a skipped test changes nothing. A claim counts where it stands on something pytest runs.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PLANS = {"planned": bool, "planned_part": str}


@dataclass(frozen=True)
class Clause:
    """One clause: ``planned`` means that nothing of it is built yet, so that no test is demanded."""

    id: str
    says: str
    planned: bool = False
    planned_part: str = ""


@dataclass(frozen=True)
class Claim:
    """One ``req`` marker: what it names, where it stands, and what is wrong with it (empty when it counts)."""

    ids: tuple[str, ...]
    place: str
    fault: str = ""


def read_manifest(path: Path) -> dict[str, Clause]:
    """All clauses by id; raises ValueError for an entry that is not what the manifest's head describes."""
    clauses: dict[str, Clause] = {}
    for section, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for name, entry in entries.items():
            if name in clauses:
                raise ValueError(f"{name} is listed twice, again in [{section}]")
            clauses[name] = _clause(name, dict(entry))
    return clauses


def _clause(name: str, entry: dict[str, object]) -> Clause:
    says = entry.pop("says", None)
    if not isinstance(says, str) or not says.strip():
        raise ValueError(f"{name} says nothing")
    for key, value in entry.items():
        if key not in PLANS or not isinstance(value, PLANS[key]) or not value:
            raise ValueError(f"{name}: {key} = {value!r}; accepted are planned = true and planned_part = 'what'")
    if len(entry) > 1:
        raise ValueError(f"{name} is either planned or partly planned, not both")
    return Clause(name, says, **entry)  # type: ignore[arg-type]


def claims(path: Path) -> Iterator[Claim]:
    """Every ``pytest.mark.req(...)`` of one file, by its syntax tree."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    is_test_file = path.name.startswith("test_")
    faults = dict(_misplaced(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_mark(node.func, "req"):
            ids = tuple(
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )
            fault = faults.get(node, "")
            if not is_test_file:
                fault = "stands in a file that pytest does not collect"
            elif node.keywords or not ids or len(ids) != len(node.args):
                fault = "must name its clauses as plain strings"
            yield Claim(ids, f"{path.name}:{node.lineno}", fault)


def _misplaced(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        collected = node.name.startswith("Test" if isinstance(node, ast.ClassDef) else "test_")
        never_run = any(_is_mark(_called(decorator), "skip", "xfail") for decorator in node.decorator_list)
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and not collected:
                yield decorator, f"stands on {node.name}, which pytest does not run"
            elif isinstance(decorator, ast.Call) and never_run:
                yield decorator, f"stands on {node.name}, which is skipped or expected to fail"


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _is_mark(node: ast.expr, *names: str) -> bool:
    """Whether an expression is ``pytest.mark.NAME`` (or ``mark.NAME``)."""
    if not (isinstance(node, ast.Attribute) and node.attr in names):
        return False
    owner = node.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )

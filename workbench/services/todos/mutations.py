"""Idempotency keys of one owner and project (TODO-6): the first success answers for every repetition.

A key is stored in the transaction of its change, so there is never one without the other, and a failure uses none up.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import OWNED, Scope
from workbench.text.jsontext import decode, dumps
from workbench.text.quote import quote

# A key names the wish; the permission to carry it out is renewed between two attempts.
_NOT_THE_WISH: Final = ("client_mutation_id", "mount_capability")
_FIND: Final = f"SELECT fingerprint, result FROM todo_mutations WHERE {OWNED} AND mutation_id = ?"  # noqa: S608 - constants only
_KEEP: Final = "INSERT INTO todo_mutations VALUES (?, ?, ?, ?, ?, ?, ?)"


def fingerprint(args: Mapping[str, Any]) -> bytes:
    """The same for the same fields in any order."""
    fields = {name: value for name, value in args.items() if name not in _NOT_THE_WISH}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).digest()


def replayed(connection: Any, scope: Scope, mutation_id: str, wish: bytes) -> dict[str, Any] | None:
    """The first result of this key, or None; raises ``idempotency_key_reused`` when it was used for other fields."""
    row = connection.execute(_FIND, (*scope, mutation_id)).fetchone()
    if row is None:
        return None
    if bytes(row[0]) != wish:
        message = f"client_mutation_id {quote(mutation_id)} was used for other fields; a new change needs a new one"
        raise refusal("idempotency_key_reused", message, "client_mutation_id")
    result: dict[str, Any] = decode(row[1].encode())
    return result


def keep(connection: Any, scope: Scope, mutation_id: str, wish: bytes, result: Mapping[str, Any], now: int) -> None:
    """Remember ``result`` for this key."""
    connection.execute(_KEEP, (*scope, mutation_id, wish, dumps(result), now))

"""The todos of an account: what the tools ``todo`` and ``forget`` do, restoring, and pages for screens (TODO-1..9).

Owns the order of checks: fields and types, scope, bulk safety, capability, and then in one transaction replay,
existence, version, apply. No clock is read here: ``now`` is given.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from workbench.errors import UsageError
from workbench.services.identity import Identity
from workbench.services.store.database import Database
from workbench.services.store.keys import secret_key
from workbench.services.todos import access, changes, lists, mutations, results, screens, trash
from workbench.services.todos.calls import Call, read_call, read_forget
from workbench.services.todos.capabilities import LIFETIME_MS, LONGEST_LIFETIME_MS, Signer
from workbench.services.todos.fields import ITEM_STATUSES, PRIORITIES
from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import Scope, Todo, item_json
from workbench.services.todos.tables import KEY
from workbench.text.quote import quote
from workbench.time.zones import Zone

_CHANGES: Final = {"create": changes.create, "update": changes.update, "complete": changes.complete}


def signer_of(database: Database) -> Signer:
    """The signer of this database: its secret was made once, with the tables."""
    with database.read() as connection:
        return Signer(secret_key(connection, KEY))


class Todos:
    """The service. ``now`` gives epoch ms, ``zone`` the configured zone; safe to use from several threads."""

    def __init__(
        self, database: Database, now: Callable[[], int], zone: Callable[[], Zone], signer: Signer | None = None
    ) -> None:
        self._database = database
        self._now = now
        self._zone = zone
        self._signer = signer or signer_of(database)

    def call(self, identity: Identity, args: Mapping[str, Any]) -> dict[str, Any]:
        """The tool ``todo``: the result of TODO-9, or ServiceError with one of the closed codes."""
        now = self._now()
        call = read_call(args, now, self._zone())
        access.check_scope(identity, call.action)
        access.check_bulk(identity, call)
        scope = access.scope_of(identity, call, self._signer, now)
        if call.action == "list":
            return self._list(scope, call, now)
        if call.action == "delete_all":
            with self._database.write() as connection:
                batch, count = trash.delete_all(connection, scope, now)
            return results.bulk(call, batch, count, now)
        return self._change(scope, call, mutations.fingerprint(args), now)

    def forget(self, identity: Identity, args: Mapping[str, Any]) -> dict[str, Any]:
        """The tool ``forget``: one todo, by its exact id, into the trash; a second time changes nothing (TODO-8)."""
        now = self._now()
        call = read_forget(args, self._zone())
        access.check_scope(identity, call.action)
        scope = access.scope_of(identity, call, self._signer, now)
        with self._database.write() as connection:
            todo, changed = trash.forget(connection, scope, call.todo_id, now)
        return results.forgotten(todo, changed=changed, zone=call.zone)

    def restore(
        self, identity: Identity, *, batch: str | None = None, todo_id: str | None = None, project: str | None = None
    ) -> dict[str, Any]:
        """Bring back a batch or a todo within 30 days (TODO-8); for people, so in a project membership is enough."""
        now = self._now()
        access.check_scope(identity, "restore")
        scope = self._place(identity, project)
        if (batch is None) == (todo_id is None):
            raise refusal("INVALID_ARGS", "restore takes either a batch or a todo_id")
        with self._database.write() as connection:
            if todo_id is None:
                return {
                    "batch": batch,
                    "restored": trash.restore_batch(connection, scope, batch or "", now),
                    "item": None,
                }
            todo, changed = trash.restore_item(connection, scope, todo_id, now)
        return {"batch": None, "restored": int(changed), "item": item_json(todo, self._zone())}

    def grant(self, identity: Identity, project: str, operations: Iterable[str], lifetime_ms: int = LIFETIME_MS) -> str:
        """A capability for a member of ``project``, from now on for at most an hour (TODO-4); shown once, never kept.

        Raises ``project_not_found``, ``insufficient_scope``, ``invalid_operation``, ``invalid_lifetime``.
        """
        access.check_scope(identity, "grant")
        access.check_member(identity, project)
        if not 0 < lifetime_ms <= LONGEST_LIFETIME_MS:
            message = f"a capability lives 1 ms to {LONGEST_LIFETIME_MS} ms, given {quote(lifetime_ms)}"
            raise UsageError("invalid_lifetime", message)
        ends = self._now() + lifetime_ms
        return self._signer.issue(project, operations, ends, identity.user, account=identity.account)

    def page(
        self, identity: Identity, filters: screens.Filters, limit: int, after: str | None = None
    ) -> screens.TodoPage:
        """Rows, counts and where to go on, for a screen; ``limit`` from 1. Writes nothing."""
        access.check_scope(identity, "list")
        query = _filtered(self._place(identity, filters.project), filters)
        position = lists.opened(self._signer, query, after or "")
        now = self._now()
        with self._database.read() as connection:
            todos, end = lists.read_page(connection, query, position, limit)
            counts = screens.count(connection, query, now)
        rows = tuple(screens.Row(todo, todo.overdue(now)) for todo in todos)
        return screens.TodoPage(rows, counts, lists.sealed(self._signer, query, end))

    def trash(self, identity: Identity, limit: int = 100, *, project: str | None = None) -> list[trash.Batch]:
        """The newest batches that can still be restored."""
        access.check_scope(identity, "list")
        with self._database.read() as connection:
            return trash.batches(connection, self._place(identity, project), self._now(), limit)

    def trashed(
        self, identity: Identity, batch: str, limit: int = 100, after: str = "", *, project: str | None = None
    ) -> list[Todo]:
        """The todos of one batch behind the id ``after``, by id."""
        access.check_scope(identity, "list")
        with self._database.read() as connection:
            return trash.items(connection, self._place(identity, project), batch, self._now(), limit, after)

    def _list(self, scope: Scope, call: Call, now: int) -> dict[str, Any]:
        query = lists.Query.of(scope, call.item_status)
        after = lists.opened(self._signer, query, call.cursor)
        with self._database.read() as connection:
            todos, end = lists.read_page(connection, query, after, call.limit)
        return results.listed(call, todos, lists.sealed(self._signer, query, end), now)

    def _change(self, scope: Scope, call: Call, wish: bytes, now: int) -> dict[str, Any]:
        with self._database.write() as connection:
            if call.mutation_id is not None:
                first = mutations.replayed(connection, scope, call.mutation_id, wish)
                if first is not None:
                    return results.again(first)
            todo, status = _CHANGES[call.action](connection, scope, call, now)
            result = results.changed(call, todo, status, now)
            if call.mutation_id is not None:
                mutations.keep(connection, scope, call.mutation_id, wish, result, now)
        return result

    def _place(self, identity: Identity, project: str | None) -> Scope:
        access.check_member(identity, project or "")
        return Scope(identity.user, identity.account, project or "")


def _filtered(scope: Scope, filters: screens.Filters) -> lists.Query:
    if filters.status not in ITEM_STATUSES:
        raise refusal(
            "invalid_status", f"status must be one of {', '.join(ITEM_STATUSES)}, given {quote(filters.status)}"
        )
    if filters.priority is not None and filters.priority not in PRIORITIES:
        raise refusal(
            "invalid_priority", f"priority must be one of {', '.join(PRIORITIES)}, given {quote(filters.priority)}"
        )
    rank = None if filters.priority is None else PRIORITIES.index(filters.priority)
    return lists.Query.of(scope, filters.status, rank, filters.text)

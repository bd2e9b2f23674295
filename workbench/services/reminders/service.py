"""The service of agent reminders: create, change, list what is due, page the inbox.

Owns the two tools' behaviour (REM-1 to REM-7, REM-9). One call is one transaction: all of it or nothing.
"""

import secrets
import string
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from workbench.services.identity import Identity
from workbench.services.reminders import changing, inbox, listing
from workbench.services.reminders.access import check_access
from workbench.services.reminders.arguments import LIST_KINDS, UPSERT_KINDS, check_id, check_kinds
from workbench.services.reminders.records import Reminder, Scope, reminder_json
from workbench.services.store.database import Database
from workbench.time.clocktext import clock_text
from workbench.time.zones import UTC, Zone

_ID_SIGNS: Final = string.ascii_lowercase + string.digits
_ID_LENGTH: Final = 24


class Answer(NamedTuple):
    """What an upsert gives: ``value`` for programs, and a second text for people where something is to be known."""

    value: dict[str, Any]
    notice: str | None = None


class Reminders:
    """All reminders of one database. ``now`` is the bench's clock (epoch ms), ``zone`` the chosen one, None for UTC."""

    def __init__(self, database: Database, now: Callable[[], int], zone: Callable[[], Zone | None]) -> None:
        self._database = database
        self._now = now
        self._zone = zone

    def upsert(self, identity: Identity, args: Mapping[str, Any], *, made_id: str | None = None) -> Answer:
        """Create a reminder, or change the fields given of the one with ``id``; ``made_id`` sets a new one's id.

        Raises ServiceError with a code of the closed set, or a code of the database; nothing is written then.
        """
        check_kinds(args, UPSERT_KINDS)
        account = args["account_id"]
        check_access(identity, account)
        scope, now = (identity.user, account), self._now()
        reminder = self._change(scope, args, now) if "id" in args else self._create(scope, args, now, made_id)
        notice = self._notice(reminder) if "due_at" in args else None
        return Answer({"reminder": reminder_json(reminder)}, notice)

    def _create(self, scope: Scope, args: Mapping[str, Any], now: int, made_id: str | None) -> Reminder:
        changing.check_new(args)
        fields = changing.read_fields(args, now, self._zone())
        chosen = new_id() if made_id is None else check_id(made_id)
        with self._database.write() as connection:
            return changing.insert(connection, scope, chosen, fields, now)

    def _change(self, scope: Scope, args: Mapping[str, Any], now: int) -> Reminder:
        chosen = check_id(args["id"])
        fields = changing.read_fields(args, now, self._zone())
        # The id alone asks for the reminder as it is, which needs no lock.
        with (self._database.write if fields else self._database.read)() as connection:
            return changing.update(connection, scope, chosen, fields, now)

    def list_due(self, identity: Identity, args: Mapping[str, Any]) -> dict[str, Any]:
        """``{reminders, next_cursor}``: open, unexpired and due now, by due time, creation and id. Writes nothing."""
        check_kinds(args, LIST_KINDS)
        check_access(identity, args["account_id"])
        question = listing.read_question((identity.user, args["account_id"]), args)
        with self._database.read() as connection:
            return listing.list_due(connection, question, self._now())

    def inbox(
        self,
        identity: Identity,
        group: inbox.Group,
        limit: int = 50,
        after: inbox.After | None = None,
        *,
        account: str | None = None,
        subject: str | None = None,
    ) -> inbox.InboxPage:
        """One page of a group of the inbox, and how many are in each group (REM-8). Writes nothing.

        ``after`` is ``next`` of the page before; ``subject`` leaves only that one's reminders.
        """
        chosen = identity.account if account is None else account
        check_access(identity, chosen)
        query = inbox.Query((identity.user, chosen), group, limit, after, subject, self._now())
        with self._database.read() as connection:
            return inbox.page(connection, query)

    def _notice(self, reminder: Reminder) -> str | None:
        if not reminder.never_listed:
            return None
        zone = self._zone() or UTC
        due, end = (f"{clock_text(at, zone)} {zone.name}" for at in (reminder.due, reminder.expires))
        return (
            f"Saved, but it will never be listed: it is due {due} and stops being listed {end}, 14 days after it was"
            " created; pushing it out does not extend that. Create a new reminder closer to the time instead."
        )


def new_id() -> str:
    """A new id that nobody can guess: ``arem_`` and 24 of a-z and 0-9."""
    return "arem_" + "".join(secrets.choice(_ID_SIGNS) for _ in range(_ID_LENGTH))

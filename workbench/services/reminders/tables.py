"""The table of reminders and the indexes that its questions are answered from; times are epoch ms.

Ids are unique within a user's account only: were they unique across all, a taken one would tell of another's row.
"""

from typing import TYPE_CHECKING, Final

from sqlite_utils.migrations import Migrations

if TYPE_CHECKING:
    from sqlite_utils import Database

STEPS: Final = Migrations("reminders")


@STEPS(name="001-reminders")
def _reminders(db: "Database") -> None:
    # labels: each label between U+001F separators, which no label may hold, so that one can be found inside.
    db.execute(
        """
        CREATE TABLE reminders (
            number INTEGER PRIMARY KEY,
            user TEXT NOT NULL,
            account TEXT NOT NULL,
            id TEXT NOT NULL,
            prompt TEXT NOT NULL,
            subject TEXT,
            labels TEXT NOT NULL,
            due INTEGER NOT NULL,
            due_text TEXT NOT NULL,
            created INTEGER NOT NULL,
            completed INTEGER,
            UNIQUE (user, account, id)
        ) STRICT
        """
    )
    # completed stands in each index, though it is always null there: only so is counting answered without the table.
    db.execute(
        "CREATE INDEX reminders_open_by_due ON reminders (user, account, due, created, id, subject, labels, completed)"
        " WHERE completed IS NULL"
    )
    db.execute(
        "CREATE INDEX reminders_open_by_age ON reminders (user, account, created, due, id, completed)"
        " WHERE completed IS NULL"
    )
    db.execute(
        "CREATE INDEX reminders_completed ON reminders (user, account, completed, created, id)"
        " WHERE completed IS NOT NULL"
    )
    db.execute(
        "CREATE INDEX reminders_by_subject ON reminders (user, account, subject, completed, due, created)"
        " WHERE subject IS NOT NULL"
    )

"""A reminder as it is stored, and as callers get it (REM-3, REM-5).

Owns the life of a reminder: until when it is listed. Times are epoch ms.
"""

import sqlite3
from typing import Any, Final

import msgspec

from workbench.services.dues import due_text
from workbench.time.instant import DAY

Scope = tuple[str, str]  # user and account: everything asked is asked within one
LISTED_FOR: Final = 14 * DAY
SEPARATOR: Final = "\x1f"
COLUMNS: Final = "id, prompt, subject, labels, due, due_text, created, completed"


class Reminder(msgspec.Struct, frozen=True):
    """One reminder; ``due_text`` keeps the offset that the due time was given with."""

    id: str
    prompt: str
    subject: str | None
    tags: tuple[str, ...]
    due: int
    due_text: str
    created: int
    completed: int | None = None

    @property
    def expires(self) -> int:
        """The first instant at which it is no longer listed unless completed."""
        return self.created + LISTED_FOR

    @property
    def never_listed(self) -> bool:
        """Whether it expires before it falls due."""
        return self.due >= self.expires


def from_row(row: sqlite3.Row) -> Reminder:
    """The reminder in a row of :data:`COLUMNS`."""
    identity, prompt, subject, labels, due, text, created, completed = row
    return Reminder(identity, prompt, subject, unjoined(labels), due, text, created, completed)


def joined(tags: tuple[str, ...]) -> str:
    """Tags as one text in which ``SEPARATOR + tag + SEPARATOR`` finds exactly that tag; empty for none."""
    return SEPARATOR + SEPARATOR.join(tags) + SEPARATOR if tags else ""


def unjoined(labels: str) -> tuple[str, ...]:
    """The tags that :func:`joined` made one text of."""
    return tuple(labels[1:-1].split(SEPARATOR)) if labels else ()


def reminder_json(reminder: Reminder) -> dict[str, Any]:
    """The reminder with exactly the served keys, all present."""
    completed = reminder.completed
    return {
        "id": reminder.id,
        "prompt": reminder.prompt,
        "subject": reminder.subject,
        "tags": list(reminder.tags),
        "due_at": reminder.due_text,
        "completed_at": None if completed is None else due_text(completed, None),
        "created_at": due_text(reminder.created, None),
    }

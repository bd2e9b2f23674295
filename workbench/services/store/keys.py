"""Secret keys that a database made for itself: they sign what must come back unchanged, and are never shown."""

import sqlite3


def secret_key(connection: sqlite3.Connection, name: str = "cursors") -> bytes:
    """The 32 secret bytes called ``name``; each database has its own."""
    row = connection.execute("SELECT secret FROM keys WHERE name = ?", (name,)).fetchone()
    return bytes(row[0])

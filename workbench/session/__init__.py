"""The session log: events, reading, checking, writing, forks. The only authority for a session (LOG-1..19)."""

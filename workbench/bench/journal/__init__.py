"""The decision journal beside a session's log: what was decided when, and why (BEN-14)."""

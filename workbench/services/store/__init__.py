"""The one database of account-scoped things: opening it, its tables by numbered steps, and what its failures mean."""

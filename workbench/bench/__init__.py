"""The bench: one live session and everything around it (page 4 of the design)."""

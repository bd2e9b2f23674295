"""Agent reminders: follow-ups that an agent leaves for itself, kept by user and account (REM-1 to REM-9)."""

"""What each command does on the session screen, by noun; the table of them all is ``table``."""

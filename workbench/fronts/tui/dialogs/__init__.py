"""What opens over a screen, asks for one thing and closes."""

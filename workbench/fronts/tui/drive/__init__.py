"""The one thread that touches a bench, and what it tells the screen."""

"""A time machine for agent reminders, in the terminal.

Importing this package imports nothing else: fronts and layers are loaded by the command that needs them.
"""

__version__ = "0.1.0"

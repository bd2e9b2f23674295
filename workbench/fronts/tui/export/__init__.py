"""The screen outside the terminal: as text, as SVG, on the clipboard, in a file."""

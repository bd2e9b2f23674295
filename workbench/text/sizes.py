"""Numbers of bytes as people read them."""

from typing import Final

_UNITS: Final = ("B", "KiB", "MiB", "GiB")


def size_text(size: int) -> str:
    """Bytes in the largest unit that leaves a whole number, floored: ``212 KiB``."""
    for unit in _UNITS[:-1]:
        if size < 1024:
            return f"{size} {unit}"
        size //= 1024
    return f"{size:,} {_UNITS[-1]}"

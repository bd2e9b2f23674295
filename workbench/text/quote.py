"""Values from outside, quoted inside a message: JSON, one line, safe to print, never long.

Owns only that form; what a message says around it is the refusing layer's own wording.
"""

from typing import Any, Final

from workbench.text.jsontext import dumps
from workbench.text.safe import safe_line

LIMIT: Final = 80


def quote(value: Any) -> str:
    """``value`` as JSON, cut to :data:`LIMIT` characters, with no character a terminal would act on."""
    if isinstance(value, str) and len(value) > LIMIT:
        return safe_line(dumps(value[:LIMIT])) + "…"
    try:
        text = safe_line(dumps(value))
    except (TypeError, ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= LIMIT else text[:LIMIT] + "…"

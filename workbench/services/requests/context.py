"""Notes that a request names as its context: "Use note 018f... as context." (REQ-6).

Owns finding that sentence and taking it out. What the names stand for is asked of the notes when the request runs.
"""

import re
from typing import Final

from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.naming import NOTE
from workbench.services.requests.needs import needs
from workbench.services.requests.unquoted import without_quoted

_AND: Final = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:notes?\s+)?"
_USE: Final = re.compile(
    rf"(?:(?P<start>\A|[.!?;\n])|,?\s+and\b|,)\s*(?:please\s+)?use\s+(?:(?:the|my)\s+)?notes?\s+"
    rf"(?P<notes>{NOTE}(?:{_AND}{NOTE})*)\s+as\s+(?:the\s+|a\s+)?context(?:\s+for\s+(?:this|it))?(?:\s*[.!,;](?=\s|\Z)|\s*\Z)",
    re.IGNORECASE | re.ASCII,
)
_ATTEMPT: Final = re.compile(r"\buse\s+(?:\S+\s+){0,6}?as\s+(?:\S+\s+){0,2}?context\b", re.IGNORECASE)
_ONE: Final = re.compile(rf"(?<![0-9a-z_/-]){NOTE}", re.IGNORECASE | re.ASCII)
_MAX: Final = 20
_STRAIGHT: Final = str.maketrans("“”", '""')


def split_context(text: str) -> tuple[str, tuple[str, ...]] | NeedsInput:
    """``text`` without its sentence about context, and the notes named there, each once; else what must be asked."""
    read = without_quoted(text.translate(_STRAIGHT))
    names: list[str] = []
    kept = ""
    at = 0
    for match in _USE.finditer(read):
        kept += text[at : match.start()] + (match["start"] or "") + " "
        names += [found[0].lower() for found in _ONE.finditer(match["notes"])]
        at = match.end()
    kept = kept + text[at:] if names else text
    attempt = _ATTEMPT.search(without_quoted(kept.translate(_STRAIGHT)))
    if attempt is not None:
        return needs("unknown_note", kept[attempt.start() : attempt.end()])
    if len(names) > _MAX:
        return needs("unknown_note", f"{len(names)} notes")
    return kept, tuple(dict.fromkeys(names))

"""What a pane says when it has nothing to show: a bold sentence, a blank row, one or two hints (page 10, section 8)."""

from collections.abc import Sequence

from workbench.fronts.tui.theme.paint import Line, Span

_INDENT = Span("   ")


def empty_lines(sentence: str, hints: Sequence[tuple[str, str]] = (), *, bad: bool = False) -> list[Line]:
    """The rows; a hint is a key (may be empty) and what it does."""
    lines = [Line(), Line((_INDENT, Span(sentence, "bad" if bad else "text", True)))]
    if hints:
        lines.append(Line())
    for key, does in hints:
        lines.append(Line((_INDENT, Span(f"{key} " if key else "", "fired", True), Span(does, "dim"))))
    return lines

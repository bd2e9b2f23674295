"""The mark of a row that differs: one cell of its own behind the bar, so that neither hides the other."""

from workbench.fronts.tui.theme.paint import Line, Span


def marked(line: Line, mark: str) -> Line:
    """``line``, whose first cell is its bar, with ``mark`` (one cell, or nothing) in a cell behind that."""
    first, *rest = line.spans or (Span(" "),)
    bar, more = first._replace(text=first.text[:1] or " "), first._replace(text=first.text[1:])
    spans = [bar, Span(mark or " ", "past", True), *([more] if more.text else []), *rest]
    return Line(spans, line.right, line.look, line.fill)


def visited(line: Line, bar: str) -> Line:
    """``line`` as it stands out while it is visited."""
    first, *rest = line.spans or (Span(" "),)
    more = first._replace(text=first.text[1:])
    return Line([Span(bar, "past", True), *([more] if more.text else []), *rest], line.right, "past", line.fill)


def faded(line: Line) -> Line:
    """``line`` as what is inherited looks: there, and not the side's own."""
    spans = [span._replace(role="faint", bold=False) for span in line.spans]
    return Line(spans, [span._replace(role="faint", bold=False) for span in line.right], line.look, line.fill)

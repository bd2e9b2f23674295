"""A refusal on the screen: who or what first, what to do last and never cut, and of paths no more than their end.

Owns shortening, and how a sentence is laid into the one or two rows there are. The whole of it is in the help and in
what is written to a file, on the problem screen and in what the command line prints.
"""

import re
from typing import Final

from workbench.errors import WorkbenchError
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.theme.cells import clean, cut, width, wrap
from workbench.fronts.tui.theme.glyphs import RICH, Glyphs
from workbench.fronts.tui.theme.paint import Line, Span

# Every session has a file of the same name: as what a sentence is about it is the log, elsewhere its folder tells it.
_SUBJECT: Final = re.compile(r"^/\S+/session\.jsonl(?:\.zstd?)?(?![^\s:])")
_LOG: Final = re.compile(r"(?<!\S)/\S+/([^\s/]+)/session\.jsonl(?:\.zstd?)?(?![\w.])")
_FOLDERS: Final = re.compile(r"(?<!\S)/\S+/(?=[^\s/])")
_CLAUSE: Final = re.compile(r"[;,]| to ")
# What goes on so follows of itself.
_OF_ITSELF: Final = " to go on "
# Fewer cells of a message than these say nothing, whatever is to be done about it.
_LEAST: Final = 8


def notice_of(error: WorkbenchError) -> Notice:
    """A refusal as a sentence for a bar, with what to do about it."""
    hint = error.hint or ""
    said = hint.partition(_OF_ITSELF)[0]
    whole = _joined(error.message, hint)
    return Notice(briefly(error.message), code=error.code, bad=True, hint=said, whole=whole, tall=True)


def notice_of_problem(problem: str) -> Notice:
    """The same of what a view says is wrong: ``code: message``, or a message alone."""
    code, colon, message = problem.partition(": ")
    if not colon or not re.fullmatch("[a-z_]+", code):
        code, message = "", problem
    return Notice(briefly(message), code=code or None, bad=True, whole=message)


def briefly(message: str) -> str:
    """A message without folders."""
    message = _SUBJECT.sub("this log", message)
    return _FOLDERS.sub(f"{RICH.ellipsis}/", _LOG.sub(rf"{RICH.ellipsis}/\1", message))


def whole_text(notice: Notice) -> str:
    """All of it, folders included."""
    return f"{notice.code}: {_whole(notice)}" if notice.code else _whole(notice)


def notice_lines(notice: Notice, cells: int, most: int, glyphs: Glyphs, look: str = "panel") -> list[Line]:
    """One line, or where it is a tall one that does not fit in one and ``most`` is more, two."""
    if not notice.bad:
        return [Line((Span(" "), Span(notice.text, "soft")), look=look)]
    sign, code = f"{glyphs.corrupt} ", f"{notice.code}: " if notice.code else ""
    room = cells - 2 - width(sign) - width(code)
    message, hint = (clean(text, 2 * cells) for text in (notice.text, notice.hint))
    texts = _texts(message, hint, (room, cells - 2 - width(sign))[: most if notice.tall else 1])
    heads = ((Span(sign, "bad", True), Span(code, "bad", True)), (Span(" " * width(sign)),))
    return [Line((Span(" "), *head, Span(text)), look=look) for head, text in zip(heads, texts, strict=False)]


def _texts(message: str, hint: str, rooms: tuple[int, ...]) -> list[str]:
    """Message and hint for rows of so many cells: the message is cut, at its end, before the hint is."""
    whole = _joined(message, hint)
    if width(whole) <= rooms[0]:
        return [whole]
    if len(rooms) == 1:
        hints = (hint, _CLAUSE.split(hint, maxsplit=1)[0])
        return [_cut(message, next((each for each in hints if _fits(each, rooms[0])), hints[-1]), rooms[0])]
    first = next(wrap(whole, max(1, rooms[0])), "")
    rest = whole[len(first) :].lstrip()
    if width(rest) <= rooms[1]:
        return [first.rstrip(), rest]
    first = next(wrap(message, max(1, rooms[0])), "")
    return [first.rstrip(), _cut(message[len(first) :].lstrip(), hint, rooms[1])]


def _cut(message: str, hint: str, room: int) -> str:
    if width(_joined(message, hint)) <= room or not message:
        return cut(_joined(message, hint), max(0, room))
    if not _fits(hint, room):
        return cut(message, max(0, room))
    return _joined(cut(message, max(0, room - width(_joined("", hint)) - (2 if hint else 0))), hint)


def _fits(hint: str, room: int) -> bool:
    return width(hint) + _LEAST + 2 <= room


def _joined(message: str, hint: str) -> str:
    return f"{message}; {hint}" if message and hint else message or hint


def _whole(notice: Notice) -> str:
    return notice.whole or _joined(notice.text, notice.hint)

"""Todos in plain words (REQ-6): the content, and the options behind it: a priority, and when it is due.

Owns ``todo: CONTENT, PRIORITY, due TIME`` and its spoken forms. A time or priority that is not clearly an option is
asked about, because as content it would be lost; quotation marks keep content as it is.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, cast

from workbench.services.requests.accept import instant_of
from workbench.services.requests.account_commands import AddTodo, Priority
from workbench.services.requests.commands import After, At, Every, NeedsInput
from workbench.services.requests.content import before_time, dangling_word, said_content
from workbench.services.requests.moments import when_of
from workbench.services.requests.needs import needs
from workbench.services.requests.reminders import Setting
from workbench.services.requests.request_text import RequestText
from workbench.services.requests.scan import phrase_at, phrase_before
from workbench.services.requests.unquoted import other_wish, without_quoted

_LEVEL: Final = r"(?:low|normal|high|urgent)"
_HEADS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL)
    for pattern in (
        r"(?:new\s+|add\s+(?:a\s+)?)?(?:to-?dos?|task)(?:\s+list)?\s*:\s*(?P<what>.*)",
        (
            r"(?:add|create|make|set\s+up)\s+(?:me\s+)?(?:an?|another|one)\s+(?:new\s+)?"
            rf"(?:(?P<level>{_LEVEL})(?:[\s-]+priority)?\s+)?(?:to-?do|task)(?:\s+item)?\b"
            r"(?:(?:\s*:|\s+(?:to|that|called|named|saying|about|for)\b|(?=\s+\"))\s*(?P<what>.*))?"
        ),
        r"(?:add|put)\s+(?P<what>\S.*?)\s+(?:to|on|onto)\s+(?:my|the)\s+(?:to-?dos?|to-?do\s+list|task\s+list|tasks)",
    )
)
_PRIORITY: Final = rf"(?:priority\s*[:=]?\s*)?(?P<level>{_LEVEL})(?:[\s-]+priority)?"
_LAST_PRIORITY: Final = re.compile(rf"\s*,\s*{_PRIORITY}\s*\Z", re.IGNORECASE | re.ASCII)
_ANY_PRIORITY: Final = re.compile(rf",\s*{_PRIORITY}\s*(?=,|\Z)", re.IGNORECASE | re.ASCII)
_NO_PRIORITY: Final = re.compile(
    r",\s*(?P<level>priority\b[^,]*|[\w!-]+[\s-]+(?:priority|prio)|medium|mid|critical|highest|lowest|top|important|asap"
    r"|blocker|trivial|p[0-9]|!+"
    rf"|(?:[\w!-]+\s+){{1,2}}{_LEVEL})\s*(?=,|\Z)",
    re.IGNORECASE | re.ASCII,
)
_BRACKETED: Final = re.compile(rf"[(\[]\s*{_PRIORITY}\s*[)\]]", re.IGNORECASE | re.ASCII)
# What todos have, and this sentence form has not.
_NO_OPTION: Final = re.compile(
    r",\s*(?:project|status|notes?|tags?|labels?|assign\w*|repeat\w*|recurring|remind\w*|every|overdue)\b[^,]*",
    re.IGNORECASE | re.ASCII,
)
_DUE: Final = re.compile(r"(?:\s*,\s*|\s+|\A)due\b\s*:?\s*(?:(?:by|until|before)\s+)?", re.IGNORECASE | re.ASCII)
_PLAIN: Final = "todo: review the scope matrix"
_SEVERAL: Final = re.compile(r"[;\n]")
_TOO_MANY: Final = 2
_TAIL_MARKS: Final = " .!?"


@dataclass(frozen=True, slots=True)
class _Options:
    """What was found behind the content, and where the content ends."""

    end: int
    levels: tuple[str, ...] = ()
    due: After | At | None = None


def read_todo(text: RequestText, setting: Setting) -> AddTodo | NeedsInput | None:
    """The todo that ``text`` asks for, what it leaves open, or None when it asks for none."""
    for head in _HEADS:
        match = head.fullmatch(text.plain)
        if match is not None:
            if match["what"] is None:
                return needs("no_text", match[0], example=_PLAIN)
            what = text.part(match.start("what"), match.end("what"))
            return _todo(what, match.groupdict().get("level"), setting)
    return None


def _todo(text: RequestText, level: str | None, setting: Setting) -> AddTodo | NeedsInput:
    whole, text = text, text.part(0, len(text.plain.rstrip(_TAIL_MARKS)))
    read = without_quoted(text.plain)
    several = _SEVERAL.search(read)
    if several is not None:
        first = text.written[: several.start()].strip() or "draft"
        return needs("two_wishes", text.written[several.end() :].strip(), example=f"todo: {first}")
    options = _options(text, read, setting)
    if isinstance(options, NeedsInput):
        return options
    levels = [*([level] if level else []), *options.levels]
    if len(levels) > 1:
        return needs("two_priorities", *levels[:2])
    # Marks at the very end belong to the content where no option stands between them.
    content = whole if options.end == len(text.plain) else before_time(text.part(0, options.end))
    problem = _content_problem(content)
    priority = cast("Priority", levels[0].lower() if levels else "normal")
    return problem or AddTodo(said_content(content), priority, options.due)


def _options(text: RequestText, read: str, setting: Setting) -> _Options | NeedsInput:
    due = _DUE.search(read)
    if due is None:
        return _levels(read, len(read))
    said, end, found = _due(text.plain, due, setting)
    if isinstance(found, NeedsInput):
        return _as_todo(found, text.written[: due.start()].strip())
    before, after = _levels(read, due.start()), _levels(read, len(read))
    if after.end > end:
        return needs("leftover", read[end : after.end].strip(" ,"), f"due {said}", example=_WITH_DUE)
    behind = _levels(read[end:], len(read) - end)
    return _Options(before.end, (*before.levels, *behind.levels), found)


_EXAMPLE: Final = re.compile(r"remind me (?P<when>.*) to call the lab")
_WITH_DUE: Final = "todo: review the scope matrix, high, due tomorrow 17:00 UTC"


def _due(plain: str, due: re.Match[str], setting: Setting) -> tuple[str, int, After | At | NeedsInput]:
    """The words of the due time, where they end, and what they mean."""
    phrase = phrase_at(plain, due.end())
    if phrase is None:
        rest = plain[due.end() :].strip()
        return rest, due.end(), needs("leftover", rest or "due", "the todo", example=_WITH_DUE)
    said = plain[phrase.start : phrase.end]
    when = when_of(phrase.pieces, said, setting.now, setting.zone)
    instant = None if isinstance(when, NeedsInput | Every) else instant_of(when, setting.now)
    if isinstance(instant, NeedsInput):
        when = instant
    if isinstance(when, Every):
        when = needs("leftover", said, "the todo", example=_WITH_DUE)
    return said, phrase.end, when


def _as_todo(found: NeedsInput, content: str) -> NeedsInput:
    """A question about a time, with its example turned from a reminder into this todo."""
    time = _EXAMPLE.fullmatch(found.example)
    return found if time is None else replace(found, example=f"todo: {content or 'call the lab'}, due {time['when']}")


def _levels(read: str, end: int) -> _Options:
    """The priorities at the end of ``read[:end]``, and where they begin."""
    levels: list[str] = []
    while len(levels) < _TOO_MANY:
        match = _LAST_PRIORITY.search(read[:end])
        if match is None:
            break
        levels.append(match["level"])
        end = match.start()
    return _Options(end, tuple(reversed(levels)))


def _content_problem(content: RequestText) -> NeedsInput | None:
    if not content.plain.strip(_TAIL_MARKS + ',"'):
        return needs("no_text", "todo:", example=_PLAIN)
    if content.quoted:
        return None
    read = without_quoted(content.plain)
    unknown = _NO_PRIORITY.search(read)
    if unknown is not None:
        return needs("unknown_priority", unknown["level"].strip())
    inner = _ANY_PRIORITY.search(read) or _BRACKETED.search(read) or _NO_OPTION.search(read)
    left = inner[0].strip(" ,") if inner else dangling_word(content)
    if left is not None:
        return needs("leftover", left, content.plain, example=f'todo: "{content.written}"')
    return _time_inside(content, read) or other_wish(content.plain)


def _time_inside(content: RequestText, read: str) -> NeedsInput | None:
    """A time at the end that is not said to be when the todo is due."""
    time = phrase_before(read, len(read.rstrip(_TAIL_MARKS)))
    if time is None or time.weak:
        return None
    said, before = read[time.start : time.end], read[: time.start].strip()
    example = f'todo: "{content.written}"'
    return needs("leftover", said, before, example=example) if before else needs("no_text", said, example=example)

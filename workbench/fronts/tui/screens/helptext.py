"""What the help says: every command with its key, the signs and what they mean, and what to do about broken frames.

Owns the words and their order. It is made from the same records as bindings, key bar and palette; the pane around it is
``help``.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from workbench.actions.commands import PANE_KEYS, Command, Scope
from workbench.fronts.tui.panes.keybar import key_name
from workbench.fronts.tui.panes.refusals import whole_text
from workbench.fronts.tui.panes.scene import Notice
from workbench.fronts.tui.theme.cells import pad, width, wrap
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.text.safe import safe_line

_SCREENS: Final[dict[Scope, str]] = {"session": "Session", "list": "Session list", "compare": "Comparison"}
_ROOMY: Final = 60
# Where there is room for it, each command is followed by its name, which `settings.toml` knows it by.
_WITH_NAMES: Final = 96
_NAME_CELLS: Final = 20
_LEAST_TEXT: Final = 10
VERDICTS: Final = ("ok", "torn", "corrupt", "unsupported")
_NOTES: Final = (
    "Delivered means queued and recorded by the last move of time; passed counts the targets that were not.",
    "Where frames look broken, the terminal draws ambiguous characters two cells wide: choose narrow ones there, or",
    "ASCII signs here: in the theme dialog, with --ascii, or for good with ascii = true in settings.toml.",
    "Keys can be changed in the table [keys] of settings.toml. ctrl+c leaves at once, out of a dialog as well.",
)


class Entry(NamedTuple):
    """A key or a sign, and what it does or means; ``name`` is a command's id."""

    head: str
    text: str
    role: str = "fired"
    name: str = ""


def help_lines(
    scope: Scope, commands: Sequence[Command], glyphs: Glyphs, cells: int, said: Notice | None = None
) -> list[Line]:
    """The whole help in lines of at most ``cells`` cells: what the screen says just now, what belongs to the screen of
    ``scope``, the rest."""
    lines = _just_said(said, cells) if said is not None else []
    for title, entries in _sections(scope, commands, glyphs):
        lines += [Line()] if lines else []
        lines += [Line((Span(f" {piece}", "text", True),)) for piece in wrap(title, cells - 1)]
        lines += [line for entry in entries for line in _entry(entry, cells)]
    lines.append(Line())
    for note in _NOTES:
        lines += [Line((Span(f" {piece}", "soft"),)) for piece in wrap(note, cells - 2)]
    return lines


def _just_said(said: Notice, cells: int) -> list[Line]:
    """A sentence that may have been cut on the screen, whole."""
    text = safe_line(whole_text(said))
    lines = [Line((Span(f" {piece}", "bad" if said.bad else "soft"),)) for piece in wrap(text, cells - 2)]
    return [Line((Span(" Just said", "text", True),)), *lines]


def _sections(scope: Scope, commands: Sequence[Command], glyphs: Glyphs) -> Iterator[tuple[str, Iterable[Entry]]]:
    here = [command for command in commands if command.scope in (scope, "anywhere")]
    for noun in dict.fromkeys(_noun(command) for command in here):
        yield noun, [_command(command) for command in here if _noun(command) == noun]
    yield "In a pane", [Entry(key, does) for key, does in PANE_KEYS]
    yield "Signs", _signs(glyphs)
    for other, title in _SCREENS.items():
        if other != scope:
            yield f"Elsewhere: {title}", [_command(command) for command in commands if command.scope == other]


def _noun(command: Command) -> str:
    return command.title.partition(":")[0]


def _command(command: Command) -> Entry:
    return Entry(key_name(command), f"{command.label}: {command.help}", name=command.id)


def _signs(glyphs: Glyphs) -> list[Entry]:
    """The legend: shape says the kind, fill says the state."""
    shown = (
        (f"{glyphs.every} {glyphs.once}", "a schedule that repeats, one that fires once: waiting", "link"),
        (f"{glyphs.every_delivered} {glyphs.once_delivered}", "the same, delivered by the last move of time", "fired"),
        (glyphs.overdue, "overdue, not delivered yet", "overdue"),
        (glyphs.mark, "delivered or changed by the last move", "fired"),
        (glyphs.delivered_before, "delivered earlier", "soft"),
        (glyphs.passed, "a target that was passed, not delivered", "dim"),
        (glyphs.late * 2, "late by so much: from the target to the decision", "fired"),
        (glyphs.held, "held back", "overdue"),
        (f"{glyphs.now} {glyphs.cursor}", "now, and the instant that is looked at", "fired"),
        (f"{glyphs.changed} {glyphs.same}", "changed by the event, or different; the same", "past"),
        (glyphs.user, "the user said", "ok"),
        (f"{glyphs.todo_open} {glyphs.todo_started} {glyphs.todo_done}", "a todo: open, in progress, done", "link"),
        (" ".join(map(glyphs.health, VERDICTS)), f"a log: {', '.join(VERDICTS)}", "text"),
        (glyphs.asleep * 2, "time that was slept over", "overdue"),
        (glyphs.seed * 2, "above it: inherited from the parent of a fork", "past"),
        (f"{glyphs.before} {glyphs.after}", "lies before or after the part of time that is shown", "dim"),
    )  # fmt: skip
    return [Entry(signs, meaning, role) for signs, meaning, role in shown]


def _entry(entry: Entry, cells: int) -> Iterator[Line]:
    heads = 10 if cells >= _ROOMY else 7
    name = entry.name if cells >= _WITH_NAMES else ""
    room = max(_LEAST_TEXT, cells - heads - 2 - (_NAME_CELLS if name else 0))
    right = (Span(f"{name} ", "faint"),) if name else ()
    pieces = list(wrap(entry.text, room))
    head = entry.head
    if width(head) > heads - 1:
        yield Line((Span(f" {head}", entry.role, True),))
        head = ""
    for piece in pieces:
        yield Line((Span(f" {pad(head, heads)}", entry.role, True), Span(piece, "soft")), right)
        head, right = "", ()

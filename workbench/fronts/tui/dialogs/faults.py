"""The faults panel: the nine switches of BEN-13, how often each will strike, and what happens when one does.

Owns choosing and counting. Arming is the screen's business: each change is handed to it at once, and the panel shows
what it handed over, since nothing moves while it is open.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType

from workbench.bench.faults import FAULTS, MOST, Armed, Fault, FaultName, check_fault
from workbench.errors import UsageError
from workbench.fronts.tui.dialogs.ask import Ask, Question
from workbench.fronts.tui.dialogs.base import CLOSE, Dialog, sentences
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.sheet import Page, Spot
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.panes.faulttext import times
from workbench.fronts.tui.theme.paint import BLANK_LINE, Line, Span
from workbench.time.durations import format_duration, parse_duration
from workbench.time.instant import SECOND

# Rows kept for what the chosen fault does, more where they are short, and from which room on there are blank rows and a
# first sentence.
_HELP: Final = 2
_SHORT_BELOW: Final = 56
_AIRY: Final = len(FAULTS) + 6
_CLOSING: Final = ("x", "q")
_HINT: Final = "What is armed strikes at its next chance, also after a crash."
_SLOW: Final = "barrier_slow"

Change = Callable[[FaultName, int, int | None], None]


def slow_seconds(text: str) -> int:
    """How long a slow barrier takes, in seconds; raises ``invalid_duration`` and ``invalid_fault``."""
    ms = parse_duration(text)
    if ms % SECOND:
        raise UsageError("invalid_fault", f"a slow barrier takes whole seconds; got {text.strip()!r}")
    check_fault(_SLOW, 1, ms // SECOND)
    return ms // SECOND


class FaultsPanel(Dialog[None]):
    """The switches. ``change`` gets a fault, how often it is to strike (0: never) and a slow barrier's seconds."""

    NAME = "Faults"
    WIDTH = 78
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup,home", "move(-9)", "First", show=False),
        Binding("pagedown,end", "move(9)", "Last", show=False),
        Binding("space,enter", "switch", "Arm or disarm", show=False),
    ]

    def __init__(self, armed: Sequence[Armed], change: Change) -> None:
        super().__init__()
        self._change = change
        self._armed = {each.name: each for each in armed}
        self._cursor = next((at for at, fault in enumerate(FAULTS) if fault.name in self._armed), 0)
        self._top = 0
        # The count that is being typed, digit by digit.
        self._typed = ""

    @property
    def chosen(self) -> Fault:
        """The fault the cursor is on."""
        return FAULTS[self._cursor]

    def title_spans(self, width: int) -> Sequence[Span]:
        """The name, and how many are armed."""
        del width
        armed = len(self._armed)
        return (Span(self.NAME, "link", True), Span(f"  {armed} armed" if armed else "  none armed", "dim"))

    def hints(self) -> Sequence[KeyHint]:
        """Arm or disarm, count, move, close."""
        does = "disarm" if self.chosen.name in self._armed else "arm"
        return (
            KeyHint("space", does, "switch"),
            KeyHint("+ -", "count", "count(1)"),
            KeyHint("0-9", "times", "move(0)", spare=True),
            KeyHint("up down", "choose", "move(1)", spare=True),
            CLOSE,
        )

    # -------------------------------------------------------------------------------------------------- drawing

    def page(self, width: int, height: int) -> Page:
        """A line a fault, and under them what the chosen one does."""
        airy = height >= _AIRY
        above = [*sentences([_HINT], "dim", width, 2), BLANK_LINE] if airy else []
        kept = _HELP + (width < _SHORT_BELOW)
        said = sentences([self.chosen.help], "soft", width, kept)
        said += [BLANK_LINE] * (kept - len(said))
        blank = [BLANK_LINE] if airy else []
        rows = min(len(FAULTS), max(1, height - len(above) - len(said) - 2 * len(blank)))
        top = self._top = min(max(self._top, self._cursor - rows + 1, 0), self._cursor, len(FAULTS) - rows)
        lines = [self._line(at, short=width < _SHORT_BELOW) for at in range(top, top + rows)]
        spots = [Spot(0, len(above) + row, width, f"take({top + row})") for row in range(rows)]
        return Page([*above, *lines, *blank, *said, *blank], spots=spots)

    def _line(self, at: int, *, short: bool) -> Line:
        fault, glyphs = FAULTS[at], paint_of(self).glyphs
        armed = self._armed.get(fault.name)
        sign = Span(f"{glyphs.overdue} " if armed is not None else "  ", "overdue", True)
        here = at == self._cursor
        mark = Span(f"{glyphs.mark} " if here else "  ", "link")
        title = Span(fault.title, "text" if armed is not None or here else "soft", armed is not None)
        return Line((mark, sign, title), (_state(armed, short=short),), "cursor" if here else "plain")

    # ------------------------------------------------------------------------------------------------- choosing

    def on_key(self, event: events.Key) -> None:
        """Count by signs and digits; the key that opened the panel closes it too."""
        pressed = event.character or ""
        if pressed in _CLOSING:
            self.dismiss(None)
        elif pressed in ("+", "-"):
            self.action_count(1 if pressed == "+" else -1)
        elif pressed.isdecimal() and pressed.isascii():
            typed = f"{self._typed}{pressed}"
            # More digits than a count can have begin another one.
            self._typed = typed if int(typed) <= MOST else pressed
            self._put(int(self._typed))
        else:
            self._typed = ""
            return
        event.stop()

    def action_move(self, by: int) -> None:
        """To another fault."""
        self._typed = ""
        self._cursor = min(max(self._cursor + by, 0), len(FAULTS) - 1)
        self.renew()

    def action_take(self, at: int) -> None:
        """A fault was clicked: choose it, or switch it where it is chosen already."""
        if at == self._cursor:
            self.action_switch()
        else:
            self._cursor = at
            self.renew()

    def action_switch(self) -> None:
        """Arm the chosen fault once, or disarm it."""
        self._typed = ""
        self._put(0 if self.chosen.name in self._armed else 1)

    def action_count(self, by: int) -> None:
        """Once more, or once less; less than once is not at all."""
        self._typed = ""
        armed = self._armed.get(self.chosen.name)
        self._put(min(max((armed.left if armed is not None else 0) + by, 0), MOST))

    def _put(self, count: int) -> None:
        name, armed = self.chosen.name, self._armed.get(self.chosen.name)
        if count == (armed.left if armed is not None else 0):
            return
        if name == _SLOW and armed is None:
            self._ask_how_slow(count)
        else:
            self._arm(name, count, armed.seconds if armed is not None and armed.seconds else None)

    def _ask_how_slow(self, count: int) -> None:
        question = Question(
            title="A slow barrier",
            verb="arm",
            hints=("How long each barrier takes, in simulated time.", 'Such as "60s", "2m" or "1h 30m".'),
            initial="60s",
            means=lambda text: f"Each barrier takes {format_duration(slow_seconds(text) * SECOND)}.",
            recall="slow barrier",
        )

        def answered(text: str | None) -> None:
            if text is not None:
                self._arm(_SLOW, count, slow_seconds(text))
            self._typed = ""

        self.app.push_screen(Ask(question), answered)

    def _arm(self, name: FaultName, count: int, seconds: int | None) -> None:
        if count:
            self._armed[name] = Armed(name, count, seconds or 0)
        else:
            self._armed.pop(name, None)
        self._change(name, count, seconds if count else None)
        self.renew()


def _state(armed: Armed | None, *, short: bool) -> Span:
    """How often it strikes, and of a slow barrier how long each takes."""
    if armed is None:
        return Span("off", "dim")
    often = f"{armed.left:,}x" if short else times(armed.left)
    lasts = f", {format_duration(armed.seconds * SECOND)}{'' if short else ' each'}" if armed.seconds else ""
    return Span(f"armed {often}{lasts}", "overdue", True)

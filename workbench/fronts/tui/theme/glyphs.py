"""The glyph tables: one sign per meaning, in the rich set and in ASCII (page 10, section 3).

Owns which sign means what. Colours are ``roles``; whether the terminal wants ASCII is the app's choice.
"""

import msgspec


class Glyphs(msgspec.Struct, frozen=True):
    """One-cell signs by meaning. ``ascii`` says that no other characters than ASCII's may be drawn.

    ``now`` and ``cursor`` are the timeline's two lines, ``before`` and ``after`` what lies outside its window;
    ``span_left`` and ``span_right`` end the label of a sleep where no ground marks it; ``newline`` and ``unprintable``
    stand for what must not reach a terminal.
    """

    every: str = "○"
    every_delivered: str = "●"
    once: str = "◇"
    once_delivered: str = "◆"
    overdue: str = "!"
    delivered_before: str = "•"
    passed: str = "·"
    mark: str = "▌"
    user: str = "›"
    held: str = "‖"
    changed: str = "≠"
    todo_open: str = "□"
    todo_started: str = "◧"
    todo_done: str = "■"
    ok: str = "✓"
    torn: str = "!"
    corrupt: str = "×"
    unsupported: str = "?"
    seed: str = "═"
    rule: str = "─"
    arrow: str = "→"
    bar: str = "━"
    bar_end: str = "╸"
    dot: str = "·"
    none: str = "—"
    ellipsis: str = "…"
    edge: str = "│"
    now: str = "┃"
    cursor: str = "┃"
    late: str = "╌"
    tick: str = "╷"
    asleep: str = "░"
    span_left: str = "├"
    span_right: str = "┤"
    cursor_rule: str = "━"
    before: str = "◄"
    after: str = "►"
    same: str = "="
    batch: str = "≡"
    top_left: str = "╭"
    top_right: str = "╮"
    bottom_left: str = "╰"
    bottom_right: str = "╯"
    newline: str = "⏎"
    unprintable: str = "\ufffd"
    ascii: bool = False

    def shape(self, kind: str, *, delivered: bool) -> str:
        """The shape of a record's kind: a circle for every, a diamond for a one-shot; filled once delivered."""
        if kind == "every":
            return self.every_delivered if delivered else self.every
        return self.once_delivered if delivered else self.once

    def todo(self, status: str) -> str:
        """The box of a todo's status."""
        return {"completed": self.todo_done, "in_progress": self.todo_started}.get(status, self.todo_open)

    def health(self, verdict: str) -> str:
        """The sign of a log's verdict."""
        signs = {"ok": self.ok, "torn": self.torn, "corrupt": self.corrupt}
        return signs.get(verdict, self.unsupported)


RICH = Glyphs()
ASCII = Glyphs(
    every="o", every_delivered="@", once="+", once_delivered="#", delivered_before="*", passed=".", mark=">", user=">",
    held="=", changed="^", todo_open="_", todo_started="~", todo_done="x", ok="v", corrupt="x", seed="=", rule="-",
    arrow=">", bar="=", bar_end="-", dot="-", none="-", ellipsis="~", edge="|", now="|", cursor=":", late="-", tick="'",
    asleep="%", span_left="|", span_right="|", cursor_rule="-", before="<", after=">", batch="=", top_left="+",
    top_right="+", bottom_left="+", bottom_right="+", newline=" ", unprintable="?", ascii=True,
)  # fmt: skip

"""The create form (TUI-7): four fields, and under them what the tool would make of them before anything is made.

Owns the fields, the focus and the order of keys. What the form knows is ``formwork``, its page is ``formpage``; making
the schedule is the deed's business.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import ClassVar, Final

import msgspec
from textual import events, on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from workbench.actions.creation import FIELDS
from workbench.fronts.tui.dialogs.base import Dialog
from workbench.fronts.tui.dialogs.button import Button
from workbench.fronts.tui.dialogs.field import Field
from workbench.fronts.tui.dialogs.formpage import form_page
from workbench.fronts.tui.dialogs.formwork import Filled, FormWork, Opening
from workbench.fronts.tui.dialogs.keyrow import KeyHint
from workbench.fronts.tui.dialogs.kind import KindPicker
from workbench.fronts.tui.dialogs.sheet import Page
from workbench.fronts.tui.dialogs.zonename import complete_zone
from workbench.fronts.tui.panes.drawn import paint_of
from workbench.fronts.tui.theme.cells import width as cell_width
from workbench.fronts.tui.theme.paint import Span
from workbench.text.safe import safe_line
from workbench.time.clocktext import utc_hms_ms

_RING: Final = ("kind", *FIELDS)
_SCROLL: Final = 2
# Seconds that a key waits for those before it; they take none.
_PATIENCE: Final = 1.0


class CreateForm(Dialog[Filled]):
    """The form. Enter makes the schedule; ``esc`` closes at once, and what was typed is answered all the same."""

    NAME: ClassVar[str] = "New schedule"
    WIDTH: ClassVar[int] = 92
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the fields, so that what is typed behind such a key in one go reaches the field that it leads to.
        Binding("tab", "complete", "Complete or next field", show=False, priority=True),
        Binding("down", "go(1)", "Next field", show=False, priority=True),
        Binding("shift+tab,up", "go(-1)", "Previous field", show=False, priority=True),
        Binding("enter", "create", "Create", show=False, priority=True),
        Binding("pagedown", "scroll_targets(1)", "Further targets", show=False),
        Binding("pageup", "scroll_targets(-1)", "Earlier targets", show=False),
    ]

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self._work = FormWork(opening)
        self._focus_on = "kind"
        self._top = 0

    def title_spans(self, width: int) -> Sequence[Span]:
        """Where it will be, and from when its times count, as far as there is room."""
        opening = self._work.opening
        since = f"from {utc_hms_ms(opening.now)}"
        texts = (f"in {safe_line(opening.session)}, due times {since}", f"due times {since}", since)
        kept = "  as you left it" if opening.draft else ""
        room = width - len(self.NAME) - len(kept) - 2
        where = next((f"  {text}" for text in texts if cell_width(text) <= room), "")
        return (Span(self.NAME, "link", True), Span(kept, "overdue", True), Span(where, "soft"))

    def widgets(self) -> Iterable[Widget]:
        """The kind, the three fields, the buttons."""
        typed = self._work.typed
        yield KindPicker(typed.kind, self._type_on, id="kind")
        yield Field(typed.value, id="value")
        yield Field(typed.prompt, id="prompt")
        yield Field(typed.zone, id="zone", complete=complete_zone)
        yield Button(f"Create {self._work.opening.record_id}", "create", id="create", loud=True)
        yield Button("Cancel", "cancel", id="cancel")

    def hints(self) -> Sequence[KeyHint]:
        """What the keys do where the focus is."""
        completing = self._focus_on == "zone" and complete_zone(self._work.typed.zone)
        kind = [KeyHint("left right", "kind", "turn", spare=True)] if self._focus_on == "kind" else []
        return [
            KeyHint("tab", "complete" if completing else "next field", "complete"),
            *kind,
            KeyHint("enter", "create", "create"),
            KeyHint("esc", "cancel", "cancel"),
        ]

    def page(self, width: int, height: int) -> Page:
        """The form for that room."""
        self.query_one("#create", Button).raise_voice(loud=self._work.usable)
        return form_page(self._work.state(self._focus_on, self._top), width, height, paint_of(self).glyphs)

    def on_mount(self) -> None:
        """Begin at the field that the tool refused, else at the first that has to be filled in."""
        super().on_mount()
        self._go_to(next(iter(self._work.shown), "value" if self._work.typed.value else "kind"))

    # ------------------------------------------------------------------------------------------------- typing

    @on(Input.Changed)
    @on(KindPicker.Picked)
    def _changed(self, message: Input.Changed | KindPicker.Picked) -> None:
        message.stop()
        self._take_stock()

    def _take_stock(self) -> None:
        """Judge what stands in the fields now, where that is something else."""
        texts = {name: self.query_one(f"#{name}", Field).value for name in FIELDS}
        typed = msgspec.structs.replace(self._work.typed, kind=self.query_one("#kind", KindPicker).kind, **texts)
        if typed != self._work.typed:
            self._work.type(typed)
            self._top = 0
            self.renew()

    def _type_on(self, character: str) -> None:
        """Whoever types at once, on the kind, means the value."""
        self._go_to("value")
        self.query_one("#value", Field).insert_text_at_cursor(character)

    async def _catch_up(self) -> None:
        """Wait until the keys before this one have done their work in the field, and judge that."""
        done = asyncio.Event()
        if self.focused is not None and self.focused.call_later(done.set):
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), _PATIENCE)
        self._take_stock()

    # ------------------------------------------------------------------------------------------------- moving

    async def action_go(self, by: int) -> None:
        """To another field, round and round."""
        await self._catch_up()
        self._go_to(_RING[(_RING.index(self._focus_on) + by) % len(_RING)])

    async def action_complete(self) -> None:
        """Take the zone that is offered; without an offer go to the next field."""
        await self._catch_up()
        if self._focus_on != "zone" or not self.query_one("#zone", Field).take_completion():
            await self.action_go(1)

    def action_turn(self) -> None:
        """To the next kind."""
        self.query_one("#kind", KindPicker).action_turn(1)

    def action_scroll_targets(self, by: int) -> None:
        """Show further lines where there is no room for all."""
        self._top = max(0, self._top + by * _SCROLL)
        self.renew()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click goes to a field as well."""
        name = event.widget.id
        if name in _RING and name != self._focus_on:
            self._leave_for(name)

    def _go_to(self, name: str) -> None:
        self._leave_for(name)
        # At once, and not by focus(), which waits for its turn.
        self.set_focus(self.query_one(f"#{name}"), scroll_visible=False)

    def _leave_for(self, name: str) -> None:
        if name != self._focus_on:
            self._work.leave(self._focus_on)
        self._focus_on = name
        self.renew()

    # ------------------------------------------------------------------------------------------------ closing

    async def action_create(self) -> None:
        """Answer, unless a field is refused: then go to the first that is, and say so of all."""
        await self._catch_up()
        filled = self._work.send()
        if filled is not None:
            self.dismiss(filled)
        else:
            self._go_to(next(iter(self._work.shown)))

    def action_cancel(self) -> None:
        """Close; what was typed is kept by whoever opened this."""
        self._take_stock()
        self.dismiss(Filled(self._work.typed))

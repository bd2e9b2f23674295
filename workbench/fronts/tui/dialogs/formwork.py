"""What a create form knows: what was typed, what the tool would make of it, which refusals are said already. No widget.

Owns when a refusal is said, and that the last valid answer stays while there is none.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from workbench.actions.creation import FIELDS, Judged, Typed, judge
from workbench.actions.outlook import outlook, remark
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.formrows import FormState
from workbench.fronts.tui.dialogs.formtargets import Preview, call_text
from workbench.text.jsontext import dumps

# Texts that most often are the beginning of another: a number before its unit, a date before its time of day.
_BEGINNING: Final = re.compile(r"\s*([0-9.]*|[0-9]{4}-[0-9]{2}-[0-9]{2})\s*")
_FIELD_OF: Final = {"invalid_prompt": "prompt", "invalid_time_zone": "zone"}


class Opening(msgspec.Struct, frozen=True):
    """What a form is opened with: the session and its instant (epoch ms), the id that a schedule would get, what was
    typed before, and why the tool refused that, if it did. ``draft`` says that it was closed with that typed into it.
    """

    session: str
    now: int
    record_id: str
    typed: Typed
    refusal: WorkbenchError | None = None
    note: str = ""
    draft: bool = False


class Filled(msgspec.Struct, frozen=True):
    """What was typed; ``arguments`` are those of the call as JSON text, None where nothing is to be made."""

    typed: Typed
    arguments: str | None = None


class FormWork:
    """The form without its screen."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.typed = opening.typed
        self._preview: Preview | None = None
        # A field is judged aloud once it was left, or once the whole form was sent; in a draft all were.
        self._aloud: set[str] = {name for name in FIELDS if opening.draft and getattr(opening.typed, name)}
        # What the tool itself said, of a text that seemed right here.
        self._said: dict[str, WorkbenchError] = {}
        if opening.refusal is not None:
            self._said[_FIELD_OF.get(opening.refusal.code, "value")] = opening.refusal
        self._judged = self._judge()

    @property
    def shown(self) -> Mapping[str, WorkbenchError]:
        """The refusals that are said, by field."""
        refused = self._judged.refused
        return {
            name: self._said.get(name) or refused[name]
            for name in FIELDS
            if name in self._said or (name in refused and (name in self._aloud or (name == "value" and self._whole)))
        }

    @property
    def _whole(self) -> bool:
        """Whether the value is a rule that is refused for what it means, and not for being half typed."""
        return self._judged.arguments is not None and _BEGINNING.fullmatch(self.typed.value) is None

    @property
    def usable(self) -> bool:
        """Whether the call can be made."""
        return self._judged.usable and not self._said

    def type(self, typed: Typed) -> None:
        """Judge ``typed`` from now on; what the tool said of a text is over once that is another one."""
        before, self.typed = self.typed, typed
        for name in FIELDS:
            if getattr(before, name) != getattr(typed, name) or (name == "value" and before.kind != typed.kind):
                self._said.pop(name, None)
        self._judged = self._judge()

    def leave(self, field: str) -> None:
        """Judge that field aloud, where there is anything in it."""
        if field in FIELDS and getattr(self.typed, field):
            self._aloud.add(field)

    def send(self) -> Filled | None:
        """The answer, or None where a field is refused; then all of them are judged aloud."""
        if self.usable:
            return Filled(self.typed, dumps(self._judged.arguments))
        self._aloud.update(FIELDS)
        return None

    def state(self, focus: str, top: int) -> FormState:
        """What the page is made of."""
        opening = self.opening
        return FormState(
            typed=self.typed,
            judged=self._judged,
            preview=self._preview,
            record_id=opening.record_id,
            now=opening.now,
            shown=self.shown,
            focus=focus,
            note=opening.note,
            top=top,
        )

    def _judge(self) -> Judged:
        opening = self.opening
        judged = judge(self.typed, opening.record_id, opening.now)
        record, zone = judged.record, judged.zone
        if record is not None and zone is not None:
            rows = outlook(record, zone, opening.now)
            said = remark(record, rows, zone, judged.twice)
            self._preview = Preview(record, zone, rows, said, call_text(dumps(judged.arguments)))
        return judged

"""The rows of the create form that belong to its fields: label and hint or refusal, and the note below. Pure.

Owns the words. Which of the rows there is room for is ``formpage``'s; targets and call are ``formtargets``'.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from textual.geometry import Region

from workbench.actions.creation import Judged, Kind, Typed
from workbench.actions.moments import example_moments
from workbench.errors import WorkbenchError
from workbench.fronts.tui.dialogs.base import sentences
from workbench.fronts.tui.dialogs.formtargets import Preview
from workbench.fronts.tui.theme.glyphs import Glyphs
from workbench.fronts.tui.theme.paint import Line, Span
from workbench.time.clocktext import offset_text
from workbench.time.durations import format_duration
from workbench.time.zones import UTC

# From this width on there is a column for hints beside the fields; below the second, only the label marks a refusal.
_HINTED: Final = 70
_CODED: Final = 50
_HINT_CELLS: Final = 36
_CODE_CELLS: Final = 22
_KIND_CELLS: Final = 31
LABEL_CELLS: Final = 9
KIND_HINTS: Final[dict[Kind, tuple[str, str]]] = {
    "after": ("once, a length of time from now", "once"),
    "at": ("once, at an instant", "once"),
    "every": ("a fixed interval, not a calendar rule", "a fixed interval"),
}
# ``{local}`` and ``{instant}`` are a moment after the form's own clock, so that the examples can be used.
VALUE_HINTS: Final[dict[Kind, str]] = {
    "after": "20m, 2h 30m, 3 weeks, or seconds",
    "at": "tomorrow 9:00, {local}",
    "every": "10m, 3 weeks, or seconds from 300",
}
_LENGTHS: Final = "A length such as 90s, 20m, 2h 30m, 1d, 3 weeks or 1:30:00; a bare number is seconds."
FIRST_WORDS: Final[dict[Kind, str]] = {
    "after": _LENGTHS,
    "at": (
        "A local time of the zone, such as tomorrow 9:00, friday 17:00 or {local}; or an instant with its offset, such"
        " as {instant}."
    ),
    "every": f"{_LENGTHS} At least 5 minutes.",
}
# Where a refusal goes on to all that would be accepted.
_ACCEPTED: Final = re.compile(r"; (accepted are|give) ")


class FormState(msgspec.Struct, frozen=True):
    """The form as it stands at ``now`` (epoch ms). ``shown`` are the refusals that are said so far, ``focus`` is the
    id of what has the focus, ``note`` what is said where nothing else is, ``top`` the first target row in sight."""

    typed: Typed
    judged: Judged
    preview: Preview | None
    record_id: str
    now: int
    shown: Mapping[str, WorkbenchError]
    focus: str = "kind"
    note: str = ""
    top: int = 0

    @property
    def stale(self) -> bool:
        """Whether the preview is an earlier answer than the one for what stands there now."""
        return self.judged.record is None or self.judged.zone is None


def slot(name: str, row: int, width: int) -> Region:
    """The place of a field's widget; where there is hardly any room it covers a part of its label."""
    x = min(LABEL_CELLS, width // 2)
    if name == "kind":
        return Region(x, row, min(_KIND_CELLS, width - x), 1)
    beside = _HINT_CELLS + 2 if width >= _HINTED else _CODE_CELLS + 1 if width >= _CODED else 0
    return Region(x, row, width - x - beside, 1)


def field_line(state: FormState, name: str, width: int, glyphs: Glyphs) -> Line:
    """Label, room for the field, and beside it a hint or the code of its refusal."""
    refused = state.shown.get(name)
    label = state.typed.kind if name == "value" else name
    if width < _CODED and refused is not None:
        return Line((Span(f"{glyphs.corrupt} {label}", "bad", True),))
    spans = [Span(f"{label:<{LABEL_CELLS}}", "dim")]
    at = slot(name, 0, width).right + (4 if name == "kind" else 2 if width >= _HINTED else 1)
    if refused is not None:
        beside = Span(f"{glyphs.corrupt} {refused.code}", "bad", True)
    elif width >= _HINTED:
        beside = Span(_hint(state, name, width - at), "dim")
    else:
        return Line(spans)
    return Line((*spans, Span(" " * (at - LABEL_CELLS)), beside))


def _hint(state: FormState, name: str, room: int) -> str:
    kind = state.typed.kind
    if name == "kind":
        long, short = KIND_HINTS[kind]
        return long if len(long) <= room else short
    if name == "prompt":
        return "shown to the agent as untrusted text"
    if name == "zone":
        return "of local times; the record keeps UTC" if kind == "at" else "for display; the record keeps UTC"
    record = state.judged.record
    if record is None:
        return _with_examples(VALUE_HINTS[kind], state)
    if kind == "at":
        return f"once, in {format_duration(record.target - state.now)}"
    smallest = "   smallest 300 s" if kind == "every" else ""
    return f"= {record.seconds:,} s{smallest}"


def note_lines(state: FormState, width: int, most: int, glyphs: Glyphs) -> list[Line]:
    """The message of the refusal at hand, or what has to be known about the targets, or what was said at opening."""
    name = state.focus if state.focus in state.shown else next(iter(state.shown), None)
    if name is not None:
        error = state.shown[name]
        code = f"{error.code}: " if width < _CODED else ""
        said = _marked(glyphs.corrupt, "bad", f"{code}{error.message}", width, most)
        return [*said, *sentences([state.note], "soft", width, most - len(said))] if state.note else said
    preview, half = state.preview, state.judged.refused.get("value")
    if half is not None and state.focus == "value" and state.typed.value.strip():
        # Not a refusal yet: it may be half of something that will do.
        return sentences([f"so far {_ACCEPTED.split(half.message, 1)[0]}"], "dim", width, most)
    if preview is not None and preview.remark is not None and not state.stale:
        return _marked(glyphs.overdue, "overdue", preview.remark, width, most)
    return sentences([state.note], "soft", width, most) if state.note else []


def first_lines(state: FormState, width: int) -> list[Line]:
    """What stands where the targets will, before there is anything to show."""
    return sentences([_with_examples(FIRST_WORDS[state.typed.kind], state)], "dim", width) if not state.shown else []


def _with_examples(text: str, state: FormState) -> str:
    zone = state.judged.zone or UTC
    local, _ = example_moments(state.now, zone)
    instant = f"{local.replace(' ', 'T')}:00{offset_text(zone.offset_ms(state.now))}"
    return text.replace("{local}", local).replace("{instant}", instant)


def _marked(mark: str, role: str, text: str, width: int, most: int) -> list[Line]:
    wrapped = sentences([text], "text", width - 2, most)
    return [Line((Span(f"{mark} " if row == 0 else "  ", role, True), *line.spans)) for row, line in enumerate(wrapped)]

"""Pick a time zone: all names with what their clocks show at the simulated instant."""

from collections.abc import Sequence
from typing import ClassVar

from workbench.fronts.tui.dialogs.pick import Entry, Pick
from workbench.fronts.tui.theme.paint import Span
from workbench.time.clocktext import clock_text, offset_text
from workbench.time.zones import UTC, load_zone, zone_names

# The value of the entry that means no zone at all.
NONE = ""


class ZonePick(Pick):
    """Answers with a zone's name, or :data:`NONE`; ``now`` is the instant shown, epoch ms, None where there is none."""

    NAME: ClassVar[str] = "Time zone"
    NOUN: ClassVar[str] = "zone"
    HINT: ClassVar[str] = (
        "Times are shown in it, and the agent is told it from the next message on. The records keep UTC."
    )

    def __init__(self, now: int | None, current: str | None) -> None:
        self._now = now
        names = [name for name in zone_names() if name != UTC.name]
        entries = [
            Entry(NONE, "no zone", "none unset"),
            Entry(UTC.name, UTC.name),
            *(Entry(name, name, name.replace("_", " ").replace("/", " ")) for name in names),
        ]
        super().__init__(entries, current or NONE)

    def detail(self, entry: Entry) -> Sequence[Span]:
        """What the clocks show there; of no zone, what it means."""
        if entry.value == NONE:
            return (Span("shown as UTC, unknown to the agent", "dim"),)
        if self._now is None:
            return ()
        zone = load_zone(entry.value)
        day, clock = clock_text(self._now, zone).rsplit(" ", 1)
        offset = offset_text(zone.offset_ms(self._now))
        return (Span(f"{day[:3]} ", "dim"), Span(clock), Span(f" {offset}", "dim"))

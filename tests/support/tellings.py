"""Hand-made views, stories and scenes for the panes that explain, and an app that is one pane alone.

The numbers are those of a night with a sleep: two one-shots and a batch of three were delivered by one jump.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from workbench.bench.story import Difference, EventStory, Held, Origin, Passed, Story
from workbench.bench.view import BenchView, Delivery, MoveReport, PlanItem, PlanView, ScheduleRow
from workbench.fronts.tui.launch import Launch
from workbench.fronts.tui.panes.scene import PastPoint, Scene
from workbench.fronts.tui.program import WorkbenchApp
from workbench.session.events import TYPE_CODE
from workbench.session.index import LogIndex
from workbench.text.jsontext import encode
from workbench.time.instant import parse_utc
from workbench.time.zones import load_zone

BERLIN = load_zone("Europe/Berlin")
MINUTE = 60_000
HOUR = 60 * MINUTE


def at(text: str) -> int:
    """Epoch ms of a UTC time of day of the night's second day, or of a whole instant."""
    return parse_utc(text if "T" in text else f"2026-08-07T{text}Z")


NOW = at("09:00:01.000")
DECIDED = NOW


def delivery(name: str, occurrence: str, seq: int, turn: int, kind: str = "every", passed: int = 0) -> Delivery:
    """A delivery that was decided now."""
    then = at(occurrence)
    following = then + 10 * MINUTE if kind == "every" else None
    return Delivery(name, kind, f"prompt of {name}", 600, seq, turn, then, DECIDED, DECIDED - then, passed, following)


POLL = delivery("schedule-2", "08:58:48.965", 813, 81, passed=17)
STORY = Story(
    id="schedule-2",
    kind="every",
    prompt="Poll deploy queue",
    seconds=600,
    state="scheduled",
    origin=Origin(104, at("2026-08-06T21:38:48.965Z"), at("2026-08-06T21:48:48.965Z"), "call_45", 45),
    deliveries=51,
    last=POLL,
    passed=Passed(17, at("06:08:48.965"), at("08:48:48.965"), asleep=True),
    held=Held("one-shots first", ("schedule-5", "schedule-4"), 2),
    batch=("schedule-2", "schedule-3", "schedule-1"),
    next_target=at("09:08:48.965"),
    waiting=None,
)
EVENT = EventStory(
    seq=772,
    time=at("05:58:48.965"),
    type="schedule/change",
    record="schedule-2",
    summary="dispatch of schedule-2",
    differences=(
        Difference("target", at("05:58:48.965"), at("06:08:48.965"), instant=True),
        Difference("dispatches", "49", "50"),
    ),
    unchanged=(5, 4),
    delivery=Delivery(
        "schedule-2", "every", "Poll deploy queue", 600, 772, 77, at("05:58:48.965"), at("05:58:48.965"), 0, 0, None
    ),
    previous=(763, at("05:48:48.965")),
    following=(813, at("09:00:01.000")),
)
NEXT_EVENT = EventStory(
    seq=813,
    time=at("09:00:01.000"),
    type="schedule/change",
    record="schedule-2",
    summary="dispatch of schedule-2",
    differences=(),
    unchanged=(5, 4),
    delivery=POLL,
)
ROWS = (
    ScheduleRow("schedule-1", "every", "Check nightly CI", 3600, at("09:38:30.000"), "scheduled",
                delivery("schedule-1", "08:38:30.000", 815, 81)),
    ScheduleRow("schedule-2", "every", "Poll deploy queue", 600, at("09:08:48.965"), "scheduled", POLL),
    ScheduleRow("schedule-3", "every", "轮换值班密钥 keys", 1800, at("09:09:05.000"), "scheduled",
                delivery("schedule-3", "08:39:05.000", 814, 81)),
    ScheduleRow("schedule-6", "every", "Rotate API tokens", 86_400, at("21:40:10.000"), "scheduled"),
    ScheduleRow("schedule-7", "at", "Data team stand-up", 0, at("10:00:00.000"), "scheduled"),
    ScheduleRow("schedule-5", "after", "Post scope summary", 3600, at("06:40:00.000"), "ended",
                delivery("schedule-5", "06:40:00.000", 795, 79, "after")),
    ScheduleRow("schedule-4", "at", "🚀 Notes to Dana", 0, at("07:30:00.000"), "ended",
                delivery("schedule-4", "07:30:00.000", 804, 80, "at")),
)  # fmt: skip
MOVE = MoveReport(
    "jump", NOW - 172 * MINUTE, NOW, 3, 27, tuple(row.delivered for row in ROWS if row.delivered), 5, 24,
    other=("advance", 29),
)  # fmt: skip
PLAN = PlanView(
    (PlanItem("Review the scope matrix", "pending"), PlanItem("Draft the risk table 🇩🇪", "in_progress"),
     PlanItem("Send the July invoice", "completed")), 78,
)  # fmt: skip


class FakeHistory:
    """Answers with the stories it was given."""

    def __init__(self, *stories: Story, events: tuple[EventStory, ...] = (), seed_row: int | None = None) -> None:
        self._stories = {story.id: story for story in stories}
        self._events = {event.seq: event for event in events}
        self.seed_row = seed_row
        self.hold: Held | None = None
        self.records = 0

    def track(self, record_id: str) -> None:
        """No record has one here."""
        del record_id

    def story(self, record_id: str) -> Story | None:
        """The story of that record."""
        return self._stories.get(record_id)

    def event_story(self, seq: int) -> EventStory:
        """The story of that event; of one it was not given, that nothing came of it."""
        return self._events.get(seq) or EventStory(seq, NOW, "turn/start", None, "", (), (6, 3))


def make_index(count: int = 821) -> LogIndex:
    """An index of that many events in memory: turns, with dispatches where the stories have them."""
    index = LogIndex(None)  # nothing is ever read from a file
    for seq in range(count):
        change = {"operation": "dispatch", "id": "schedule-2", "acceptedAt": "2026-08-07T09:00:01.000Z"}
        kind, data = ("schedule/change", {"version": 1, **change}) if seq in (772, 813) else ("turn/start", {"turn": 1})
        if seq == 700:
            kind, data = "todo/write", {"todos": []}
        time = NOW - (count - seq) * 1000
        raw = encode({"type": kind, "seq": seq, "time": time, "data": data})
        index.add(TYPE_CODE[kind], seq, time, raw)
    return index


INDEX = make_index()


def make_view(**changes: Any) -> BenchView:
    """The night's view after the jump, with some fields replaced."""
    night = BenchView(
        session_id="overnight", title=None, path=Path("overnight"), source=None, mode="live", problem=None, now=NOW,
        zone="Europe/Berlin", agent="running", held=False, turn=81, last_turn=81, events=INDEX.events, rows=INDEX.rows,
        seed_length=None, parent=None, schedules=ROWS, active=5, plan=PLAN,
        next_target=("schedule-2", at("09:08:48.965")), queued=0, move=MOVE, index=INDEX,
        history=FakeHistory(STORY, events=(EVENT, NEXT_EVENT)),
    )  # fmt: skip
    return replace(night, **changes)


def make_scene(view: BenchView | None = None, **changes: Any) -> Scene:
    """A scene of ``view`` in Berlin, schedule-2 selected."""
    return Scene(name="overnight", view=view or make_view(), zone=BERLIN, selected="schedule-2").but(**changes)


def make_past(seq: int = 772, changed: frozenset[str] = frozenset(("schedule-2",)), **changes: Any) -> Scene:
    """A scene that shows the past as it was after event ``seq``."""
    rows = tuple(
        ScheduleRow(row.id, row.kind, row.prompt, row.seconds, at("06:08:48.965"), "scheduled")
        for row in ROWS
        if row.id != "schedule-7"
    )
    now = at("05:58:48.965")
    view = make_view(
        mode="past", now=now, schedules=rows, active=len(rows), move=None, events=seq + 1, rows=seq + 1, turn=77,
        next_target=None,
    )  # fmt: skip
    return make_scene(past=PastPoint(seq, view, changed), **changes)


class OnePane(WorkbenchApp):
    """An app that shows ``widget`` and nothing else."""

    def __init__(self, widget: Widget, home: Path, **launch: Any) -> None:
        super().__init__(Launch(target=None, home=home, **launch))
        self.widget = widget

    def get_default_screen(self) -> Screen[None]:
        """A screen that is all pane."""
        widget = self.widget

        class Alone(Screen[None]):
            DEFAULT_CSS = "Alone > * { width: 100%; height: 100%; }"

            def compose(self) -> ComposeResult:
                yield widget

        return Alone()


def rows_of(app: Any) -> list[str]:
    """The rows of the screen as text."""
    return [strip.text for strip in app.screen._compositor.render_strips()]

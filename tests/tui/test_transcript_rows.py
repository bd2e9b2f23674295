"""The rows of the transcript as such: words of headers, bands, quiet events, and exact widths over hostile data."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.bench.story import Sleep
from workbench.fronts.tui.panes.bands import Band, Sleeps, band_line, put_band
from workbench.fronts.tui.panes.catchup import TurnKinds
from workbench.fronts.tui.panes.eventline import RowSetting, event_line
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.headertext import HeaderSetting, header_line
from workbench.fronts.tui.panes.occurrences import Occurrences
from workbench.fronts.tui.panes.page import PageIndex
from workbench.fronts.tui.panes.quiet import is_quiet
from workbench.fronts.tui.panes.sheet import Sheet
from workbench.fronts.tui.theme.glyphs import ASCII, RICH
from workbench.fronts.tui.theme.paint import Paint
from workbench.fronts.tui.theme.roles import derive
from workbench.fronts.tui.theme.themes import DARK
from workbench.session.events import EVENT_TYPES, TYPE_CODE, Event
from workbench.session.index import LogIndex
from workbench.time.instant import format_utc
from workbench.time.zones import UTC, load_zone

ROLES = derive(DARK.to_color_system().generate(), dark=True)
T = 1_786_093_200_000  # 2026-08-07T09:00:00.000Z
NASTY = (
    "\x1b]0;owned\x07", "\x9b31m", "\u202eevil\u2066", "[bold red]x[/]", "[@click=app.quit]", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷",
    "👍🏽", "e\u0301\u0323",
    "轮换值班", "a\tb", "line\nline\r\n", "\u2028", "\ud83d", "\u200d\ufe0f", "x" * 5000, "", " ", "ｗｉｄｅ", "\x00",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(NASTY), st.lists(st.sampled_from(NASTY), max_size=5).map("".join), st.text(max_size=30)
)
UNSAFE = {
    chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067)
}
WIDTHS = st.integers(1, 130)


def exactly(line, width, glyphs=RICH):
    """Check that ``line`` is painted to exactly that width, and that nothing in it can move a terminal's cursor."""
    text = Paint(ROLES, glyphs=glyphs).strip(line, width).text
    assert cell_len(text) == width
    assert not UNSAFE & set(text)
    return text


class Log:
    """Events in memory, made by hand."""

    def __init__(self):
        self.events = []

    def add(self, kind, data, time=T):
        self.events.append(Event(type=kind, seq=len(self.events), time=time, data=data))
        return self

    def turn(self, *delivered, at=T, took=0):
        """A reminder turn: records as ``(id, occurrence, every)``, all decided ``at``."""
        items = [{"schedule_id": name, "occurrence_at": format_utc(target)} for name, target, _ in delivered]
        frame = f"[SCHEDULE REMINDER BATCH]\nreminders_json: {json.dumps(items)}"
        self.add("agent/inbox/spliced", {"inserted": [{"content": [{"type": "text", "text": frame}]}]}, at)
        for name, _, every in delivered:
            accepted = {"acceptedAt": format_utc(at)} if every else {}
            self.add("schedule/change", {"operation": "dispatch", "id": name, **accepted}, at)
        number = 1 + sum(event.type == "turn/start" for event in self.events)
        self.add("turn/start", {"turn": number}, at)
        return self.add("turn/end", {"turn": number, "reason": {"kind": "completed"}}, at + took)

    def said(self):
        """What the headers say of the turns, one after the other."""
        index = PageIndex(self.events)
        kinds = TurnKinds(index, Occurrences(index))
        return [kinds.words(turn) for turn in index.turns]


@pytest.mark.req("TUI-5")
def test_a_header_says_how_its_turn_delivered():
    log = Log().turn(("a", T, True)).turn(("b", T + 60_000, False), at=T + 60_500)
    assert log.said() == ["on time", "on time"]
    assert Log().turn(("a", T - 60_000, True)).said() == [""]
    assert Log().turn(("a", T, True), ("b", T - 5000, True), ("c", T, True)).said() == ["batch of 3"]


@pytest.mark.req("TUI-5")
@pytest.mark.parametrize("took", [0, 500, 90_000])
def test_one_shots_that_waited_together_are_counted(took):
    log = Log().turn(("a", T - 3_600_000, False), took=took).turn(("b", T - 60_000, False), at=T + took, took=took)
    log.turn(("c", T - 1000, True), ("d", T, True), at=T + 2 * took)
    assert log.said() == ["one-shot 1 of 2", "one-shot 2 of 2", "batch of 2"]


def test_one_shots_that_fell_due_one_after_the_other_are_not():
    log = Log().turn(("a", T - 3_600_000, False)).turn(("b", T + 5000, False), at=T + 9000)
    assert log.said() == ["", ""]
    # This one fell due while the first turn ran, so it did not wait for its turn together with it.
    log = Log().turn(("a", T - 3_600_000, False), took=60_000).turn(("b", T + 5000, False), at=T + 60_000)
    assert log.said() == ["", ""]


def test_what_waited_and_is_no_one_shot_catches_up_in_order():
    log = Log().turn(("a", T - 3_600_000, False)).turn(("b", T - 60_000, True))
    assert log.said() == ["caught up, one-shots first", "caught up, one-shots first"]


def test_a_turn_in_between_breaks_the_row():
    log = Log().turn(("a", T - 3_600_000, False))
    log.add("turn/start", {"turn": 2}).add("turn/end", {"turn": 2, "reason": {"kind": "completed"}})
    assert log.turn(("b", T - 60_000, False)).said() == ["", "", ""]


def test_many_one_shots_in_a_row_are_not_all_counted():
    log = Log()
    for number in range(60):
        log.turn((f"s{number}", T - 3_600_000, False))
    assert log.said()[0] == "one-shot, one of many in a row"
    assert set(log.said()) == {"one-shot, one of many in a row"}


def test_turns_of_unexpected_shape_say_nothing():
    log = Log().add("schedule/change", {"operation": "create"}).add("turn/start", {"turn": "x"})
    log.add("schedule/change", [1]).add("turn/start", None).add("turn/start", {})
    assert log.said() == ["", "", ""]


def context(**source):
    return {"content": [{"type": "text", "text": "Now: ..."}], "source": source}


def reply(*blocks):
    return {"message": {"content": list(blocks)}}


TEXT, CALL = {"type": "text", "text": "Done."}, {"type": "tool-call", "name": "schedule_create"}
SINGLE = "[SCHEDULE REMINDER]\nschedule_id_json: 1"
BATCH = '[SCHEDULE REMINDER BATCH]\nreminders_json: [{"schedule_id":"a"},{"schedule_id":"b"}]'


def framed(text):
    return {"content": [{"type": "text", "text": text}], "source": {"kind": "plugin", "plugin": "schedule"}}


@pytest.mark.req("TUI-2")
@pytest.mark.parametrize(
    ("kind", "data", "before", "quiet"),
    [
        ("user/message", context(kind="plugin", plugin="time-context", form="snapshot"), "step/start", True),
        ("user/message", context(kind="plugin", plugin="workbench"), "step/start", False),
        ("user/message", context(kind="user", form="snapshot"), "step/start", False),
        ("user/message", framed(SINGLE), "step/start", True),
        ("user/message", framed(BATCH), "step/start", False),
        ("user/message", framed("something else"), "step/start", False),
        ("user/message", {"source": 5}, "step/start", False),
        ("user/message", None, "step/start", False),
        ("assistant/message", reply(CALL), "user/message", True),
        ("assistant/message", reply({"type": "text", "text": " \n"}, CALL), "user/message", True),
        ("assistant/message", reply(TEXT, CALL), "user/message", False),
        ("assistant/message", reply(TEXT), "user/message", False),
        ("assistant/message", reply(), "user/message", False),
        ("assistant/message", {"message": {"content": [5]}}, "user/message", False),
        ("tool/result", {}, "schedule/change", True),
        ("tool/result", {}, "todo/write", True),
        ("tool/result", {}, "tool/call", False),
        ("schedule/change", {}, "tool/call", False),
    ],
)
def test_what_says_nothing_of_its_own_is_quiet(kind, data, before, quiet):
    log = Log().add(before, {}).add(kind, data)
    assert is_quiet(PageIndex(log.events), 1) is quiet


SLEEPS = st.builds(Sleep, st.integers(-(10**13), 10**13), st.integers(10**13, 10**14), st.just(0), st.booleans())
BANDS = st.one_of(
    st.builds(Band, st.just(0), st.just("sleep"), sleep=SLEEPS),
    st.builds(Band, st.just(0), st.sampled_from(("seed", "cursor", "note")), TEXTS),
)


@pytest.mark.req("TUI-6")
@given(BANDS, WIDTHS, st.booleans(), st.sampled_from((RICH, ASCII)))
def test_bands_fill_their_row(band, width, faint, glyphs):
    line = band_line(band, load_zone("Europe/Berlin"), glyphs, width, faint=faint)
    text = exactly(line, width, glyphs)
    if faint and band.kind != "note":
        assert {span.role for span in line.spans} == {"faint"}
    if band.kind == "sleep" and width >= 60:
        assert ("cold" if band.sleep.cold else "asleep") in text
        assert text[0] == text[-1] == glyphs.asleep


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(
        ("operation", "id", "schedule", "todos", "content", "message", "text", "source", "kind", "turn", "step",
         "chunk", "reason", "name", "arguments", "acceptedAt", "scheduledAt", "inserted", "title", "prompt", "type"),
    ), inner, max_size=4)),
    max_leaves=10,
)  # fmt: skip
SETTINGS = st.builds(
    RowSetting, st.sampled_from((RICH, ASCII)), WIDTHS, st.integers(1, 9), st.one_of(st.none(), TEXTS),
    st.sampled_from(("plain", "inherited", "here", "later")), st.booleans(),
)  # fmt: skip


@pytest.mark.req("TUI-2", "TUI-6")
@given(st.sampled_from(EVENT_TYPES), JSON, SETTINGS, st.integers(0, 10**9))
def test_an_event_fills_its_row_whatever_it_says(kind, data, setting, seq):
    words = words_of(Event(type=kind, seq=seq, time=T, data=data), Setting(setting.glyphs, UTC, occurrence=T - 9))
    exactly(event_line(seq, words, setting), setting.width, setting.glyphs)


@pytest.mark.req("TUI-2", "TUI-6")
@given(st.lists(st.tuples(st.sampled_from(EVENT_TYPES), JSON), min_size=1, max_size=8), WIDTHS, st.booleans())
def test_every_row_of_a_log_of_anything_fills_its_width(pairs, width, everything):
    log = Log()
    for kind, data in pairs:
        log.add(kind, data)
    index = PageIndex(log.events)
    sheet = Sheet(index, everything=everything)
    sheet.rows.extend(index.rows)
    for row in range(len(sheet.rows)):
        exactly(sheet.line(sheet.rows.at(row), width, RICH), width)
        sheet.rows.settle(row)
        if row >= len(sheet.rows):
            break


@given(JSON, WIDTHS, st.booleans())
def test_a_header_fills_its_row(data, width, later):
    index = PageIndex(Log().add("turn/start", data).events)
    kinds = TurnKinds(index, Occurrences(index))
    exactly(header_line(index, kinds, 0, HeaderSetting(UTC, RICH, frozenset((1,))), later=later), width)


class Unread:
    """A file that nobody may read from."""

    def read(self, offset, size):
        raise AssertionError((offset, size))

    def size(self):
        return 0


@pytest.mark.req("TUI-2")
def test_a_long_line_is_never_read_for_its_row():
    index = LogIndex(Unread(), start=100)
    for seq, kind in enumerate(("turn/start", "user/message", "assistant/message")):
        index.place(TYPE_CODE[kind], seq, T, index.end, 5_000_000)
    sheet = Sheet(index)
    sheet.rows.extend(index.rows)
    assert sheet.rows.settle(0) is not None
    texts = [exactly(sheet.line(sheet.rows.at(row), 70, RICH), 70) for row in range(len(sheet.rows))]
    assert "turn ?" in texts[0]
    assert all("long     a line of 5,000,000 bytes, enter shows it" in text for text in texts[1:])


@pytest.mark.req("TUI-2")
def test_the_words_of_few_rows_are_kept():
    log = Log()
    for number in range(2000):
        log.add("assistant/message", reply({"type": "text", "text": f"number {number}"}))
    sheet = Sheet(PageIndex(log.events))
    sheet.rows.extend(2000)
    for row in range(2000):
        sheet.line(sheet.rows.at(row), 80, RICH)
    assert len(sheet._wording._kept) <= 512


class Told:
    """A history that knows some sleeps and counts what it is asked."""

    def __init__(self, *sleeps):
        self.items = sleeps
        self.asked = []

    def sleeps_by_seq(self, first, last):
        self.asked.append(first)
        return tuple(sleep for sleep in self.items if first <= sleep.seq <= last)

    def sleeps(self, first, last):
        return tuple(sleep for sleep in self.items if sleep.started < last and sleep.ended > first)


class Seen:
    """As much of a view as bands need."""

    def __init__(self, log, history, *, mode="live", closers=()):
        self.index = PageIndex(log.events)
        self.rows, self.events = self.index.rows, self.index.events
        self.history, self.mode, self.closers, self.now, self.move = history, mode, closers, T, None


def test_only_new_sleeps_are_asked_for_as_a_log_grows():
    sleeps, log = Sleeps(), Log().turn(("a", T, True)).turn(("b", T, True))
    early, late, last = Sleep(0, 1, 0), Sleep(1, 2, 4), Sleep(2, 3, 8)
    assert [band.sleep for band in sleeps.of(Seen(log, Told(early, late, last)))] == [early, late, last]
    assert [band.line for band in sleeps.of(Seen(log, Told(early, late, last)))] == [0, 4, 8]
    # What stood at the end may have become a longer sleep, and something may have happened since.
    longer = Sleep(2, 9, 8)
    history = Told(early, late, longer)
    found = sleeps.of(Seen(log.turn(("c", T, True)), history))
    assert [(band.sleep, band.line) for band in found] == [(early, 0), (late, 4), (longer, 8)]
    assert history.asked == [7]
    assert Sleeps().of(Seen(log, None)) == []


def test_a_sleep_within_a_turn_stands_where_it_was():
    log = Log().turn(("a", T, True)).add("assistant/message", reply(TEXT))
    assert [band.line for band in Sleeps().of(Seen(log, Told(Sleep(0, 1, 4))))] == [4]
    # It ends with the queueing of a turn, which begins for the reader there, even if its dispatch is the first news.
    assert [band.line for band in Sleeps().of(Seen(Log().turn(("a", T, True)), Told(Sleep(0, 1, 1))))] == [0]


def test_a_session_that_is_closed_now_says_so_at_its_end():
    log = Log().turn(("a", T, True))
    cold = Sleep(T - 60_000, T, 4, cold=True)
    history = Told(cold)
    history.sleeps_by_seq = lambda first, last: ()
    assert [band.sleep for band in Sleeps().of(Seen(log, history, mode="cold"))] == [cold]
    assert Sleeps().of(Seen(log, history)) == []


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(("seed", "cursor", "sleep", "note"))), max_size=12))
def test_bands_stand_in_one_order(pairs):
    bands = []
    for line, kind in pairs:
        put_band(bands, Band(line, kind))
    order = [(band.line, ("cursor", "seed", "sleep", "note").index(band.kind)) for band in bands]
    assert order == sorted(order)
    assert len(bands) == len(pairs)


def test_a_mark_finds_its_row_in_another_sheet():
    log = Log().turn(("a", T, True)).add("assistant/message", reply(TEXT))
    short, whole = Sheet(PageIndex(log.events[1:])), Sheet(PageIndex(log.events), everything=True)
    for sheet in (short, whole):
        sheet.rows.extend(sheet.index.rows)
    for at in range(len(short.rows)):
        row = short.rows.at(at)
        there = whole.row_for(short.mark(row))
        assert (there.kind, whole.seq_of(there)) == (row.kind, short.seq_of(row))

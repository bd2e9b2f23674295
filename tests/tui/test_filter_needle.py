"""The quick test of a filter lets every line through whose row or texts hold the needle, in any JSON or Unicode."""

import json
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.panes import needle as module
from workbench.fronts.tui.panes.eventtext import Setting, words_of
from workbench.fronts.tui.panes.needle import Needle, fold, matches
from workbench.fronts.tui.panes.searchtext import search_text
from workbench.fronts.tui.theme.glyphs import RICH
from workbench.session.events import EVENT_TYPES, TYPE_CODE
from workbench.session.lines import decode_row
from workbench.time.zones import UTC, load_zone

AT = "2026-08-07T09:00:00.000Z"
PIECES = (
    "Straße", "STRASSE", "İstanbul", "ſnow", "K2", "ﬁle", "ŉ", "Привет", "ПРИВЕТ", "轮换", "李雷", "🚀", "é", "e\u0301",
    "late", "on time", "10m", "2h 20m late", "schedule-1", "/srv/demo", 'a "quoted" b', "tab\tand\nline", "\ud83d",
    "\u001b[31m", "x2", "3 reminders", "calls", "1.50", "1e3", "-0", "todos", "due", "Fri", "\ufffd", "ⓐⒶ", " ", "",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(PIECES), st.text(max_size=12), st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
)


def message(text, **source):
    return {"content": [{"type": "text", "text": text}], "source": source, "role": "user", "id": "m1"}


@st.composite
def datas(draw):
    """An event type and data of the shape it has in real logs, or of any shape."""
    text, name = draw(TEXTS), draw(TEXTS)
    number = draw(st.one_of(st.integers(-3, 10**6), st.sampled_from((0.5, 1e3, True, None))))
    arguments = json.dumps({name: text, "n": number, "list": [text, 1.50]}, ensure_ascii=draw(st.booleans()))
    call = {"type": "tool-call", "name": name}
    result = {"type": "tool-result", "content": [{"type": "text", "text": arguments}]}
    every = {"id": name, "kind": "every", "everySeconds": 5400, "scheduledAt": AT, "prompt": text}
    once = {"id": name, "kind": "at", "scheduledAt": AT, "prompt": text}
    changes = (
        {"operation": "create", "schedule": every},
        {"operation": "create", "schedule": once},
        {"operation": "dispatch", "id": name, "acceptedAt": AT},
        {"operation": "dispatch", "id": name},
    )
    shaped = {
        "user/message": message(text, kind=draw(st.sampled_from(("user", "plugin"))), plugin="schedule"),
        "assistant/message": {"message": {"content": [call, call]}},
        "tool/call": {"name": name, "arguments": arguments},
        "tool/result": {"message": {"content": [result]}, "error": {"code": name}},
        "schedule/change": draw(st.sampled_from(changes)),
        "todo/write": {"todos": [{"content": text, "status": "completed"}]},
        "turn/end": {"turn": number, "reason": {"kind": name}},
        "step/start": {"turn": number, "step": 2},
        "session/title": {"title": text},
        "agent/inbox/spliced": {"removedCount": number, "inserted": []},
        "assistant/chunk": {"chunk": {"type": "text-delta", "text": text}},
        "text-chunks": {"texts": [text, name], "dt": [0, 1]},
    }
    kind = draw(st.sampled_from((*shaped, *EVENT_TYPES)))
    anything = st.recursive(
        TEXTS | st.integers() | st.floats(allow_nan=False, allow_infinity=False), st.lists, max_leaves=4
    )
    data = shaped[kind] if kind in shaped and draw(st.integers(0, 5)) else {text: draw(anything), name: number}
    return kind, data


@st.composite
def lines(draw):
    """One line as a writer may spell it: non-ASCII raw or escaped, with blanks or without."""
    kind, data = draw(datas())
    value = {"type": kind, "seq0" if kind.endswith("-chunks") else "seq": 5, "time": 1_785_920_400_000, "data": data}
    text = json.dumps(
        value, ensure_ascii=draw(st.booleans()), separators=draw(st.sampled_from(((",", ":"), (", ", ": "))))
    )
    return kind, text.encode("utf-8", draw(st.sampled_from(("surrogatepass", "replace"))))


@pytest.mark.req("TUI-2")
@given(lines(), st.sampled_from((UTC, load_zone("Asia/Kathmandu"))), st.data())
def test_no_line_that_matches_is_refused(line, zone, data):
    kind, raw = line
    event = decode_row(raw, 5, 1_785_920_400_000)
    late = data.draw(st.sampled_from((None, 1_785_920_400_000, 1_785_000_000_000)))
    words = words_of(event, Setting(RICH, zone, occurrence=late))
    searched = fold(search_text(event, words))
    start = data.draw(st.integers(0, max(0, len(searched) - 1)))
    part = searched[start : start + data.draw(st.integers(1, 14))]
    needle = Needle(data.draw(st.sampled_from((part, part.upper(), part.title(), f" {part} "))))
    if needle.is_in(search_text(event, words)):
        assert needle.said_by[TYPE_CODE[kind]] or needle.may_be_in(raw)


@pytest.mark.req("TUI-2")
@given(TEXTS, TEXTS, TEXTS)
def test_a_text_holds_its_parts_whatever_their_case(before, part, after):
    for spelled in (part, part.upper(), part.lower(), part.casefold()):
        if fold(spelled) == fold(part):
            assert matches(f"{before} {part} {after}", spelled)


def test_folding_reaches_ascii_only_from_the_listed_signs():
    """Over all of Unicode: what folds to ASCII is tested for, and what counts as solid comes from itself alone."""
    for code in range(0x80, 0x110000):
        char = chr(code)
        folded = char.casefold()
        if 0xD800 <= code < 0xE000 or folded == char:
            continue
        if any(each.isascii() for each in folded):
            assert module._FOLDS_TO_ASCII.search(char.encode()), (hex(code), char)
        assert not [each for each in folded if not each.isascii() and module._is_solid(each)], (hex(code), char)


@pytest.mark.parametrize(
    ("needle", "text", "held"),
    [
        ("LATE", "10:38:30, 21m late", True),
        ("schedule-2 on time", "dispatch schedule-2  on time", True),
        ("strasse", "Straße 5", True),
        ("привет", "ПРИВЕТ", True),
        ("轮换", "轮换值班", True),
        ("late", "plate", True),
        ("early", "late", False),
        ("  ", "anything", True),
    ],
)
def test_matching_as_a_reader_expects(needle, text, held):
    assert matches(text, needle) is held


@pytest.mark.parametrize("text", ["схема", "12:30", "zzz-nothing", "轮"])
def test_lines_without_it_are_refused_unread(text):
    raw = (
        b'{"type":"assistant/message","seq":1,"time":1,"data":{"message":{"content":[{"type":"text","text":"Look."}]}}}'
    )
    assert not Needle(text).may_be_in(raw)


def test_most_needles_are_said_by_no_row_of_its_own():
    said = sum(Needle("deploy").said_by)
    assert said == 0
    assert Needle("late").said_by[TYPE_CODE["schedule/change"]]
    assert not Needle("late").said_by[TYPE_CODE["assistant/message"]]


def test_the_listed_types_are_types():
    assert set(module._SAID) <= set(EVENT_TYPES)
    assert all(unicodedata.normalize("NFC", words) == words for words, _ in module._SAID.values())
    assert msgspec.json.encode(sorted(module._SAID))

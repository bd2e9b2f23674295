"""Exports: an SVG that is valid and aligned whatever it shows, plain text, files that are there whole or not at all."""

import os
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual._ansi_theme import MONOKAI
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from workbench.bench.bench import Bench
from workbench.errors import WorkbenchError
from workbench.fronts.tui.export.clipboard import MOST_BYTES, printable, send
from workbench.fronts.tui.export.files import file_name, meant, write_whole
from workbench.fronts.tui.export.svg import screen_svg
from workbench.fronts.tui.export.text import screen_text

NOW = 1_786_093_201_000  # 2026-08-07T09:00:01.000Z
SVG = "{http://www.w3.org/2000/svg}"
CELL = 12
NASTY = (
    "plain text", "a  b", "<b>&\"'", "]]>", "李雷 keys", "🚀 notes", "👩‍👩‍👧", "🇩🇪🇫🇷",
    "e\u0301", "\u200d", "\ufe0f", "\x00", "\x1b[31m",
    "\x0b", "\ufffe", "\uffff", "\ud83d", "╭──╮", "█▌", "\u202e", "",
)  # fmt: skip
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=20))
STYLES = st.builds(
    Style,
    color=st.one_of(st.none(), st.just("#fecb5c"), st.just("default"), st.just("bright_red")),
    bgcolor=st.one_of(st.none(), st.just("#2d2b23"), st.just("default")),
    bold=st.booleans(), dim=st.booleans(), reverse=st.booleans(), underline=st.booleans(), italic=st.booleans(),
    strike=st.booleans(),
)  # fmt: skip
STRIPS = st.lists(st.lists(st.builds(Segment, TEXTS, STYLES), max_size=5).map(Strip), max_size=4)


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314 - it was written here


def drawn(*segments, title="overnight"):
    """The SVG of one row as a tree."""
    return parsed(screen_svg([Strip(segments)], title=title, theme=MONOKAI))


def texts(tree):
    """The texts of the rows, not the window's title."""
    return tree.find(f"{SVG}g").findall(f"{SVG}text")


@pytest.mark.req("TUI-8")
@given(STRIPS, TEXTS)
def test_any_screen_gives_valid_xml_that_fetches_nothing(strips, title):
    svg = screen_svg(strips, title=title, theme=MONOKAI)
    tree = parsed(svg)
    assert tree.tag == f"{SVG}svg"
    assert not re.search(r"url\(|@import|href|<script", svg)
    svg.encode("utf-8")


@pytest.mark.req("TUI-8", "TUI-6")
@given(STRIPS)
def test_every_text_is_on_its_own_cells(strips):
    tree = parsed(screen_svg(strips, title="", theme=MONOKAI))
    for text in texts(tree):
        if text.get("textLength") is None:
            assert "w" in text.get("class").split()
        else:
            assert int(text.get("textLength")) == cell_len(text.text.replace("\ufffd", "?")) * CELL
        assert float(text.get("x")) % (CELL / 2) == 0


def test_a_wide_sign_stands_alone_in_the_middle_of_its_cells():
    found = [(text.text, float(text.get("x"))) for text in texts(drawn(Segment("by 李雷 at")))]
    assert found == [("by", 0), ("李", 4 * CELL), ("雷", 6 * CELL), ("at", 8 * CELL)]


def test_what_belongs_together_is_one_text():
    assert [text.text for text in texts(drawn(Segment("👩‍👩‍👧🇩🇪e\u0301x")))] == ["👩‍👩‍👧", "🇩🇪", "e\u0301x"]


def test_blanks_are_places_and_no_text():
    found = [(text.text, float(text.get("x")) / CELL) for text in texts(drawn(Segment("  id   target in  ")))]
    assert found == [("id", 2), ("target in", 7)]


def test_styles_are_carried_out():
    style = Style(color="#112233", bgcolor="#445566", bold=True, reverse=True, underline=True)
    tree = drawn(Segment("x", style))
    (text,) = texts(tree)
    assert (text.get("fill"), text.get("class")) == ("#445566", "b")
    fills = [rect.get("fill") for rect in tree.find(f"{SVG}g").findall(f"{SVG}rect")]
    assert fills == ["#112233", "#445566"]


def test_a_dim_text_lies_between_ink_and_ground():
    (text,) = texts(drawn(Segment("x", Style(color="#ffffff", bgcolor="#000000", dim=True))))
    assert text.get("fill") == "#999999"


def test_default_colours_are_the_terminals():
    (text,) = texts(drawn(Segment("x", Style(color=Color.default()))))
    assert text.get("fill") == "#{:02x}{:02x}{:02x}".format(*MONOKAI.foreground_color)


def test_ligatures_are_off_and_fonts_are_local():
    svg = screen_svg([], title="", theme=MONOKAI)
    assert "font-variant-ligatures: none" in svg
    assert "east-asian" not in svg
    assert "font-face" not in svg


def test_text_is_cut_out_of_the_screen():
    strips = [Strip([Segment("ab李雷c  ")]), Strip([Segment("12345678 ")])]
    assert screen_text(strips) == "ab李雷c\n12345678\n"
    assert screen_text(strips, Region(2, 0, 4, 1)) == "李雷\n"


# -------------------------------------------------------------------------------------------------------- clipboard


class Terminal(App[None]):
    """Takes what is sent to the clipboard."""

    sent = None

    def copy_to_clipboard(self, text):
        self.sent = text


@pytest.mark.req("TUI-8")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" * 312, "sent 312 characters to the terminal's clipboard"),
        ("x", "sent 1 character to the terminal's clipboard"),
        ("a\tb\n李雷", "sent 8 characters to the terminal's clipboard"),
        ("\x1b[31mred\x9b\u202e", "sent 10 characters to the terminal's clipboard, 3 unprintable ones made visible"),
        ("x" * 1500, "sent 1,500 characters to the terminal's clipboard"),
    ],
)
def test_copying_says_what_was_sent(text, said):
    app = Terminal()
    assert send(app, text) == said
    assert app.sent == printable(text)


@pytest.mark.req("TUI-8")
@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * (MOST_BYTES + 1), "too_large"), ("李" * (MOST_BYTES // 3 + 1), "too_large"), ("", "nothing_to_copy"),
     (" \n", "nothing_to_copy")],
)  # fmt: skip
def test_what_a_terminal_would_not_take_is_not_sent(text, code):
    app = Terminal()
    with pytest.raises(WorkbenchError) as caught:
        send(app, text)
    assert caught.value.code == code
    assert app.sent is None


def test_the_longest_that_a_terminal_takes_is_sent():
    app = Terminal()
    send(app, "x" * MOST_BYTES)
    assert len(app.sent) == MOST_BYTES


# ------------------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("session", "now", "ending", "name"),
    [
        ("overnight", NOW, "svg", "overnight-20260807T090001Z.svg"),
        ("sessions", None, "txt", "sessions.txt"),
        ("../../etc/passwd", None, "txt", "etc_passwd.txt"),
        ("-rf /", None, "txt", "rf.txt"),
        ("李雷", None, "txt", "李雷.txt"),
        ("\x1b[31m", None, "txt", "31m.txt"),
        ("", NOW, "txt", "workbench-20260807T090001Z.txt"),
        ("x" * 300, None, "txt", "x" * 60 + ".txt"),
    ],
)
def test_a_file_is_called_after_its_session_and_time(session, now, ending, name):
    assert file_name(session, now, ending) == name


def test_a_path_is_what_a_shell_would_make_of_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert meant("a.svg") == tmp_path / "a.svg"
    assert meant("~/a.svg") == tmp_path / "a.svg"
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    assert meant("link.svg") == tmp_path / "real.svg"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".", "is_folder"),
        ("none/a.svg", "not_found"),
        ("~nobody-of-that-name/a", "unsafe_name"),
        ("a\0b", "unsafe_name"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused(text, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorkbenchError) as caught:
        meant(text)
    assert caught.value.code == code


@pytest.mark.req("TUI-8")
def test_a_file_is_written_once_and_replaced_only_when_that_was_said(tmp_path):
    path = tmp_path / "a.txt"
    write_whole(path, b"one")
    with pytest.raises(WorkbenchError) as caught:
        write_whole(path, b"two")
    assert caught.value.code == "file_exists"
    assert path.read_bytes() == b"one"
    write_whole(path, b"two", over=True)
    assert path.read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("over", [False, True])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, over):
    path = tmp_path / "a.txt"
    if over:
        path.write_bytes(b"one")

    def full(self, data):
        with self.open("wb") as opened:
            opened.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(path), "write_bytes", full)
    with pytest.raises(WorkbenchError, match="No space left") as caught:
        write_whole(path, b"two", over=over)
    assert caught.value.code == "not_writable"
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == ({"a.txt": b"one"} if over else {})


def test_a_file_system_without_links_is_served_too(tmp_path, monkeypatch):
    def no_links(source, target):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "a.txt"
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
    with pytest.raises(WorkbenchError) as caught:
        write_whole(path, b"two")
    assert caught.value.code == "file_exists"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.req("TUI-8")
@pytest.mark.parametrize("name", ["pipe", "settings.toml", "workbench.db"])
def test_no_export_takes_the_place_of_what_is_no_file_of_anybodys_text(tmp_path, name):
    path = tmp_path / name
    os.mkfifo(path) if name == "pipe" else path.write_bytes(b"kept")
    for write in (lambda: meant(str(path)), lambda: write_whole(path, b"text", over=True)):
        with pytest.raises(WorkbenchError) as refused:
            write()
        assert refused.value.code == "not_a_file"


@pytest.mark.req("TUI-8")
@pytest.mark.parametrize("name", ["session.jsonl", "session.jsonl.zst", "renamed.txt"])
def test_no_export_takes_the_place_of_a_log_however_it_was_asked(tmp_path, name):
    made = Bench.new(tmp_path / "home", start=NOW, session_id="precious")
    made.close()
    path, before = tmp_path / name, made.path.read_bytes()
    path.write_bytes(before)
    for write in (lambda: meant(str(path)), lambda: write_whole(path, b"text", over=True)):
        with pytest.raises(WorkbenchError) as refused:
            write()
        assert refused.value.code == "is_log"
    assert path.read_bytes() == before

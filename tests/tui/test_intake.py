"""Whatever bytes the terminal sends: nothing ends the program, and no answer of the terminal is taken for keys."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.screens import make_overnight
from support.terminal import Terminal
from workbench.fronts.tui.intake import _lenient
from workbench.fronts.tui.replies import ReplyFilter

STRINGS = [
    "\x1bP+q\x1b\\",
    "\x1bP1+r544e=71\x1b\\",
    "\x1bP>|term(q)\x1b\\",
    "\x1b_Gi=1;OK q\x1b\\",
    "\x1bP!|q\x07",
    "\x1b]11;rgb:q\x07",
]


def cleaned(pieces):
    replies = ReplyFilter()
    return "".join(replies.clean(piece) for piece in pieces)


@pytest.mark.req("TUI-4")
@given(string=st.sampled_from(STRINGS), before=st.sampled_from(["", "n", "\x1b[A"]), cuts=st.lists(st.integers(2, 30)))
def test_a_string_is_taken_out_however_it_is_cut(string, before, cuts):
    """A lone ESC is a key and never waits, so a cut just behind it is none that could be healed."""
    tail = "\x1b[Bk"
    places = sorted({0, len(string), *(min(cut, len(string)) for cut in cuts)})
    pieces = [before, *(string[a:b] for a, b in pairwise(places)), tail]
    assert cleaned(pieces) == before + tail


@pytest.mark.parametrize("keys", ["\x1b", "q", "\x1bq", "\x1b[A", "\x1bOP", "\x1bPn", "\x1bXjj", "\x1b[200~P\x1b[201~"])
def test_keys_are_never_kept_waiting(keys):
    assert ReplyFilter().clean(keys) == keys


def test_alt_and_a_letter_comes_with_the_next_key():
    assert cleaned(["\x1bP", "n"]) == "\x1bPn"


def test_a_string_that_another_sequence_breaks_off_is_gone_and_the_sequence_is_not():
    assert cleaned(["\x1bP+q", "qq\x1b[A"]) == "\x1b[A"


def test_a_string_that_never_ends_is_given_up():
    replies = ReplyFilter()
    assert not replies.clean("\x1bP+q" + "q" * 1000)
    assert replies.clean("q" * (1 << 16))
    assert replies.clean("j") == "j"


@given(data=st.binary(), cuts=st.lists(st.integers(0, 40)))
def test_any_bytes_are_decoded(data, cuts):
    decode = _lenient("utf-8")().decode
    places = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    text = "".join(decode(data[a:b]) for a, b in pairwise(places)) + decode(b"", final=True)
    assert text == data.decode("utf-8", "replace")


@pytest.fixture
def start(tmp_path):
    """Start the program on a log in its own data folder."""
    log = make_overnight(tmp_path / "made")

    def started():
        return Terminal(["-m", "workbench", "--home", str(tmp_path / "home"), str(log)])

    return started


@pytest.mark.slow
@pytest.mark.req("TUI-9", "TUI-4")
@pytest.mark.parametrize(
    "sent",
    [b"\xff", b"\x80", b"\x1b[M\xff\xff\xff", b"\x1b[200~caf\xe9 q\x1b[201~", b"\xee", b"\x1bP+q\x1b\\", b"\x1b]q\x07"],
)
def test_no_bytes_from_the_terminal_end_the_program(start, sent):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press(sent)
        terminal.settle()
        before = len(terminal.output)
        terminal.press("?")
        terminal.wait_for(b"esc closes", after=before)
        terminal.press("\x1b")
        terminal.settle()
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.output


@pytest.mark.slow
@pytest.mark.req("TUI-9")
def test_a_defect_where_keys_are_read_is_told_and_ends_with_1(tmp_path):
    log, home = str(make_overnight(tmp_path / "made")), str(tmp_path / "home")
    program = (
        "from pathlib import Path\n"
        "from workbench.fronts.tui import app, replies\n"
        "def broken(self, data):\n"
        "    if 'n' in data: raise RuntimeError('a defect')\n"
        "    return data\n"
        "replies.ReplyFilter.clean = broken\n"
        f"raise SystemExit(app.run_app(Path({log!r}), home=Path({home!r})))\n"
    )
    with Terminal(["-c", program]) as terminal:
        terminal.wait_for(b"5 active")
        terminal.press("n")
        assert terminal.wait() == 1
        assert b"a defect" in terminal.output[terminal.output.rindex(b"\x1b[?1049l") :]


@pytest.mark.slow
@pytest.mark.req("TUI-9")
@pytest.mark.parametrize(
    ("keys", "seen"), [("", b"5 active"), ("a", b"Advance to"), (":", b"fork"), ("?", b"esc closes"), ("/", b"find")]
)
def test_ctrl_c_leaves_from_everywhere(start, keys, seen):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press(keys)
        terminal.wait_for(seen)
        terminal.settle()
        terminal.press("\x03")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.output


@pytest.mark.slow
def test_ctrl_c_copies_what_is_selected_in_a_field_and_ctrl_q_is_no_key(start):
    with start() as terminal:
        terminal.wait_for(b"5 active")
        terminal.settle()
        terminal.press("\x11")
        terminal.press("/")
        terminal.wait_for(b"find")
        terminal.press("ab")
        terminal.settle()
        terminal.press("\x1b[1;2D")
        terminal.settle()
        before = len(terminal.output)
        terminal.press("\x03")
        terminal.wait_for(b"\x1b]52;c;Yg==", after=before)
        terminal.press("\x1b[C\x03")
        assert terminal.wait() == 0

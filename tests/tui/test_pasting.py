"""What is pasted never holds the begin of a sequence but the one that ends it, however the bytes are cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.fronts.tui.pasting import PasteFilter

BEGIN, END = "\x1b[200~", "\x1b[201~"
TEXTS = st.text(st.sampled_from("a\x1b[201~ \n")).filter(lambda text: END not in text)


def filtered(pieces):
    paste_filter = PasteFilter()
    return "".join(paste_filter.clean(piece) for piece in pieces)


@pytest.mark.req("TUI-4")
@given(before=st.sampled_from(["", "n", "\x1b[A"]), pasted=TEXTS, cuts=st.lists(st.integers(0, 40), max_size=4))
def test_only_the_paste_loses_its_escapes(before, pasted, cuts):
    head, tail = before + BEGIN, pasted + END + "q\x1b[B"
    places = sorted({0, len(tail), *(min(cut, len(tail)) for cut in cuts)})
    pieces = [head, *(tail[a:b] for a, b in pairwise(places))]
    end = (pasted + END).index(END)
    assert filtered(pieces) == head + pasted[:end].replace("\x1b", "") + (pasted + END)[end:] + "q\x1b[B"


def test_keys_outside_of_a_paste_are_never_kept_waiting():
    assert PasteFilter().clean("\x1b") == "\x1b"

"""The text in which a filter looks for an event: what its row says, and every text that the event holds.

Owns what counts as such. Ids of messages, sources and numbers are no texts; the arguments of a call are read as what
they stand for, and of data that has no words of its own the names count too.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.fronts.tui.panes.eventtext import Words
from workbench.fronts.tui.panes.messagetext import texts_in, whole_text
from workbench.session.events import SURFACE_TYPES, Event
from workbench.session.packed import PackedRun


def search_text(event: Event | PackedRun, words: Words) -> str:
    """What is searched of ``event``, whose row says ``words``."""
    if words.raw:
        return " ".join((words.word, *texts_in(event.data, keys=True)))
    return " ".join((words.word, words.text, *_texts(event)))


def _texts(event: Event | PackedRun) -> Iterator[str]:
    data: Any = event.data
    if event.type in SURFACE_TYPES:
        if isinstance(data, Mapping):
            yield whole_text(data)
        return
    yield from texts_in(data)
    if event.type == "tool/call":
        yield from _arguments(data["arguments"])


def _arguments(text: str) -> Iterator[str]:
    try:
        yield from texts_in(json.loads(text), keys=True)
    except (ValueError, RecursionError):
        return

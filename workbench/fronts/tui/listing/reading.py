"""Finding and reading what the session list shows, in two threads of its own: one searches, one reads.

Owns the threads and the order of reading: what is in sight first. They touch no widget: what they learn waits here
until the screen takes it, and ``tell`` is called, from a thread, whenever there is something to take and nothing was
waiting before.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.actions.known import Facts
from workbench.actions.listing import Found
from workbench.errors import WorkbenchError
from workbench.session.interruption import Interrupted, Interruption, interrupted_by

if TYPE_CHECKING:
    from workbench.bench.view import BenchView

# Bytes of a file that is read in a moment; the reading of a bigger one gives way to what is wanted sooner.
_QUICK: Final = 4 << 20
# Real seconds between two looks at what is in sight: who uses it, and whether it went on.
WATCH: Final = 1.0


class Work(msgspec.Struct, frozen=True):
    """What the threads do: ``begin`` before anything else (what could not be written before is returned), ``find`` the
    files in portions, ``read`` one of them, and ``glance`` at one, which also gives a log's state for the timeline.
    ``look`` says how a file is now, without reading it."""

    begin: Callable[[], WorkbenchError | None]
    find: Callable[[], Iterator[list[Found]]]
    read: Callable[[Found], Facts]
    glance: "Callable[[Found], tuple[Facts, BenchView | None]]"
    look: Callable[[Found], Found | None] | None = None


class News(msgspec.Struct):
    """What was learnt since the last time: files, facts, and the view that was asked for; once a search is over, in
    ``paths`` everything it found; ``changed`` are known files that are not what they were."""

    found: list[Found] = []
    changed: list[Found] = []
    facts: list[tuple[Found, Facts]] = []
    view: "tuple[Found, BenchView | None] | None" = None
    paths: set[Path] | None = None
    trouble: WorkbenchError | None = None


class Reader:
    """Works from ``start`` to ``stop``; ``busy`` while it does. What ``skip`` says is known is not read again."""

    def __init__(self, work: Work, tell: Callable[[], None], skip: Callable[[Found], bool]) -> None:
        self._work = work
        self._tell = tell
        self._skip = skip
        self._changed = threading.Condition()
        self._news = News()
        self._told = False
        self._stopped = False
        self._paused = False
        # What is read now, and what ends that.
        self._reading: Found | None = None
        self._glancing: Found | None = None
        self._interruption = Interruption()
        self._begun = False
        self._search: Iterator[list[Found]] | None = None
        self._unread: dict[Path, Found] = {}
        self._known: dict[Path, Found] = {}
        self._in_sight: list[Path] = []
        self._wanted: Found | None = None

    @property
    def busy(self) -> bool:
        """Whether there is something to search, to read or to tell."""
        with self._changed:
            return bool(self._search or self._unread or self._wanted or self._reading or self._told)

    @property
    def searching(self) -> bool:
        """Whether there may be more files than were told so far."""
        with self._changed:
            return self._search is not None

    def start(self) -> None:
        """Begin with the search."""
        self.search_again()
        threading.Thread(target=self._read_on, name="list-reading", daemon=True).start()

    def stop(self) -> None:
        """End, whatever is being read; no thread is waited for."""
        with self._changed:
            self._stopped = True
            self._search = None
            self._interruption.interrupt()
            self._changed.notify()

    def pause(self, paused: bool) -> None:  # noqa: FBT001 - a switch
        """Read nothing while the list is not on the screen."""
        with self._changed:
            self._paused = paused
            if paused:
                self._give_way()
            self._changed.notify()

    def search_again(self) -> None:
        """Look for files anew; a search that still goes on is given up."""
        with self._changed:
            search = self._search = self._work.find()
        threading.Thread(target=self._find, args=(search,), name="list-search", daemon=True).start()

    def in_sight(self, paths: Sequence[Path]) -> None:
        """Read these before all others."""
        with self._changed:
            self._in_sight = list(paths)
            self._give_way_to_sooner()
            self._changed.notify()

    def look_at(self, found: Found | None) -> None:
        """Give the state of that log before reading anything else; only the last one asked for is looked at."""
        with self._changed:
            if found is not None and self._glancing == found:
                return
            self._wanted = found
            if found is not None:
                self._give_way()
            self._changed.notify()

    def take(self) -> News:
        """What was learnt since the last time."""
        with self._changed:
            news, self._news, self._told = self._news, News(), False
        return news

    # ---------------------------------------------------------------------------------------------- the search

    def _find(self, search: Iterator[list[Found]]) -> None:
        self._begin()
        seen: set[Path] = set()
        for portion in search:
            seen.update(found.path for found in portion)
            if not self._found(search, portion):
                return
        with self._changed:
            if search is not self._search:
                return
            self._search = None
        self._learn(lambda news: setattr(news, "paths", seen))

    def _begin(self) -> None:
        with self._changed:
            begun, self._begun = self._begun, True
        trouble = None if begun else self._work.begin()
        if trouble is not None:
            self._learn(lambda news: setattr(news, "trouble", trouble))

    def _found(self, search: Iterator[list[Found]], portion: list[Found]) -> bool:
        """Note a portion; False where nobody wants the rest any more."""
        with self._changed:
            if search is not self._search:
                return False
            self._known.update((found.path, found) for found in portion)
            wanted = (found for found in portion if found != self._reading and not self._skip(found))
            self._unread.update((found.path, found) for found in wanted)
            self._give_way_to_sooner()
            self._changed.notify()
        self._learn(lambda news: news.found.extend(portion))
        return True

    # --------------------------------------------------------------------------------------------- the reading

    def _read_on(self) -> None:
        while (job := self._next()) is not None:
            try:
                with interrupted_by(self._interruption):
                    job()
            except Interrupted:
                self._put_back()
            with self._changed:
                self._reading = self._glancing = None

    def _next(self) -> Callable[[], None] | None:
        """The next thing to do, waiting for one; None once stopped."""
        with self._changed:
            while not self._stopped:
                job = None if self._paused else self._choose()
                if job is not None:
                    self._interruption.forget()
                    return job
                watched = self._in_sight and not self._paused and self._work.look is not None
                if not self._changed.wait(WATCH if watched else None):
                    return self._look_over
        return None

    def _look_over(self) -> None:
        """See whether what is in sight went on, or is used by somebody else, by now (LOG-11)."""
        with self._changed:
            seen = [self._known[path] for path in self._in_sight if path in self._known]
        look = self._work.look
        again = ((found, look(found)) for found in seen) if look is not None else ()
        changed = [now for found, now in again if now is not None and _is_news(found, now)]
        if not changed:
            return
        with self._changed:
            self._known.update((found.path, found) for found in changed)
            self._unread.update((found.path, found) for found in changed if not self._skip(found))
        self._learn(lambda news: news.changed.extend(changed))

    def _choose(self) -> Callable[[], None] | None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self._unread.pop(wanted.path, None)
            self._reading = self._glancing = wanted
            return lambda: self._glance(wanted)
        if not self._unread:
            return None
        found = self._reading = self._first_in_sight() or self._first()
        del self._unread[found.path]
        return lambda: self._read(found)

    def _first_in_sight(self) -> Found | None:
        """The smallest: a huge file must not keep its neighbours waiting."""
        visible = (self._unread[path] for path in self._in_sight if path in self._unread)
        return min(visible, key=_size, default=None)

    def _first(self) -> Found:
        """The first that is quick to read, else the smallest."""
        quick = (found for found in self._unread.values() if found.size <= _QUICK)
        return next(quick, None) or min(self._unread.values(), key=_size)

    def _give_way_to_sooner(self) -> None:
        """Something in sight is read sooner than the big file in hand; that one is read again later."""
        first = self._first_in_sight()
        if first is not None and self._reading is not None and first.size < self._reading.size:
            self._give_way()

    def _give_way(self) -> None:
        if self._reading is not None and self._reading.size > _QUICK:
            self._interruption.interrupt()

    def _put_back(self) -> None:
        """What was given up for something else is read again later."""
        with self._changed:
            found = self._reading
            if found is not None and not self._stopped:
                self._unread.setdefault(found.path, found)

    def _read(self, found: Found) -> None:
        try:
            facts = self._work.read(found)
        except Interrupted:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a file costs its own row and nothing else
            facts = _unreadable(found, error)
        self._learn(lambda news: news.facts.append((found, facts)))

    def _glance(self, found: Found) -> None:
        view: BenchView | None = None
        try:
            facts, view = self._work.glance(found)
        except Interrupted:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            facts = _unreadable(found, error)

        def note(news: News) -> None:
            news.facts.append((found, facts))
            news.view = (found, view)

        self._learn(note)

    def _learn(self, note: Callable[[News], object]) -> None:
        with self._changed:
            note(self._news)
            first, self._told = not self._told, True
            stopped = self._stopped
        if first and not stopped:
            self._tell()


def _size(found: Found) -> int:
    return found.size


def _is_news(found: Found, now: Found) -> bool:
    """Whether a file is worth telling of and reading anew; a big one that is being written is not, until its end."""
    return now.holder != found.holder or (now.stamp != found.stamp and now.size <= _QUICK)


def _unreadable(found: Found, error: Exception) -> Facts:
    name = found.path.stem if found.kind == "scenario" else found.path.parent.name
    return Facts(name=name, verdict="unreadable", problem=f"{type(error).__name__}: {error}", readable=False)

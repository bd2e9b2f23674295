"""Going from difference to difference on the screen: which one is visited, and bringing it into sight.

Owns what is visited. The order is ``walk``'s, finding what differs ``search``'s.
"""

from typing import TYPE_CHECKING

from workbench.fronts.tui.compare.differences import Differences
from workbench.fronts.tui.compare.sides import WORDS
from workbench.fronts.tui.compare.walk import Course, Visited, differing_lines, schedule_stops
from workbench.fronts.tui.panes.scene import Notice

if TYPE_CHECKING:
    from workbench.fronts.tui.compare.screen import CompareScreen


class Tour:
    """The walk over one comparison screen. ``course`` is what there is to visit as the sides are now."""

    def __init__(self, screen: "CompareScreen") -> None:
        self._screen = screen
        self.visited: Visited | None = None
        # The next difference was asked for and has not been found yet.
        self.seeking = False
        self.course = Course(Differences(), (), ())

    def follow(self) -> Course:
        """The sides have changed, or more differences are known."""
        screen = self._screen
        parent, child = screen.parent_side.view, screen.child.view
        facts = screen.facts() if parent is not None else []
        self.course = Course(screen.lookout.search.found, schedule_stops(parent, child), differing_lines(facts))
        if self.visited is not None and self.visited.kind != "row":
            # The row, schedule or line may be the same on both sides by now.
            number = self.course.number_of(self.visited)
            self.visited = self.course.at(number) if number < self.course.total else None
        return self.course

    def leave(self) -> None:
        """The user goes elsewhere: what was visited is a row like others."""
        self.seeking = False
        if self.visited is not None:
            self.visited = None
            self.mark()

    def go(self, by: int) -> None:
        """To the next difference, or with -1 to the one before; after the last comes the first."""
        screen = self._screen
        self.seeking = False
        number = self._number(by)
        if by > 0 and self._on_rows() and number >= self.course.rows.stops and not screen.lookout.search.complete:
            self._seek()
            return
        course = self.course
        if not course.total:
            screen.say(Notice(self._nothing()))
            return
        self.visited = course.at(number % course.total)
        self.mark()
        self._into_sight(self.visited)
        screen.say(Notice(self._told(course, self.visited)))

    def go_on(self) -> None:
        """More is known: go to the next difference if that is still wanted."""
        if self.seeking:
            self.go(1)

    def _seek(self) -> None:
        """Let more of the logs be compared; what is found is gone to."""
        screen = self._screen
        self.seeking = True
        screen.lookout.search.want_more()
        screen.lookout.go_on()
        if screen.lookout.busy:
            compared = max(screen.lookout.search.found.known)
            screen.say(Notice(f"looking for the next difference: {compared:,} rows compared"))
        else:
            self.follow()
            self.go(1)

    def mark(self) -> None:
        """Let the visited row, schedule or line stand out, and no other."""
        screen, visited = self._screen, self.visited
        for side in (0, 1):
            place = visited.stop[side] if visited is not None else None
            kind = visited.kind if visited is not None else None
            screen.log_of(side).visit(self._line(side, place) if kind == "row" else None)
            screen.schedules_of(side).visit(place if kind == "schedule" else None)
        line = visited.stop.left if visited is not None and visited.kind == "line" else None
        screen.table.visit(line)

    def _line(self, side: int, place: int | None) -> int | None:
        lanes = self._screen.lookout.search.lanes
        if place is None or lanes is None or place >= len(lanes[side].lines):
            return None
        return lanes[side].lines[place]

    def _number(self, by: int) -> int:
        """The difference to go to: from the one that is visited, else from where the reader put the cursor."""
        course, screen = self.course, self._screen
        if self.visited is not None:
            return course.number_of(self.visited) + by
        line, lanes = screen.log_of(screen.side).left_at, screen.lookout.search.lanes
        if line is None or lanes is None:
            return 0 if by > 0 else -1
        place = lanes[screen.side].place_of(line)
        return course.rows.after(screen.side, place) if by > 0 else course.rows.before(screen.side, place)

    def _on_rows(self) -> bool:
        return self.visited is None or self.visited.kind == "row"

    def _into_sight(self, visited: Visited) -> None:
        """Cursors go there; where one side is shown alone, it is one that has it."""
        screen = self._screen
        if visited.stop[screen.side] is None and screen.alone:
            screen.go_to_side(1 - screen.side)
        for side in screen.sides:
            place = visited.stop[side.number]
            if place is None or visited.kind == "line":
                continue
            if visited.kind == "row":
                log = screen.log_of(side.number)
                log.go_to_line(self._line(side.number, place) or 0)
                screen.select(side, log.record_at_cursor())
            else:
                schedules = screen.schedules_of(side.number)
                schedules.go_to_record(place)
                screen.select(side, schedules.record_at_cursor())

    def _told(self, course: Course, visited: Visited) -> str:
        more = "" if self._screen.lookout.search.complete else " so far"
        counted = f"difference {visited.number + 1:,} of {course.total:,}{more}"
        if visited.kind == "line":
            fact = self._screen.facts()[visited.stop.left or 0]
            return f"{counted}: {fact.name}, {fact.left} / {fact.right}"
        whose = [WORDS[side] for side in (0, 1) if visited.stop[side] is not None]
        said = f"only the {whose[0]} has this {visited.kind}" if len(whose) == 1 else f"each has another {visited.kind}"
        return f"{counted}: {said}"

    def _nothing(self) -> str:
        if self._screen.parent_side.view is None:
            return "there is no parent to differ from"
        return "no differences" if self._screen.lookout.search.complete else "the logs are still being read"

"""The model's owner: what is due is queued and recorded when the agent is idle, and how that fails (SCH-26 to 29)."""

from support.model_agent import Agent
from support.model_records import Fact, Known
from support.model_tasks import NotOnDisk, Task


class Owner(Agent):
    """The owner of the session's schedules."""

    def next_target(self) -> int | None:
        if self.up.faulted:
            return None
        return min((known.target for known in self.state.active.values()), default=None)

    def _due(self) -> bool:
        target = self.next_target()
        return self.up.may_try and target is not None and target <= self.now

    def deliver(self) -> Task:
        place = yield from self.stand_in_line()
        line = self.up.line
        try:
            return (yield from self._deliver())
        finally:
            line.remove(place)

    def _deliver(self) -> Task:
        up = self.up
        up.may_try = False
        try:
            yield from self.barrier()
        except NotOnDisk:
            return False
        if not self._idle():
            up.may_try = True
            return False
        if not self._admit():
            return False
        up.may_try = up.confirming = True
        try:
            yield from self.barrier()
        except NotOnDisk:
            return True
        finally:
            up.confirming = False
        self.die("crash_after_barrier")
        return True

    def _admit(self) -> bool:
        items = self.state.due(self.now)
        if not items or self.strikes("frame_fails") or self.strikes("queue_fails"):
            return False
        self.add("insert", "next-turn", self._reminder(items))
        self.up.woken = True
        if "crash_after_queue" in self.armed:
            self.write()
        self.die("crash_after_queue")
        if self.strikes("append_fails"):
            self.up.faulted = True
            return False
        for known in items:
            self.add("dispatch", known.id, self.now if known.kind == "every" else None)
        self.die("crash_after_append")
        return True

    def _reminder(self, items: list[Known]) -> Fact:
        return "reminder", *((known.id, known.at(self.now).target, known.prompt) for known in items)

"""The service of reminders with a clock that tests set, and callers of several kinds."""

import pytest

from workbench.services.identity import Identity
from workbench.services.refusal import ServiceError
from workbench.services.reminders.service import Reminders
from workbench.services.store.database import open_database
from workbench.time.instant import parse_utc
from workbench.time.zones import load_zone

START = parse_utc("2026-05-05T09:00:00.000Z")  # Tuesday 11:00 in Berlin


def person(user="max", *accounts, access=("reminders",)):
    named = accounts or ("acme",)
    return Identity(user, named[0], frozenset(named), access=frozenset(access))


class Desk:
    """The service with its clock, and short words for what tests do all the time."""

    def __init__(self, path):
        self.now = START
        self.zone = load_zone("Europe/Berlin")
        self.path = path
        self.database = open_database(path)
        self.service = Reminders(self.database, lambda: self.now, lambda: self.zone)
        self.me = person()

    def at(self, text):
        self.now = parse_utc(text)

    def call(self, args, who=None, **more):
        return self.service.upsert(who or self.me, {"account_id": "acme", **args}, **more)

    def put(self, args, who=None, **more):
        return self.call(args, who, **more).value["reminder"]

    def make(self, prompt="look", due_at="+1h", **args):
        return self.put({"prompt": prompt, "due_at": due_at, **args})

    def due(self, args=(), who=None):
        return self.service.list_due(who or self.me, {"account_id": "acme", **dict(args)})

    def due_ids(self, args=(), who=None):
        return [reminder["id"] for reminder in self.due(args, who)["reminders"]]

    def refused(self, args, who=None, *, listing=False):
        """The error of a call that is refused and changes nothing."""
        before = self.everything()
        with pytest.raises(ServiceError) as error:
            (self.due if listing else self.put)(args, who)
        assert self.everything() == before
        return error.value

    def everything(self):
        with self.database.read() as connection:
            return [tuple(row) for row in connection.execute("SELECT * FROM reminders ORDER BY number")]

"""The day in a phrase, as a local date ``YYYY-MM-DD`` (REQ-7), or that it is open which one is meant.

A weekday is the coming one; on that very day it must be a date, "this" or "next". "next friday" on any other day is
refused, because people mean two different days by it. A month and day without a year are the next such date.
"""

from workbench.services.requests.commands import NeedsInput
from workbench.services.requests.needs import needs
from workbench.services.requests.pieces import Piece
from workbench.time.instant import DAY, civil_fields, valid_date, weekday


def date_of(day: Piece, text: str, local_now: int) -> str | NeedsInput:
    """The date that ``day`` means at ``local_now``, the local time counted in ms as if it were UTC.

    ``text`` is the whole phrase. A date in digits is passed on as it is: Schedule says whether it exists.
    """
    if day.kind == "date":
        return "{:04d}-{:02d}-{:02d}".format(*day.numbers)
    if day.kind == "month":
        return _month_day(day, local_now)
    ahead = day.numbers[0] if day.kind == "day" else _days_until(day, weekday(local_now))
    if ahead is None:
        coming = date_text(local_now + ((day.numbers[0] - weekday(local_now)) % 7 or 7) * DAY)
        return needs("ambiguous_day", text, example=f"remind me on {coming} at 17:00 to call the lab")
    date = date_text(local_now + ahead * DAY)
    return date if len(date) == 10 else needs("invalid_date", day.text)


def date_text(local_ms: int) -> str:
    """The date of a local time counted in ms as if it were UTC."""
    return "{:04d}-{:02d}-{:02d}".format(*civil_fields(local_ms)[:3])


def _days_until(day: Piece, today: int) -> int | None:
    ahead = (day.numbers[0] - today) % 7
    if day.kind == "next_weekday":
        return 7 if ahead == 0 else None
    return ahead if ahead or day.kind == "this_weekday" else None


def _month_day(day: Piece, local_now: int) -> str | NeedsInput:
    month, date, *given = day.numbers
    this_year, *today = civil_fields(local_now)[:3]
    year = given[0] if given else this_year + ([month, date] < today)
    if not valid_date(year, month, date):
        return needs("invalid_date", day.text)
    return f"{year:04d}-{month:02d}-{date:02d}"

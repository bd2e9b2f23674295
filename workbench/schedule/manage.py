"""Managing a record by its id (SCH-22): which ids can be asked for at all.

Owns only that check; whether the id is active is the fold's answer, and what to append the tool's.
"""

from workbench.errors import ScheduleError
from workbench.text.quote import quote
from workbench.text.trim import is_trimmed


def check_delete_id(value: object) -> str:
    """``value`` as an id; raises ``invalid_rule`` unless it is non-empty text without spaces at either end."""
    if isinstance(value, str) and value and is_trimmed(value):
        return value
    raise ScheduleError(
        "invalid_rule",
        f'id must be non-empty text without spaces at either end, such as "schedule-1", given {quote(value)}',
    )

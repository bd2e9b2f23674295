"""The two tools as they are served: names, descriptions with limits, codes and examples, and schemas.

The schemas of ``agent_reminder_upsert`` are fixed, key for key; only the wording inside them is this program's own.
"""

from typing import Any, Final

from workbench.services.reminders.arguments import LIMIT, MOST_LIMIT

UPSERT_NAME: Final = "agent_reminder_upsert"
LIST_DUE_NAME: Final = "agent_reminder_list_due"
_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_DUE_FORMS: Final = (
    "relative ('+30m', '+2h', '+1d', '+1w'), ISO 8601 ('2026-05-07T10:00:00Z', offset kept), date only ('2026-05-07',"
    " 00:00 in your zone), with a space ('2026-05-07 10:00', your zone), or Unix epoch seconds ('1746604800')"
)

UPSERT_DESCRIPTION: Final = f"""\
Leave yourself a prompt for later, or change one you left.

Without id: creates; prompt and due_at are required. Never idempotent: two equal calls make two reminders, so choose a \
subject to recognise your own by. With id: changes only the fields that are present; subject: null and tags: [] clear. \
To push out, give id and a new due_at; to clear what is done, id and completed: true (again is harmless, the first \
completed_at stays); to re-open, completed: false. All or nothing.

At session start call {LIST_DUE_NAME}, do what is due, then complete each here.

due_at is text: {_DUE_FORMS}. Relative units are s m h d w, without spaces; a day is 24 hours. It must be \
later than now.

Reminders stop being listed 14 days after creation unless completed; pushing out does not extend that. They belong to \
you and this account alone.

Limits: prompt 8192 bytes of UTF-8 (8 KB), not blank; subject 200 characters; at most 20 tags of 64 characters; id is \
arem_ and up to 64 letters or digits.

Examples: {{"account_id": "a1", "prompt": "Is the lab report in? If not, ask @kim.", "due_at": "+2h", \
"subject": "report:lab", "tags": ["follow-up"]}}; {{"account_id": "a1", "id": "arem_x1", "due_at": "+1d"}}; \
{{"account_id": "a1", "id": "arem_x1", "completed": true}}.

Errors: INVALID_ARGS, account_forbidden, access_gated, missing_field, completed_requires_id, invalid_id, \
invalid_prompt, prompt_too_long, invalid_subject, subject_too_long, invalid_tags, invalid_due_at, negative_offset, \
not_future, time_out_of_range, nonexistent_local_time, reminder_not_found."""

LIST_DUE_DESCRIPTION: Final = f"""\
Your open reminders that are due now, earliest due first; reading changes nothing. Call it first in a session, work \
through what comes, and clear each with {UPSERT_NAME} (id, completed: true).

Not listed: what is not due yet, completed, or older than 14 days. subject matches exactly, subject_prefix its \
beginning, tags all of those given. limit is 1 to {MOST_LIMIT}, {LIMIT} when left out. While more is, next_cursor is \
text: give it as cursor with the same filters.

Examples: {{"account_id": "a1"}}; {{"account_id": "a1", "subject_prefix": "report:", "limit": 10}}.

Errors: INVALID_ARGS, account_forbidden, access_gated, invalid_subject, subject_too_long, invalid_tags, \
invalid_cursor."""

_TEXT: Final[dict[str, Any]] = {"type": "string"}
_TEXT_OR_NULL: Final[dict[str, Any]] = {"type": ["string", "null"]}
_TEXTS: Final[dict[str, Any]] = {"type": "array", "items": _TEXT}
_REMINDER: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "id": _TEXT,
        "prompt": _TEXT,
        "subject": _TEXT_OR_NULL,
        "tags": _TEXTS,
        "due_at": _TEXT,
        "completed_at": _TEXT_OR_NULL,
        "created_at": _TEXT,
    },
    "required": ["id", "prompt", "tags", "due_at", "created_at"],
}

UPSERT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": _DRAFT,
    "properties": {
        "account_id": _TEXT,
        "id": {**_TEXT, "description": "The reminder to change (arem_…); leave it out to create one."},
        "prompt": {**_TEXT, "description": "What you are to do later; required to create, at most 8 KB."},
        "due_at": {**_TEXT, "description": f"When it falls due; required to create. One of: {_DUE_FORMS}."},
        "subject": {**_TEXT_OR_NULL, "description": "A stable name of what it is about, e.g. 'task:ENG-123'."},
        "tags": {**_TEXTS, "description": "Short labels."},
        "completed": {"type": "boolean", "description": "true: handled (idempotent); false: open again."},
    },
    "required": ["account_id"],
    "type": "object",
}
UPSERT_OUTPUT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": _DRAFT,
    "properties": {"reminder": _REMINDER},
    "required": ["reminder"],
    "type": "object",
}
LIST_DUE_SCHEMA: Final[dict[str, Any]] = {
    "$schema": _DRAFT,
    "properties": {
        "account_id": _TEXT,
        "subject": {**_TEXT, "description": "Only reminders with exactly this subject."},
        "subject_prefix": {**_TEXT, "description": "Only reminders whose subject begins like this."},
        "tags": {**_TEXTS, "description": "Only reminders that have all of these."},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST_LIMIT, "description": "How many at most."},
        "cursor": {**_TEXT, "description": "next_cursor of the page before."},
    },
    "required": ["account_id"],
    "additionalProperties": False,
    "type": "object",
}
LIST_DUE_OUTPUT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": _DRAFT,
    "properties": {"reminders": {"type": "array", "items": _REMINDER}, "next_cursor": _TEXT_OR_NULL},
    "required": ["reminders", "next_cursor"],
    "type": "object",
}

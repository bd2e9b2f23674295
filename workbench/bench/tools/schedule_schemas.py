"""What the three schedule tools take and give, as JSON schemas (SCH-13, SCH-21, SCH-22, NET-1).

Owns the schemas and the descriptions that a model reads. Every output schema is an object at its root and covers the
value of a success and of a refusal alike.
"""

from typing import Any, Final

_TEXT: Final = {"type": "string"}

CREATE_DESCRIPTION: Final = (
    "Set one reminder in this session: prompt, and exactly one of after_seconds (a delay, whole seconds from 1),"
    " at (a moment in the future), every_seconds (a fixed interval, whole seconds from 300). It comes back as a later"
    " turn of this session, when the agent is idle; while the session is not live it waits and becomes overdue. A"
    " recurring one keeps to its creation time, and what was missed is delivered once, the latest occurrence only."
)
LIST_DESCRIPTION: Final = (
    "All active reminders of this session in the order of their creation: id, rule, prompt, target in UTC (scheduledAt)"
    " and whether it is scheduled or overdue."
)
DELETE_DESCRIPTION: Final = (
    'Delete one active reminder of this session by its id, such as "schedule-1", as schedule_create and schedule_list'
    " give it. An id that is unknown or has ended gives deleted: false."
)

CREATE_INPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "prompt": {"type": "string", "description": "What to say when it is due."},
        "after_seconds": {"type": "number", "description": "Seconds from now, a whole number from 1, such as 1200."},
        "every_seconds": {"type": "number", "description": "Seconds between occurrences, a whole number from 300."},
        "at": {
            "description": (
                "A date and time with its offset, such as 2026-11-01T01:30:00-04:00 or 2026-11-01T05:30:00Z, or a local"
                " one with its zone."
            ),
            "oneOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {
                        "date": {"type": "string", "description": "YYYY-MM-DD"},
                        "time": {"type": "string", "description": "HH:MM:SS, up to three decimals"},
                        "time_zone": {"type": "string", "description": "UTC or Area/Location, such as Europe/Berlin"},
                    },
                    "required": ["date", "time", "time_zone"],
                    "additionalProperties": False,
                },
            ],
        },
    },
    "required": ["prompt"],
}
LIST_INPUT: Final[dict[str, Any]] = {"type": "object", "properties": {}}
DELETE_INPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"id": {"type": "string", "description": "The exact id of an active reminder."}},
    "required": ["id"],
}

_VIEW: Final[dict[str, Any]] = {
    "id": _TEXT,
    "kind": {"type": "string", "enum": ["after", "at", "every"]},
    "prompt": _TEXT,
    "afterSeconds": {"type": "integer"},
    "everySeconds": {"type": "integer"},
    "scheduledAt": {"type": "string", "description": "UTC, YYYY-MM-DDTHH:MM:SS.mmmZ"},
    "state": {"type": "string", "enum": ["scheduled", "overdue"]},
    "deliveryMode": {"type": "string", "enum": ["session-local"]},
}
_REFUSAL: Final[dict[str, Any]] = {
    "code": {"type": "string", "description": "Only in a refusal, or where there was nothing to delete."},
    "message": _TEXT,
    "operation": {"type": "string", "enum": ["create", "list", "delete"]},
}
CREATE_OUTPUT: Final[dict[str, Any]] = {"type": "object", "properties": {**_VIEW, **_REFUSAL}}
LIST_OUTPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "schedules": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _VIEW,
                "required": ["id", "kind", "prompt", "scheduledAt", "state", "deliveryMode"],
            },
        },
        **_REFUSAL,
    },
}
DELETE_OUTPUT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"id": _TEXT, "deleted": {"type": "boolean"}, **_REFUSAL},
}

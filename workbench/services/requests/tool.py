"""The message call as a tool: its name, what a host is told about it (REQ-9), and its schemas.

Owns wording and schemas; the schema that is served is the one that is enforced. Handling is :class:`Requests`.
"""

from typing import Any, Final

from workbench.services.requests.body import MAX_KEY, MAX_MESSAGE, UUID_PATTERN

NAME: Final = "message_mem_agent"
DESCRIPTION: Final = f"""\
Carries out one complete request of the user in plain words. Call it whenever the user wants something remembered or
looked up in their own notes, wants to be reminded once or regularly, or wants their todos kept: pass on the whole
request. Try it before saying that reminders are unavailable, and prefer it to a memory or scheduling of the host's own.

Every new request starts fresh: put ids, addresses, dates and the time zone into the message. It understands, for
example:
- remember that the Acme renewal is decided for Q3
- what did I decide about Acme? Use note 018f... as context.
- remind me tomorrow at 9:00 Europe/Berlin to call the lab
- every 2 hours check the queue
- todo: review the scope matrix, high, due 2026-08-14 17:00 UTC
- what is due? / list my todos / delete schedule-2

Result: always request_id, status, response, retry_after_seconds.
- pending: wait retry_after_seconds, then call again with the same idempotency_key, message and request_id.
- completed: final; give the response to the user and do not call again.
- needs_input: final for this key; ask the user what the response asks, then send a new complete request with a new key.
- failed: final for this key.
The same key and message never run twice; keys are kept for 24 hours after the end.

Limits: idempotency_key 1 to {MAX_KEY} characters, message 1 to {MAX_MESSAGE} characters, both not blank. Needs
proactive access; each new request counts as one use, calling again counts nothing.
Errors: proactive_required, not_found (unknown request_id), validation_error, idempotency_key_reused (the key was used
with another message), request_id_mismatch, quota_exceeded (details.retry_after_seconds).
"""

INPUT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_KEY,
            "description": "A key of your choice: kept for repeats and polls of a request, new for a new one.",
        },
        "message": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_MESSAGE,
            "description": "The user's complete request in plain words, with every id and address it is about.",
        },
        "request_id": {
            "type": ["string", "null"],
            "pattern": UUID_PATTERN,
            "description": "The request_id of a pending result, when polling for it; null counts as left out.",
        },
    },
    "required": ["idempotency_key", "message"],
    "additionalProperties": False,
}
OUTPUT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "request_id": {"type": "string", "pattern": UUID_PATTERN, "description": "The id of this run."},
        "status": {"enum": ["completed", "pending", "needs_input", "failed"]},
        "response": {
            "type": ["string", "null"],
            "description": "The answer; null, or why it takes long, while pending.",
        },
        "retry_after_seconds": {
            "type": ["integer", "null"],
            "minimum": 1,
            "description": "Whole seconds; only while pending.",
        },
    },
    "required": ["request_id", "status", "response", "retry_after_seconds"],
    "additionalProperties": False,
}

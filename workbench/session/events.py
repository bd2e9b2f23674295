"""The vocabulary of a session log: header, event, message and the closed list of event types (LOG-2, LOG-3, LOG-5).

Owns names and shapes only. Reading, checking and writing live beside it.
"""

from typing import Any

import msgspec

# The order is an interface inside the program only: the index stores a type as its position here. The last three are
# the packed rows of LOG-4; a type that is not listed is stored as UNKNOWN.
EVENT_TYPES: tuple[str, ...] = (
    "agent-preset/selected", "agent/inbox/spliced", "approval/asked", "approval/decided", "approval/policy",
    "assistant/chunk", "assistant/message", "command/done", "command/run", "compaction/end", "compaction/prune",
    "compaction/start", "compaction/summary", "feedback/record", "goal/change", "hook/invoked", "hook/result",
    "llm/retry", "llm/retry-started", "permission/preset", "plan/mode", "request/context", "request/header",
    "sandbox/mode", "schedule/change", "session/end-seed", "session/title", "session/title-llm-request", "step/end",
    "step/start", "subagent/descriptor", "team/member", "team/message/delivered", "team/message/queued", "team/task",
    "todo/write", "tool-workflow/agent-end", "tool-workflow/agent-start", "tool-workflow/run-end",
    "tool-workflow/run-start", "tool/call", "tool/code-dispatch", "tool/code-dispatch-start", "tool/result",
    "turn/end", "turn/start", "user/message", "web/deepseek-search-llm-request",
    "text-chunks", "reasoning-chunks", "tool-call-chunks",
)  # fmt: skip
TYPE_CODE: dict[str, int] = {name: code for code, name in enumerate(EVENT_TYPES)}
UNKNOWN_TYPE = 255
PACKED_TYPES = frozenset(("text-chunks", "reasoning-chunks", "tool-call-chunks"))
SURFACE_TYPES = frozenset(("user/message", "assistant/message", "tool/result"))
FORMAT_VERSION = 0


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Line 1 of a log (LOG-2). ``created_at`` is epoch ms; ``extra`` keeps keys this version does not know."""

    id: str
    created_at: int
    cwd: str | None = None
    parent: str | None = None
    seed_length: int | None = None
    origin: str | None = None
    delegation_depth: int = 0
    agent_preset: Any = None
    format: int = FORMAT_VERSION
    extra: dict[str, Any] = {}

    @property
    def fold_from(self) -> int:
        """First seq that counts for Schedule and inbox: everything, or what follows the inherited prefix (SCH-10)."""
        return self.seed_length or 0


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One decoded event (LOG-3). ``time`` is epoch ms; packed rows are already expanded or kept as their row type."""

    type: str
    seq: int
    time: int
    data: Any
    surface: bool = False
    sources: tuple[int, ...] | None = None
    ignorable: bool = False

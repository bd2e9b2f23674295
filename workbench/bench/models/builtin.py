"""The built-in agent (BEN-9): deterministic, offline, understands the plain requests of page 5 and presents reminders.

Owns the short way for a due reminder, which is most of what a simulated night consists of, and which messages of a turn
were answered already. Conversation is conversation.py's; it and the grammar are loaded at the first prompt.
"""

from workbench.bench.models.base import ModelRequest, Prompt, Reply
from workbench.bench.models.presenting import present


class BuiltinModel:
    """The default model. Equal turns get equal replies; an instance serves one session at a time."""

    provider = "workbench"
    model = "built-in"
    context_window = 128_000

    def __init__(self) -> None:
        self._told: tuple[Prompt, ...] = ()

    def reply(self, request: ModelRequest) -> Reply:
        """Calls for what the turn's prompts ask, then one answer; raises only ``time_zone_data_missing``."""
        prompts = request.prompts
        if len(prompts) == 1 and prompts[0].plugin == "schedule":
            self._told = prompts
            return Reply(present(prompts[0].text, request.now))
        from workbench.bench.models.conversation import converse

        # A steered turn asks again with more messages; those that were answered are the same objects as before.
        again = bool(self._told) and bool(prompts) and prompts[0] is self._told[0]
        reply = converse(request, len(self._told) if again else 0)
        if not reply.calls:
            self._told = prompts
        return reply

"""The built-in agent (BEN-9): deterministic, offline, understands the plain requests of page 5 and presents reminders.

Owns the short way for a due reminder, which is most of what a simulated night consists of. Conversation is
conversation.py's; it and the grammar are loaded at the first prompt.
"""

from workbench.bench.models.base import ModelRequest, Reply
from workbench.bench.models.presenting import present


class BuiltinModel:
    """The default model. Equal requests get equal replies: it keeps nothing between them."""

    provider = "workbench"
    model = "built-in"
    context_window = 128_000

    def reply(self, request: ModelRequest) -> Reply:
        """Calls for what the turn's prompts ask, then one answer; raises only ``time_zone_data_missing``."""
        prompts = request.prompts
        if len(prompts) == 1 and prompts[0].plugin == "schedule":
            return Reply(present(prompts[0].text, request.now))
        from workbench.bench.models.conversation import converse

        return converse(request, request.answered)

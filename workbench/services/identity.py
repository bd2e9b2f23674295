"""Who asks a service, and what that caller may do: given by a front or the settings, never by a tool's arguments."""

import msgspec


class Identity(msgspec.Struct, frozen=True):
    """One caller. ``account`` is the default, ``accounts`` all that the caller may name; the rest are grants.

    ``scopes`` are of ``memory:read`` and ``memory:write``, ``access`` of ``reminders`` and ``proactive``; ``projects``
    are those the caller is a member of; ``quota`` counts new message requests; ``capability_holder`` marks a caller
    that acts by a mount capability, a widget for example.
    """

    user: str
    account: str
    accounts: frozenset[str] = frozenset()
    scopes: frozenset[str] = frozenset()
    access: frozenset[str] = frozenset()
    projects: frozenset[str] = frozenset()
    quota: int = 0
    capability_holder: bool = False

    def may_use(self, account: str) -> bool:
        """Whether the caller may name this account; its default one always."""
        return account == self.account or account in self.accounts

"""Who may use the tools at all, and in which account (REM-9).

An account that the caller may not use is refused first: no access profile replaces that permission, and none hides it.
"""

from typing import Final

from workbench.services.identity import Identity
from workbench.services.refusal import ServiceError
from workbench.text.quote import quote

PROFILE: Final = "reminders"


def listed_for(identity: Identity) -> bool:
    """Whether the tools are listed for this caller."""
    return PROFILE in identity.access


def check_access(identity: Identity, account: str) -> None:
    """Refuse ``account_forbidden``, then ``access_gated``."""
    if not identity.may_use(account):
        message = f"you may not use the account {quote(account)}; give one that you have permission for"
        raise ServiceError("account_forbidden", message, field="account_id")
    if not listed_for(identity):
        message = "your access profile does not enable reminders; whoever runs this workbench can grant it"
        raise ServiceError("access_gated", message, details={"needs": PROFILE})

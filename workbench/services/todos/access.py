"""Who may do what: scopes (TODO-3), bulk safety (TODO-8), capabilities and projects (TODO-4); in this order."""

from workbench.services.identity import Identity
from workbench.services.todos.calls import Call
from workbench.services.todos.capabilities import Signer
from workbench.services.todos.refusals import refusal
from workbench.services.todos.rows import Scope
from workbench.text.quote import quote

READ, WRITE = "memory:read", "memory:write"


def check_scope(identity: Identity, action: str) -> None:
    """Raise ``insufficient_scope`` when the caller lacks the scope of ``action``; neither scope implies the other."""
    needed = READ if action == "list" else WRITE
    if needed in identity.scopes:
        return
    held = sorted(identity.scopes & {READ, WRITE})
    message = (
        f"{action} needs the scope {needed}, this caller has {' and '.join(held) or 'neither'}"
        f" ({READ} is for list, {WRITE} for every change; neither implies the other)"
    )
    raise refusal("insufficient_scope", message, needed=needed, held=held)


def check_bulk(identity: Identity, call: Call) -> None:
    """Raise ``delete_all_unavailable`` or ``confirmation_required`` when this is a bulk deletion that may not be."""
    if call.action != "delete_all":
        return
    if identity.capability_holder:
        raise refusal("delete_all_unavailable", "delete_all is not for callers that hold a mount capability")
    if call.confirmed is not True:
        raise refusal(
            "confirmation_required",
            "delete_all deletes every todo outside projects; it needs confirm_delete_all: true, on the user's own wish",
            "confirm_delete_all",
        )


def scope_of(identity: Identity, call: Call, signer: Signer, now: int) -> Scope:
    """Whose todos this call is about, once it may be: by membership to list, by capability to change."""
    scope = Scope(identity.user, identity.account, call.project)
    if not call.project:
        return scope
    if call.action == "list":
        check_member(identity, call.project)
    elif call.capability is None:
        message = f"a change in the project {quote(call.project)} needs its mount_capability"
        raise refusal("capability_required", message, "mount_capability")
    else:
        signer.check(call.capability, call.project, call.action, now, identity.user, account=identity.account)
    return scope


def check_member(identity: Identity, project: str) -> None:
    """Raise ``project_not_found`` unless the settings make the caller a member."""
    if project and project not in identity.projects:
        message = f"there is no project {quote(project)} that this caller is a member of"
        raise refusal("project_not_found", message, "project_id")

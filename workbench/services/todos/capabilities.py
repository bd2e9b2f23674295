"""Signed, short-lived permissions to change the todos of one project (TODO-4), and the seal of cursors (TODO-7).

A capability is ``cap_BODY.SEAL``. It is never stored, never logged and never part of a message; whoever holds the
database's secret can check one, nobody else can make one. Seals are compared in constant time.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from workbench.errors import WorkbenchError
from workbench.services.todos.refusals import refusal
from workbench.text.quote import quote
from workbench.time.instant import MINUTE, describe_instant

OPERATIONS: Final = ("create", "update", "complete", "forget")
LIFETIME_MS: Final = 15 * MINUTE
LONGEST_LIFETIME_MS: Final = 60 * MINUTE
SECRET_BYTES: Final = 32
_PREFIX: Final = "cap_"
_CAPABILITY: Final = "capability"
_LONGEST: Final = 4_096


class _Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    user: str
    account: str
    project: str
    operations: tuple[str, ...]
    expires: int


class Signer:
    """Makes and checks seals with one secret of :data:`SECRET_BYTES` bytes or more."""

    __slots__ = ("_keys", "_secret")

    def __init__(self, secret: bytes) -> None:
        if len(secret) < SECRET_BYTES:
            raise WorkbenchError("invalid_secret", f"the secret has {len(secret)} bytes; needed are {SECRET_BYTES}")
        self._secret = secret
        self._keys: dict[str, bytes] = {}

    def __repr__(self) -> str:
        return "Signer(...)"

    def issue(self, project: str, operations: Iterable[str], expires_ms: int, user: str, *, account: str) -> str:
        """A capability for these operations until ``expires_ms`` (epoch ms, itself excluded).

        Raises ``invalid_operation`` for a name that is none of :data:`OPERATIONS`, or for none at all.
        """
        wanted = tuple(sorted(set(operations)))
        if not wanted or not set(wanted) <= set(OPERATIONS):
            raise WorkbenchError(
                "invalid_operation", f"a capability is for some of {', '.join(OPERATIONS)}, given {quote(wanted)}"
            )
        claims = _Claims(user, account, project, wanted, expires_ms)
        return _PREFIX + self.seal(_CAPABILITY, msgspec.json.encode(claims))

    def check(self, capability: str, project: str, operation: str, now: int, user: str, *, account: str) -> None:
        """Return when ``capability`` permits ``operation``; else raise one of the four ``capability_`` codes.

        One that was made for another user or account answers like a forged one.
        """
        claims = self._claims(capability)
        if claims is None or (claims.user, claims.account) != (user, account):
            raise _refused("invalid", "it is not one that was made here for this user and account")
        if now >= claims.expires:
            raise _refused(
                "expired", f"it ended at {describe_instant(claims.expires)}, and now is {describe_instant(now)}"
            )
        if claims.project != project:
            raise _refused("project_mismatch", f"it is for another project than {quote(project)}")
        if operation not in claims.operations:
            permitted = ", ".join(claims.operations)
            raise _refused("operation_denied", f"it permits {permitted}, and this call is {operation}")

    def seal(self, purpose: str, body: bytes, bound: bytes = b"") -> str:
        """``body`` as text that :meth:`open` takes back for the same ``purpose`` and ``bound`` only."""
        text = base64.urlsafe_b64encode(body).rstrip(b"=").decode()
        return f"{text}.{self._mac(purpose, text, bound)}"

    def open(self, purpose: str, sealed: str, bound: bytes = b"") -> bytes | None:
        """What was sealed, or None for anything that is not exactly what :meth:`seal` gave."""
        text, _, mac = sealed.partition(".")
        if len(sealed) > _LONGEST or not sealed.isascii():
            return None
        if not hmac.compare_digest(mac.encode(), self._mac(purpose, text, bound).encode()):
            return None
        try:
            return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except (ValueError, binascii.Error):
            return None

    def _claims(self, capability: str) -> _Claims | None:
        body = self.open(_CAPABILITY, capability.removeprefix(_PREFIX)) if capability.startswith(_PREFIX) else None
        return None if body is None else msgspec.json.decode(body, type=_Claims)

    def _mac(self, purpose: str, text: str, bound: bytes) -> str:
        key = self._keys.get(purpose)
        if key is None:
            key = self._keys[purpose] = hmac.digest(self._secret, purpose.encode(), hashlib.sha256)
        digest = hmac.digest(key, text.encode() + b"\0" + bound, hashlib.sha256)
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def redacted(args: dict[str, Any]) -> dict[str, Any]:
    """``args`` as a log or a journal may hold them: a capability, whatever it is, gives way to a mark."""
    return {name: "[capability]" if name == "mount_capability" else value for name, value in args.items()}


def _refused(kind: str, reason: str) -> WorkbenchError:
    return refusal(f"capability_{kind}", f"mount_capability does not permit this change: {reason}", "mount_capability")

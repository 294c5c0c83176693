"""The authenticated caller of a verb, derived once per request from the credential and never from a body."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from marketplace.core import roles
from marketplace.core.errors import Unauthorized

if TYPE_CHECKING:
    from marketplace.models import Account, ApiKey, Connector


@dataclass(frozen=True, slots=True)
class Actor:
    """An authenticated caller. `via` is one of: key, session, oauth (MCP clients, on /api/mcp only), staff (the admin site) or
    system (timers and settlements). `on_behalf`: of system, the spender who asked earlier for what is done now.
    """

    account: "Account | None"
    via: str
    key: "ApiKey | None" = None
    connector: "Connector | None" = None
    on_behalf: str = ""

    @classmethod
    def system(cls, on_behalf: str = "") -> "Actor":
        return cls(account=None, via="system", on_behalf=on_behalf)

    @classmethod
    def staff(cls, account: "Account") -> "Actor":
        return cls(account=account, via="staff")

    @property
    def id(self) -> uuid.UUID:
        """The account's primary key. Raises Unauthorized (401) for the system actor, which has no account."""
        if self.account is None:
            raise Unauthorized()
        return self.account.pk

    @property
    def me(self) -> "Account":
        """The account itself. Raises Unauthorized (401) for the system actor."""
        if self.account is None:
            raise Unauthorized()
        return self.account

    @property
    def is_staff(self) -> bool:
        """Is this support staff or an operator? They may read what is hidden from the public."""
        return self.account is not None and roles.can_decide(self.account.role)

    @property
    def is_operator(self) -> bool:
        """May this caller change operator settings?"""
        return self.account is not None and roles.can_configure(self.account.role)

    @property
    def spender(self) -> str:
        """Names who spends: `key:<uuid>`, `oauth:<uuid>` of a connector, `session` or `staff`. What a timer spends is spent by who
        asked for it, so that limits hold for it, too; `system` when nobody is known."""
        if self.via == "key" and self.key is not None:
            return f"key:{self.key.pk}"
        if self.via == "oauth" and self.connector is not None:
            return f"oauth:{self.connector.pk}"
        return self.on_behalf or self.via

    @property
    def label(self) -> str:
        """Shown in the audit log, which both parties can read: `system`, or `<via>:<profile id>`."""
        return "system" if self.account is None else f"{self.via}:{self.account.public_profile_id}"

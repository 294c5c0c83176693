"""The authenticated caller of a verb, derived once per request from the credential and never from a body."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from marketplace.core import ids, rights, roles
from marketplace.core.errors import Unauthorized

if TYPE_CHECKING:
    from marketplace.models import Account, ApiKey, Connector


MEMBER: Final = "member:"  # how the label of a member begins


@dataclass(frozen=True, slots=True)
class Actor:
    """An authenticated caller. `via` is one of: key, session, oauth (MCP clients, on /api/mcp only), staff (the admin site) or
    system (timers and settlements). `on_behalf`: of system, the spender who asked earlier for what is done now.

    `account` is whom the verb is for. A member of it, signed in as themselves, is its `member`, with the `rights` of their role;
    everybody else acts for their own account, and has all rights to it.
    """

    account: "Account | None"
    via: str
    key: "ApiKey | None" = None
    connector: "Connector | None" = None
    on_behalf: str = ""
    member: "Account | None" = None
    rights: str = rights.OWNER

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
    def person(self) -> "Account":
        """Who signed in: a member, or the account itself. Raises Unauthorized (401) for the system actor."""
        return self.member if self.member is not None else self.me

    @property
    def is_staff(self) -> bool:
        """Is this support staff or an operator? They may read what is hidden from the public. Never a member: an account's role is
        its own person's."""
        return self._acts_as(roles.can_decide)

    @property
    def is_operator(self) -> bool:
        """May this caller change operator settings?"""
        return self._acts_as(roles.can_configure)

    def _acts_as(self, may: Callable[[str], bool]) -> bool:
        """Not without the second factor that may be demanded of staff (STAFF_SECOND_FACTOR)."""
        mine = self.account
        return mine is not None and self.member is None and may(mine.role) and mine.may_act_as_staff

    @property
    def is_owner_in_person(self) -> bool:
        """Has an owner of the account signed in? Their word stands above freeze, caps of keys and approvals."""
        return self.via == "session" and self.rights == rights.OWNER

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
        """Who acted, for the audit log and the books: `system`, `<via>:<profile id>`, or `member:<profile id>` of the member who
        acted for the account. The other party of an escrow is shown the account instead (`as_account`)."""
        if self.account is None:
            return "system"
        return f"{MEMBER}{self.person.public_profile_id}" if self.member else f"{self.via}:{self.me.public_profile_id}"

    def check_rights(self, least: str) -> None:
        """Raise RoleRequired or OnlyForOneself (403) when a member's role does not cover this. Whoever acts for their own account
        passes."""
        if self.member is None:
            return
        if least == rights.SELF:
            raise rights.OnlyForOneself()
        if not rights.covers(self.rights, least):
            raise rights.RoleRequired(requiredRole=least, role=self.rights)

    def check_oneself(self) -> None:
        """Raise OnlyForOneself (403) for a member: what follows is done as a worker, or about oneself."""
        self.check_rights(rights.SELF)

    def check_not_about_oneself(self, worker_id: uuid.UUID | None) -> None:
        """Raise NotForOneself (403) for a member who would hire, judge, pay or review themselves for the account that they act for.
        `worker_id`: the account of who works. Its own person can't work for it at all."""
        if self.member is not None and self.member.pk == worker_id:
            raise rights.NotForOneself()


def as_account(label: str, profile_id: uuid.UUID) -> str:
    """What somebody outside an account reads instead of the name of its member. `profile_id`: the account's."""
    return f"session:{ids.encode('prf', profile_id)}" if label.startswith(MEMBER) else label

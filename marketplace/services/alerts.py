"""Security alerts: a mail to the account's confirmed address for each security-relevant change. They can't be switched off."""

from typing import Any, Literal

from django.conf import settings

from marketplace.core import clock, context
from marketplace.models import Account
from marketplace.rules import device
from marketplace.services import mail_templates

What = Literal[
    "password",
    "app_added",
    "app_removed",
    "codes",
    "key_created",
    "key_revoked",
    "program_connected",
    "program_disconnected",
    "identity",
    "frozen",
    "unfrozen",
    "limits",
    "wallet_limits",
    "webhook_secret",
    "webhook_created",
    "webhook_renewed",
    "bank_account",
    "card_kept",
    "card_forgotten",
]


def mail_owner(
    account: Account, what: What, *, by_staff: bool = False, has_origin: bool = True, daily: str = "", **named: Any
) -> None:
    """Mail the account's owner about a change: what, when, from where, and what to do if it wasn't them. In the caller's
    transaction.

    what: the kind of change. by_staff: made by staff, whose address and device are not disclosed. has_origin:
    whoever made it is the caller of this request. daily: as `mail_templates.send` has it. named: template values that
    identify the key, program or identity. Locks nothing; sends nothing to an account without a confirmed address.
    """
    address, user_agent = ("", "") if by_staff or not has_origin else context.caller()
    mail_templates.send(
        account,
        "security",
        daily=daily,
        what=what,
        at=clock.now(),
        by_staff=by_staff,
        origin=address,
        device=device(user_agent) if user_agent else "",
        support=settings.SUPPORT_EMAIL,
        **named,
    )

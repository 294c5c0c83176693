"""What an account's owner hears about its security: one letter for each change, to the confirmed address, always."""

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
]


def tell(account: Account, what: What, *, by_staff: bool = False, **named: Any) -> None:
    """Mail the owner that this was changed: when, from where, and what to do if it was somebody else. In the caller's
    transaction; `named` says which key, program or identity. Where our staff sits is nobody's business.
    """
    address, user_agent = ("", "") if by_staff else context.caller()
    mail_templates.send(
        account,
        "security",
        what=what,
        at=clock.now(),
        by_staff=by_staff,
        origin=address,
        device=device(user_agent) if user_agent else "",
        support=settings.SUPPORT_EMAIL,
        **named,
    )

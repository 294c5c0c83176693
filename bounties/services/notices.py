"""Mails about what staff decided: to the owner of a bounty, and to the worker of a seat. Only confirmed addresses get one."""

from bounties.models import Application, Bounty
from marketplace.models import Account
from marketplace.services import mails


def listing_approved(bounty: Bounty) -> None:
    _write(
        bounty.owner,
        f"Your bounty is live: {bounty.title}",
        f'we have looked at your bounty "{bounty.title}". It is live now, and people can apply.\n\n{bounty.public_url}',
    )


def listing_refused(bounty: Bounty, reason: str) -> None:
    _write(
        bounty.owner,
        f"Your bounty was not published: {bounty.title}",
        f'we have looked at your bounty "{bounty.title}" and do not publish it.\n\nThe reason: {reason}\n\n'
        "What you paid for it is back in your wallet. You can post another bounty at any time.",
    )


def case_decided(bounty: Bounty, application: Application, *, outcome: str, reason: str) -> None:
    """`outcome` is one sentence that is true for both sides."""
    text = f'we have looked at the seat of {application.human_name} on "{bounty.title}".\n\n{outcome}\n\nThe reason: {reason}'
    for account in (bounty.owner, application.human):
        _write(account, f"Decided by our staff: {bounty.title}", f"{text}\n\n{bounty.public_url}")


def _write(account: Account, subject: str, text: str) -> None:
    if account.email and account.email_verified_at is not None and account.is_active:
        mails.write(to=account.email, subject=subject, text=f"Hello {account.display_name},\n\n{text}\n")

"""What timers of this app should have taken by now, as their services ask for it."""

from bounties.models import Application, Bounty
from marketplace.ports import Due


def rows() -> list[Due]:
    hired = Application.objects.filter(status="accepted", escrow__status="locked")
    return [
        Due("bounties.release_unconfirmed_seats", hired.filter(confirmed_at=None), "confirm_by"),
        Due("bounties.release_not_started_seats", hired.filter(escrow__delivered_at=None, started_at=None), "start_by"),
        Due("bounties.review_applications", Application.objects.filter(status="pending"), "review_at"),
        Due("bounties.mail_owners", Bounty.objects.filter(owner_mails_due_at__isnull=False), "owner_mails_due_at"),
    ]

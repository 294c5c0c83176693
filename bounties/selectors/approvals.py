"""What an owner is told about a bounty when they are asked whether an agent may pay for it."""

from uuid import UUID

from bounties.models import Application, Bounty
from bounties.rules.bounties import DIRECT
from wallet.ports import SpendAbout


def about(bounty_id: UUID) -> SpendAbout:
    """The bounty with this key, as it stands in this transaction. Locks nothing."""
    return about_bounty(Bounty.objects.get(pk=bounty_id))


def about_bounty(bounty: Bounty) -> SpendAbout:
    """The same for a row that was read."""
    one = bounty.unit
    return {
        "title": bounty.title,
        "category": bounty.category,
        "seats": bounty.spots_available,
        "pay_per_seat_cents": one.price,
        "fee_cents": one.fee * bounty.spots_available,
        "person": _hired_by_name(bounty),
    }


def _hired_by_name(bounty: Bounty) -> str:
    """The name of whom a direct hire is for; empty for a job that anybody can apply to."""
    if bounty.kind not in DIRECT:
        return ""
    asked = Application.objects.select_related("human").filter(bounty_id=bounty.pk).order_by("pk").first()
    return asked.human.display_name if asked is not None else ""

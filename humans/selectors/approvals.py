"""What an owner is told about a booking when they are asked whether an agent may pay for it."""

from uuid import UUID

from humans.models import Booking
from wallet.ports import SpendAbout


def about(escrow_id: UUID) -> SpendAbout:
    """The booking that this escrow pays for, as it stands in this transaction. Locks nothing."""
    booking = Booking.objects.select_related("subscription__provider").filter(escrow_id=escrow_id).first()
    if booking is None:
        return {}
    row = booking.subscription
    return {
        "title": row.title,
        "person": row.provider.display_name,
        "pay_per_seat_cents": row.price_cents,
        "fee_cents": row.fee_cents,
        "repeats": row.interval,
    }

"""Lines of the owner's timeline about what happened because they did not answer: work was accepted, pay was released."""

from typing import Final

from django.utils.translation import gettext as _

from escrow.models import Escrow
from marketplace.core import ids, reader, written
from marketplace.services import calls

# Of the timeline: no operations, since nobody calls.
ACCEPTED: Final = "acceptUnanswered"
PAID: Final = "payUnanswered"
PAID_AFTER_APPROVAL: Final = "payByItself"


def accepted(seat: Escrow) -> None:
    """The work counts as accepted, because the time for its review passed. In the transaction of that; locks nothing."""
    with reader.written_to(seat.owner):
        note = _("%(name)s: %(sum)s is paid later automatically, unless you pay earlier or open a dispute")
        _write(seat, ACCEPTED, note)


def paid(seat: Escrow) -> None:
    """The timer pays a seat: whether the owner had accepted the work, or never answered. In the transaction of that, before its
    post; locks nothing."""
    with reader.written_to(seat.owner):
        _write(seat, PAID if seat.accepted_unanswered else PAID_AFTER_APPROVAL, _("%(name)s: %(sum)s"))


def _write(seat: Escrow, operation: str, note: str) -> None:
    assert seat.worker is not None
    note %= {"name": seat.worker.display_name[:80], "sum": written.cents_words(seat.amount_cents)}
    job = ids.encode("bty", seat.bounty_id) if seat.bounty_id else ""
    calls.write_for_service(seat.owner, operation=operation, note=note, object_id=job)

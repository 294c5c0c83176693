"""Mails about service subscriptions to the booker and the provider. Each is queued in the transaction of what it reports.

"Always sent" means that the account's mail settings can't switch it off.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from humans.models import Booking, Subscription
from humans.rules.services import RETRY_FOR, SILENT_CYCLES
from marketplace.core import money, reader
from marketplace.models import Account
from marketplace.services import mail_templates


def requested(row: Subscription, booking: Booking) -> None:
    """To the provider: approve or decline within 48 hours. Always sent."""
    mail_templates.send(
        row.provider,
        "service_requested",
        title=row.title,
        booker=row.booker.display_name,
        pay=money.format_usd(row.price_cents),
        interval=row.interval,
        when=_when(row.provider, booking),
        approve_by=booking.due_at,
    )


def approved(row: Subscription, booking: Booking) -> None:
    """To the booker: the provider has approved the subscription."""
    _about(row.booker, "approved", row, booking)


def declined(row: Subscription, booking: Booking, reason: str) -> None:
    """To the booker: the provider has declined this appointment, or the subscription."""
    _about(row.booker, "declined", row, booking, words=reason)


def started(row: Subscription, booking: Booking) -> None:
    """To both sides: a later cycle was paid."""
    for account in (row.booker, row.provider):
        _about(account, "paid_for", row, booking, topic="work")


def delivered(row: Subscription, booking: Booking) -> None:
    """To the booker: the provider has confirmed that the appointment took place."""
    _about(row.booker, "delivered", row, booking, topic="work")


def cancelled_by_booker(row: Subscription, booking: Booking) -> None:
    """To the provider: the booker has cancelled a coming appointment."""
    _about(row.provider, "taken_back", row, booking)


def lapsed(row: Subscription, booking: Booking, *, missed: int = 0) -> None:
    """To both sides: the provider did not approve, or did not confirm the appointment, in time; the money is refunded.

    `missed`: how many appointments in a row were not confirmed."""
    state = "auto_declined" if booking.status == "pending_approval" else "not_confirmed"
    for account in (row.booker, row.provider):
        _about(account, state, row, booking, last_chance=missed == SILENT_CYCLES - 1)


def paid(row: Subscription, booking: Booking) -> None:
    """To the provider: they were paid. Always sent."""
    assert booking.escrow is not None
    mail_templates.send(
        row.provider,
        "paid",
        title=row.title,
        owner=row.booker.display_name,
        pay=money.format_usd(row.price_cents),
        reference=booking.escrow.public_id,
    )


def past_due(row: Subscription, booking: Booking, why: str) -> None:
    """To the booker: the wallet could not pay a cycle; it is tried again every day. Always sent."""
    mail_templates.send(
        row.booker,
        "service_past_due",
        title=row.title,
        provider=row.provider.display_name,
        total=money.format_usd(row.total_cents),
        when=booking.starts_at,
        why=why,
        days=RETRY_FOR // timedelta(days=1),
    )


def canceled(row: Subscription, *, by: UUID) -> None:
    """To the other side: `by` (an account's key) has cancelled the subscription."""
    other = row.provider if by == row.booker_id else row.booker
    _ended(other, row, "by_booker" if by == row.booker_id else "by_provider", "")


def ended(row: Subscription, reason: str, words: str = "") -> None:
    """To both sides: the subscription has ended. Always sent."""
    for account in (row.booker, row.provider):
        _ended(account, row, reason, words)


def _ended(account: Account, row: Subscription, reason: str, words: str) -> None:
    mail_templates.send(
        account,
        "service_ended",
        is_booker=account.pk == row.booker_id,
        title=row.title,
        booker=row.booker.display_name,
        provider=row.provider.display_name,
        reason=reason,
        ends_at=row.next_cycle_at,
        words=mail_templates.Words(words),
        page_url=_page(account, row),
    )


def _about(
    account: Account,
    state: str,
    row: Subscription,
    booking: Booking,
    *,
    topic: str = "",
    words: str = "",
    last_chance: bool = False,
) -> None:
    mail_templates.send(
        account,
        "service_booking",
        about=topic,
        state=state,
        last_chance=last_chance,
        title=row.title,
        booker=row.booker.display_name,
        provider=row.provider.display_name,
        when=_when(account, booking),
        total=money.format_usd(row.total_cents),
        pay=money.format_usd(row.price_cents),
        is_booker=account.pk == row.booker_id,
        booking=booking.public_id,
        words=mail_templates.Words(words),
        page_url=_page(account, row, booking),
    )


def _when(account: Account, booking: Booking) -> datetime | str:
    """Its beginning as this account reads it: the provider in the zone of their hours, the booker in that of their mails."""
    row = booking.subscription
    if account.pk == row.booker_id:
        return booking.starts_at
    with reader.written_to(account):
        return mail_templates.moment(booking.starts_at, row.timezone)


def _page(account: Account, row: Subscription, booking: Booking | None = None) -> str:
    """Where the matter is answered: the booker's appointment, or all of them; the provider's services."""
    if account.pk != row.booker_id:
        return f"{settings.BASE_URL}/profile/services"
    return f"{settings.BASE_URL}/owner/appointments" + (f"/{booking.public_id}" if booking else "")

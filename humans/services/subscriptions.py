"""Service subscriptions: created by a booker, approved or declined by the provider, cancelled by either. Cycles: `cycles`.

Lock order: the booker's account (their unpaid slots are counted), the provider's profile (two bookers can't take the same
slot), the subscription, the booking, the escrow.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import time, timedelta
from typing import NoReturn
from uuid import UUID

from django.db import transaction

from escrow.rules.escrows import unit
from escrow.selectors import rates
from humans.errors import HumanNotAvailable, OwnService, SlotTaken, SlotUnavailable, UnpaidLimitReached
from humans.models import Booking, Profile, Subscription
from humans.models.subscriptions import booking_of
from humans.rules.recurrence import Recurrence, first_day
from humans.rules.services import (
    APPROVE_WITHIN,
    CHARGE_AHEAD,
    CONFIRM_WITHIN,
    FIRST_AHEAD,
    PAID_FOR,
    PAY_WITHIN,
    SUBSCRIPTION,
    UNPAID_MOST,
)
from humans.selectors import listings, search, slots
from humans.selectors import subscriptions as reads
from humans.selectors.relations import has_block_between
from humans.services import conversations, cycle_ends, cycles, subscription_mails
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.models import Account
from marketplace.services import account_restrictions, restrictions, switches
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, WalletOwes
from wallet.models import Checkout
from wallet.services import checkouts

PURPOSE = cycle_ends.PURPOSE
MIN_PAGE_CENTS = 100


@dataclass(frozen=True, slots=True)
class NewSubscription:
    """A subscription with its first cycle. `checkout`: the open page that pays for it, if there is one."""

    subscription: Subscription
    booking: Booking
    checkout: Checkout | None


def subscribe(
    actor: Actor, *, human_id: str, service_id: str, interval: str, weekday: int, start: time
) -> NewSubscription:
    """Reserve a recurring slot, and pay its first cycle from the wallet, or open a checkout page for the shortfall.

    `interval`: one of rules.INTERVALS; `weekday`: 0 is Monday; `start`: local time of the provider.
    Runs in the caller's transaction. Locks the booker's restriction and account, then the provider's profile.
    Raises OwnService, Invalid (400), InsufficientFunds (402), AccountRestricted, SpendingCapExceeded, CategoryNotAllowed (by the
    listing's), CountryNotAllowed (403, by the provider's), NotFound (404), HumanNotAvailable, SlotUnavailable, SlotTaken,
    UnpaidLimitReached (409), ProductUnavailable (503).
    Route: POST /api/services/subscribe. Spec: Endpoints, Services.
    """
    switches.require("services")
    account_restrictions.check(actor.id, "jobs")
    seen = search.get_public(human_id)
    if seen.account_id == actor.id:
        raise OwnService()
    actor.check_not_about_oneself(seen.account_id)
    service = listings.bookable(service_id, seen.account_id)
    if (mine := restrictions.of(actor)) is not None:
        restrictions.check_category(mine, service.category)
        restrictions.check_countries(mine, [seen.country])
    if has_block_between(actor.id, seen.account_id):
        raise HumanNotAvailable()
    if start.hour * 60 + start.minute + service.duration_minutes > 24 * 60:
        raise Invalid({"startTime": ["The appointment must end on the same day. Give an earlier time."]})
    Account.objects.locked().get(pk=actor.id)
    profile: Profile = Profile.objects.locked().select_related("account").get(pk=seen.pk)
    zone, now = profile.timezone, clock.now()
    recurrence = Recurrence(
        first_day(weekday, start, zone, now + FIRST_AHEAD), interval, start, service.duration_minutes, zone
    )
    if not slots.is_within_availability(profile, recurrence):
        raise SlotUnavailable(availability=profile.availability, timezone=zone)
    if taken := slots.overlapping_subscriptions(profile.pk, recurrence):
        _refuse_taken(actor, taken)
    fee_bps = rates.bps_for("service")
    one = unit(service.price_cents, fee_bps)
    row = Subscription(
        service=service,
        booker=actor.me,
        spender=actor.spender,
        provider=profile.account,
        conversation=conversations.open_service(agent_id=actor.id, human_id=profile.pk, subject=service.title),
        title=service.title,
        price_cents=one.price,
        fee_cents=one.fee,
        fee_bps=fee_bps,
        duration_minutes=service.duration_minutes,
        interval=interval,
        start_time=start,
        timezone=zone,
        first_date=recurrence.first,
        next_date=recurrence.after(recurrence.first),
    )
    row.save(force_insert=True)
    booking = booking_of(row, row.first_date, status="pending_payment")
    booking.due_at = now + PAY_WITHIN
    booking.save(force_insert=True)
    return NewSubscription(row, booking, _pay_or_open_checkout(actor, row, booking))


def _refuse_taken(actor: Actor, taken: list[Subscription]) -> NoReturn:
    """Raises SlotTaken (409). It names a conflicting subscription of the caller, so that a call repeated without its
    idempotency key is understood; it reveals nothing about other bookers."""
    own = [ids.encode(Subscription.PREFIX, row.pk) for row in taken if row.booker_id == actor.id]
    if not own:
        raise SlotTaken()
    raise SlotTaken(
        f"You have this slot already: it is taken by your own subscription {own[0]}. GET /api/services/subscriptions shows "
        "it; choose another slot, or cancel it first.",
        subscriptionId=own[0],
    )


def _pay_or_open_checkout(actor: Actor, row: Subscription, booking: Booking) -> Checkout | None:
    """None when the wallet has paid; else the page for the shortfall."""
    balance = ledger.balance(ledger.wallet(row.booker_id))
    if balance >= row.total_cents:
        try:
            # A concurrent spend may win the race for the last cents: its events are rolled back.
            with transaction.atomic():
                cycles.pay_first(actor, row, booking, source="wallet")
            return None
        except WalletOwes:  # a checkout would not help: its money would pay the debt
            raise
        except InsufficientFunds as short:
            booking.refresh_from_db()
            balance = short.extra["balanceCents"]
    _check_unpaid(row)
    requested = max(row.total_cents - balance, MIN_PAGE_CENTS)
    try:
        return checkouts.open_checkout(
            account_id=row.booker_id,
            by=actor,
            purpose=PURPOSE,
            subject_id=row.pk,
            cents=requested,
            from_wallet_cents=row.total_cents - requested,
            life=PAY_WITHIN,
            description=f"First cycle: {row.title}"[:200],
        )
    except NoCardProvider:  # no checkout on this server: only the wallet can pay
        raise InsufficientFunds(required_cents=row.total_cents, balance_cents=balance)


def _check_unpaid(row: Subscription) -> None:
    """An unpaid subscription blocks its slot for an hour, so a booker may have only a few. The caller has locked the
    booker's account. Raises UnpaidLimitReached (409)."""
    unpaid = Booking.objects.filter(booker_id=row.booker_id, status="pending_payment").exclude(subscription=row)
    others = list(unpaid.values_list("subscription_id", "provider_id"))
    if len(others) >= UNPAID_MOST or any(provider == row.provider_id for _, provider in others):
        raise UnpaidLimitReached(subscriptionIds=[ids.encode(Subscription.PREFIX, key) for key, _ in others])


def settle(by: Actor, subscription_id: UUID, *, source: str, brought: int) -> UUID | None:
    """A checkout has added `brought` cents to the wallet: pay the first cycle, and return the escrow's key.
    `by`: the system, on behalf of who asked for the checkout.
    None when the subscription has ended meanwhile, its booker may begin nothing new any more, or the wallet refuses: the money
    stays in the wallet. Runs in the caller's transaction. Locks subscription, booking, the booker's restriction.
    """
    row = reads.lock(subscription_id)
    booking = reads.live_booking(row, "pending_payment")
    if booking is None:
        return None
    try:
        with transaction.atomic():
            account_restrictions.check(row.booker_id, "jobs")
            return cycles.pay_first(by, row, booking, source=source, brought=brought).pk
    except Problem:
        return None


def current(actor: Actor, subscription_id: str) -> NewSubscription:
    """The present state, for a `subscribe` that is replayed with its idempotency key. Changes nothing.

    Raises NotFound (404).
    """
    row = reads.one(actor, subscription_id)
    first = Booking.objects.select_related("escrow").order_by("date").filter(subscription=row)[0]
    return NewSubscription(row, first, checkouts.open_page(subject_id=row.pk, purpose=PURPOSE))


def approve(actor: Actor, subscription_id: str) -> Subscription:
    """The provider approves within 48 hours of the payment; from then on `cycles.charge_due` charges each cycle.

    Locks the provider's restriction, subscription, booking. Raises NotFound (404), AccountRestricted, NotProvider (403),
    InvalidState (409). Route: POST /api/services/subscriptions/{id}/approve.
    """
    account_restrictions.check(actor.id, "applications")
    row, first = _answerable(actor, subscription_id, "approve")
    now, recurrence = clock.now(), row.recurrence
    row.status, row.approved_at = SUBSCRIPTION.next(row.status, "approve"), now
    row.next_date = recurrence.after(row.first_date)
    row.next_cycle_at = recurrence.begins(row.next_date) - CHARGE_AHEAD
    row.save(update_fields=["status", "approved_at", "next_date", "next_cycle_at"])
    cycle_ends.move(first, "approve", due_at=first.ends_at + CONFIRM_WITHIN)
    subscription_mails.approved(row, first)
    return row


def decline(actor: Actor, subscription_id: str, *, reason: str) -> Subscription:
    """The provider declines: the subscription ends, and the money is refunded to the booker's wallet.

    Locks subscription, booking, escrow. Raises NotFound (404), NotProvider (403), InvalidState (409).
    Route: POST /api/services/subscriptions/{id}/decline.
    """
    row, first = _answerable(actor, subscription_id, "decline")
    cycle_ends.end(row, "declined")
    subscription_mails.declined(row, first, reason)
    cycle_ends.give_back(actor, first, "decline", "declined")
    return row


def cancel(actor: Actor, subscription_id: str) -> Subscription:
    """Cancel, by either side; a repetition changes nothing.

    An active subscription ends when its next cycle would be charged, and paid appointments still take place. One that is
    not approved yet, or is past due, ends at once.
    Locks subscription, booking, escrow. Raises NotFound (404). Route: DELETE /api/services/subscriptions/{id}.
    """
    row = reads.one(actor, subscription_id, lock=True)
    if row.status == "active":
        if row.cancel_requested_at is None:
            row.cancel_requested_at = clock.now()
            row.save(update_fields=["cancel_requested_at"])
            subscription_mails.canceled(row, by=actor.id)
    elif row.status != "canceled":
        by_booker = actor.id == row.booker_id
        reason = "by_booker" if by_booker else "by_provider"
        was_paid = Booking.objects.filter(subscription=row, escrow__isnull=False).exists()
        cycle_ends.end(row, reason)
        if was_paid:  # the provider was never notified of an unpaid one
            subscription_mails.ended(row, reason)
        _give_back(actor, row, "cancel" if by_booker else "decline", reason, ("pending_payment", "pending_approval"))
    return row


def cancel_by_staff(actor: Actor, subscription_id: UUID, *, reason: str) -> None:
    """Staff end it at once: undelivered paid cycles are refunded to the booker's wallet; delivered ones stay with the booker
    to release or dispute. Locks subscription, bookings, escrows. Raises InvalidState (409) when it has ended already."""
    row = reads.lock(subscription_id)
    if row.status == "canceled":
        raise InvalidState("This subscription has ended already.", currentState=row.status, allowedActions=[])
    cycle_ends.end(row, "by_staff")
    subscription_mails.ended(row, "by_staff", reason)
    _give_back(actor, row, "cancel", "by_staff", ("pending_payment", *PAID_FOR))


def _give_back(actor: Actor, row: Subscription, action: str, reason: str, statuses: Collection[str]) -> None:
    """End the undelivered cycles in these statuses; refunds are posted last."""
    for booking in Booking.objects.locked().select_related("escrow").filter(subscription=row, status__in=statuses):
        booking.subscription = row
        if booking.escrow is None:
            cycle_ends.move(booking, "cancel", reason=reason)
        elif booking.escrow.status == "locked":
            cycle_ends.give_back(actor, booking, action, reason)


def _answerable(actor: Actor, subscription_id: str, verb: str) -> tuple[Subscription, Booking]:
    """The provider's own subscription, with its first cycle, both locked: paid, not answered, and not overdue.

    Raises NotFound (404), NotProvider (403), InvalidState (409), which says why it can't be answered.
    """
    row = reads.served(actor, subscription_id, lock=True)
    runs = row.status in ("active", "past_due")
    SUBSCRIPTION.next(row.status, "approve" if verb == "approve" else "end", allowed=["cancel"] if runs else [])
    first = reads.live_booking(row, "pending_approval") if row.status == "pending_approval" else None
    if first is None:
        state = "pending_payment" if row.status == "pending_approval" else row.status
        raise InvalidState(
            f"This subscription can't be answered: it is {state}.",
            currentState=state,
            allowedActions=["cancel"] if runs else [],
        )
    assert first.escrow is not None
    if first.escrow.status != "locked":
        raise InvalidState(
            f"The money of the first cycle is {first.escrow.status}.",
            currentState=first.escrow.status,
            allowedActions=[],
        )
    if first.due_at is not None and first.due_at <= clock.now():
        hours = APPROVE_WITHIN // timedelta(hours=1)
        raise InvalidState(
            f"The {hours} hours to answer are over, and the money goes back.",
            currentState=row.status,
            allowedActions=[],
        )
    return row, first

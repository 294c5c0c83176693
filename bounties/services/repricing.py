"""Changes of price or spots: planned first, confirmed to the cent by the owner if the wallet is debited, applied as a whole or
not at all. A confirmed raise that the wallet does not cover waits for its checkout."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from bounties.errors import FieldNotEditable, WalletImpactConfirmationRequired
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DIRECT, RAISE_LIFE, REFILL, plan_bounty, recruiting_status
from bounties.selectors import access
from bounties.services import endings, owner_mails, seats
from escrow.services import pools
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from marketplace.services import account_restrictions
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider
from wallet.models import Checkout
from wallet.services import checkouts, spending

_MIN_DEPOSIT_CENTS = 100


@dataclass(frozen=True, slots=True)
class Repriced:
    """The planned price of a bounty, in US cents: the price as sent, one seat's worker pay; and the spots."""

    price_cents: int
    seat_cents: int
    spots: int


def plan(bounty: Bounty, price_cents: int, spots: int) -> Repriced:
    """Plan a new price (US cents) and number of spots. Locks nothing.

    Raises Invalid, FieldNotEditable, SeatTooSmall, PoolTooLarge (400), InvalidState (409).
    """
    if spots < bounty.spots_filled:
        raise Invalid({"spotsAvailable": [f"{bounty.spots_filled} are hired already: give at least that many."]})
    if spots != bounty.spots_available and bounty.kind in DIRECT:
        raise FieldNotEditable("A person hired by name has one seat.")
    if spots > bounty.spots_available and bounty.deadline + REFILL <= clock.now():
        raise InvalidState(
            "The deadline is over, so nobody can be hired for another spot. Move the deadline first.",
            currentState=bounty.status,
            allowedActions=["edit_deadline"],
        )
    grows = price_cents * spots > bounty.price_cents * bounty.spots_available
    plan = plan_bounty(
        price_cents=price_cents,
        price_type=bounty.price_type,
        estimated_hours=bounty.estimated_hours,
        spots=spots,
        limited=grows,
    )
    return Repriced(price_cents, plan.seat_cents, spots)


def change(
    actor: Actor, bounty: Bounty, to: Repriced, acknowledged: bool, expected_cents: int | None
) -> tuple[int, Checkout | None]:
    """Apply a plan. Returns the cents debited from the wallet (below zero: refunded), and the checkout that pays for them
    when the wallet is short.

    `acknowledged` and `expected_cents` confirm a debit. A raise that waits for its checkout is replaced. The bounty is
    locked by the caller, who then calls `finish_change`; locks pool and seats. Raises WalletImpactConfirmationRequired
    (409), InsufficientFunds (402), SpendingCapExceeded (403).
    """
    assert bounty.pool_id is not None
    if bounty.status == "pending_deposit":
        pools.replan(bounty.pool_id, price_cents=to.seat_cents, seats=to.spots)
        checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty")  # it asks for the old amount
        _save(bounty, to)
        return 0, None
    planned = _planned(bounty, to)
    if planned.net > 0:
        if not acknowledged or expected_cents != planned.net:
            raise _confirmation(actor, bounty, to, planned)
        balance = ledger.balance(ledger.wallet(bounty.owner_id))
        if balance < planned.net:
            return planned.net, _await_funding(actor, bounty, to, planned.net, balance)
    _save(bounty, to)
    pools.apply_change(actor, planned, note="edited by the owner")
    return planned.net, None


def _planned(bounty: Bounty, to: Repriced) -> pools.Change:
    assert bounty.pool_id is not None
    return pools.plan_change(
        bounty.pool_id,
        price_cents=to.seat_cents,
        free_from=bounty.spots_remaining,
        free_to=to.spots - bounty.spots_filled,
    )


def _confirmation(
    actor: Actor, bounty: Bounty, to: Repriced, planned: pools.Change
) -> WalletImpactConfirmationRequired:
    """The 409 with its figures in cents: `cents` is debited from the wallet, `feeCents` is our fee in that, `totalCents` is
    the bounty's new total. `warnings` say when the owner wants to be asked for it first."""
    balance = ledger.balance(ledger.wallet(bounty.owner_id))
    short = planned.net - balance
    from_wallet = planned.net - (max(short, _MIN_DEPOSIT_CENTS) if short > 0 else 0)
    extra: dict[str, Any] = {}
    if warned := spending.approval_warnings(bounty.owner_id, by=actor, cents=from_wallet):
        extra["warnings"] = warned
    return WalletImpactConfirmationRequired(
        direction="debit",
        cents=planned.net,
        posterWalletBalanceCents=balance,
        priceFromCents=bounty.price_cents,
        priceToCents=to.price_cents,
        seatsFrom=bounty.spots_available,
        seatsTo=to.spots,
        totalCents=planned.funding_after,
        feeCents=planned.fee_difference,
        hiredSeatsRepriced=len(planned.seats),
        **extra,
    )


def _await_funding(actor: Actor, bounty: Bounty, to: Repriced, cents: int, balance: int) -> Checkout:
    """Set pending_funding and open a checkout for a confirmed raise that the wallet does not cover.

    Raises InsufficientFunds (402) in a status that can't wait: nobody may be hired at the old price meanwhile.
    """
    if "await_funding" not in BOUNTY.allowed(bounty.status):
        raise InsufficientFunds(required_cents=cents, balance_cents=balance)
    bounty.status = BOUNTY.next(bounty.status, "await_funding")
    bounty.pending_edit = {"priceCents": to.price_cents, "spots": to.spots, "cents": cents}
    bounty.raise_asked_at = bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "pending_edit", "raise_asked_at", "updated_at"])
    checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty_raise")
    asked = max(cents - balance, _MIN_DEPOSIT_CENTS)
    try:
        return checkouts.open_checkout(
            account_id=bounty.owner_id,
            by=actor,
            purpose="bounty_raise",
            subject_id=bounty.pk,
            cents=asked,
            from_wallet_cents=cents - asked,
            bounty_id=bounty.pk,
            description=f"Raise: {bounty.title}"[:200],
        )
    except NoCardProvider:  # without a card provider only the wallet can pay
        raise InsufficientFunds(required_cents=cents, balance_cents=balance)


def _save(bounty: Bounty, to: Repriced) -> None:
    """Save the new price and spots, and the status that follows. A paused or in_review bounty with free spots keeps it."""
    bounty.price_cents, bounty.seat_cents, bounty.spots_available = to.price_cents, to.seat_cents, to.spots
    if bounty.status in ("open", "partially_filled", "assigned", "pending_funding") or not bounty.spots_remaining:
        bounty.status = recruiting_status(to.spots, bounty.spots_filled)
    _clear_raise(bounty, "price_cents", "seat_cents", "spots_available")


def _clear_raise(bounty: Bounty, *changed: str) -> None:
    """Forget a waiting raise and withdraw its checkout; saved with the status, which says the same, and `changed` columns."""
    bounty.pending_edit = bounty.raise_asked_at = None
    bounty.updated_at = clock.now()
    bounty.save(update_fields=[*changed, "status", "pending_edit", "raise_asked_at", "updated_at"])
    checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty_raise")


def finish_change(actor: Actor, bounty: Bounty) -> None:
    """Update a bounty that a change has made full: reject the other applicants, follow its seats' status.

    Called after the transfer; moves no money. The bounty is locked by the caller; locks the pool.
    """
    if bounty.status == "assigned":
        seats.reject_others_when_full(bounty)
        endings.update_from_seats(actor, bounty)


def settle_raise(actor: Actor, bounty: Bounty, *, brought: int) -> bool:
    """The checkout of a raise was paid with `brought` US cents: apply the confirmed edit. Returns whether it was applied.

    Otherwise the money stays in the wallet: no raise waits any more, or it costs more than was confirmed or than the wallet
    holds. It is then abandoned and the owner gets a mail, unless another checkout is open. The bounty is locked by the
    caller; locks pool and seats.
    """
    waiting = bounty.pending_edit
    if bounty.status != "pending_funding" or not waiting:
        return False
    try:
        with transaction.atomic():
            _apply_raise(actor, bounty, waiting, brought)
        return True
    except Problem:
        bounty.refresh_from_db()
    if checkouts.open_page(subject_id=bounty.pk, purpose="bounty_raise") is None:
        abandon_raise(bounty)
        owner_mails.not_raised(bounty, cents=waiting["cents"])
    return False


def _apply_raise(actor: Actor, bounty: Bounty, waiting: Mapping[str, int], brought: int) -> None:
    """Raises WalletImpactConfirmationRequired (409) when it now costs more than was confirmed, AccountRestricted (403) when it
    adds spots and its owner may begin no new work any more."""
    if waiting["spots"] > bounty.spots_available:
        account_restrictions.check(bounty.owner_id, "jobs")
    to = plan(bounty, waiting["priceCents"], waiting["spots"])
    planned = _planned(bounty, to)
    if planned.net > waiting["cents"]:
        raise _confirmation(actor, bounty, to, planned)
    _save(bounty, to)
    pools.apply_change(actor, planned, note="raise paid", prepaid_cents=brought)
    finish_change(actor, bounty)


def abandon_raise(bounty: Bounty) -> None:
    """Abandon a waiting raise: pending_funding -> open at the old price. The bounty is locked. Raises InvalidState (409)."""
    BOUNTY.next(bounty.status, "reopen")
    bounty.status = recruiting_status(bounty.spots_available, bounty.spots_filled)
    _clear_raise(bounty)


def abandon_unpaid_raises() -> int:
    """Timer: abandon raises that were not paid within a day of their confirmation; later edits do not extend it.

    Locks the bounty. Returns how many.
    """
    due = clock.now() - RAISE_LIFE

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        asked_at = bounty.raise_asked_at
        if bounty.status == "pending_funding" and asked_at is not None and asked_at <= due:
            abandon_raise(bounty)

    late = Bounty.objects.filter(status="pending_funding", raise_asked_at__lte=due)
    return for_each_due(late, work, by="raise_asked_at")

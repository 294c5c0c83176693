"""Another price or number of spots: worked out first, confirmed to the cent by whoever pays more, moved as a whole or not
at all. A confirmed raise that the wallet is too short for waits for its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from bounties.errors import FieldNotEditable, WalletImpactConfirmationRequired
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DIRECT, REFILL, plan_bounty, recruiting
from bounties.selectors import access
from bounties.services import endings, owner_mails, seats
from escrow.services import pools
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider
from wallet.models import Checkout
from wallet.services import checkouts

_MIN_DEPOSIT_CENTS = 100
RAISE_LIFE = timedelta(hours=24)  # a confirmed raise that nobody paid for is forgotten after this


@dataclass(frozen=True, slots=True)
class Repriced:
    """What a bounty is to cost: the price as it was sent, one seat's worker pay, and the spots."""

    price_cents: int
    seat_cents: int
    spots: int


def plan(bounty: Bounty, price_cents: int, spots: int) -> Repriced:
    """Raises Invalid, PoolTooLarge (400), InvalidState (409)."""
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
    """Returns the cents that the wallet loses (below zero: gets), and the page that pays for them where it is too short.
    A raise that waits already is overtaken by this one.

    The bounty is locked; `follow` comes next. Raises WalletImpactConfirmationRequired (409), InsufficientFunds (402).
    """
    assert bounty.pool_id is not None
    if bounty.status == "pending_deposit":
        pools.replan(bounty.pool_id, price_cents=to.seat_cents, seats=to.spots)
        checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty")  # it asks for the old sum
        _write(bounty, to)
        return 0, None
    planned = _planned(bounty, to)
    if planned.net > 0:
        if not acknowledged or expected_cents != planned.net:
            raise _confirmation(bounty, to, planned)
        balance = ledger.balance(ledger.wallet(bounty.owner_id))
        if balance < planned.net:
            return planned.net, _await_funding(actor, bounty, to, planned.net, balance)
    _write(bounty, to)
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


def _confirmation(bounty: Bounty, to: Repriced, planned: pools.Change) -> WalletImpactConfirmationRequired:
    """The 409 with every named figure, in cents: `cents` is what the wallet loses, `feeCents` our part of that,
    `totalCents` what the bounty costs then."""
    return WalletImpactConfirmationRequired(
        direction="debit",
        cents=planned.net,
        posterWalletBalanceCents=ledger.balance(ledger.wallet(bounty.owner_id)),
        priceFromCents=bounty.price_cents,
        priceToCents=to.price_cents,
        seatsFrom=bounty.spots_available,
        seatsTo=to.spots,
        totalCents=planned.funding_after,
        feeCents=planned.fee_difference,
        hiredSeatsRepriced=len(planned.seats),
    )


def _await_funding(actor: Actor, bounty: Bounty, to: Repriced, cents: int, balance: int) -> Checkout:
    """A confirmed raise the wallet is too short for: the bounty waits as pending_funding for its page.

    Raises InsufficientFunds (402) where a bounty can't wait: nobody may be hired at the old price meanwhile.
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
            purpose="bounty_raise",
            subject_id=bounty.pk,
            cents=asked,
            from_wallet_cents=cents - asked,
            bounty_id=bounty.pk,
            description=f"Raise: {bounty.title}"[:200],
        )
    except NoCardProvider:  # no page to send anybody to: the wallet is the only way
        raise InsufficientFunds(required_cents=cents, balance_cents=balance)


def _write(bounty: Bounty, to: Repriced) -> None:
    """The new figures, and the status that they make: a bounty that is shut stays so while it has a free spot."""
    bounty.price_cents, bounty.seat_cents, bounty.spots_available = to.price_cents, to.seat_cents, to.spots
    if bounty.status in ("open", "partially_filled", "assigned", "pending_funding") or not bounty.spots_remaining:
        bounty.status = recruiting(to.spots, bounty.spots_filled)
    bounty.updated_at = clock.now()
    bounty.save(update_fields=["price_cents", "seat_cents", "spots_available", "status", "updated_at"])
    _clear_raise(bounty)


def _clear_raise(bounty: Bounty) -> None:
    """No raise waits any more, and nobody is asked to pay for one."""
    bounty.pending_edit = bounty.raise_asked_at = None
    bounty.save(update_fields=["pending_edit", "raise_asked_at"])
    checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty_raise")


def follow(actor: Actor, bounty: Bounty) -> None:
    """With no free spot left, the bounty goes on as its seats are. After the post: this one moves no money."""
    if bounty.status == "assigned":
        seats.settle_others(bounty)
        endings.follow_money(actor, bounty)


def settle_raise(actor: Actor, bounty: Bounty, *, brought: int) -> bool:
    """The page of a raise brought so many cents: make the edit that was confirmed, and recruit again. The bounty is locked.

    False when the money stays in the wallet: no raise waits any more; or it can't be made, because it would take more
    than was confirmed or than the wallet has left. Then it is given up and the owner is told, unless it has another page.
    """
    waiting = bounty.pending_edit
    if bounty.status != "pending_funding" or not waiting:
        return False
    try:
        with transaction.atomic():
            _raise(actor, bounty, waiting, brought)
        return True
    except Problem:
        bounty.refresh_from_db()
    if checkouts.open_page(subject_id=bounty.pk, purpose="bounty_raise") is None:
        abandon_raise(bounty)
        owner_mails.not_raised(bounty, cents=waiting["cents"])
    return False


def _raise(actor: Actor, bounty: Bounty, waiting: Mapping[str, int], brought: int) -> None:
    to = plan(bounty, waiting["priceCents"], waiting["spots"])
    planned = _planned(bounty, to)
    if planned.net > waiting["cents"]:
        raise _confirmation(bounty, to, planned)
    _write(bounty, to)
    pools.apply_change(actor, planned, note="raise paid", prepaid_cents=brought)
    follow(actor, bounty)


def abandon_raise(bounty: Bounty) -> None:
    """A raise that waits for its page is dropped: pending_funding -> it recruits at its old price. The bounty is locked."""
    BOUNTY.next(bounty.status, "reopen")
    bounty.status = recruiting(bounty.spots_available, bounty.spots_filled)
    bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "updated_at"])
    _clear_raise(bounty)


def abandon_unpaid_raises() -> int:
    """Timer: a raise that was not paid in a day is given up, and the bounty recruits at its old price. The day is that of
    its page, whatever else is edited meanwhile."""
    due = clock.now() - RAISE_LIFE

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        asked_at = bounty.raise_asked_at
        if bounty.status == "pending_funding" and asked_at is not None and asked_at <= due:
            abandon_raise(bounty)

    late = Bounty.objects.filter(status="pending_funding", raise_asked_at__lte=due)
    return for_each_due(late, work, by="raise_asked_at")

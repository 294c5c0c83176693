"""PATCH /api/bounties/{id}. What the edit does to money is worked out first and, when it takes some, has to be confirmed
to the cent; nothing is half done."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from bounties import events
from bounties.errors import (
    CompletionQuestionsLocked,
    FieldNotEditable,
    ManagedBounty,
    WalletImpactConfirmationRequired,
)
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DIRECT, MANAGED, REFILL, owner_actions, plan_bounty, recruiting
from bounties.selectors import access, policies
from bounties.services import bounties, endings, seats
from escrow.services import pools
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.later import each
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired
from wallet import ledger
from wallet.errors import InsufficientFunds
from wallet.models import Checkout
from wallet.services import checkouts

_EDITABLE = (
    *("pending_deposit", "pending_review", "open", "partially_filled", "paused", "in_review", "pending_funding"),
    "assigned",
)
_MIN_DEPOSIT_CENTS = 100
RAISE_LIFE = timedelta(hours=24)  # a confirmed raise that nobody paid for is forgotten after this
_WORDS = ("title", "description", "completion_criteria")


@dataclass(frozen=True, slots=True)
class Edited:
    """`checkout` is the page that pays for a confirmed raise the wallet is too short for."""

    bounty: Bounty
    checkout: Checkout | None = None
    cents: int = 0


def edit(
    actor: Actor,
    bounty_id: str,
    changes: Mapping[str, Any],
    *,
    locked_names: list[str],
    acknowledged: bool = False,
    expected_cents: int | None = None,
) -> Edited:
    """Change what was sent. Clocks that run already keep their time. Locks the bounty, then its pool and seats.

    `locked_names` are the fields sent that stay as they are once somebody has applied.
    Raises NotOwner, OperatorRequired (403); Invalid, FieldNotEditable, PoolTooLarge (400); ManagedBounty,
    CompletionQuestionsLocked, WalletImpactConfirmationRequired, WorkersHired, InvalidState (409); InsufficientFunds (402).
    """
    fields = dict(changes)
    bounty = access.editable_bounty(actor, bounty_id)
    if bounty.kind in MANAGED:
        raise ManagedBounty()
    if bounty.status not in _EDITABLE:
        raise InvalidState(
            f"This bounty is {bounty.status}; it can't be edited any more.",
            currentState=bounty.status,
            allowedActions=[],
        )
    if "intake_closed_countries" in fields and not actor.is_operator:
        raise OperatorRequired("Only operators close countries for a bounty.")
    if set(fields) - {"intake_closed_countries"} and not access.is_owner(actor, bounty):
        raise OperatorRequired("Operators change intakeClosedCountries only; the rest is the owner's.")
    _check_locked(bounty, locked_names)
    status = fields.pop("status", None)
    price = fields.pop("price_cents", bounty.price_cents)
    spots = fields.pop("spots_available", bounty.spots_available)
    _apply(actor, bounty, fields)
    cents, checkout = 0, None
    money = None
    if (price, spots) != (bounty.price_cents, bounty.spots_available):
        if status == "closed":
            raise Invalid({"status": ["Closing returns what is left: don't change price or spots with it."]})
        money = _plan(bounty, price, spots)
    if status is not None:
        _set_status(actor, bounty, status)
    events.noted(actor, bounty, "edited", fields=sorted(changes))
    if money is not None:
        cents, checkout = _change_money(actor, bounty, money, acknowledged, expected_cents)
    elif status is not None:
        _follow(actor, bounty)
    return Edited(bounty, checkout, cents)


def _check_locked(bounty: Bounty, names: list[str]) -> None:
    if not names or bounty.application_count == 0:
        return
    if "completionQuestions" in names:
        raise CompletionQuestionsLocked(currentState=bounty.status, allowedActions=[])
    raise FieldNotEditable(
        f"Somebody has applied, so these stay as they are: {', '.join(names)}.",
        fields={name: ["Can be edited only before anybody applies."] for name in names},
    )


def _apply(actor: Actor, bounty: Bounty, fields: Mapping[str, Any]) -> None:
    """Everything but money and status, checked by the rules that creating asks, then saved."""
    if "upload_settings" in fields and bounty.submission_mode == "application":
        raise FieldNotEditable("This bounty takes applications without uploads.")
    for name, value in fields.items():
        setattr(bounty, name, value)
    supported = bounty.supported_countries
    if bounty.country and supported and bounty.country not in supported:
        raise Invalid({"supportedCountries": [f"The task's own country {bounty.country} must be in the list."]})
    bounties.check_policies(bounty, notice=bool({"deadline", "city", "country", "is_remote_allowed"} & set(fields)))
    if "excluded_source_ids" in fields:
        bounties.check_sources(actor, bounty)
    if set(_WORDS) & set(fields) and bounty.went_live_at and not bounty.screening_reason:
        _check_words(bounty)
    bounty.updated_at = clock.now()
    bounty.save(update_fields=[*fields, "updated_at"])


def _check_words(bounty: Bounty) -> None:
    """A live listing can't be turned into one that would have needed a review. Raises Invalid (400)."""
    reason = policies.screening_reason(*(getattr(bounty, name) for name in _WORDS))
    if reason:
        raise Invalid({"description": [f"This wording would need a review first ({reason}). Post it as a new bounty."]})


def _set_status(actor: Actor, bounty: Bounty, status: str) -> None:
    """The owner may set open, in_review, paused, closed. Setting what it is already changes nothing."""
    present = "open" if bounty.status == "partially_filled" else bounty.status
    if status == present:
        return
    if status == "closed":
        bounties.end(actor, bounty, to="closed", reason="closed_by_owner")
        return
    action = {"open": "reopen", "paused": "pause", "in_review": "shut"}[status]
    allowed = owner_actions(bounty.status, taken=bounty.spots_filled)
    if bounty.status in ("paused", "in_review") and action != "reopen":
        BOUNTY.next(bounty.status, "reopen", allowed=allowed)
        bounty.status = status
    else:
        to = BOUNTY.next(bounty.status, action, allowed=allowed)
        bounty.status = recruiting(bounty.spots_available, bounty.spots_filled) if action == "reopen" else to
    if bounty.pending_edit is not None:
        checkouts.withdraw(subject_id=bounty.pk, purpose="bounty_raise")
    bounty.pending_edit, bounty.updated_at = None, clock.now()
    bounty.save(update_fields=["status", "pending_edit", "updated_at"])


# ------------------------------------------------------------------ price and spots


@dataclass(frozen=True, slots=True)
class _Money:
    price_cents: int
    seat_cents: int
    spots: int


def _plan(bounty: Bounty, price_cents: int, spots: int) -> _Money:
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
    return _Money(price_cents, plan.seat_cents, spots)


def _change_money(
    actor: Actor, bounty: Bounty, to: _Money, acknowledged: bool, expected_cents: int | None
) -> tuple[int, Checkout | None]:
    assert bounty.pool_id is not None
    if bounty.status == "pending_deposit":
        pools.replan(bounty.pool_id, price_cents=to.seat_cents, seats=to.spots)
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
    pools.change(actor, planned, note="edited by the owner")
    _follow(actor, bounty)
    return planned.net, None


def _planned(bounty: Bounty, to: _Money) -> pools.Change:
    assert bounty.pool_id is not None
    return pools.plan_change(
        bounty.pool_id,
        price_cents=to.seat_cents,
        free_from=bounty.spots_remaining,
        free_to=to.spots - bounty.spots_filled,
    )


def _confirmation(bounty: Bounty, to: _Money, planned: pools.Change) -> WalletImpactConfirmationRequired:
    """The 409 with every named figure, in cents: `cents` is what the wallet loses, `totalCents` and `feeCents` what all
    spots together will cost and our part of it."""
    return WalletImpactConfirmationRequired(
        direction="debit",
        cents=planned.net,
        posterWalletBalanceCents=ledger.balance(ledger.wallet(bounty.owner_id)),
        priceFromCents=bounty.price_cents,
        priceToCents=to.price_cents,
        seatsFrom=bounty.spots_available,
        seatsTo=to.spots,
        totalCents=planned.unit_to.total * to.spots,
        feeCents=planned.unit_to.fee * to.spots,
        hiredSeatsRepriced=len(planned.seats),
    )


def _await_funding(actor: Actor, bounty: Bounty, to: _Money, cents: int, balance: int) -> Checkout:
    """A confirmed raise the wallet is too short for: the bounty waits as pending_funding for its page.

    Raises InsufficientFunds (402) where a bounty can't wait: nobody may be hired at the old price meanwhile.
    """
    if "await_funding" not in BOUNTY.allowed(bounty.status):
        raise InsufficientFunds(required_cents=cents, balance_cents=balance)
    bounty.status = BOUNTY.next(bounty.status, "await_funding")
    bounty.pending_edit = {"priceCents": to.price_cents, "spots": to.spots, "cents": cents}
    bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "pending_edit", "updated_at"])
    return checkouts.open_checkout(
        account_id=bounty.owner_id,
        purpose="bounty_raise",
        subject_id=bounty.pk,
        cents=max(cents - balance, _MIN_DEPOSIT_CENTS),
        description=f"Raise: {bounty.title}"[:200],
    )


def _write(bounty: Bounty, to: _Money) -> None:
    bounty.price_cents, bounty.seat_cents, bounty.spots_available = to.price_cents, to.seat_cents, to.spots
    if bounty.status in ("open", "partially_filled", "assigned"):
        bounty.status = recruiting(to.spots, bounty.spots_filled)
    bounty.pending_edit, bounty.updated_at = None, clock.now()
    bounty.save(update_fields=["price_cents", "seat_cents", "spots_available", "status", "pending_edit", "updated_at"])


def _follow(actor: Actor, bounty: Bounty) -> None:
    """Without a free spot (any more), the bounty goes on as its seats are. After the post: this one moves no money."""
    if bounty.status == "assigned":
        seats.settle_others(bounty)
        endings.follow_money(actor, bounty)


def settle_raise(actor: Actor, bounty: Bounty) -> bool:
    """The page of a raise was paid: make the edit that was confirmed, and recruit again. The bounty is locked.

    False when the raise was given up meanwhile, or would take other cents now: the money stays in the wallet.
    Raises InsufficientFunds (402) when the wallet was spent meanwhile.
    """
    waiting = bounty.pending_edit
    if bounty.status != "pending_funding" or not waiting:
        return False
    to = _plan(bounty, waiting["priceCents"], waiting["spots"])
    planned = _planned(bounty, to)
    if planned.net != waiting["cents"]:
        return False
    bounty.status = recruiting(to.spots, bounty.spots_filled)
    _write(bounty, to)
    pools.change(actor, planned, note="raise paid", counts=False)
    _follow(actor, bounty)
    return True


def forget_raises() -> int:
    """Timer: a raise that was not paid in a day is given up, and the bounty recruits at its old price."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status == "pending_funding":
            _set_status(Actor.system(), bounty, "open")
            _follow(Actor.system(), bounty)

    due = Bounty.objects.filter(status="pending_funding", updated_at__lte=clock.now() - RAISE_LIFE)
    return each(due, work, by="updated_at")

"""Cake orders: a quote, one payment from the wallet, then a private bounty that is offered to one courier of the city after
another. Staff may choose a courier."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import TypedDict
from uuid import UUID

from django.db.models import QuerySet

from bounties.errors import QuoteExpired
from bounties.models import Application, Bounty, CakeOrder
from bounties.ports import Product
from bounties.rules.bounties import LIVE, OVER, UNFILLED
from bounties.rules.cakes import AHEAD_MOST, NOTICE, QUOTE_LIFE, RUNNING, order_status, work_due
from bounties.rules.fields import BountyFields
from bounties.selectors import access, cakes
from bounties.services import applications, bounties, funding, hiring, products, screening
from escrow.rules.escrows import fee_cents
from escrow.selectors import rates
from humans.models import Profile
from humans.selectors import search
from marketplace.core import clock, context
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from marketplace.selectors.countries import blocked_among
from marketplace.services import switches
from wallet.services import spending

_CRITERIA = "A photo of the cake where it was handed over."
_BATCH_MAX = 100  # orders offered in one run of the timer


class CakeForm(TypedDict):
    """A cake as `CakeQuoteIn` reads it."""

    recipient_name: str
    address: str
    city: str
    country: str  # ISO code
    deliver_at: datetime  # UTC
    message: str
    size: str  # one of SIZES


def quote(actor: Actor, form: CakeForm) -> CakeOrder:
    """POST …/quote: the price in cents with the fee, valid for 30 minutes (contract, section 7). Moves no money.

    In the caller's transaction; locks nothing. Raises Invalid (400), ProductUnavailable (503).
    """
    switches.require("cakes")
    now = clock.now()
    wrong: dict[str, list[str]] = {}
    if not now + NOTICE <= form["deliver_at"] <= now + AHEAD_MOST:
        wrong["deliverAt"] = [f"Give a time from 6 hours to 60 days from now; {clock.here()}"]
    if blocked_among([form["country"]]):
        wrong["country"] = ["No cakes are delivered there."]
    price = cakes.price_cents(form["country"], form["size"])
    if price is None:
        wrong["size"] = ["No cake of this size is delivered there. Try another one."]
    if wrong or price is None:
        raise Invalid(wrong)
    fee_bps = rates.bps_for("cake")
    return CakeOrder.objects.create(
        owner=actor.me,
        price_cents=price,
        fee_cents=fee_cents(price, fee_bps),
        fee_bps=fee_bps,
        expires_at=now + QUOTE_LIFE,
        created_at=now,
        **form,
    )


def warnings(actor: Actor, order: CakeOrder) -> list[str]:
    """What the order of a quote would meet, as texts for the quote: an owner who wants to be asked first. Locks nothing."""
    return spending.approval_warnings(order.owner_id, by=actor, cents=order.price_cents + order.fee_cents)


def send(actor: Actor, quote_id: str) -> CakeOrder:
    """POST /api/cake-orders: pay for a quote from the wallet; couriers are then asked (contract, section 7).

    Idempotent: a paid quote is returned as it is. Locks the order, then the wallet's account. Raises NotFound (404),
    QuoteExpired (410), InsufficientFunds (402), SpendingCapExceeded (403), ProductUnavailable (503).
    """
    order = access.own_cake(actor, quote_id, lock=True)
    if order.status != "quoted":
        context.changes_nothing()
        return order
    switches.require("cakes")
    if order.expires_at <= clock.now():
        raise QuoteExpired()
    order.bounty = bounties.create(actor, _listing(order), kind="cake", private=True)
    order.status = "funded"
    order.save(update_fields=["bounty", "status"])
    funding.go_live(actor, order.bounty, source="wallet")
    return order


def _listing(order: CakeOrder) -> BountyFields:
    card = f'\nOn the card: "{order.message}"' if order.message else ""
    when = order.deliver_at.strftime("%Y-%m-%d %H:%M UTC")
    return {
        "title": f"Bring a {order.size} cake in {order.city}",
        "description": (
            f"Buy a {order.size} cake and bring it.\n\nTo: {order.recipient_name}\nWhere: {order.address}, {order.city}\n"
            f"When: {when}{card}\n\nThe pay covers the cake and your way. Keep name and address to yourself."
        ),
        "completion_criteria": _CRITERIA,
        "evidence_types": ["photo"],
        "category": "domestic-gigs",
        "city": order.city,
        "country": order.country,
        "is_remote_allowed": False,
        "price_type": "fixed",
        "price_cents": order.price_cents,
        "fee_bps": order.fee_bps,
        "estimated_hours": Decimal(1),
        "spots_available": 1,
        "deadline": order.deliver_at,
        "auto_accept": False,
        "product_ref": order.public_id,
    }


class CakeProduct(Product):
    """The product chooses couriers; evidence is reviewed and money released as on any bounty."""

    reserved = {"accept": "Couriers are asked by us, one after the other.", "unreject": "Couriers are asked by us."}

    def due_once_confirmed(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        return work_due(bounty.deadline, now)


def reconcile_dirty() -> int:
    """Timer: reconcile orders whose bounty is dirty. Locks order, bounty. Returns how many."""

    return products.reconcile_dirty(["cake"], _reconcile_bounty)


def up_to_date(actor: Actor) -> QuerySet[CakeOrder]:
    """The caller's orders as they stand after everything that was answered."""
    products.catch_up(actor.id, "cake", _reconcile_bounty)
    mine: QuerySet[CakeOrder] = CakeOrder.objects.filter(owner_id=actor.id)
    return mine


def _reconcile_bounty(bounty_pk: UUID) -> None:
    order, bounty = _locked(CakeOrder.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
    products.mark_clean(bounty)
    _reconcile(order, bounty)


def reconcile_idle() -> int:
    """Timer: orders without a courier. They are offered to a courier who is available by now, or refunded when their time
    has passed. Locks order, bounty. Returns how many."""
    now = clock.now()
    idle = CakeOrder.objects.filter(status="funded", bounty__status__in=UNFILLED, bounty__spots_filled=0)
    late = for_each_due(idle.filter(deliver_at__lte=now), lambda pk: _reconcile(*_locked(pk)), by="deliver_at")
    deliverable = list(islice(_deliverable(idle.filter(deliver_at__gt=now)), _BATCH_MAX))
    return late + for_each_due(
        CakeOrder.objects.filter(pk__in=deliverable), lambda pk: _reconcile(*_locked(pk)), by="deliver_at"
    )


def _deliverable(idle: QuerySet[CakeOrder]) -> Iterator[UUID]:
    """Orders that have a courier available, the most urgent first. Filtered before the batch is cut, so that orders without a
    courier cannot fill it."""
    for order in idle.select_related("bounty").order_by("deliver_at"):
        if order.bounty is not None and cakes.next_courier(order.bounty) is not None:
            yield order.pk


def _locked(order_id: UUID) -> tuple[CakeOrder, Bounty]:
    order: CakeOrder = CakeOrder.objects.locked().get(pk=order_id)
    assert order.bounty_id is not None
    return order, access.lock_bounty(order.bounty_id)


def _reconcile(order: CakeOrder, bounty: Bounty) -> None:
    """Update the order's status from its bounty and seat, then refund it or offer it to the next courier when due. Both rows
    are locked. Completed orders are included, since a dispute may follow; nothing changes while it lasts."""
    if order.status not in (*RUNNING, "completed"):
        return
    seat = Application.objects.select_related("escrow").filter(bounty_id=bounty.pk).order_by("-id").first()
    escrow = seat.escrow if seat is not None else None
    if escrow is not None and escrow.status == "disputed":
        return
    status = order_status(bounty.status, seat.status if seat else "", escrow.status if escrow else "")
    if status != order.status:
        order.status = status
        order.ended_at = None if status in RUNNING else clock.now()
        order.save(update_fields=["status", "ended_at"])
    if bounty.status in OVER or bounty.spots_filled or status != "funded":
        return
    if bounty.deadline <= clock.now():
        products.refund_free_seats(Actor.system(), bounty, reason="no_courier")
    elif bounty.status in LIVE and (courier := cakes.next_courier(bounty)) is not None:
        _hire(Actor.system(), order, bounty, courier)


def _hire(actor: Actor, order: CakeOrder, bounty: Bounty, courier: Profile) -> None:
    order.status = "assigned"
    order.save(update_fields=["status"])
    applications.hire(actor, bounty, hiring.apply_for(bounty, courier))


def assign(actor: Actor, order_id: UUID, human_id: str) -> CakeOrder:
    """Staff choose the courier, who has two hours to confirm.

    `human_id` is a public profile id (prf_…). Locks order, bounty, pool. Raises NotFound (404), HumanNotAvailable,
    InvalidState (409).
    """
    courier = search.get_public(human_id)
    order, bounty = _locked(order_id)
    if order.status != "funded" or bounty.status not in LIVE or bounty.deadline <= clock.now():
        raise InvalidState(
            f"This order is {order.status}: nobody is asked now.", currentState=order.status, allowedActions=[]
        )
    screening.check_named(bounty.owner_id, courier)
    if bounty.applications.filter(human_id=courier.account_id).exists():
        raise InvalidState("This person was asked already.", currentState=order.status, allowedActions=["assign"])
    _hire(actor, order, bounty, courier)
    return order

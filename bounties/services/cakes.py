"""Cakes: a quote, one payment from the wallet, a private bounty that couriers of the city are asked to take one after the
other. Staff may name one."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from bounties.errors import QuoteExpired
from bounties.models import Application, Bounty, CakeOrder
from bounties.ports import Product
from bounties.rules.bounties import LIVE, OVER, UNFILLED
from bounties.rules.cakes import AHEAD_MOST, NOTICE, QUOTE_LIFE, RUNNING, stands, work_due
from bounties.selectors import access, cakes
from bounties.services import applications, bounties, funding, hiring, products, screening
from escrow.rules import fee_cents
from escrow.selectors import rates
from humans.models import Profile
from humans.selectors import search
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from marketplace.selectors.countries import blocked_among
from marketplace.services import switches

_CRITERIA = "A photo of the cake where it was handed over."
_ASKED_MOST = 100  # in one look of the timer


def quote(actor: Actor, asked: Mapping[str, Any]) -> CakeOrder:
    """POST …/quote: what it costs, for 30 minutes. Moves nothing. The caller's transaction.

    Raises Invalid (400), ProductUnavailable (503).
    """
    switches.require("cakes")
    now = clock.now()
    wrong: dict[str, list[str]] = {}
    if not now + NOTICE <= asked["deliver_at"] <= now + AHEAD_MOST:
        wrong["deliverAt"] = ["Give a time from 6 hours to 60 days from now."]
    if blocked_among([asked["country"]]):
        wrong["country"] = ["No cakes are delivered there."]
    price = cakes.price_cents(asked["country"], asked["size"])
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
        **asked,
    )


def send(actor: Actor, quote_id: str) -> CakeOrder:
    """POST /api/cake-orders: pay for a quote from the wallet; couriers are asked from then on. One that was paid already is
    answered as it stands: a quote buys one cake.

    Locks the order. Raises NotFound, QuoteExpired (410), InsufficientFunds (402), SpendingCapExceeded (403),
    ProductUnavailable (503).
    """
    order = access.own_cake(actor, quote_id, lock=True)
    if order.status != "quoted":
        return order
    switches.require("cakes")
    if order.expires_at <= clock.now():
        raise QuoteExpired()
    order.bounty = bounties.create(actor, _listing(order), kind="cake", private=True)
    order.status = "funded"
    order.save(update_fields=["bounty", "status"])
    funding.go_live(actor, order.bounty, source="wallet")
    return order


def _listing(order: CakeOrder) -> dict[str, Any]:
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
    """Couriers are asked by us; evidence is reviewed, and money released, as everywhere."""

    kept = {"accept": "Couriers are asked by us, one after the other.", "unreject": "Couriers are asked by us."}

    def due_once_confirmed(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        return work_due(bounty.deadline, now)


def follow() -> int:
    """Timer: orders whose bounty is dirty."""

    def work(bounty_pk: UUID) -> None:
        order, bounty = _locked(CakeOrder.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
        products.seen(bounty)
        _reconcile(order, bounty)

    return products.follow(["cake"], work)


def watch() -> int:
    """Timer: orders without a courier: somebody may be free by now, or the time has come and the money goes home."""
    now = clock.now()
    idle = CakeOrder.objects.filter(status="funded", bounty__status__in=UNFILLED, bounty__spots_filled=0)
    late = for_each_due(idle.filter(deliver_at__lte=now), lambda pk: _reconcile(*_locked(pk)), by="deliver_at")
    free = list(islice(_deliverable(idle.filter(deliver_at__gt=now)), _ASKED_MOST))
    return late + for_each_due(
        CakeOrder.objects.filter(pk__in=free), lambda pk: _reconcile(*_locked(pk)), by="deliver_at"
    )


def _deliverable(idle: QuerySet[CakeOrder]) -> Iterator[UUID]:
    """Those for whom somebody is there, the most urgent first: orders without a courier hide none that has one."""
    for order in idle.select_related("bounty").order_by("deliver_at"):
        if order.bounty is not None and cakes.next_courier(order.bounty) is not None:
            yield order.pk


def _locked(order_id: UUID) -> tuple[CakeOrder, Bounty]:
    order: CakeOrder = CakeOrder.objects.locked().get(pk=order_id)
    assert order.bounty_id is not None
    return order, access.lock_bounty(order.bounty_id)


def _reconcile(order: CakeOrder, bounty: Bounty) -> None:
    """Write down where the order stands, then do what is due. Both are locked. A completed one is looked at, too: its money
    may be disputed yet; as long as that lasts, everything stays as it is."""
    if order.status not in (*RUNNING, "completed"):
        return
    seat = Application.objects.select_related("escrow").filter(bounty_id=bounty.pk).order_by("-id").first()
    escrow = seat.escrow if seat is not None else None
    if escrow is not None and escrow.status == "disputed":
        return
    status = stands(bounty.status, seat.status if seat else "", escrow.status if escrow else "")
    if status != order.status:
        order.status = status
        order.ended_at = None if status in RUNNING else clock.now()
        order.save(update_fields=["status", "ended_at"])
    if bounty.status in OVER or bounty.spots_filled or status != "funded":
        return
    if bounty.deadline <= clock.now():
        products.settle(Actor.system(), bounty, reason="no_courier")
    elif bounty.status in LIVE and (courier := cakes.next_courier(bounty)) is not None:
        _ask(Actor.system(), order, bounty, courier)


def _ask(actor: Actor, order: CakeOrder, bounty: Bounty, courier: Profile) -> None:
    order.status = "assigned"
    order.save(update_fields=["status"])
    applications.hire(actor, bounty, hiring.apply_for(bounty, courier))


def assign(actor: Actor, order_id: UUID, human_id: str) -> CakeOrder:
    """Staff: this person is asked to bring it; he has two hours to confirm. Locks order and bounty.

    Raises NotFound, HumanNotAvailable, InvalidState (409).
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
    _ask(actor, order, bounty, courier)
    return order

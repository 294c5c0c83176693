"""How picture requests are made and paid for: a one-seat bounty on site, paid by the wallet, at once or when it holds enough."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import TypedDict
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F

from bounties.models import Bounty, Picture
from bounties.rules.fields import BountyFields
from bounties.rules.pictures import TIERS, UNPAID_MOST, worker_pay
from bounties.selectors.approvals import about_bounty
from bounties.services import bounties, funding, pictures
from escrow.selectors import rates
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.services import switches
from marketplace.services.idempotency import IdempotencyKeyReused
from wallet.errors import InsufficientFunds, WalletOwes
from wallet.selectors import balances
from wallet.services import spending

_BATCH_MAX = 200  # requests funded in one run of the timer


class PictureForm(TypedDict):
    """A picture request as `PictureIn` reads it."""

    location: str
    subject: str
    tier: str  # a key of TIERS


def request(actor: Actor, key: str, form: PictureForm) -> tuple[Picture, bool]:
    """POST /api/picture-of-sf: the picture of this idempotency key, and whether it existed before (spec, Picture request).

    A new one is paid by the wallet at once, or waits until the wallet holds enough (awaiting_funding), with at most
    UNPAID_MOST of one owner waiting. In a transaction of its own; a concurrent call with the same key waits for the first.
    Locks the picture, then the wallet's account. Nothing is created when it raises: IdempotencyKeyReused (409) for another
    location, subject or tier, Invalid (400), SpendingCapExceeded (403), WalletOwes (402), InsufficientFunds (402) when too
    many wait already, ProductUnavailable (503); and what `spending.spend` raises for an approval.
    """

    switches.require("pictures")

    def work() -> tuple[Picture, bool]:
        tier = TIERS[form["tier"]]
        now = clock.now()
        fresh = Picture(owner=actor.me, key=key, deliver_by=now + tier.target, created_at=now, **form)
        Picture.objects.bulk_create([fresh], ignore_conflicts=True)
        picture: Picture = Picture.objects.locked().select_related("bounty").get(owner_id=actor.id, key=key)
        if picture.pk != fresh.pk:
            if any(getattr(picture, name) != value for name, value in form.items()):
                raise IdempotencyKeyReused()
            return picture, True
        picture.bounty = bounties.create(actor, _listing(picture), kind="picture")
        picture.save(update_fields=["bounty"])
        try:
            with transaction.atomic():
                _fund(actor, picture, picture.bounty)
        except WalletOwes:
            raise
        except InsufficientFunds as short:
            _check_unpaid(picture, short)
            picture.refresh_from_db()
            _agree(actor, picture)
        return picture, False

    return unit(work)


def _agree(actor: Actor, picture: Picture) -> None:
    """A request that waits for money starts by itself then: the owner is asked now, if they want to be."""
    assert picture.bounty is not None
    spending.agree_on(
        account_id=picture.owner_id,
        by=actor,
        cents=funding.total(picture.bounty),
        kind="when_funded",
        about=about_bounty(picture.bounty),
    )


def _check_unpaid(picture: Picture, short: InsufficientFunds) -> None:
    """Limit the requests of one owner that wait for money. Raises `short` (402) with the reason in its message."""
    others = Picture.objects.filter(owner_id=picture.owner_id, status="awaiting_funding").exclude(pk=picture.pk)
    if others.count() >= UNPAID_MOST:
        short.message = (
            f"{UNPAID_MOST} picture requests of yours wait for money already, so nothing was made. {short.message} Or cancel "
            "one that waits: DELETE /api/bounties/{id}."
        )
        raise short


def _listing(picture: Picture) -> BountyFields:
    fee_bps = rates.bps_for("picture")
    city, state, country = (part.strip() for part in settings.PICTURE_PLACE.split(","))
    return {
        "title": f"Photo: {picture.subject}"[:200],
        "description": (
            f"Take one fresh photo on site and send it from there.\n\nWhere: {picture.location}, {city}\nWhat: "
            f"{picture.subject}\n\nOnly from places that everybody may enter; nobody's face as the subject."
        ),
        "completion_criteria": "One sharp photo that shows the subject, taken live, at the place.",
        "evidence_types": ["photo"],
        "live_capture": "photo",
        "category": "creative-gigs",
        "city": city,
        "state": state,
        "country": country,
        "is_remote_allowed": False,
        "price_type": "fixed",
        "price_cents": worker_pay(TIERS[picture.tier].budget, fee_bps),
        "fee_bps": fee_bps,
        "estimated_hours": Decimal(1),
        "spots_available": 1,
        "deadline": picture.deliver_by,
        "auto_accept": False,
        "keep_applicants_on_fill": True,  # the next applicant replaces one who fails
        "product_ref": picture.public_id,
    }


def _fund(actor: Actor, picture: Picture, bounty: Bounty) -> None:
    pictures.mark_funded(picture)
    funding.go_live(actor, bounty, source="wallet")


def fund_by_page(picture_id: UUID) -> str | None:
    """POST of the public funding page: fund from the wallet if it suffices by now, else return a checkout url.

    In a transaction of its own. Locks picture, bounty, pool, wallet account. Raises DeadlinePassed, InvalidState (409),
    InsufficientFunds (402), NoCardProvider (503).
    """

    def work() -> str | None:
        picture, bounty = pictures.lock(picture_id)
        owner = Actor(bounty.owner, via="system", on_behalf=bounty.spender)
        page = None
        if funding.waits_for_money(bounty):
            funding.check_deadline(bounty)
            page = funding.fund_or_ask(owner, bounty)
        if page is None and picture.status == "awaiting_funding":
            pictures.mark_funded(picture)
        return page.url if page else None

    return unit(work)


def fund_payable() -> int:
    """Timer: fund requests that the wallet covers by now, in a transaction each. Locks picture, bounty, pool, wallet account.
    Returns how many."""
    return sum(_start(pk) for pk in islice(_payable(clock.now()), _BATCH_MAX))


def _payable(now: datetime) -> Iterator[UUID]:
    """Waiting requests that the owner's wallet and spending caps allow to pay now. Filtered before the batch is cut, so that
    requests that can't be paid cannot fill it."""
    waiting = Picture.objects.filter(status="awaiting_funding", deliver_by__gt=now, bounty__status="pending_deposit")
    covered = waiting.annotate(held=balances.wallet_cents("owner_id")).filter(held__gte=F("bounty__seat_cents"))
    for row in covered.select_related("bounty").order_by("deliver_by"):
        if row.bounty is not None and not funding.warnings(Actor.system(row.bounty.spender), row.bounty):
            yield row.pk


def _start(picture_id: UUID) -> bool:
    """Fund one waiting request in a transaction of its own. Whether it was."""

    def work() -> bool:
        picture, bounty = pictures.lock(picture_id)
        if picture.status != "awaiting_funding" or bounty.status != "pending_deposit":
            return False
        _fund(Actor(bounty.owner, via="system", on_behalf=bounty.spender), picture, bounty)
        return True

    try:
        return unit(work)
    except Problem:  # the balance was spent between the check and the lock
        return False

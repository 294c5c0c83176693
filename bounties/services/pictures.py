"""Picture requests: a one-seat bounty on site, paid by the wallet. The first applicant is hired, and a photo without findings
is approved by rule; the owner reviews the others as usual."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any, TypedDict
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from bounties.models import Application, Bounty, Picture, Submission
from bounties.ports import Product
from bounties.rules.bounties import LIVE, OVER, UNFILLED
from bounties.rules.pictures import OPEN, PICTURE, SIDE_MOST, TIERS, UNPAID_MOST, work_due, worker_pay
from bounties.selectors import access
from bounties.services import applications, bounties, endings, funding, products, submissions
from escrow.selectors import rates
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due, unit
from marketplace.errors import StorageUnavailable
from marketplace.models import File
from marketplace.services import files, switches
from marketplace.services.idempotency import IdempotencyKeyReused
from marketplace.services.pictures import TOO_LARGE, thumbnail
from wallet.errors import InsufficientFunds, WalletOwes
from wallet.selectors import balances, flows

_APPROVED = "By rule: a fresh photo without a fault."
_DONE = "Another person's photo was taken."
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
    many wait already, ProductUnavailable (503).
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
        return picture, False

    return unit(work)


def _check_unpaid(picture: Picture, short: InsufficientFunds) -> None:
    """Limit the requests of one owner that wait for money. Raises `short` (402) with the reason in its message."""
    others = Picture.objects.filter(owner_id=picture.owner_id, status="awaiting_funding").exclude(pk=picture.pk)
    if others.count() >= UNPAID_MOST:
        short.message = (
            f"{UNPAID_MOST} picture requests of yours wait for money already, so nothing was made. {short.message} Or cancel "
            "one that waits: DELETE /api/bounties/{id}."
        )
        raise short


def _listing(picture: Picture) -> dict[str, Any]:
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
    _mark_funded(picture)
    funding.go_live(actor, bounty, source="wallet")


def _mark_funded(picture: Picture) -> None:
    picture.status = PICTURE.next(picture.status, "fund")
    picture.save(update_fields=["status"])


def fund_by_page(picture_id: UUID) -> str | None:
    """POST of the public funding page: fund from the wallet if it suffices by now, else return a checkout url.

    In a transaction of its own. Locks picture, bounty, pool, wallet account. Raises DeadlinePassed, InvalidState (409),
    InsufficientFunds (402), NoCardProvider (503).
    """

    def work() -> str | None:
        picture, bounty = _locked(picture_id)
        owner = Actor(bounty.owner, via="system")
        page = None
        if funding.waits_for_money(bounty):
            funding.check_deadline(bounty)
            page = funding.fund_or_ask(owner, bounty)
        if page is None and picture.status == "awaiting_funding":
            _mark_funded(picture)
        return page.url if page else None

    return unit(work)


def _locked(picture_id: UUID) -> tuple[Picture, Bounty]:
    picture: Picture = Picture.objects.locked().get(pk=picture_id)
    assert picture.bounty_id is not None
    return picture, access.lock_bounty(picture.bounty_id)


# ------------------------------------------------------------------ the product


class PictureProduct(Product):
    """The owner may cancel, review and release as on any bounty, but does not choose whom to hire: the first applicant is."""

    reserved = {
        "accept": "The first person who applies for a picture is hired by itself.",
        "reject": "The first person who applies for a picture is hired by itself.",
    }

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        picture = Picture.objects.get(bounty_id=bounty.pk)
        return work_due(picture.tier, picture.deliver_by, now)

    def read_submission(
        self, bounty: Bounty, application: Application, sent: Mapping[str, Any], files: Sequence[File]
    ) -> dict[str, Any]:
        shown = [file for file in files if file.content_type.startswith("image/")]
        if not shown:
            raise Invalid({"files": ["Send the photo: a JPEG, PNG, WebP or GIF file."]})
        if shown[0].perceptual_hash is None:
            raise Invalid({"files": [f"{shown[0].name}: {TOO_LARGE}"]})
        return {}


def reconcile_dirty() -> int:
    """Timer: reconcile pictures whose bounty is dirty. Locks picture, bounty. Returns how many."""
    return products.reconcile_dirty(["picture"], _reconcile_bounty)


def up_to_date(actor: Actor, picture_id: str) -> Picture:
    """The caller's own picture as it stands after everything that was answered. Raises NotFound (404)."""
    access.own_picture(actor, picture_id)
    products.catch_up(actor.id, "picture", _reconcile_bounty)
    return access.own_picture(actor, picture_id)


def _reconcile_bounty(bounty_pk: UUID) -> None:
    picture, bounty = _locked(Picture.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
    products.mark_clean(bounty)
    _reconcile(picture, bounty)


def reconcile_idle() -> int:
    """Timer: fund requests that the wallet covers by now, and close those past their target with nobody hired.

    Locks picture, bounty. Returns how many.
    """
    now = clock.now()

    def close(pk: UUID) -> None:
        picture, bounty = _locked(pk)
        _reconcile(picture, bounty)

    idle = Q(bounty__status__in=UNFILLED, bounty__spots_filled=0)
    closed = for_each_due(
        Picture.objects.filter(idle, status="processing", deliver_by__lte=now), close, by="deliver_by"
    )
    return closed + sum(_start(pk) for pk in islice(_payable(now), _BATCH_MAX))


def _payable(now: datetime) -> Iterator[UUID]:
    """Waiting requests that the owner's wallet and spending caps allow to pay now. Filtered before the batch is cut, so that
    requests that can't be paid cannot fill it."""
    waiting = Picture.objects.filter(status="awaiting_funding", deliver_by__gt=now, bounty__status="pending_deposit")
    covered = waiting.annotate(held=balances.wallet_cents("owner_id")).filter(held__gte=F("bounty__seat_cents"))
    for row in covered.select_related("bounty").order_by("deliver_by"):
        if row.bounty is not None and not funding.warnings(row.bounty):
            yield row.pk


def _start(picture_id: UUID) -> bool:
    """Fund one waiting request in a transaction of its own. Whether it was."""

    def work() -> bool:
        picture, bounty = _locked(picture_id)
        if picture.status != "awaiting_funding" or bounty.status != "pending_deposit":
            return False
        _fund(Actor(bounty.owner, via="system"), picture, bounty)
        return True

    try:
        return unit(work)
    except Problem:  # the balance was spent between the check and the lock
        return False


def _reconcile(picture: Picture, bounty: Bounty) -> None:
    """Make the one change that is due. A change marks the bounty dirty again, so that the next one follows. Both are locked."""
    if picture.status not in OPEN:
        endings.reject_pending_batch(Actor.system(), bounty, response=_DONE)
        return
    # The checkout was paid.
    if picture.status == "awaiting_funding" and bounty.status not in (
        "pending_deposit",
        *OVER,
    ):
        _mark_funded(picture)
    system = Actor.system()
    found = Submission.objects.filter(bounty_id=bounty.pk, status="approved").order_by("id").first()
    if found is not None and picture.status == "processing":
        _end(picture, "deliver", found)
        endings.reject_pending_batch(system, bounty, response=_DONE)
    elif bounty.status in OVER:
        _end(picture, "fail")
    elif not _approve_flawless(system, bounty) and bounty.status in UNFILLED:
        _hire_or_close(system, bounty)


def _end(picture: Picture, action: str, submission: Submission | None = None) -> None:
    picture.status, picture.ended_at = PICTURE.next(picture.status, action), clock.now()
    picture.submission = submission
    picture.save(update_fields=["status", "ended_at", "submission"])


def _approve_flawless(system: Actor, bounty: Bounty) -> bool:
    """Approve a pending photo without findings. Whether there was one. It is released by the usual timer, so that the owner
    can still dispute what the checks cannot see."""
    seat = Application.objects.filter(
        bounty_id=bounty.pk, status="accepted", submissions__status="pending_review"
    ).first()
    if seat is None:
        return False
    _, application = access.lock_seat(seat.pk)
    pending = products.pending_submission(application)
    if pending is None or pending.checks.get("findings"):
        return False
    pending.application = application
    submissions.judge(system, bounty, pending, action="approve", response=_APPROVED)
    return True


def _hire_or_close(system: Actor, bounty: Bounty) -> None:
    """Hire the next applicant for the free seat; past the target, with nobody hired, refund the bounty."""
    if bounty.status in LIVE and bounty.deadline > clock.now():
        pending = (
            Application.objects.locked().select_related("human", "escrow").filter(bounty_id=bounty.pk, status="pending")
        )
        for application in pending.order_by("id")[:20]:
            try:
                applications.check_hirable(bounty, application)
            except Problem as problem:
                endings.reject(system, bounty, application, response=problem.message, automatic=True)
                continue
            applications.hire(system, bounty, application)
            return
    elif bounty.deadline <= clock.now() and not bounty.spots_filled:
        products.refund_free_seats(system, bounty, reason="not_taken_in_time")


# ------------------------------------------------------------------ answers


def asks_owner(bounty: Bounty) -> bool:
    """Whether a photo with findings waits for the owner's review."""
    waiting = Submission.objects.filter(
        bounty_id=bounty.pk, status="pending_review", application__escrow__status="delivered"
    ).first()
    return waiting is not None and bool(waiting.checks.get("findings"))


def why_unfulfilled(picture: Picture) -> str | None:
    """What became of the money of a request that ended without a photo, when some of it was paid; None when all is back."""
    money = flows.of_bounties([picture.bounty_id]).get(picture.bounty_id, flows.NOTHING) if picture.bounty_id else None
    if money is None or not money.spent:
        return None
    return (
        f"There is no photo, but {format_usd(money.spent)} was paid for it: you released the seat, or a dispute was decided so. "
        f"{format_usd(money.refunded)} is back in your wallet."
    )


def image_of(picture: Picture) -> bytes:
    """The approved photo as JPEG: upright, without metadata, at most 4,096 pixels on its longer side. Locks nothing.

    Raises StorageUnavailable (503), also when the stored file can't be decoded.
    """
    assert picture.submission is not None
    file = picture.submission.files.filter(content_type__startswith="image/").order_by("id").first()
    assert file is not None
    image = thumbnail(files.by_id(file.public_id), SIDE_MOST, quality=90)
    if image is None:
        raise StorageUnavailable()
    return image

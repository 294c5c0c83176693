"""The work on picture requests: the first applicant is hired, and a photo without findings is approved by rule; the owner reviews
the others as usual. How they are made and paid for: `picture_requests`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from bounties.models import Application, Bounty, Picture, Submission
from bounties.ports import Product, ProductPart
from bounties.rules.bounties import LIVE, OVER, UNFILLED
from bounties.rules.pictures import OPEN, PICTURE, SIDE_MOST, work_due
from bounties.selectors import access
from bounties.services import applications, endings, products, submissions
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.errors import StorageUnavailable
from marketplace.models import File
from marketplace.services import files
from marketplace.services.pictures import TOO_LARGE, thumbnail
from wallet.selectors import flows

_APPROVED = "By rule: a fresh photo without a fault."
_DONE = "Another person's photo was taken."


def mark_funded(picture: Picture) -> None:
    """awaiting_funding -> processing. The caller has locked the picture. Raises InvalidState (409)."""
    picture.status = PICTURE.next(picture.status, "fund")
    picture.save(update_fields=["status"])


def lock(picture_id: UUID) -> tuple[Picture, Bounty]:
    """Lock a picture, then its bounty."""
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
        self, bounty: Bounty, application: Application, sent: ProductPart, files: Sequence[File]
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
    picture, bounty = lock(Picture.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
    products.mark_clean(bounty)
    _reconcile(picture, bounty)


def reconcile_idle() -> int:
    """Timer: close requests past their target with nobody hired. Locks picture, bounty. Returns how many."""
    now = clock.now()

    def close(pk: UUID) -> None:
        picture, bounty = lock(pk)
        _reconcile(picture, bounty)

    idle = Q(bounty__status__in=UNFILLED, bounty__spots_filled=0)
    return for_each_due(Picture.objects.filter(idle, status="processing", deliver_by__lte=now), close, by="deliver_by")


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
        mark_funded(picture)
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


def for_owner(bounty: Bounty) -> Submission | None:
    """The photo with findings that waits for the owner's review."""
    waiting: Submission | None = Submission.objects.filter(
        bounty_id=bounty.pk, status="pending_review", application__escrow__status="delivered"
    ).first()
    return waiting if waiting is not None and waiting.checks.get("findings") else None


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

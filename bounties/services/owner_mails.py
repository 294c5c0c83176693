"""Mails to the owner of a bounty: events are queued on the bounty and sent in one mail, at most one an hour."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.bounties import DIRECT, MANAGED, REFILL, UNFILLED
from bounties.rules.hiring import review_until
from bounties.rules.owner_mails import OWNER_MAIL_KINDS, mail_due
from bounties.rules.terms import SETTLE_WITHIN
from bounties.selectors import access, due
from bounties.selectors import owner_mails as content
from bounties.selectors.owned import kinds_that_reserve
from bounties.services import counts
from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates

_KINDS_OF_MANAGED = ("evidence", "warning")  # the product handles the others; "unanswered" only where it reviews itself


def queue(actor: Actor, bounty: Bounty, what: str, *, by_product: bool = False) -> None:
    """Queue an event for the owner's next mail, unless they caused it, have opted out, or a managed product handles it.

    `what`: a key of OWNER_MAIL_KINDS. `by_product`: a managed product queues this for its owner. In the caller's transaction, at
    last (`counts`); the bounty is at least shared by the caller.
    """
    mail = wanted(actor, bounty, what, by_product=by_product)
    if mail is not None:
        counts.at_last(bounty, partial(counts.queue_mail, bounty, mail))


def wanted(actor: Actor, bounty: Bounty, what: str, *, by_product: bool = False) -> tuple[str, datetime] | None:
    """What `queue` queues, with the time (UTC) at which a mail is due; None when it queues nothing, or it is queued already: the
    mail is sent under the lock of the whole bounty, so it stays queued while the caller shares it."""
    reviews = bounty.kind not in kinds_that_reserve("review")
    is_of_owner = what in _KINDS_OF_MANAGED or (what == "unanswered" and reviews)
    is_of_product = bounty.kind in MANAGED and not is_of_owner and not by_product
    is_skipped = is_of_product or what in bounty.owner_mails or access.is_owner(actor, bounty)
    if is_skipped or not mail_templates.accepts_mail(bounty.owner, OWNER_MAIL_KINDS[what]):
        return None
    return what, mail_due(clock.now(), bounty.owner_mailed_at)


def warn_of_reviews() -> int:
    """Timer: queue a warning for evidence that is accepted automatically within 24 hours, once for each delivery.

    Locks bounty, application, pool, escrow. Returns how many.
    """

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        warn_at, now = application.review_warning_at, clock.now()
        if warn_at is None or warn_at > now or application.is_frozen:
            return
        application.review_warning_at = None
        application.save(update_fields=["review_warning_at"])
        escrow = application.escrow
        if escrow is None or escrow.status != "delivered":
            return
        if (review_until(bounty.kind, escrow.review_due_at, application.complete_by) or now) > now:
            queue(Actor.system(), bounty, "warning")

    return for_each_due(due.undisputed().filter(review_warning_at__lte=clock.now()), work, by="review_warning_at")


def send_queued() -> int:
    """Timer: send the owners' mails that are due, leaving out events that no longer hold. Locks the bounty.

    Returns how many.
    """

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        now = clock.now()
        if bounty.owner_mails_due_at is None or bounty.owner_mails_due_at > now:
            return
        kinds = [
            what for what in bounty.owner_mails if mail_templates.accepts_mail(bounty.owner, OWNER_MAIL_KINDS[what])
        ]
        bounty.owner_mails, bounty.owner_mails_due_at = [], None
        if values := content.of(bounty, kinds):
            about = "applications" if kinds == ["application"] else "work"
            product = products.find(bounty.kind)
            office_url = product.office_url(bounty) if product is not None else ""
            _send(
                bounty, "owner_update", about=about, refills=bounty.status in UNFILLED, office_url=office_url, **values
            )
            bounty.owner_mailed_at = now
        bounty.save(update_fields=["owner_mails", "owner_mails_due_at", "owner_mailed_at"])

    return for_each_due(Bounty.objects.filter(owner_mails_due_at__lte=clock.now()), work, by="owner_mails_due_at")


def mail_unfilled() -> int:
    """Timer: mail owners whose deadline has passed with free spots, once for each deadline. Locks the bounty.

    Returns how many.
    """
    now = clock.now()

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        is_mailed = bounty.deadline_mailed is not None and bounty.deadline_mailed >= bounty.deadline
        if is_mailed or bounty.status not in UNFILLED or bounty.deadline > clock.now():
            return
        bounty.deadline_mailed = bounty.deadline
        bounty.save(update_fields=["deadline_mailed"])
        if bounty.spots_remaining and bounty.kind not in (*DIRECT, *MANAGED):
            pending = bounty.applications.filter(status="pending").count()
            unfilled(bounty, free=bounty.spots_remaining, spots=bounty.spots_available, pending=pending)

    late = Bounty.objects.filter(status__in=UNFILLED, deadline__lte=now, deadline__gt=now - REFILL)
    not_mailed = Q(deadline_mailed=None) | Q(deadline_mailed__lt=F("deadline"))
    return for_each_due(late.filter(not_mailed), work, by="deadline")


def unfilled(bounty: Bounty, *, free: int, spots: int, pending: int = 0, over: bool = False) -> None:
    """The deadline has passed with `free` of `spots` unfilled; `over`: they were removed and refunded."""
    _send(bounty, "unfilled", free=free, spots=spots, pending=pending, over=over, until=bounty.deadline + REFILL)


def listing_approved(bounty: Bounty) -> None:
    """An operator approved the listing."""
    _send(bounty, "listing_approved", deadline=bounty.deadline, direct=bounty.kind in DIRECT)


def listing_refused(bounty: Bounty, *, reason: str = "", late: bool = False) -> None:
    """An operator refused the listing with this reason; `late`: nobody reviewed it before its deadline."""
    _send(bounty, "listing_refused", words=mail_templates.Words(reason), late=late, support=settings.SUPPORT_EMAIL)


def not_raised(bounty: Bounty, *, cents: int) -> None:
    """The checkout of a raise was paid, but the raise, confirmed at `cents` (US cents), could not be made."""
    _send(bounty, "not_raised", about="", confirmed=format_usd(cents))


def _send(bounty: Bounty, template: str, *, about: str = "work", **values: Any) -> None:
    urls = {"owner_url": addresses.owned_job(bounty.public_id)}
    mail_templates.send(bounty.owner, template, about=about, title=bounty.title, **urls, **values)


def terms_left(bounty: Bounty, application: Application, *, words: str) -> None:
    """A hired person left because the terms changed, with attendance that the owner has to settle. Always sent."""
    assert application.escrow is not None and application.terms_left_at is not None
    mail_templates.send(
        bounty.owner,
        "terms_left",
        title=bounty.title,
        worker=application.human_name,
        words=mail_templates.Words(words),
        pay=format_usd(application.escrow.human_payout_cents),
        settle_by=application.terms_left_at + SETTLE_WITHIN,
        person_url=addresses.owned_person(bounty.public_id, application.public_id),
    )

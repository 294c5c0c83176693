"""Mails to the owner of a bounty: what happened is noted on the bounty and told in one mail, an hour apart at least."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.bounties import DIRECT, MANAGED, REFILL, UNFILLED
from bounties.rules.owner_mails import NEWS, mail_due
from bounties.selectors import access
from bounties.selectors import owner_mails as now_true
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates

_OF_MANAGED = ("evidence", "warning")  # the rest is the product's business


def note(actor: Actor, bounty: Bounty, what: str, *changed: str, by_product: bool = False) -> None:
    """Something of NEWS happened: its owner is mailed soon, unless he did it himself or does not want to know, or a managed
    product looks after it; what that leaves to its owner it notes itself, `by_product`. What the caller `changed` of the
    bounty is written in any case.

    The caller's transaction, the bounty locked.
    """
    left_to_product = bounty.kind in MANAGED and what not in _OF_MANAGED and not by_product
    known = left_to_product or what in bounty.owner_mails or access.is_owner(actor, bounty)
    if not known and mail_templates.accepts_mail(bounty.owner, NEWS[what]):
        bounty.owner_mails = [*bounty.owner_mails, what]
        bounty.owner_mails_due_at = bounty.owner_mails_due_at or mail_due(clock.now(), bounty.owner_mailed_at)
        changed = (*changed, "owner_mails", "owner_mails_due_at")
    if changed:
        bounty.save(update_fields=changed)


def warn_of_reviews() -> int:
    """Timer: evidence that counts as accepted in 24 hours. Once for each delivery."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        due, now = application.review_warning_at, clock.now()
        if due is None or due > now or application.is_frozen:
            return
        application.review_warning_at = None
        application.save(update_fields=["review_warning_at"])
        escrow = application.escrow
        if escrow is not None and escrow.status == "delivered" and (escrow.review_due_at or now) > now:
            note(Actor.system(), bounty, "warning")

    # A dispute may be withdrawn, and then the warning comes in its time.
    due = Application.objects.filter(review_warning_at__lte=clock.now()).exclude(escrow__status="disputed")
    return for_each_due(due, work, by="review_warning_at")


def mail_news() -> int:
    """Timer: owners whose mail is due. What is true no more is not told."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        now = clock.now()
        if bounty.owner_mails_due_at is None or bounty.owner_mails_due_at > now:
            return
        told = [what for what in bounty.owner_mails if mail_templates.accepts_mail(bounty.owner, NEWS[what])]
        bounty.owner_mails, bounty.owner_mails_due_at = [], None
        if values := now_true.of(bounty, told):
            about = "applications" if told == ["application"] else "work"
            product = products.find(bounty.kind)
            office_url = product.office_url(bounty) if product is not None else ""
            _write(bounty, "news", about=about, refills=bounty.status in UNFILLED, office_url=office_url, **values)
            bounty.owner_mailed_at = now
        bounty.save(update_fields=["owner_mails", "owner_mails_due_at", "owner_mailed_at"])

    return for_each_due(Bounty.objects.filter(owner_mails_due_at__lte=clock.now()), work, by="owner_mails_due_at")


def mail_unfilled() -> int:
    """Timer: deadlines that passed with free places. Once for each deadline that a bounty has."""
    now = clock.now()

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        told = bounty.deadline_mailed is not None and bounty.deadline_mailed >= bounty.deadline
        if told or bounty.status not in UNFILLED or bounty.deadline > clock.now():
            return
        bounty.deadline_mailed = bounty.deadline
        bounty.save(update_fields=["deadline_mailed"])
        if bounty.spots_remaining and bounty.kind not in (*DIRECT, *MANAGED):
            pending = bounty.applications.filter(status="pending").count()
            unfilled(bounty, free=bounty.spots_remaining, spots=bounty.spots_available, pending=pending)

    late = Bounty.objects.filter(status__in=UNFILLED, deadline__lte=now, deadline__gt=now - REFILL)
    untold = Q(deadline_mailed=None) | Q(deadline_mailed__lt=F("deadline"))
    return for_each_due(late.filter(untold), work, by="deadline")


def unfilled(bounty: Bounty, *, free: int, spots: int, pending: int = 0, over: bool = False) -> None:
    """The deadline has passed with free places; with `over` they were dropped and their money went home."""
    _write(bounty, "unfilled", free=free, spots=spots, pending=pending, over=over, until=bounty.deadline + REFILL)


def listing_approved(bounty: Bounty) -> None:
    _write(bounty, "listing_approved", deadline=bounty.deadline, direct=bounty.kind in DIRECT)


def listing_refused(bounty: Bounty, *, reason: str = "", late: bool = False) -> None:
    """An operator said no, or, `late`, nothing until the deadline."""
    _write(bounty, "listing_refused", words=mail_templates.Words(reason), late=late, support=settings.SUPPORT_EMAIL)


def not_raised(bounty: Bounty, *, cents: int) -> None:
    """The page of a raise was paid, and the raise, confirmed at so many cents, was given up."""
    _write(bounty, "not_raised", about="", confirmed=format_usd(cents))


def _write(bounty: Bounty, letter: str, *, about: str = "work", **values: Any) -> None:
    mail_templates.send(bounty.owner, letter, about=about, title=bounty.title, bounty_url=bounty.public_url, **values)

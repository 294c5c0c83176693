"""Humanizations: a private text becomes a one-seat listing that shows only its subject. Applicants rewrite a sample and are
hired or rejected by a detector's score; the hired person hands in the whole text, which the owner reviews as evidence."""

from collections.abc import Collection
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NotRequired, TypedDict
from uuid import UUID

from django.db import transaction

from bounties.models import Application, Bounty, Humanization, Rewrite
from bounties.ports import Product
from bounties.rules import humanizations as rules
from bounties.rules import listings
from bounties.rules.bounties import LIVE
from bounties.rules.fields import BountyFields
from bounties.selectors import access
from bounties.services import (
    applications,
    bounties,
    endings,
    funding,
    owner_mails,
    products,
    submissions,
)
from marketplace.core import crypto
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState
from marketplace.services import switches
from wallet.models import Checkout

PURPOSE = "humanization"  # key purpose of the texts' encryption
_ACCEPTED = "Another person's text was accepted."
_LISTING = listings.written(
    "Rewrite a private text in your own words, without a text generator.\n\n"
    "First rewrite a short sample: Apply leads to it. You send your document, one continuous screen recording of the writing, and "
    "your attestation.\n\n"
    "Whoever is accepted first is hired at once and has {minutes} minutes. The page of their place shows the whole text, and takes "
    "the document and its recording.",
    routes="GET /api/v1/humanizations/{id}/screening, POST …/applications, GET …/assignment, POST …/submission.",
)


class ScreeningForm(TypedDict):
    """The sample that applicants rewrite."""

    ai_generated_source_text: str  # the sample is taken from this instead of the source text, when given
    percentage: int  # of the words
    maximum_words: int
    instructions: str


class HumanizationForm(TypedDict):
    """A humanization as `HumanizationIn` reads it."""

    format: str
    source_text: str
    transformation: str
    subject: str
    instructions: str
    turnaround_minutes: int
    price_cents: int  # the worker's pay in US cents
    currency: NotRequired[str]
    applicant_screening: ScreeningForm
    require_resume: bool


def create(actor: Actor, form: HumanizationForm) -> tuple[Humanization, Checkout | None]:
    """POST /api/v1/humanizations: create the listing and fund it from the wallet, or open a checkout (spec, Humanization).

    In the caller's transaction; locks the wallet's account. Raises what `prepare` and `funding.fund_or_ask` raise.
    """
    row = prepare(actor, form)
    return row, funding.fund_or_ask(actor, row.bounty)


def prepare(actor: Actor, form: HumanizationForm) -> Humanization:
    """The listing, its money still to come. In the caller's transaction. Raises ProductUnavailable (503), Invalid, PoolTooLarge
    (400).
    """
    switches.require("humanizations")
    screening = form["applicant_screening"]
    shown = rules.sample(
        screening["ai_generated_source_text"] or form["source_text"],
        percentage=screening["percentage"],
        at_most=screening["maximum_words"],
    )
    row = Humanization(
        subject=form["subject"],
        format=form["format"],
        transformation=form["transformation"],
        turnaround_minutes=form["turnaround_minutes"],
        percentage=screening["percentage"],
        maximum_words=screening["maximum_words"],
        require_resume=form["require_resume"],
        sealed_source=seal(form["source_text"]),
        sealed_instructions=seal(form["instructions"]),
        sealed_sample=seal(shown),
        sealed_screening_instructions=seal(screening["instructions"]),
    )
    row.bounty = bounties.create(actor, _listing(row, form["price_cents"]), kind="humanization")
    row.save(force_insert=True)
    return row


def warnings(row: Humanization) -> list[str]:
    """What its owner should know of a new order before anybody works on it: a sample that is too short to judge."""
    return rules.sample_warnings(
        unseal(row.sealed_sample),
        source=sample_source(row),
        percentage=row.percentage,
        at_most=row.maximum_words,
    )


def sample_source(row: Humanization) -> str:
    """The field that the sample was taken from."""
    own, other = rules.SAMPLE_SOURCES
    return own if unseal(row.sealed_sample) in unseal(row.sealed_source) else other


def _listing(row: Humanization, price_cents: int) -> BountyFields:
    return {
        "title": row.subject or "Rewrite a text",
        "description": _LISTING.format(id=row.public_id, minutes=row.turnaround_minutes),
        "completion_criteria": "The whole text, rewritten by you, and a continuous recording of the writing.",
        "evidence_types": ["video"],
        "category": "writing-gigs",
        "price_type": "fixed",
        "price_cents": price_cents,
        "estimated_hours": round(Decimal(row.turnaround_minutes) / 60, 3),
        "spots_available": 1,
        "auto_accept": False,
        "keep_applicants_on_fill": True,  # the bench: should the hired person fail, the next one is hired
        "product_ref": row.public_id,
    }


def current_state(actor: Actor, humanization_id: str) -> tuple[Humanization, Checkout | None]:
    """The owner's humanization now and the open checkout of its deposit, if any. Locks nothing. Raises NotFound (404)."""
    row = access.owned_humanization(actor, humanization_id)
    row.bounty, page = funding.current_state(actor, row.bounty.public_id)
    return row, page


def unseal(text: str) -> str:
    """Decrypt a text of `seal`."""
    return crypto.unseal(text, PURPOSE) if text else ""


def seal(text: str) -> str:
    """Encrypt a text for storage; an empty text stays empty."""
    return crypto.seal(text, PURPOSE) if text else ""


# ------------------------------------------------------------------ the product


class HumanizationProduct(Product):
    """Applications and texts have routes of their own; the rest, also the owner's decisions, works as on any bounty."""

    hours_are_limit = writes_listing = True
    reserved = {
        "apply": "Apply with a rewritten sample: POST /api/v1/humanizations/{id}/applications. The listing names the id.",
        "submit": "Hand in the text with its recording: POST /api/v1/humanizations/{id}/submission.",
    }

    def apply_page(self, bounty: Bounty) -> str:
        return f"/jobs/{bounty.public_id}/sample"

    def work_page(self, application: Application) -> str:
        return f"/work/{application.public_id}/text"

    def applications_to_decide(self, bounty: Bounty) -> Collection[UUID]:
        samples = Rewrite.objects.filter(humanization__bounty_id=bounty.pk, submission=None)
        return list(samples.filter(decision="needs_manual_review").values_list("application_id", flat=True))

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        row = Humanization.objects.only("turnaround_minutes").get(bounty_id=bounty.pk)
        return now + timedelta(minutes=row.turnaround_minutes)


def reconcile_dirty() -> int:
    """Timer: reconcile humanizations whose bounty is dirty. Locks humanization, bounty. Returns how many."""

    def work(bounty_pk: UUID) -> None:
        Humanization.objects.locked().get(bounty_id=bounty_pk)
        bounty = access.lock_bounty(bounty_pk)
        products.mark_clean(bounty)
        hire_next(bounty)
        if bounty.status in ("completed", "paid"):
            endings.reject_pending_batch(Actor.system(), bounty, response=_ACCEPTED)

    return products.reconcile_dirty(["humanization"], work)


def hire_next(bounty: Bounty) -> None:
    """Hire the applicant of the earliest approved sample when a seat is free. An applicant who can't be hired (an
    overlapping shift, say) needs a manual review.

    Humanization and bounty are locked by the caller; locks applications, pool. The transfer comes last.
    """
    if bounty.status not in LIVE or not bounty.spots_remaining:
        return
    approved = Rewrite.objects.filter(
        humanization__bounty_id=bounty.pk, submission=None, decision="approved", application__status="pending"
    )
    for rewrite in approved.order_by("scored_at", "id")[:20]:
        _, application = access.lock_seat(rewrite.application_id)
        try:
            with transaction.atomic():
                applications.hire(Actor.system(), bounty, application)
            return
        except Problem as problem:
            bounty.refresh_from_db()
            application.refresh_from_db()
            require_manual_review(bounty, rewrite, application, reason=problem.code)


def require_manual_review(bounty: Bounty, rewrite: Rewrite, application: Application, *, reason: str) -> None:
    """No rule decides on this text: the owner or staff does. The owner is mailed about a sample.

    `reason`: a code, shown to the owner. All three rows are locked by the caller.
    """
    rewrite.decision, rewrite.reason = "needs_manual_review", reason
    rewrite.save(update_fields=["decision", "reason"])
    if rewrite.submission_id is None:
        application.review_state, application.review_reason = "needs_manual_review", reason
        application.save(update_fields=["review_state", "review_reason"])
        owner_mails.queue(Actor.system(), bounty, "application", by_product=True)


# ------------------------------------------------------------------ staff


def hire(actor: Actor, rewrite_id: UUID, *, response: str) -> None:
    """Staff accept a sample that needs a manual review: its applicant is hired.

    `response` is the message to them. Locks humanization, bounty, application, rewrite, pool. Raises InvalidState (409)
    when no decision is needed (any more), and what `applications.hire` raises.
    """
    bounty, application, _ = _lock_case(rewrite_id)
    applications.hire(actor, bounty, application, response=response)


def reject(actor: Actor, rewrite_id: UUID, *, response: str) -> None:
    """Staff reject a sample that needs a manual review; the applicant reads `response`. Locks as `hire`.

    Raises InvalidState (409).
    """
    bounty, application, _ = _lock_case(rewrite_id)
    endings.reject(actor, bounty, application, response=response, automatic=False)


def judge(actor: Actor, rewrite_id: UUID, *, action: str, response: str) -> None:
    """Staff review a final text that needs a manual review, as its owner could: approve, request_redo or reject.

    Moves no money. Locks as `hire`. Raises InvalidState (409).
    """
    bounty, application, rewrite = _lock_case(rewrite_id, final=True)
    assert rewrite.submission is not None
    rewrite.submission.application = application
    submissions.judge(actor, bounty, rewrite.submission, action=action, response=response)


def _lock_case(rewrite_id: UUID, *, final: bool = False) -> tuple[Bounty, Application, Rewrite]:
    found = Rewrite.objects.get(pk=rewrite_id)
    Humanization.objects.locked().get(pk=found.humanization_id)
    bounty, application = access.lock_seat(found.application_id)
    rewrite: Rewrite = Rewrite.objects.locked().select_related("submission").get(pk=rewrite_id)
    rewrite.application = application
    if not rewrite.is_case or final != (rewrite.submission_id is not None):
        raise InvalidState(
            "This text needs no decision (any more).", currentState=application.status, allowedActions=[]
        )
    return bounty, application, rewrite

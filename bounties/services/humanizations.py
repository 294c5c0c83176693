"""Humanizations: a private text becomes a one-seat listing that shows its subject only. Applicants rewrite a sample, a
detector's score hires or turns down, the hired person hands in the whole text, and its owner reviews that as any evidence."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from bounties.models import Application, Bounty, Humanization, Rewrite
from bounties.ports import Product
from bounties.rules import humanizations as rules
from bounties.rules.bounties import LIVE
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

PURPOSE = "humanization"  # what these texts are sealed for
_LISTING = (
    "Rewrite a private text in your own words, without a text generator.\n\n"
    "First rewrite a short sample: GET /api/v1/humanizations/{id}/screening shows it, POST …/applications takes your document, "
    "one continuous screen recording of the writing, and your attestation.\n\n"
    "Whoever is accepted first is hired at once and has {minutes} minutes: GET …/assignment shows the whole text, POST "
    "…/submission takes the document and its recording."
)


def create(actor: Actor, asked: Mapping[str, Any]) -> tuple[Humanization, Checkout | None]:
    """POST /api/v1/humanizations: the listing, paid by the wallet, else with the page that asks for the rest.

    The caller's transaction. Raises ProductUnavailable (503), Invalid, PoolTooLarge (400), and what
    `funding.fund_or_ask` raises.
    """
    switches.require("humanizations")
    wanted = asked["applicant_screening"]
    shown = rules.sample(
        wanted["ai_generated_source_text"] or asked["source_text"],
        percentage=wanted["percentage"],
        at_most=wanted["maximum_words"],
    )
    row = Humanization(
        subject=asked["subject"],
        format=asked["format"],
        transformation=asked["transformation"],
        turnaround_minutes=asked["turnaround_minutes"],
        percentage=wanted["percentage"],
        maximum_words=wanted["maximum_words"],
        require_resume=asked["require_resume"],
        sealed_source=sealed(asked["source_text"]),
        sealed_instructions=sealed(asked["instructions"]),
        sealed_sample=sealed(shown),
        sealed_screening_instructions=sealed(wanted["instructions"]),
    )
    row.bounty = bounties.create(actor, _listing(row, asked["price_cents"]), kind="humanization")
    row.save(force_insert=True)
    return row, funding.fund_or_ask(actor, row.bounty)


def _listing(row: Humanization, price_cents: int) -> dict[str, Any]:
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
        "product_ref": row.public_id,
    }


def standing(actor: Actor, humanization_id: str) -> tuple[Humanization, Checkout | None]:
    """One's own humanization as it is now, and the page that still asks for its deposit. Raises NotFound."""
    row = access.owned_humanization(actor, humanization_id)
    row.bounty, page = funding.standing(actor, row.bounty.public_id)
    return row, page


def opened(text: str) -> str:
    """What was sealed, again."""
    return crypto.unseal(text, PURPOSE) if text else ""


def sealed(text: str) -> str:
    """Encrypted for storage; nothing stays nothing."""
    return crypto.seal(text, PURPOSE) if text else ""


# ------------------------------------------------------------------ what follows


class HumanizationProduct(Product):
    """Applications and texts come by routes of their own; all else goes as everywhere, the owner's decisions, too."""

    kept = {
        "apply": "Apply with a rewritten sample: POST /api/v1/humanizations/{id}/applications. The listing names the id.",
        "submit": "Hand in the text with its recording: POST /api/v1/humanizations/{id}/submission.",
    }

    def asks_about(self, bounty: Bounty) -> Collection[UUID]:
        samples = Rewrite.objects.filter(humanization__bounty_id=bounty.pk, submission=None)
        return list(samples.filter(decision="needs_manual_review").values_list("application_id", flat=True))

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        row = Humanization.objects.only("turnaround_minutes").get(bounty_id=bounty.pk)
        return now + timedelta(minutes=row.turnaround_minutes)


def follow() -> int:
    """Timer: dirty bounties of humanizations."""

    def work(bounty_pk: UUID) -> None:
        Humanization.objects.locked().get(bounty_id=bounty_pk)
        bounty = access.lock_bounty(bounty_pk)
        products.seen(bounty)
        hire_next(bounty)

    return products.follow(["humanization"], work)


def hire_next(bounty: Bounty) -> None:
    """The first approved sample gets the free seat. Who can't be hired (hired elsewhere at that time) is left to people.
    The humanization and its bounty are locked; the money moves last."""
    if bounty.status not in LIVE or not bounty.spots_remaining:
        return
    waiting = Rewrite.objects.filter(
        humanization__bounty_id=bounty.pk, submission=None, decision="approved", application__status="pending"
    )
    for rewrite in waiting.order_by("scored_at", "id")[:20]:
        _, application = access.lock_seat(rewrite.application_id)
        try:
            with transaction.atomic():
                applications.hire(Actor.system(), bounty, application)
            return
        except Problem as problem:
            bounty.refresh_from_db()
            application.refresh_from_db()
            needs_people(bounty, rewrite, application, reason=problem.code)


def needs_people(bounty: Bounty, rewrite: Rewrite, application: Application, *, reason: str) -> None:
    """Nobody decides by rule: its owner or staff does, and he is mailed about a sample. All three are locked."""
    rewrite.decision, rewrite.reason = "needs_manual_review", reason
    rewrite.save(update_fields=["decision", "reason"])
    if rewrite.submission_id is None:
        application.review_state, application.review_reason = "needs_manual_review", reason
        application.save(update_fields=["review_state", "review_reason"])
        owner_mails.note(Actor.system(), bounty, "application", by_product=True)


# ------------------------------------------------------------------ staff


def hire(actor: Actor, rewrite_id: UUID, *, response: str) -> None:
    """Staff takes a sample that no rule could judge. Locks from the top down; raises InvalidState (409) when it is no case
    (any more), and what `applications.hire` raises."""
    bounty, application, _ = _case(rewrite_id)
    applications.hire(actor, bounty, application, response=response)


def turn_down(actor: Actor, rewrite_id: UUID, *, response: str) -> None:
    """Staff turns such a sample down; the applicant reads why. Raises InvalidState (409)."""
    bounty, application, _ = _case(rewrite_id)
    endings.turn_down(actor, bounty, application, response=response, automatic=False)


def judge(actor: Actor, rewrite_id: UUID, *, action: str, response: str) -> None:
    """Staff reviews a final text that is a case, as its owner could: approve, request_redo or reject. Moves no money.
    Raises InvalidState (409)."""
    bounty, application, rewrite = _case(rewrite_id, final=True)
    assert rewrite.submission is not None
    rewrite.submission.application = application
    submissions.judge(actor, bounty, rewrite.submission, action=action, response=response)


def _case(rewrite_id: UUID, *, final: bool = False) -> tuple[Bounty, Application, Rewrite]:
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

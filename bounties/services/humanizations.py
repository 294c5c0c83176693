"""Humanizations: a private text becomes a one-seat listing that shows its subject only. Applicants rewrite a sample, a
detector's score hires or turns down, the hired person hands in the whole text, and its owner reviews that as any evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from bounties.models import Application, Bounty, Humanization, Rewrite, Submission
from bounties.ports import Product
from bounties.rules import humanizations as rules
from bounties.rules.bounties import LIVE
from bounties.selectors import access
from bounties.selectors import humanizations as selectors
from bounties.services import (
    applications,
    bounties,
    endings,
    evidence,
    funding,
    products,
    screening,
    submissions,
)
from marketplace.core import clock, crypto
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem, TooLarge
from marketplace.core.later import enqueue
from marketplace.core.states import InvalidState
from marketplace.models import File
from marketplace.services import documents, files, recordings, switches
from wallet.models import Checkout

PURPOSE = "humanization"  # what these texts are sealed for
_TEXTS = ("text/plain", files.DOCX)
_TAKEN = {
    "document": (_TEXTS, "DOCX or plain UTF-8 text"),
    "recording": (("video/mp4", "video/quicktime", "video/webm"), "an MP4, MOV or WebM video"),
    "resume": ((*_TEXTS, "application/pdf"), "PDF, DOCX or plain UTF-8 text"),
}
_LISTING = (
    "Rewrite a private text in your own words, without a text generator. First rewrite a short sample of it: "
    "GET /api/v1/humanizations/{id}/screening shows it, POST /api/v1/humanizations/{id}/applications takes your document, a "
    "continuous screen recording of the writing and your attestation. Whoever is accepted first is hired at once and hands in "
    "the whole text within {minutes} minutes."
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
        sealed_source=crypto.seal(asked["source_text"], PURPOSE),
        sealed_instructions=_seal(asked["instructions"]),
        sealed_sample=crypto.seal(shown, PURPOSE),
        sealed_screening_instructions=_seal(wanted["instructions"]),
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


def opened(sealed: str) -> str:
    return crypto.unseal(sealed, PURPOSE) if sealed else ""


def _seal(text: str) -> str:
    return crypto.seal(text, PURPOSE) if text else ""


# ------------------------------------------------------------------ what people hand in


def sample(actor: Actor, humanization_id: str) -> tuple[Humanization, Application | None]:
    """What somebody rewrites to apply, with his own application when there is one that counts. Changes nothing.

    Raises every refusal of applying, but that he has applied.
    """
    row = access.get_humanization(humanization_id)
    bounty = access.visible_bounty(actor, row.bounty.public_id)
    application = selectors.own_application(actor, row)
    if application is None or (application.status == "withdrawn" and application.escrow_id is None):
        applications.check_may_apply(actor, bounty)
        screening.check(actor, bounty, None)
        return row, None
    return row, application


@dataclass(frozen=True, slots=True)
class Handed:
    """The files of an application or of the final text, stored, and what was read from them before."""

    files: dict[str, File]
    text: str
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Applying:
    admitted: applications.Admitted
    handed: Handed


def admit(actor: Actor, humanization_id: str, sent: Mapping[str, Any]) -> Applying:
    """Every gate is asked, then the files are read and stored: before the transaction of `apply`.

    Raises what `applications.admit` raises; Invalid (400) for a file that is not taken; TooLarge (413).
    """
    row = access.get_humanization(humanization_id)
    admitted = applications.admit(actor, row.bounty.public_id, sent, by_product=True)
    if row.require_resume and sent["resume"] is None:
        raise Invalid({"resume": ["This humanization asks for your résumé: PDF, DOCX or plain text."]})
    handed = _hand_in(actor, sent, purpose="application")
    return Applying(replace(admitted, kept=[(file, kind) for kind, file in handed.files.items()]), handed)


def apply(actor: Actor, humanization_id: str, sent: Mapping[str, Any], applying: Applying) -> Rewrite:
    """POST …/applications: the application with its sample; the detector is asked once this commits. Locks the bounty.

    Raises what `applications.apply` raises.
    """
    row = access.get_humanization(humanization_id)
    application = applications.apply(actor, row.bounty.public_id, sent, admitted=applying.admitted, by_product=True)
    # Whoever withdrew and comes again has one sample that counts, the new one.
    application.rewrites.update(score_at=None, decision="")
    return _enter(row, application, applying.handed)


def keep(actor: Actor, humanization_id: str, sent: Mapping[str, Any]) -> Handed:
    """Read and store the final document and recording, if they may be sent now: before the transaction of `submit`.

    Raises what `submit` raises; Invalid (400), TooLarge (413), StorageUnavailable (503).
    """
    row = access.get_humanization(humanization_id)
    _, application = access.own_seat(actor, row.bounty.public_id, lock=False)
    submissions.check_may_submit(application)
    return _hand_in(actor, sent, purpose="submission")


def submit(actor: Actor, humanization_id: str, sent: Mapping[str, Any], handed: Handed) -> Rewrite:
    """POST …/submission: the whole text, as the evidence of the seat. Locks bounty, application, escrow.

    Raises NotFound without a seat; SeatNotConfirmed, SubmissionInReview, CompletionWindowClosed, InvalidState (409).
    """
    row = access.get_humanization(humanization_id)
    form = {"text_evidence": "", "links": [], "answers": [], "files": []}
    kept = [evidence.Kept(file, evidence.Sent(sent[name])) for name, file in handed.files.items()]
    submission = submissions.submit(actor, row.bounty.public_id, form, kept, by_product=True)
    return _enter(row, submission.application, handed, submission)


def _enter(
    row: Humanization, application: Application, handed: Handed, submission: Submission | None = None
) -> Rewrite:
    rewrite = Rewrite(
        humanization=row,
        application=application,
        submission=submission,
        recording_seconds=handed.seconds,
        attested=submission is None,
        sealed_text=crypto.seal(handed.text, PURPOSE),
        word_count=rules.words(handed.text),
        score_at=clock.now(),
        **handed.files,
    )
    rewrite.save(force_insert=True)
    enqueue("bounties.score_rewrites")
    return rewrite


def _hand_in(actor: Actor, sent: Mapping[str, Any], *, purpose: str) -> Handed:
    """All of them are looked at before the first is stored."""
    uploads: dict[str, UploadedFile] = {name: sent[name] for name in _TAKEN if sent.get(name) is not None}
    wrong: dict[str, list[str]] = {}
    kinds = {name: files.sniff(upload) for name, upload in uploads.items()}
    for name, kind in kinds.items():
        taken, words = _TAKEN[name]
        if kind not in taken:
            wrong[name] = [f"This is {kind}. Send {words}."]
        elif name != "recording" and (uploads[name].size or 0) > rules.DOCUMENT_BYTES:
            raise TooLarge(f"{name}: a document may have up to {rules.DOCUMENT_BYTES:,} bytes.")
    if wrong:
        raise Invalid(wrong)
    text = _text_of(uploads["document"], kinds["document"])
    seconds = _seconds_of(uploads["recording"], kinds["recording"])
    kept = files.keep(actor.me, list(uploads.values()), purpose=purpose)
    return Handed(dict(zip(uploads, kept, strict=True)), text, seconds)


def _text_of(upload: UploadedFile, kind: str) -> str:
    try:
        text = documents.text_of(upload, kind)
    except documents.Unreadable as error:
        raise Invalid({"document": [f"This file can't be read: {error}. Save it again as DOCX or plain UTF-8 text."]})
    if not rules.words(text):
        raise Invalid({"document": ["There are no words in it. Send the text that you wrote."]})
    return text


def _seconds_of(upload: UploadedFile, kind: str) -> int | None:
    length = recordings.seconds(upload, kind)
    if length is not None and length > rules.RECORDING_SECONDS:
        raise Invalid(
            {
                "recording": [
                    f"It is {length / 60:.0f} minutes long; send up to {rules.RECORDING_SECONDS // 60} minutes."
                ]
            }
        )
    return None if length is None else round(length)


# ------------------------------------------------------------------ what follows


class HumanizationProduct(Product):
    """Applications and texts come by routes of their own; all else goes as everywhere, the owner's decisions, too."""

    kept = {
        "apply": "Apply with a rewritten sample: POST /api/v1/humanizations/{id}/applications. The listing names the id.",
        "submit": "Hand in the text with its recording: POST /api/v1/humanizations/{id}/submission.",
    }

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        row = Humanization.objects.only("turnaround_minutes").get(bounty_id=bounty.pk)
        return now + timedelta(minutes=row.turnaround_minutes)


def follow() -> int:
    """Timer: bounties of humanizations that stirred."""

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
            needs_people(rewrite, application, reason=problem.code)


def needs_people(rewrite: Rewrite, application: Application, *, reason: str) -> None:
    """Nobody decides by rule: its owner or staff does. Both are locked."""
    rewrite.decision, rewrite.reason = "needs_manual_review", reason
    rewrite.save(update_fields=["decision", "reason"])
    if rewrite.submission_id is None:
        application.review_state, application.review_reason = "needs_manual_review", reason
        application.save(update_fields=["review_state", "review_reason"])


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

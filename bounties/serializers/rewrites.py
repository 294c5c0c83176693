"""Response bodies of humanizations for each reader: owner, staff, applicants, the hired person."""

from typing import Any

from bounties.models import Application, Humanization, Rewrite
from bounties.rules.humanizations import words
from bounties.selectors.humanizations import Detail, state_of
from bounties.serializers.humanizations import RewriteReviewOut, SeatOut, detector_of, final_text, share_of
from bounties.services import funding
from bounties.services.humanizations import sample_source, unseal
from marketplace.api.fields import timestamp
from marketplace.core import ids
from marketplace.services import files
from wallet.models import Checkout


def render(row: Humanization, page: Checkout | None, *, status: str) -> dict[str, Any]:
    """The response of creation, without the private texts. `page`: the open checkout of the deposit."""
    bounty, need = row.bounty, funding.quote(row.bounty)
    source = bounty.pool.funding_source if bounty.pool is not None and bounty.pool.funded_at else None
    return {
        "id": row.public_id,
        "bountyId": bounty.public_id,
        "publicUrl": bounty.public_url,
        "status": status,
        "format": row.format,
        "transformation": row.transformation,
        "subject": row.subject,
        "turnaroundMinutes": row.turnaround_minutes,
        "screening": {
            "sampleFrom": sample_source(row),
            "sampleWords": words(unseal(row.sealed_sample)),
            "percentage": row.percentage,
            "maximumWords": row.maximum_words,
            "instructions": unseal(row.sealed_screening_instructions),
            "requireResume": row.require_resume,
        },
        "funding": {"source": source or ("checkout" if page else None), "status": funding.funding_status(bounty)}
        | ({"depositUrl": page.url} if page else {}),
        "workerAmountCents": need.worker_total,
        "serviceFeeCents": need.fee,
        "feeBps": need.fee_bps,
        "totalCents": need.funding_total,
        "currency": bounty.currency,
        "createdAt": timestamp(row.created_at),
    }


def render_plan(row: Humanization) -> dict[str, Any]:
    """What a dry run shows of an order, in the words and figures of the real one: the sample itself, and what it costs."""
    whole = render(row, None, status="")
    shown = ("screening", "workerAmountCents", "serviceFeeCents", "feeBps", "totalCents", "currency")
    return {"sampleText": unseal(row.sealed_sample)} | {name: whole[name] for name in shown}


def render_detail(found: Detail, page: Checkout | None, *, private: bool) -> dict[str, Any]:
    """The owner's view; the texts are included only with `private`, for the owner."""
    row, final = found.row, found.final
    return render(row, page, status=found.status) | {
        "sourceText": unseal(row.sealed_source) if private else None,
        "sampleText": unseal(row.sealed_sample) if private else None,
        "instructions": unseal(row.sealed_instructions) if private else None,
        "applicantCount": row.bounty.application_count,
        "applicants": [_applicant(one) for one in found.applicants],
        "assignment": SeatOut.render(found.assignment) if found.assignment else None,
        "attempts": SeatOut.render_many(found.attempts),
        "final": render_final(final) if final is not None else None,
        "review": RewriteReviewOut.render(found.review),
    }


def render_sample(row: Humanization, application: Application | None, sample: Rewrite | None) -> dict[str, Any]:
    """For people who may apply, or have applied."""
    shown = unseal(row.sealed_sample) if application is None or application.status in ("pending", "accepted") else None
    return _work(row) | {
        "sampleText": shown,
        "sampleWords": words(shown) if shown else 0,
        "instructions": unseal(row.sealed_screening_instructions),
        "requireResume": row.require_resume,
        "turnaroundMinutes": row.turnaround_minutes,
        "workerAmountCents": row.bounty.seat_cents,
        "application": render_own(sample) if sample is not None else None,
    }


def render_own(sample: Rewrite) -> dict[str, Any]:
    """The applicant's own application, by its latest sample."""
    return {
        "applicationId": sample.application.public_id,
        "applicationStatus": sample.application.status,
        "decision": sample.verdict,
        "detector": detector_of(sample),
    }


def render_assignment(row: Humanization, application: Application) -> dict[str, Any]:
    return _work(row) | {
        "applicationId": application.public_id,
        "sourceText": unseal(row.sealed_source),
        "instructions": unseal(row.sealed_instructions),
        "deadlineAt": timestamp(application.complete_by),
        "state": state_of(application),
    }


def _work(row: Humanization) -> dict[str, Any]:
    return {
        "humanizationId": row.public_id,
        "bountyId": row.bounty.public_id,
        "subject": row.subject,
        "transformation": row.transformation,
    }


def _applicant(sample: Rewrite) -> dict[str, Any]:
    application = sample.application
    return {
        "applicationId": application.public_id,
        "humanId": application.human.public_profile_id,
        "applicationStatus": application.status,
        "appliedAt": timestamp(sample.created_at),
        "screening": {
            "documentUrl": files.signed_url(sample.document),
            "recordingUrl": files.signed_url(sample.recording),
            "attested": sample.attested,
            "detector": detector_of(sample),
            "unchangedFraction": share_of(sample.unchanged_fraction),
            "decision": sample.verdict,
            "reason": sample.reason or None,
        },
    } | ({"resumeUrl": files.signed_url(sample.resume)} if sample.resume else {})


def render_final(final: Rewrite) -> dict[str, Any]:
    assert final.submission is not None
    return {
        "submissionId": final.submission.public_id,
        "escrowId": ids.encode("esc", final.application.escrow_id) if final.application.escrow_id else None,
        **final_text(final),
        "flags": final.submission.evidence_flags,
        "documentUrl": files.signed_url(final.document),
        "recordingUrl": files.signed_url(final.recording),
        "submittedAt": timestamp(final.created_at),
    }

"""Events about bounties, applications and submissions (contract, section 5), sent to the bounty's owner. Each also marks a
managed bounty dirty, so that its product reconciles it."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from bounties.models import Application, Bounty, Contest, Submission
from bounties.ports import products
from bounties.rules.terms import Difference
from marketplace.api.fields import timestamp
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from webhooks import outbox


def mark_dirty(bounty: Bounty) -> None:
    """Mark a managed bounty dirty and queue its product's task, which reconciles it after the commit, or by its timer.

    Every event below does this; a transfer without an event must call it. In the caller's transaction.
    """
    product = products.find(bounty.kind)
    if product is not None:
        Bounty.objects.filter(pk=bounty.pk).update(dirty_since=clock.now())
        enqueue(product.task)


def application_submitted(actor: Actor, bounty: Bounty, application: Application) -> None:
    _about(
        actor,
        "application.submitted",
        bounty,
        application,
        {"applicantName": application.human_name, "status": "pending"},
    )


def application_accepted(actor: Actor, bounty: Bounty, application: Application) -> None:
    _about(
        actor,
        "application.accepted",
        bounty,
        application,
        _escrow(application)
        | {"applicantName": application.human_name, "confirmBy": timestamp(application.confirm_by)},
    )


def application_confirmed(actor: Actor, bounty: Bounty, application: Application) -> None:
    _about(
        actor,
        "application.confirmed",
        bounty,
        application,
        _escrow(application)
        | {"applicantName": application.human_name, "confirmBy": timestamp(application.confirm_by)},
    )


def application_rejected(actor: Actor, bounty: Bounty, application: Application, *, automatic: bool) -> None:
    data = {"applicantName": application.human_name, "response": application.response, "automatic": automatic}
    _about(actor, "application.rejected", bounty, application, data)


def application_withdrawn(actor: Actor, bounty: Bounty, application: Application) -> None:
    _about(actor, "application.withdrawn", bounty, application, {"applicantName": application.human_name})


def ghost_flagged(actor: Actor, bounty: Bounty, application: Application, *, ends_at: datetime | None = None) -> None:
    data = {
        "lastActivityAt": timestamp(application.active_at),
        "responseWindowHours": application.response_window_hours,
        "endsAt": timestamp(ends_at),
    }
    _about(actor, "application.ghost_flagged", bounty, application, data)


def extension_requested(actor: Actor, bounty: Bounty, application: Application) -> None:
    asked = application.extension or {}
    _about(
        actor, "extension.requested", bounty, application, {"hours": asked.get("hours"), "reason": asked.get("reason")}
    )


def terms_changed(
    actor: Actor, bounty: Bounty, application: Application, *, to: UUID, state: str, changes: list[Difference]
) -> None:
    """To the worker (`to`) whose terms the owner changed or took back, to the owner how the worker answered."""
    data = {
        "state": state,
        "fields": [change.field for change in changes],
        "answerBy": timestamp(application.terms_answer_by),
    }
    _about(actor, "application.terms_changed", bounty, application, data, to=to)


def application_contested(actor: Actor, bounty: Bounty, application: Application, *, due_at: datetime) -> None:
    _about(actor, "application.contested", bounty, application, _escrow(application) | {"dueAt": timestamp(due_at)})


def contest_decided(actor: Actor, bounty: Bounty, application: Application, contest: Contest) -> None:
    """Named after the contest: a seat can have several."""
    data = {
        "contestId": contest.public_id,
        "outcome": contest.outcome,
        "completeBy": timestamp(application.complete_by) if contest.outcome == "time_given" else None,
    }
    _about(
        actor,
        "application.contest_decided",
        bounty,
        application,
        _escrow(application) | data,
        entity=contest.public_id,
    )


def publish_internal(
    actor: Actor, bounty: Bounty, what: str, *, application: Application | None = None, note: str = "", **data: Any
) -> None:
    """An internal event `bounty.<what>` for the timeline: never delivered to webhooks.

    What is about one seat is named after its `application`: whoever publishes it has locked that, while other seats may be told
    about at the same time.
    """
    mark_dirty(bounty)
    if application is not None:
        data["applicationId"] = application.public_id
    outbox.publish(
        type=f"bounty.{what}",
        entity=bounty.public_id if application is None else application.public_id,
        account_id=bounty.owner_id,
        data=data,
        subject_id=bounty.pk,
        actor=actor,
        note=note,
        public=False,
    )


def seat_expired(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, refunded_to: Literal["pool", "wallet"]
) -> None:
    data = {"reason": reason, "refundedTo": refunded_to}
    _about(actor, "application.seat_expired", bounty, application, _escrow(application) | data)


def seat_filled(actor: Actor, bounty: Bounty, application: Application) -> None:
    data = {"spotsFilled": bounty.spots_filled, "spotsRemaining": bounty.spots_remaining}
    _about(actor, "bounty.seat_filled", bounty, application, data)


def seat_completed(actor: Actor, bounty: Bounty, application: Application, *, completed_seats: int) -> None:
    _about(actor, "bounty.completed", bounty, application, _escrow(application) | {"completedSeats": completed_seats})


def proof_uploaded(actor: Actor, bounty: Bounty, submission: Submission, *, file_count: int) -> None:
    _publish(actor, "proof.uploaded", bounty, submission, {"fileCount": file_count})


def submission_reviewed(actor: Actor, bounty: Bounty, submission: Submission) -> None:
    _publish(actor, "submission.reviewed", bounty, submission, {"status": submission.status})


def _run(bounty: Bounty) -> dict[str, Any]:
    """`runId` for a hire of a managed run."""
    return {"runId": bounty.run_ref} if bounty.run_ref else {}


def _escrow(application: Application) -> dict[str, Any]:
    return {"escrowId": ids.encode("esc", application.escrow_id)} if application.escrow_id else {}


def _about(
    actor: Actor,
    type_: str,
    bounty: Bounty,
    application: Application,
    data: dict[str, Any],
    *,
    to: UUID | None = None,
    entity: str = "",
) -> None:
    """`to`: the account that is told; the owner without it. `entity`: what the event is named after; the application without it."""
    mark_dirty(bounty)
    named: dict[str, Any] = {
        "bountyId": bounty.public_id,
        "applicationId": application.public_id,
        "humanId": application.human.public_profile_id,
    }
    named |= _run(bounty)
    if application.conversation_id:
        named["conversationId"] = ids.encode("cnv", application.conversation_id)
    outbox.publish(
        type=type_,
        entity=entity or application.public_id,
        account_id=to or bounty.owner_id,
        data=named | data,
        subject_id=application.pk,
        actor=actor,
    )


def _publish(actor: Actor, type_: str, bounty: Bounty, submission: Submission, data: dict[str, Any]) -> None:
    mark_dirty(bounty)
    application = submission.application
    named: dict[str, Any] = (
        {
            "bountyId": bounty.public_id,
            "applicationId": application.public_id,
            "humanId": application.human.public_profile_id,
            "submissionId": submission.public_id,
        }
        | _escrow(application)
        | _run(bounty)
    )
    outbox.publish(
        type=type_,
        entity=submission.public_id,
        account_id=bounty.owner_id,
        data=named | data,
        subject_id=submission.pk,
        actor=actor,
    )

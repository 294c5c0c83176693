"""Escalations: what the rules of a run leave to its owner (an applicant, a submission, a dispute), and the owner's decisions."""

from collections.abc import Collection, Sequence
from uuid import UUID

from bounties.events import mark_dirty
from bounties.models import Application, Bounty, Submission
from bounties.selectors.access import lock_seat
from bounties.services import applications, endings, products, submissions
from escrow.models import Dispute
from escrow.services import disputes
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from qa import events
from qa.errors import EscalationDecided
from qa.models import Escalation, Run
from qa.rules.runs import ESCALATION
from qa.selectors import access

_REDO = "Please send new evidence: what came does not show enough."
OTHERS_CHOSEN = "The owner of this test chose other testers."


def open_about(
    run: Run, application: Application, *, kind: str, reason: str, submission: Submission | None = None
) -> Escalation:
    """Escalate to the owner; an open escalation about the same application is settled first.

    `kind`: one of ESCALATION_KINDS; `reason`: a code. The caller has locked the run.
    """
    for earlier in run.escalations.locked().filter(application_id=application.pk, status="open"):
        _settle(earlier)
    made: Escalation = Escalation.objects.create(
        run=run, application=application, submission=submission, kind=kind, reason=reason
    )
    events.run_noted(Actor.system(), run, "escalated", note=reason, kind=kind, applicationId=application.public_id)
    return made


def refresh(run: Run, bounty: Bounty, seats: Sequence[Application]) -> None:
    """Settle open escalations that were decided elsewhere, and escalate disputes that have none yet.

    `seats`: the accepted applications. The caller has locked the run and the bounty.
    """
    frozen = {seat.pk: seat for seat in seats if seat.is_frozen}
    rows = list(run.escalations.locked().select_related("submission").filter(status="open"))
    asking = Application.objects.filter(
        pk__in=[row.application_id for row in rows if row.kind == "application"], status="pending"
    )
    pending = set(asking.values_list("pk", flat=True))
    for row in rows:
        if not _still_open(row, frozen, pending):
            _settle(row)
    known = set(run.escalations.filter(kind="dispute", status="open").values_list("application_id", flat=True))
    for seat in frozen.values():
        if seat.pk not in known:
            dispute = _dispute_of(seat)
            open_about(run, seat, kind="dispute", reason=dispute.category if dispute else "other")


def settle_applicants(run: Run) -> None:
    """Intake has ended: settle all open escalations about applicants. The caller has locked the run."""
    run.escalations.filter(kind="application", status="open").update(
        status=ESCALATION.next("open", "settle"), decided_at=clock.now(), is_carried_out=True
    )


def decide(actor: Actor, run_id: str, application_id: str, *, action: str, response: str = "") -> Escalation:
    """The owner decides an escalation; repeating the same decision changes nothing.

    `action` accept: the applicant is hired; the submission is approved and paid; the dispute is withdrawn, then the seat is
    paid. `action` revise: the applicant is rejected; the tester is asked for new evidence, with at least 24 hours for it.
    The escalations are refreshed first, so a dispute opened a moment ago is what is decided. `response`: text to the tester.

    Runs in the caller's transaction. Locks run, bounty, application. Raises NotFound (404), EscalationDecided (409) for a
    different decision than the one that was made, NotForOneself (403), InvalidState, NoSpotsLeft, OverlappingShift (409).
    Route: PATCH /api/v1/qa/runs/{id}/escalations/{applicationId}.
    """
    run = access.own_run(actor, run_id)
    if run.bounty_id is not None and not run.is_over:
        run, bounty = access.lock_with_bounty(run.pk)
        refresh(run, bounty, list(bounty.applications.select_related("escrow").filter(status="accepted")))
    row = access.escalation_of(run, application_id)
    actor.check_not_about_oneself(row.application.human_id)
    return _decide(actor, row.pk, action=action, response=response)


def decide_by_staff(actor: Actor, escalation_pk: UUID, *, action: str, response: str) -> Escalation:
    """Staff decide in the owner's place. Locks and errors are those of `decide`; disputes are decided on their own page."""
    return _decide(actor, escalation_pk, action=action, response=response)


def carry_out(run: Run, bounty: Bounty, seats: Sequence[Application]) -> bool:
    """Carry out the owner's decisions about disputes, which withdrew them: pay, or ask for new evidence. At most one payment.

    True when money was moved. The caller has locked run, bounty and `seats`.
    """
    by_seat = {seat.pk: seat for seat in seats if seat.escrow is not None}
    for row in run.escalations.locked().filter(status__in=("accepted", "revised"), is_carried_out=False):
        seat = by_seat.get(row.application_id)
        if seat is not None and seat.is_frozen:
            continue  # disputed anew meanwhile
        row.is_carried_out = True
        row.save(update_fields=["is_carried_out"])
        if seat is None or seat.is_decided:
            continue
        if row.status == "accepted":
            products.pay(Actor.system(), seat, note="the owner accepted the report")
            return True
        sent = products.pending_submission(seat)
        if sent is not None:
            submissions.judge(Actor.system(), bounty, sent, action="request_redo", response=row.response or _REDO)
            seat.refresh_from_db()
            assert seat.escrow is not None
            seat.escrow.refresh_from_db()
    return False


def _decide(actor: Actor, pk: UUID, *, action: str, response: str) -> Escalation:
    seen = Escalation.objects.get(pk=pk)
    run = access.lock_run(seen.run_id)
    bounty, application = lock_seat(seen.application_id)
    row: Escalation = Escalation.objects.locked().get(pk=pk)
    row.run, row.application = run, application
    if row.status == ESCALATION.table["open"][action]:
        return row
    if row.status != "open":
        raise EscalationDecided(currentState=row.status, allowedActions=[])
    row.status, row.response = ESCALATION.next(row.status, action), response
    row.decided_at, row.is_carried_out = clock.now(), row.kind != "dispute"
    row.save(update_fields=["status", "response", "decided_at", "is_carried_out"])
    events.run_noted(actor, run, f"escalation_{row.status}", note=response, applicationId=application.public_id)
    match row.kind:
        case "application":
            _decide_applicant(actor, run, bounty, application, action=action, response=response)
        case "submission":
            _decide_report(actor, bounty, application, action=action, response=response)
        case _:
            mark_dirty(bounty)
            _withdraw_dispute(actor, application)
    return row


def _decide_applicant(
    actor: Actor, run: Run, bounty: Bounty, application: Application, *, action: str, response: str
) -> None:
    if action == "revise":
        endings.reject(actor, bounty, application, response=response or OTHERS_CHOSEN, automatic=False)
        return
    if run.intake_closed_at is not None or run.intake_ends_at is None or run.intake_ends_at <= clock.now():
        raise InvalidState("This run takes no more testers.", currentState=run.status, allowedActions=[])
    applications.hire(actor, bounty, application, response=response)


def _decide_report(actor: Actor, bounty: Bounty, application: Application, *, action: str, response: str) -> None:
    sent = products.pending_submission(application)
    if sent is None:
        state = application.escrow.status if application.escrow else application.status
        raise InvalidState("No evidence waits for a decision here.", currentState=state, allowedActions=[])
    if action == "accept":
        products.pay(actor, application, note="the owner accepted the report")
    else:
        submissions.judge(actor, bounty, sent, action="request_redo", response=response or _REDO)


def _withdraw_dispute(actor: Actor, application: Application) -> None:
    """The decision itself is carried out by the next `runs.reconcile` (see `carry_out`)."""
    dispute = _dispute_of(application)
    if dispute is None:
        raise InvalidState("This dispute is over.", currentState=application.status, allowedActions=[])
    disputes.withdraw(actor, dispute.public_id)


def _dispute_of(seat: Application) -> Dispute | None:
    assert seat.escrow_id is not None
    found: Dispute | None = Dispute.objects.filter(escrow_id=seat.escrow_id).order_by("-id").first()
    return found


def _still_open(row: Escalation, frozen: Collection[UUID], pending: Collection[UUID]) -> bool:
    """`frozen`: keys of disputed seats; `pending`: keys of pending applications."""
    match row.kind:
        case "application":
            return row.application_id in pending
        case "submission":
            waits = row.submission is not None and row.submission.status == "pending_review"
            return waits and row.application_id not in frozen
    return row.application_id in frozen


def _settle(row: Escalation) -> None:
    row.status, row.decided_at = ESCALATION.next(row.status, "settle"), clock.now()
    row.is_carried_out = True
    row.save(update_fields=["status", "decided_at", "is_carried_out"])

"""QA runs: hiring, accepting and paying clear evidence, escalating the rest to the owner, and ending.

Every change of its bounty marks the bounty dirty (`bounties.dirty_since`), and `reconcile` does what is due. It moves money
at most once, as its last statement; that marks the bounty dirty again, so what else is due follows in the next transaction.
"""

from collections.abc import Sequence
from uuid import UUID

from bounties import events as bounty_events
from bounties.models import Application, Bounty
from bounties.rules.bounties import HIRES, OVER, REFILL, UNFILLED
from bounties.services import applications, bounties, endings, owner_mails, products
from humans.selectors.relations import relations_of
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates
from qa import events
from qa.models import Escalation, Run
from qa.rules.reviews import escalate_evidence_reason
from qa.rules.runs import RUN, WORKING, nobody, working_status
from qa.selectors import access, due, testers
from qa.services import escalations, report_mails, reports, schedule
from qa.services.failures import fail
from wallet.selectors import flows

_TO_STATUS = {"open": "work", "draining": "drain", "reviewing": "review"}
_SEATS = ("human", "escrow")
_NO_MORE = "This test takes no more testers."
_ROUNDS = 20  # of reconciling one run in a dry run, at most: each moves money once
_CATCH_UP = 100  # rounds of reconciling before runs are started, at most


def reconcile_dirty() -> int:
    """Timer: reconcile the runs whose bounty is dirty; returns how many it took. One transaction per run."""
    return products.reconcile_dirty(["qa"], _reconcile_bounty)


def catch_up(actor: Actor) -> None:
    """Before the caller reads their runs: everything that was answered is in them then."""
    products.catch_up(actor.id, "qa", _reconcile_bounty)


def _reconcile_bounty(bounty_pk: UUID) -> None:
    run, bounty = access.lock_with_bounty(Run.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
    products.mark_clean(bounty)
    reconcile(run, bounty)


def settle(run_pk: UUID) -> None:
    """All that the timer does about this run now, for the dry run of what makes it due. In the caller's transaction; locks run and
    bounty, and what `reconcile` locks."""
    dirty = Bounty.objects.filter(qa_run=run_pk, dirty_since__isnull=False)
    for _ in range(_ROUNDS):
        if (bounty_pk := dirty.values_list("pk", flat=True).first()) is None:
            return
        _reconcile_bounty(bounty_pk)


def reconcile_due() -> int:
    """Timer: reconcile runs whose intake period has ended, and those with a dispute that is not escalated yet; returns how
    many it took. One transaction per run."""

    def work(pk: UUID) -> None:
        reconcile(*access.lock_with_bounty(pk))

    late = Run.objects.filter(status__in=WORKING, intake_closed_at=None, intake_ends_at__lte=clock.now())
    return for_each_due(late, work, by="intake_ends_at") + for_each_due(due.disputed_runs(), work, by="id")


def start_due() -> int:
    """Timer: start the runs that are due, and pay for those that wait for money; returns how many it took.

    Current runs are reconciled first: after a downtime (or a jump of the sandbox clock), a run that should have ended would
    block the next one of its template.
    """
    if schedule.is_due():
        for _ in range(_CATCH_UP):
            if not reconcile_due() + reconcile_dirty():
                break
    return schedule.start_due() + schedule.fund_due()


def reconcile(run: Run, bounty: Bounty) -> None:
    """Do what is due on this run now; safe to repeat. Money is moved at most once, last. An ended run is not changed.

    The caller has locked run and bounty. Locks the accepted applications and, to pay, their escrows.
    """
    if run.is_over:
        return
    seats = list(bounty.applications.locked().select_related(*_SEATS).filter(status="accepted"))
    escalations.refresh(run, bounty, seats)
    _extend_window(run, bounty)
    if bounty.status in OVER:
        if not _close_intake(run, bounty):
            _end(run, bounty)
        return
    if escalations.carry_out(run, bounty, seats) or _pay(run, seats):
        return
    if _is_intake_over(run):
        if _keeps_bench(run, bounty, seats):
            _stop_intake(run, bounty)
            escalations.settle_applicants(run)
            _update_status(run, seats)
            if not _hire(run, bounty, from_bench=True):
                _return_unspent(bounty)
            return
        waiting = _close_intake(run, bounty)
        _update_status(run, seats)
        if not waiting:
            _return_unspent(bounty)
    else:
        _update_status(run, seats)
        _hire(run, bounty)


def stop(actor: Actor, run_id: str) -> Run:
    """The owner stops a run: no more testers are hired; pending applicants are rejected by the next reconciliations.

    Hired testers keep their deadlines and their pay; unspent money is returned when they are settled. The template's schedule
    goes on. Repeating it, or stopping an ended run, changes nothing.
    Runs in the caller's transaction. Locks run, bounty. Raises NotFound (404). Route: POST /api/v1/qa/runs/{id}/stop.
    """
    run = access.own_run(actor, run_id)
    return halt(actor, run.pk)


def halt(actor: Actor, run_pk: UUID, *, note: str = "") -> Run:
    """Like `stop`, by key and for any caller; staff use it directly. Locks run, bounty."""
    run = access.lock_run(run_pk)
    if run.is_over or run.stop_requested_at is not None:
        return run
    run.stop_requested_at = clock.now()
    run.save(update_fields=["stop_requested_at"])
    events.run_noted(actor, run, "stopped", note=note)
    if run.bounty_id is None:
        fail(actor, run, reason="stopped")
        return run
    run, bounty = access.lock_with_bounty(run_pk)
    _stop_intake(run, bounty)
    if run.status == "open":
        run.status = RUN.next(run.status, "drain")
        run.save(update_fields=["status"])
    bounty_events.mark_dirty(bounty)
    return run


# ------------------------------------------------------------------ one reconciliation


def _pay(run: Run, seats: Sequence[Application]) -> bool:
    """Pay one seat whose work was accepted: by the owner, by the review deadline, or by rule. Unclear evidence is escalated."""
    for seat in seats:
        if seat.escrow is None or seat.escrow.status not in ("delivered", "completed"):
            continue
        if seat.escrow.status == "completed" or _is_clear(run, seat):
            products.pay(Actor.system(), seat, note="a QA report was accepted")
            return True
    return False


def _is_clear(run: Run, seat: Application) -> bool:
    """Whether the submitted evidence is accepted by rule; otherwise it is escalated, once."""
    sent = products.pending_submission(seat)
    if sent is None:
        return False
    earlier = Escalation.objects.filter(submission_id=sent.pk, kind="submission").order_by("-id").first()
    if earlier is not None:
        if earlier.status == "settled":  # by a dispute, which was withdrawn
            escalations.open_about(run, seat, kind="submission", reason=earlier.reason, submission=sent)
        return False
    reason = escalate_evidence_reason(
        findings=sent.form.get("findings", []),
        checks=[finding["code"] for finding in sent.checks.get("findings", [])],
        steps_answered=bool(sent.answers),
        text=sent.text_evidence,
    )
    if not reason and not run.auto_mode:
        reason = "manual"
    if reason:
        escalations.open_about(run, seat, kind="submission", reason=reason, submission=sent)
    return not reason


def _keeps_bench(run: Run, bounty: Bounty, seats: Sequence[Application]) -> bool:
    """Whether applicants stay pending after the intake period, to replace a tester who fails: until every seat has delivered."""
    if run.stop_requested_at is not None:
        return False
    delivered = sum(seat.escrow is not None and seat.escrow.delivered_at is not None for seat in seats)
    somebody = Application.objects.filter(bounty_id=bounty.pk, escrow__isnull=False).exists()
    return somebody and delivered < bounty.spots_available


def _is_intake_over(run: Run) -> bool:
    assert run.intake_ends_at is not None
    return run.intake_closed_at is not None or run.intake_ends_at <= clock.now()


def _extend_window(run: Run, bounty: Bounty) -> None:
    """The intake period begins when the listing goes live, which an operator's review may have delayed."""
    live = bounty.went_live_at
    assert run.opened_at is not None and run.intake_ends_at is not None
    if not bounty.screening_reason or live is None or live <= run.opened_at or run.intake_closed_at is not None:
        return
    run.intake_ends_at += live - run.opened_at
    run.opened_at, bounty.deadline = live, run.intake_ends_at
    run.save(update_fields=["opened_at", "intake_ends_at"])
    bounty.save(update_fields=["deadline"])


def _stop_intake(run: Run, bounty: Bounty) -> None:
    """Accept no more applications, and hire nobody any more."""
    if run.intake_closed_at is None:
        run.intake_closed_at = clock.now()
        run.save(update_fields=["intake_closed_at"])
    endings.close_intake(Actor.system(), bounty, note=_NO_MORE)


def _close_intake(run: Run, bounty: Bounty) -> bool:
    """End intake, also for seats that become free later, and reject a batch of pending applicants. True when there are more
    of them; the rejections mark the bounty dirty, so the next reconciliation goes on."""
    _stop_intake(run, bounty)
    escalations.settle_applicants(run)
    return endings.reject_pending_batch(Actor.system(), bounty, response=_NO_MORE)


def _return_unspent(bounty: Bounty) -> None:
    """Return the money of seats that stay free."""
    if bounty.status == "pending_review":
        bounties.end(Actor.system(), bounty, to="closed", reason="run_over")
    elif bounty.status in UNFILLED:
        bounty_events.mark_dirty(bounty)
        products.refund_free_seats(Actor.system(), bounty, reason="run_over")


def _hire(run: Run, bounty: Bounty, *, from_bench: bool = False) -> bool:
    """Hire the first applicant, in order of application, for whom there is no reason to escalate; returns whether there was
    one. Those before them are escalated to the owner, or rejected if the owner has blocked them since. `from_bench`: the
    intake period is over, in which the owner could decide; so those with a reason are passed over."""
    if bounty.status not in HIRES or bounty.spots_remaining <= 0 or bounty.deadline + REFILL <= clock.now():
        return False
    escalated = run.escalations.filter(kind="application").values("application_id")
    pending = bounty.applications.locked().select_related(*_SEATS).filter(status="pending").exclude(pk__in=escalated)
    rows = list(pending)
    reasons = testers.escalation_reasons([row.human_id for row in rows])
    relations = relations_of(bounty.owner_id, reasons)
    for row in rows:
        if relations.get(row.human_id) == "blocked":
            endings.reject(Actor.system(), bounty, row, response=escalations.OTHERS_CHOSEN, automatic=True)
            continue
        reason = reasons[row.human_id] or ("" if run.auto_mode else "manual")
        if not reason:
            reason = _conflict_code(bounty, row)
        if not reason:
            applications.hire(Actor.system(), bounty, row)
            return True
        if from_bench:
            continue
        escalations.open_about(run, row, kind="application", reason=reason)
        owner_mails.queue(Actor.system(), bounty, "application", by_product=True)
    return False


def _conflict_code(bounty: Bounty, row: Application) -> str:
    try:
        applications.check_hirable(bounty, row)
    except Conflict as refused:
        return refused.code
    return ""


def _update_status(run: Run, seats: Sequence[Application]) -> None:
    at_work = sum(
        seat.escrow is not None and seat.escrow.status == "locked" and seat.needs_staff_at is None for seat in seats
    )
    now = working_status(
        stopped=run.stop_requested_at is not None, intake_over=run.intake_closed_at is not None, at_work=at_work
    )
    if now == run.status:
        return
    run.status = RUN.next(run.status, _TO_STATUS[now])
    run.save(update_fields=["status"])
    events.run_noted(Actor.system(), run, now)


def _end(run: Run, bounty: Bounty) -> None:
    """The bounty has ended, so all its money is settled: end the run, with a report if anything was submitted or paid."""
    if bounty.went_live_at is None:
        fail(Actor.system(), run, reason=bounty.close_reason or "not_approved")
        return
    run.ended_at = clock.now()
    money = flows.of_bounties([bounty.pk]).get(bounty.pk, flows.NOTHING)
    if not money.spent and not bounty.submissions.exists():
        stopped = run.stop_requested_at is not None
        run.status, run.reason = RUN.next(run.status, "expire"), nobody(stopped=stopped)
        run.save(update_fields=["status", "reason", "ended_at"])
        events.run_noted(Actor.system(), run, "expired")
        events.run_status_changed(Actor.system(), run)
        returned = format_usd(money.refunded)
        mail_templates.send(
            run.owner,
            "qa_nobody",
            about="work",
            template=run.template.name,
            run=run.public_id,
            returned=returned,
            stopped=stopped,
        )
        return
    run.status = RUN.next(run.status, "close")
    run.report = reports.make(run, bounty)
    run.save(update_fields=["status", "ended_at", "report"])
    events.run_noted(Actor.system(), run, "closed")
    events.report_ready(Actor.system(), run)
    report_mails.of_run(run, money, finished=run.report["submissionsAccepted"])

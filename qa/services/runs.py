"""What a run does by itself: it hires, takes clear evidence and pays for it, asks its owner about the rest, and ends.

Whatever happens on its bounty stirs it; each look does what is due, and at most one thing that moves money, as its last
statement. What else is due comes at the next look, which that one brings about.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef

from bounties import events as bounty_events
from bounties.models import Application, Bounty
from bounties.rules.bounties import HIRES, OVER, UNFILLED
from bounties.services import applications, bounties, endings, owner_mails, products
from humans.selectors.relations import relations_of
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates
from qa import events
from qa.models import Escalation, Run
from qa.rules.reviews import doubt_about_evidence
from qa.rules.runs import RUN, WORKING, standing
from qa.selectors import access, testers
from qa.services import escalations, reports, schedule
from qa.services.failures import fail

_STANDS = {"open": "work", "draining": "drain", "reviewing": "review"}
_SEATS = ("human", "escrow")
_NO_MORE = "This test takes no more testers."
_CATCH_UP = 100  # looks at each, at most


def follow() -> int:
    """Timer: dirty bounties of runs."""

    def work(bounty_pk: UUID) -> None:
        run, bounty = access.lock_with_bounty(Run.objects.values_list("pk", flat=True).get(bounty_id=bounty_pk))
        products.mark_clean(bounty)
        reconcile(run, bounty)

    return products.reconcile_dirty(["qa"], work)


def watch() -> int:
    """Timer: runs whose time to take testers is over, and those with a dispute that no look has told of yet."""

    def work(pk: UUID) -> None:
        reconcile(*access.lock_with_bounty(pk))

    late = Run.objects.filter(status__in=WORKING, intake_closed_at=None, intake_ends_at__lte=clock.now())
    told = Escalation.objects.filter(application_id=OuterRef("pk"), kind="dispute", status="open")
    frozen = Application.objects.filter(bounty_id=OuterRef("bounty_id"), escrow__status="disputed")
    untold = Run.objects.filter(Exists(frozen.exclude(Exists(told))), status__in=WORKING)
    return for_each_due(late, work, by="intake_ends_at") + for_each_due(untold, work, by="id")


def start_due() -> int:
    """Timer: the runs that are due. Before that, whatever is due in those that are under way: when the clock has jumped, one
    that should be over by now is over, and stands in nobody's way."""
    if schedule.is_due():
        for _ in range(_CATCH_UP):
            if not watch() + follow():
                break
    return schedule.start_due() + schedule.fund_due()


def reconcile(run: Run, bounty: Bounty) -> None:
    """Do what is due. Run and bounty are locked; money moves last. Nothing happens on a run that has ended."""
    if run.is_over:
        return
    seats = list(bounty.applications.locked().select_related(*_SEATS).filter(status="accepted"))
    escalations.follow(run, bounty, seats)
    _keep_window(run, bounty)
    if bounty.status in OVER:
        if not _close_intake(run, bounty):
            _end(run, bounty)
        return
    if escalations.carry_out(run, bounty, seats) or _pay(run, seats):
        return
    if _is_intake_over(run):
        waiting = _close_intake(run, bounty)
        _stand(run, seats)
        if not waiting:
            _send_home(bounty)
    else:
        _stand(run, seats)
        _hire(run, bounty)


def stop(actor: Actor, run_id: str) -> Run:
    """POST …/stop: nobody is taken any more, from now on; who waits hears it at the next looks. Hired testers keep their
    deadlines and their pay; what is left over goes home when they are settled. The schedule goes on. Idempotent; an ended
    run stays as it is.

    Locks run and bounty. Raises NotFound.
    """
    run = access.own_run(actor, run_id)
    return halt(actor, run.pk)


def halt(actor: Actor, run_pk: UUID, *, note: str = "") -> Run:
    """What `stop` does, also for staff."""
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
    _shut(run, bounty)
    if run.status == "open":
        run.status = RUN.next(run.status, "drain")
        run.save(update_fields=["status"])
    bounty_events.mark_dirty(bounty)
    return run


# ------------------------------------------------------------------ one look


def _pay(run: Run, seats: Sequence[Application]) -> bool:
    """Pay one seat whose work is accepted: by its owner, by the clock of forgotten reviews, or by rule. What is unclear
    goes to the owner."""
    for seat in seats:
        if seat.escrow is None or seat.escrow.status not in ("delivered", "completed"):
            continue
        if seat.escrow.status == "completed" or _is_clear(run, seat):
            products.pay(Actor.system(), seat, note="a QA report was accepted")
            return True
    return False


def _is_clear(run: Run, seat: Application) -> bool:
    """Is the evidence that waits to be paid as it is? What the rules doubt is escalated, once."""
    sent = products.pending_submission(seat)
    if sent is None:
        return False
    asked = Escalation.objects.filter(submission_id=sent.pk, kind="submission").order_by("-id").first()
    if asked is not None:
        if asked.status == "settled":  # a dispute came between, and was withdrawn
            escalations.open_about(run, seat, kind="submission", reason=asked.reason, submission=sent)
        return False
    doubt = doubt_about_evidence(
        findings=sent.form.get("findings", []),
        checks=[finding["code"] for finding in sent.checks.get("findings", [])],
        steps_answered=bool(sent.answers),
        text=sent.text_evidence,
    )
    if not doubt and not run.auto_mode:
        doubt = "manual"
    if doubt:
        escalations.open_about(run, seat, kind="submission", reason=doubt, submission=sent)
    return not doubt


def _is_intake_over(run: Run) -> bool:
    assert run.intake_ends_at is not None
    return run.intake_closed_at is not None or run.intake_ends_at <= clock.now()


def _keep_window(run: Run, bounty: Bounty) -> None:
    """Testers have the whole time to apply: where an operator looked at the listing first, it begins when he let it go."""
    live = bounty.went_live_at
    assert run.opened_at is not None and run.intake_ends_at is not None
    if not bounty.screening_reason or live is None or live <= run.opened_at or run.intake_closed_at is not None:
        return
    run.intake_ends_at += live - run.opened_at
    run.opened_at, bounty.deadline = live, run.intake_ends_at
    run.save(update_fields=["opened_at", "intake_ends_at"])
    bounty.save(update_fields=["deadline"])


def _shut(run: Run, bounty: Bounty) -> None:
    """Nobody applies or is hired any more."""
    if run.intake_closed_at is None:
        run.intake_closed_at = clock.now()
        run.save(update_fields=["intake_closed_at"])
    endings.close_intake(Actor.system(), bounty, note=_NO_MORE)


def _close_intake(run: Run, bounty: Bounty) -> bool:
    """Nobody is hired any more, also for a seat that is lost afterwards, and of those who wait a batch hears no. True when
    there are more of them: the next look, which that brings about, goes on."""
    _shut(run, bounty)
    escalations.settle_applicants(run)
    return endings.reject_pending_batch(Actor.system(), bounty, response=_NO_MORE)


def _send_home(bounty: Bounty) -> None:
    """The money of seats that stay free."""
    if bounty.status == "pending_review":
        bounties.end(Actor.system(), bounty, to="closed", reason="run_over")
    elif bounty.status in UNFILLED:
        bounty_events.mark_dirty(bounty)
        products.refund_free_seats(Actor.system(), bounty, reason="run_over")


def _hire(run: Run, bounty: Bounty) -> None:
    """Hire the next applicant whom nothing speaks against, in the order in which they came. Whom the owner has blocked since
    is turned down; the others wait for the owner."""
    if bounty.status not in HIRES or bounty.spots_remaining <= 0:
        return
    asked = run.escalations.filter(kind="application").values("application_id")
    waiting = bounty.applications.locked().select_related(*_SEATS).filter(status="pending").exclude(pk__in=asked)
    rows = list(waiting)
    doubts = testers.doubts([row.human_id for row in rows])
    relations = relations_of(bounty.owner_id, doubts)
    for row in rows:
        if relations.get(row.human_id) == "blocked":
            endings.reject(Actor.system(), bounty, row, response=escalations.OTHERS_CHOSEN, automatic=True)
            continue
        doubt = doubts[row.human_id] or ("" if run.auto_mode else "manual")
        if not doubt:
            doubt = _unfit(bounty, row)
        if not doubt:
            applications.hire(Actor.system(), bounty, row)
            return
        escalations.open_about(run, row, kind="application", reason=doubt)
        owner_mails.queue(Actor.system(), bounty, "application", by_product=True)


def _unfit(bounty: Bounty, row: Application) -> str:
    try:
        applications.check_hirable(bounty, row)
    except Conflict as refused:
        return refused.code
    return ""


def _stand(run: Run, seats: Sequence[Application]) -> None:
    at_work = sum(
        seat.escrow is not None and seat.escrow.status == "locked" and seat.needs_staff_at is None for seat in seats
    )
    now = standing(
        stopped=run.stop_requested_at is not None, intake_over=run.intake_closed_at is not None, at_work=at_work
    )
    if now == run.status:
        return
    run.status = RUN.next(run.status, _STANDS[now])
    run.save(update_fields=["status"])
    events.run_noted(Actor.system(), run, now)


def _end(run: Run, bounty: Bounty) -> None:
    """Its bounty is over, so every cent is where it belongs, and everybody has heard."""
    if bounty.went_live_at is None:
        fail(Actor.system(), run, reason=bounty.close_reason or "not_approved")
        return
    run.ended_at = clock.now()
    if not bounty.submissions.exists():
        run.status, run.reason = RUN.next(run.status, "expire"), "nobody_tested"
        run.save(update_fields=["status", "reason", "ended_at"])
        events.run_noted(Actor.system(), run, "expired")
        mail_templates.send(run.owner, "qa_nobody", about="work", template=run.template.name, run=run.url)
        return
    run.status = RUN.next(run.status, "close")
    run.report = reports.make(run, bounty)
    run.save(update_fields=["status", "ended_at", "report"])
    events.run_noted(Actor.system(), run, "closed")
    events.report_ready(Actor.system(), run)

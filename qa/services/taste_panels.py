"""A taste run from its first applicant to its report: hire everybody who fits, in order of application, pay each valid vote at
once, and make a report when the bounty has ended.

Lock order: run, bounty, application, pool, escrow. A reconciliation moves money at most once, last; every action marks the
bounty dirty again, so what else is due follows in the next transaction.
"""

from uuid import UUID

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import FULL, HIRES, LIVE, OVER, REFILL, UNFILLED
from bounties.services import applications, bounties, contests, endings, products, submissions
from humans.selectors.relations import is_blocked
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from qa import events
from qa.models import TasteRun
from qa.rules.taste import WINDOW, ending, report
from qa.selectors import taste
from qa.selectors.shortfalls import why_fewer
from qa.services import report_mails, votes
from qa.services.taste import locked, move
from wallet.selectors import flows

_ROUNDS = 200  # of one task: enough to hire and pay a full panel; a bound, so that a bug can't make it endless
_ENOUGH = "The panel is complete, or its time is over."


def reconcile(bounty_id: UUID) -> None:
    """Do what is due on this run now; safe to repeat. Money is moved at most once, last. Runs in the caller's transaction.

    Locks run, bounty, and what the action needs: application, escrow.
    """
    run = locked(TasteRun.objects.locked().get(bounty_id=bounty_id))
    bounty, now, system = run.bounty, clock.now(), Actor.system()
    products.mark_clean(bounty)
    if run.ended_at is not None:
        return
    _extend_window(system, run, bounty)
    if bounty.status in OVER:
        if not endings.reject_pending_batch(system, bounty, response=_ENOUGH):
            _end(system, run)
        return
    over = run.stopped_at is not None or (run.ends_at is not None and run.ends_at <= now)
    if over and run.status == "open" and (bounty.spots_filled or bounty.status not in UNFILLED):
        move(system, run, "review")
    may_hire = bounty.status in LIVE if not over else _hires_from_bench(run, bounty)
    if over and bounty.status in UNFILLED and not (may_hire and taste.next_applicant(bounty)):
        products.close_intake(system, bounty, response=_ENOUGH)
        products.refund_free_seats(system, bounty, reason="stopped" if run.stopped_at else "time_is_over")
    elif (vote := taste.next_vote(bounty)) is not None:
        _judge(system, run, vote)
    elif may_hire and (applicant := taste.next_applicant(bounty)) is not None:
        if over:
            endings.close_intake(system, bounty, note=_ENOUGH)
        if is_blocked(bounty.owner_id, applicant.human_id):  # blocked after applying
            endings.reject(system, bounty, applicant, response=_ENOUGH, automatic=True)
        else:
            applications.hire(system, bounty, applicant)
    elif bounty.status in FULL and taste.has_all_delivered(bounty):
        endings.reject_pending_batch(system, bounty, response=_ENOUGH)


def _hires_from_bench(run: TasteRun, bounty: Bounty) -> bool:
    """Whether a seat that was lost after the hiring period is filled from the applicants who wait."""
    return run.stopped_at is None and bounty.status in HIRES and bounty.deadline + REFILL > clock.now()


def _extend_window(actor: Actor, run: TasteRun, bounty: Bounty) -> None:
    """The hiring period begins when the listing goes live, which an operator's review may have delayed; and the bounty may
    have been paid directly, by its checkout page."""
    is_paid = bounty.went_live_at is not None or bounty.status not in ("pending_deposit", "closing", *OVER)
    if run.status == "pending_funding" and is_paid:
        move(actor, run, "fund", fund_at=None)
    if bounty.went_live_at is None:
        return
    ends_at = bounty.went_live_at + WINDOW
    if run.ends_at != ends_at:
        run.ends_at = bounty.deadline = ends_at
        run.save(update_fields=["ends_at"])
        bounty.save(update_fields=["deadline"])


def _judge(actor: Actor, run: TasteRun, vote: Submission) -> None:
    """Pay a valid vote. The first invalid vote is sent back with the reason, the second is rejected; whoever is silent then loses
    the seat (`sent_back.overdue`). After the third staff decide about the seat, unless a valid vote comes first."""
    seat: Application = Application.objects.locked().select_related("human", "escrow").get(pk=vote.application_id)
    wrong = votes.flaw_of(run, vote)
    if wrong is None:
        products.pay(actor, seat, note="a valid vote")
        return
    vote.application = seat
    earlier = seat.submissions.filter(status__in=("redo_requested", "rejected")).count()
    action = "reject" if earlier else "request_redo"
    submissions.judge(actor, run.bounty, vote, action=action, response=wrong, by_rule=True)
    if earlier > 1:  # not silence, which the clock of the seat ends, but no vote either
        contests.open_case(run.bounty, seat, note=wrong)


def _end(actor: Actor, run: TasteRun) -> None:
    """The bounty has ended: end the run, with a report if there are votes, or if somebody was paid without one (the owner
    released the seat, or a dispute was decided so)."""
    cast, now = taste.votes(run.bounty), clock.now()
    money = flows.of_bounties([run.bounty_id]).get(run.bounty_id, flows.NOTHING)
    reason = run.bounty.close_reason or ("every_seat_is_paid" if cast or money.spent else "nobody_voted")
    if not cast and not money.spent:
        move(actor, run, ending(reason), ended_at=now, end_reason=reason, fund_at=None)
        return
    why = why_fewer(run.bounty_id, asked=run.respondent_count, finished=len(cast), who="respondent", what="vote")
    made = report(run.labels, cast, asked=run.respondent_count, degraded_reason=why)
    run.report = made | {"generatedAt": timestamp(now)}
    move(actor, run, "close", ended_at=now, end_reason=reason, report=run.report)
    events.taste_report_ready(actor, run)
    report_mails.of_panel(run, money, votes=len(cast))


# ------------------------------------------------------------------ timers


def reconcile_dirty() -> int:
    """Timer: reconcile runs whose bounty is dirty, until none is; returns the number of reconciliations. One transaction each."""
    total = 0
    for _ in range(_ROUNDS):
        reconciled = products.reconcile_dirty(["taste"], reconcile)
        total += reconciled
        if not reconciled:
            break
    return total


def catch_up(actor: Actor) -> None:
    """Before the caller reads their runs: everything that was answered is in them then."""
    products.catch_up(actor.id, "taste", reconcile)


def end_due() -> int:
    """Timer: reconcile open runs whose hiring period has ended; returns how many it took. One transaction per run."""

    def work(pk: UUID) -> None:
        reconcile(TasteRun.objects.values_list("bounty_id", flat=True).get(pk=pk))

    return for_each_due(TasteRun.objects.filter(status="open", ends_at__lte=clock.now()), work, by="ends_at")


# ------------------------------------------------------------------ staff


def stop(actor: Actor, run_id: UUID, *, reason: str) -> TasteRun:
    """Staff stop a run: nobody is hired any more, the money of free seats is returned, hired people keep their seats and
    deadlines. Runs in the caller's transaction. Locks run, bounty. Raises InvalidState (409) when hiring has ended already."""
    run = locked(TasteRun.objects.locked().get(pk=run_id))
    bounty = run.bounty
    if run.stopped_at is not None or run.status not in ("pending_funding", "open"):
        raise InvalidState(
            f"This run is {run.status}: nobody is hired for it any more.", currentState=run.status, allowedActions=[]
        )
    run.stopped_at = clock.now()
    run.save(update_fields=["stopped_at"])
    if bounty.spots_filled:
        _stop_hiring(actor, run, reason)
    else:
        bounties.end(actor, bounty, to="closed", reason="stopped", details=reason)
    return run


def _stop_hiring(actor: Actor, run: TasteRun, reason: str) -> None:
    move(actor, run, "review")
    products.close_intake(actor, run.bounty, response=reason)
    products.refund_free_seats(actor, run.bounty, reason="stopped")

"""Taste runs: a question becomes a bounty of one seat for each respondent. The run hires whoever passes, in order of
application, pays each valid vote at once, and reports when nobody is left.

Locks: the run, its bounty, the application, the pool, the escrow. Each look at a run moves money at most once, last; what
else is due comes at the next look, because every action stirs the bounty again.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import LIVE, OVER, UNFILLED
from bounties.selectors import access
from bounties.services import applications, bounties, endings, funding, products, submissions, timers
from humans.rules import TASTE as CATEGORIES
from humans.selectors.relations import is_blocked
from marketplace.api.fields import timestamp
from marketplace.core import clock, countries
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from marketplace.selectors.countries import blocked_among
from marketplace.services import switches
from qa import events
from qa.models import TasteRun
from qa.rules.taste import FUNDING_LOOK, TASTE, WINDOW, ending, report
from qa.selectors import taste
from qa.services import votes
from wallet.errors import InsufficientFunds, WalletOwes

_SKILLS_PER_CATEGORY = 3  # named on the listing, for whom it is shown to; the gate takes all of them
_ROUNDS = 200  # of one task: a full panel is hired and paid within one, and no fault turns for ever
_ENOUGH = "The panel is complete, or its time is over."


def create(actor: Actor, fields: Mapping[str, Any]) -> TasteRun:
    """POST /api/v1/taste/runs. The wallet pays at once; a wallet that is too short leaves the run pending_funding, to be
    started by `start_due`.

    The caller's transaction. Raises Invalid, PoolTooLarge (400), SpendingCapExceeded (403), WalletOwes (402),
    ProductUnavailable (503): then nothing is kept.
    """
    switches.require("taste")
    run = TasteRun(
        owner=actor.me,
        question=fields["question"],
        artifacts=fields["artifacts"],
        respondent_count=fields["respondent_count"],
        target_categories=fields["target_categories"],
        allowed_genders=fields["allowed_genders"],
        requires_video=fields["require_video_response"],
        requires_portfolio=fields["require_portfolio_upload"],
    )
    if blocked := blocked_among(fields["allowed_countries"]):
        named = ", ".join(countries.name(code) for code in sorted(blocked))
        raise Invalid({"allowedCountries": [f"Nobody can be hired in {named}."]})
    run.bounty = bounties.create(actor, _listing(run, fields), kind="taste")
    run.save(force_insert=True)
    _start(actor, run)
    return run


def _listing(run: TasteRun, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What people see before they are hired: the question, and the labels in no order of the owner's. The artifacts
    themselves are on the ballot, so that nobody sees them in another order first."""
    video = "Answer in a short video, too, recorded with the camera at that moment.\n" if run.requires_video else ""
    return {
        "title": fields["title"],
        "description": (
            f"{run.question}\n\nYou are shown {len(run.artifacts)} works, in an order of your own, and vote for one of them: "
            f"say which one, and why in your own words.\n{video}\nWhoever applies and fits is hired at once and has 24 hours. "
            f"The works, once you are hired: GET {run.ballot_url}\nEach valid vote is paid at once."
        ),
        "completion_criteria": f"One vote, with a reason of 20 to 1,000 characters: {', '.join(sorted(run.labels))}.",
        "evidence_types": ["text", "video"] if run.requires_video else ["text"],
        "live_capture": "video" if run.requires_video else "",
        "skills_needed": [term for name in run.target_categories for term in CATEGORIES[name][:_SKILLS_PER_CATEGORY]],
        "supported_countries": fields["allowed_countries"],
        "identity_required": fields["identity_required"],
        "application_details": [_PORTFOLIO] if run.requires_portfolio else [],
        "lifecycle_messages": {
            "onAccepted": "You are on the panel, until {{deadline}}. Your ballot, and where to send your vote: "
            f"GET {run.ballot_url}"
        },
        "price_type": "fixed",
        "price_cents": fields["pay_per_respondent_cents"],
        "estimated_hours": Decimal("0.25"),
        "spots_available": run.respondent_count,
        "auto_accept": False,
        "product_ref": run.public_id,
    }


_PORTFOLIO = {"id": "d1", "type": "file_upload", "label": "Portfolio", "required": True}


def _start(actor: Actor, run: TasteRun) -> None:
    """The wallet pays, and the bounty goes live: pending_funding -> open. A wallet that is too short changes nothing but when
    it is looked at again. Run and bounty are locked, or newborn; the money moves last."""
    bounty, now = run.bounty, clock.now()
    try:
        with transaction.atomic():
            _move(actor, run, "fund", fund_at=None, ends_at=now + WINDOW)
            bounty.deadline = now + WINDOW
            bounty.save(update_fields=["deadline"])
            funding.go_live(actor, bounty, source="wallet")
    except WalletOwes:
        raise
    except InsufficientFunds:
        run.refresh_from_db()  # and with it, when it is asked for, its bounty
        run.fund_at = now + FUNDING_LOOK
        run.save(update_fields=["fund_at"])


def resume(actor: Actor, run_id: str) -> TasteRun:
    """What a repeated POST does: one that waits for its money is tried once more; another one is left alone.

    The caller's transaction. Locks run and bounty. Raises UnknownRun (404), and what `_start` raises.
    """
    run = _locked(taste.lock_own(actor, run_id))
    if run.status == "pending_funding" and run.bounty.status == "pending_deposit":
        _start(actor, run)
    return run


def _locked(run: TasteRun) -> TasteRun:
    """Its bounty is locked, too."""
    run.bounty = access.lock_bounty(run.bounty_id)
    return run


def _move(actor: Actor, run: TasteRun, action: str, **columns: Any) -> None:
    run.status = TASTE.next(run.status, action)
    for name, value in columns.items():
        setattr(run, name, value)
    run.save(update_fields=["status", *columns])
    events.taste_status_changed(actor, run)


# ------------------------------------------------------------------ timers


def follow() -> int:
    """Timer: runs whose bounty is dirty, until none is. Returns how many looks that took."""
    total = 0
    for _ in range(_ROUNDS):
        looks = products.reconcile_dirty(["taste"], reconcile)
        total += looks
        if not looks:
            break
    return total


def start_due() -> int:
    """Timer: runs that wait for money, whose wallet perhaps covers them by now. After seven days their bounty is closed
    (`endings.lapse_unpublished`), and they have expired."""

    def work(pk: UUID) -> None:
        run = _locked(TasteRun.objects.locked().get(pk=pk))
        if run.status != "pending_funding" or run.bounty.status != "pending_deposit":
            return
        run.fund_at = clock.now() + FUNDING_LOOK
        run.save(update_fields=["fund_at"])
        if funding.quote(run.bounty).shortfall or not run.bounty.owner.is_active:  # a closed account starts nothing
            return
        try:
            with transaction.atomic():
                _start(Actor(run.bounty.owner, via="system"), run)
        except Problem as refused:  # a cap, a debt: its owner reads which from the same POST
            if taste.is_news(run, refused.code):
                events.taste_waits(run, refused.code)
                if refused.after is not None:
                    refused.after()  # the cap that was hit is told once, not every minute

    return for_each_due(TasteRun.objects.filter(status="pending_funding", fund_at__lte=clock.now()), work, by="fund_at")


def end_due() -> int:
    """Timer: runs that hire nobody any more."""

    def work(pk: UUID) -> None:
        reconcile(TasteRun.objects.values_list("bounty_id", flat=True).get(pk=pk))

    return for_each_due(TasteRun.objects.filter(status="open", ends_at__lte=clock.now()), work, by="ends_at")


# ------------------------------------------------------------------ one look


def reconcile(bounty_id: UUID) -> None:
    """Whatever is due on this run now, as far as one commit goes. Locks the run, then its bounty. Harmless to repeat."""
    run = _locked(TasteRun.objects.locked().get(bounty_id=bounty_id))
    bounty, now, me = run.bounty, clock.now(), Actor.system()
    products.mark_clean(bounty)
    if run.ended_at is not None:
        return
    _keep_window(me, run, bounty)
    if bounty.status in OVER:
        _end(me, run)
        return
    over = run.stopped_at is not None or (run.ends_at is not None and run.ends_at <= now)
    if over and run.status == "open" and (bounty.spots_filled or bounty.status not in UNFILLED):
        _move(me, run, "review")
    if over and bounty.status in UNFILLED:
        products.close_intake(me, bounty, response=_ENOUGH)
        products.refund_free_seats(me, bounty, reason="stopped" if run.stopped_at else "time_is_over")
    elif (vote := taste.next_vote(bounty)) is not None:
        _take(me, run, vote)
    elif not over and bounty.status in LIVE and (applicant := taste.next_applicant(bounty)) is not None:
        if is_blocked(bounty.owner_id, applicant.human_id):  # since he applied
            endings.reject(me, bounty, applicant, response=_ENOUGH, automatic=True)
        else:
            applications.hire(me, bounty, applicant)


def _keep_window(actor: Actor, run: TasteRun, bounty: Bounty) -> None:
    """The window runs from the moment at which people could apply: an operator may have looked at the listing first, and its
    bounty may have been paid by another way."""
    is_paid = bounty.went_live_at is not None or bounty.status not in ("pending_deposit", "closing", *OVER)
    if run.status == "pending_funding" and is_paid:
        _move(actor, run, "fund", fund_at=None)
    if bounty.went_live_at is None:
        return
    ends_at = bounty.went_live_at + WINDOW
    if run.ends_at != ends_at:
        run.ends_at = bounty.deadline = ends_at
        run.save(update_fields=["ends_at"])
        bounty.save(update_fields=["deadline"])


def _take(actor: Actor, run: TasteRun, vote: Submission) -> None:
    """A valid vote is paid. Another one is sent back once with the reason; the next one that is no better is rejected, and
    staff decides about the seat. Better evidence is welcome until then."""
    seat: Application = Application.objects.locked().select_related("human", "escrow").get(pk=vote.application_id)
    wrong = votes.flaw_of(run, vote)
    if wrong is None:
        products.pay(actor, seat, note="a valid vote")
        return
    vote.application = seat
    again = seat.submissions.filter(status="redo_requested").exists()
    action = "reject" if again else "request_redo"
    submissions.judge(actor, run.bounty, vote, action=action, response=wrong, by_rule=True)
    if again:
        timers.escalate_to_staff(run.bounty, seat)


def _end(actor: Actor, run: TasteRun) -> None:
    """The bounty is over: a report of the votes, if there are any."""
    cast, now = taste.votes(run.bounty), clock.now()
    reason = run.bounty.close_reason or ("every_seat_is_paid" if cast else "nobody_voted")
    if not cast:
        _move(actor, run, ending(reason), ended_at=now, end_reason=reason, fund_at=None)
        return
    run.report = report(run.labels, cast, asked=run.respondent_count) | {"generatedAt": timestamp(now)}
    _move(actor, run, "close", ended_at=now, end_reason=reason, report=run.report)
    events.taste_report_ready(actor, run)


# ------------------------------------------------------------------ staff


def stop(actor: Actor, run_id: UUID, *, reason: str) -> TasteRun:
    """An operator ends a run: nobody is hired any more, free seats' money goes home at once, hired people keep their seats
    and deadlines. Locks the run and its bounty. Raises InvalidState (409) for one that hires nobody any more."""
    run = _locked(TasteRun.objects.locked().get(pk=run_id))
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
    _move(actor, run, "review")
    products.close_intake(actor, run.bounty, response=reason)
    products.refund_free_seats(actor, run.bounty, reason="stopped")

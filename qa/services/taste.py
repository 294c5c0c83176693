"""Taste runs: a question is put to a panel by a bounty with one seat per respondent. The run hires everybody who fits, in
order of application, pays each valid vote at once, and makes a report when the bounty has ended.

Lock order: run, bounty, application, pool, escrow. A reconciliation moves money at most once, last; every action marks the
bounty dirty again, so what else is due follows in the next transaction.
"""

from decimal import Decimal
from typing import Any, TypedDict
from uuid import UUID

from django.db import transaction

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import FULL, HIRES, LIVE, OVER, REFILL, UNFILLED
from bounties.selectors import access
from bounties.selectors.approvals import about_bounty
from bounties.services import applications, bounties, contests, endings, funding, products, submissions
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
from qa.rules.taste import FUND_EVERY, TASTE, WINDOW, ending, report
from qa.selectors import taste
from qa.selectors.shortfalls import why_fewer
from qa.services import votes
from wallet.errors import InsufficientFunds, WalletOwes
from wallet.selectors import flows
from wallet.services import spending

_SKILLS_PER_CATEGORY = 3  # shown on the listing and used to match people; applicants may have any skill of the category
_ROUNDS = 200  # of one task: enough to hire and pay a full panel; a bound, so that a bug can't make it endless
_ENOUGH = "The panel is complete, or its time is over."


class Artifact(TypedDict):
    """What is voted on: a label, unique in its run, and a public http(s) URL."""

    label: str
    url: str


class TasteRunFields(TypedDict):
    """A new taste run, as validated by serializers.taste.TasteRunIn."""

    title: str
    question: str
    artifacts: list[Artifact]
    respondent_count: int
    pay_per_respondent_cents: int
    target_categories: list[str]  # keys of humans.rules.TASTE
    allowed_countries: list[str]  # ISO 3166, two letters
    allowed_genders: list[str]
    identity_required: bool
    require_video_response: bool
    require_portfolio_upload: bool


def create(actor: Actor, fields: TasteRunFields) -> TasteRun:
    """Create a run and its bounty, and pay from the wallet. If the wallet is too low, the run stays pending_funding, and
    `start_due` tries again.

    Runs in the caller's transaction. Raises Invalid, PoolTooLarge (400), WalletOwes (402), SpendingCapExceeded (403),
    ProductUnavailable (503), and what `spending.spend` raises for an approval. Route: POST /api/v1/taste/runs. Spec:
    Endpoints, Tool interface (create_taste_run).
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
    if run.status == "pending_funding":  # it starts by itself then: the owner is asked now, if they want to be
        spending.agree_on(
            account_id=actor.id,
            by=actor,
            cents=funding.total(run.bounty),
            kind="when_funded",
            about=about_bounty(run.bounty),
        )
    return run


def _listing(run: TasteRun, fields: TasteRunFields) -> dict[str, Any]:
    """The fields of the bounty (`bounties.create`). It shows the question and the sorted labels; the artifacts are only on the
    ballot, so that nobody sees them in another order first."""
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
        "keep_applicants_on_fill": True,  # a lost seat is filled from the remaining applicants
        "product_ref": run.public_id,
    }


_PORTFOLIO = {"id": "d1", "type": "file_upload", "label": "Portfolio", "required": True}


def _start(actor: Actor, run: TasteRun) -> None:
    """pending_funding -> open: the wallet pays, and the bounty goes live. With too low a wallet only the time of the next
    attempt changes. Run and bounty are locked, or new; money is moved last."""
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
        run.refresh_from_db()  # also drops the cached bounty
        run.fund_at = now + FUND_EVERY
        run.save(update_fields=["fund_at"])


def resume(actor: Actor, run_id: str) -> TasteRun:
    """A replayed `create`: try once more to pay for a run in pending_funding; any other run is not changed.

    Runs in the caller's transaction. Locks run, bounty. Raises WalletOwes (402), SpendingCapExceeded (403), UnknownRun (404).
    """
    run = _locked(taste.lock_own(actor, run_id))
    if run.status == "pending_funding" and run.bounty.status == "pending_deposit":
        # Whoever asked for it has agreed on what it costs (`create`).
        _start(actor if actor.via == "session" else Actor(actor.me, via="system"), run)
    return run


def _locked(run: TasteRun) -> TasteRun:
    """Lock the bounty of a locked run."""
    run.bounty = access.lock_bounty(run.bounty_id)
    return run


def _move(actor: Actor, run: TasteRun, action: str, **columns: Any) -> None:
    run.status = TASTE.next(run.status, action)
    for name, value in columns.items():
        setattr(run, name, value)
    run.save(update_fields=["status", *columns])
    events.taste_status_changed(actor, run)


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


def start_due() -> int:
    """Timer: try to pay for runs in pending_funding; returns how many it took. One transaction per run, which locks run,
    bounty, wallet. After seven days `endings.lapse_unpublished` closes their bounty, and they expire."""

    def work(pk: UUID) -> None:
        run = _locked(TasteRun.objects.locked().get(pk=pk))
        if run.status != "pending_funding" or run.bounty.status != "pending_deposit":
            return
        run.fund_at = clock.now() + FUND_EVERY
        run.save(update_fields=["fund_at"])
        if funding.quote(run.bounty).shortfall or not run.bounty.owner.is_active:
            return
        try:
            with transaction.atomic():
                _start(Actor(run.bounty.owner, via="system"), run)
        except Problem as refused:  # a spending cap or a debt; repeating the POST shows the owner which
            if taste.is_new_reason(run, refused.code):
                events.taste_waits(run, refused.code)
                if refused.after is not None:
                    refused.after()  # publishes wallet.spending_cap_hit: once, not with every retry

    return for_each_due(TasteRun.objects.filter(status="pending_funding", fund_at__lte=clock.now()), work, by="fund_at")


def end_due() -> int:
    """Timer: reconcile open runs whose hiring period has ended; returns how many it took. One transaction per run."""

    def work(pk: UUID) -> None:
        reconcile(TasteRun.objects.values_list("bounty_id", flat=True).get(pk=pk))

    return for_each_due(TasteRun.objects.filter(status="open", ends_at__lte=clock.now()), work, by="ends_at")


# ------------------------------------------------------------------ one reconciliation


def reconcile(bounty_id: UUID) -> None:
    """Do what is due on this run now; safe to repeat. Money is moved at most once, last. Runs in the caller's transaction.

    Locks run, bounty, and what the action needs: application, escrow.
    """
    run = _locked(TasteRun.objects.locked().get(bounty_id=bounty_id))
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
        _move(system, run, "review")
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
        _move(actor, run, "fund", fund_at=None)
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
    paid = flows.of_bounties([run.bounty_id]).get(run.bounty_id, flows.NOTHING).spent
    reason = run.bounty.close_reason or ("every_seat_is_paid" if cast or paid else "nobody_voted")
    if not cast and not paid:
        _move(actor, run, ending(reason), ended_at=now, end_reason=reason, fund_at=None)
        return
    why = why_fewer(run.bounty_id, asked=run.respondent_count, finished=len(cast), who="respondent", what="vote")
    made = report(run.labels, cast, asked=run.respondent_count, degraded_reason=why)
    run.report = made | {"generatedAt": timestamp(now)}
    _move(actor, run, "close", ended_at=now, end_reason=reason, report=run.report)
    events.taste_report_ready(actor, run)


# ------------------------------------------------------------------ staff


def stop(actor: Actor, run_id: UUID, *, reason: str) -> TasteRun:
    """Staff stop a run: nobody is hired any more, the money of free seats is returned, hired people keep their seats and
    deadlines. Runs in the caller's transaction. Locks run, bounty. Raises InvalidState (409) when hiring has ended already."""
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

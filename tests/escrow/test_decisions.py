"""Decisions of staff: where every cent goes, who may decide, and what follows in the same transaction."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from escrow.models import Dispute, DisputeDecision, DisputePolicy
from escrow.rules.disputes import Award, award
from escrow.services import decisions, disputes
from humans.selectors import signals
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.market import (
    Seat,
    acting,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
REASON = "Two of three photos are sharp."


def given_staff() -> Actor:
    account = given_agent().account
    account.is_staff = True
    account.save()
    return Actor.staff(account)


def given_dispute(given: Callable[..., Seat] = given_delivered, **how: Any) -> tuple[Seat, Dispute]:
    seat = given(**how)
    made = unit(
        lambda: disputes.open_dispute(
            acting(seat.agent), seat.escrow.public_id, category="other", description="No.", urls=[]
        )
    )
    return seat, made


def decide(dispute: Dispute, cents: int, by: Actor | None = None) -> DisputeDecision:
    return given_decision(by or given_staff(), dispute.pk, worker_cents=cents, reason=REASON)


def money(seat: Seat) -> tuple[int, int, int]:
    """(wallet of the funder, earnings of the worker, the hold)."""
    return (
        books.balance(books.wallet(seat.agent.account.pk)),
        books.balance(books.earnings(seat.worker.account.pk)),
        books.balance(books.hold(seat.escrow.pk)),
    )


@pytest.mark.parametrize(
    ("worker", "parts"),
    [
        (0, Award(0, 0, 590)),
        (1, Award(1, 0, 589)),
        (250, Award(250, 45, 295)),
        (253, Award(253, 46, 291)),
        (499, Award(499, 90, 1)),
        (500, Award(500, 90, 0)),
    ],
)
def test_the_parts_are_the_whole_and_the_fee_is_half_up(worker: int, parts: Award) -> None:
    assert award(worker, payout_cents=500, bps=1800) == parts
    assert parts.worker + parts.fee + parts.refund == 590


@pytest.mark.parametrize(
    ("cents", "decision", "escrow", "money_after", "bounty"),
    [
        (500, "release", "released", (0, 500, 0), "paid"),
        (0, "refund", "refunded", (590, 0, 0), "closed"),
        (250, "split", "resolved", (295, 250, 0), "paid"),
    ],
)
@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_delivered, given_completed])
def test_a_decision_moves_every_cent_and_the_bounty_follows(
    given: Callable[..., Seat], cents: int, decision: str, escrow: str, money_after: tuple[int, ...], bounty: str
) -> None:
    seat, dispute = given_dispute(given, agent=given_funded_agent(590))
    Mail.objects.all().delete()

    made = decide(dispute, cents)

    assert (made.decision, made.state, seat.escrow.status, money(seat)) == (decision, "final", escrow, money_after)
    assert seat.fresh().bounty.status == bounty
    assert seat.application.status == ("expired" if decision == "refund" else "accepted")
    told = Event.objects.get(type="dispute.resolved").data
    assert (told["decision"], told["workerCents"], told["refundCents"]) == (decision, cents, made.refund_cents)
    assert Event.objects.filter(type="bounty.completed").exists() == (given is given_completed or decision != "refund")
    assert Mail.objects.filter(subject__startswith="Dispute decided").count() == 2
    shown = seat.worker.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    assert shown["status"] == "resolved"
    assert shown["resolution"] == {
        "by": "staff",
        "words": "",
        "decision": decision,
        "workerCents": cents,
        "feeCents": made.fee_cents,
        "refundCents": made.refund_cents,
        "reason": REASON,
    }
    applications = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications?status=all")
    job = (applications.body.get("applications") or [{}])[0].get("jobOverview")
    if job:
        assert job["overallState"] == escrow


def test_a_split_is_in_earnings_and_the_report() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))

    decide(dispute, 250)

    totals = seat.agent.get("/api/wallet/report")["report"]["totals"]
    assert (totals["paid"], totals["settled"], totals["inEscrow"], totals["refunded"]) == (250, 250, 0, 295)
    balance = seat.worker.get("/api/earnings/balance")
    assert (balance["availableCents"], balance["heldCents"], balance["disputedCents"]) == (250, 0, 0)


def test_one_refunded_seat_of_two_leaves_the_bounty_to_the_other() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    one = given_completed(agent=agent, bounty=bounty)
    other = given_completed(agent=agent, bounty=bounty)
    _, dispute = given_dispute(lambda: one)

    decide(dispute, 0)
    assert one.fresh().bounty.status == "completed"
    agent.post(f"/api/escrow/{other.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert one.fresh().bounty.status == "paid"
    assert (one.bounty.spots_available, one.bounty.spots_filled) == (1, 1)


@pytest.mark.parametrize("cents", [-1, 501])
def test_nobody_gets_more_than_was_agreed(cents: int) -> None:
    _, dispute = given_dispute()
    staff = given_staff()

    with untouched(), pytest.raises(Invalid):
        decide(dispute, cents, staff)


def test_staff_decide_nothing_of_their_own() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute()
    parties = [Actor.staff(api.account) for api in (seat.agent, seat.worker)]

    with untouched():
        for party in parties:
            with pytest.raises(Problem, match="party"):
                decide(dispute, 500, party)
    DisputePolicy.objects.update(approval_above_cents=0)
    proposed = decide(dispute, 500)
    with untouched():
        for party in parties:
            with pytest.raises(Problem, match="party"):
                unit(lambda party=party: decisions.approve(party, proposed.pk))


def test_two_staff_make_one_decision_and_a_withdrawn_dispute_none() -> None:
    seat, dispute = given_dispute()
    second = given_staff()
    decide(dispute, 250)

    with untouched(), pytest.raises(Problem, match="resolved"):
        decide(dispute, 0, second)
    with untouched():
        assert seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw").code == "invalid_state"


def test_above_the_operators_amount_another_person_approves() -> None:
    DisputePolicy.objects.update(approval_above_cents=589)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    first, second = given_staff(), given_staff()

    made = decide(dispute, 250, first)

    assert (made.state, money(seat), seat.escrow.status) == ("proposed", (0, 0, 590), "disputed")
    shown = seat.agent.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    assert (shown["status"], shown["resolution"]) == ("awaiting_approval", None)
    with untouched():
        assert seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw").code == "invalid_state"
        with pytest.raises(Problem, match="colleague"):
            unit(lambda: decisions.approve(first, made.pk))
    done = unit(lambda: decisions.approve(second, made.pk))
    assert (done.state, money(seat), seat.escrow.status) == ("final", (295, 250, 0), "resolved")


def test_what_is_sent_back_can_be_decided_anew() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    first, second = given_staff(), given_staff()
    decide(dispute, 500, first)

    unit(lambda: decisions.send_back(second, dispute.pk, reason="Read the second photo."))
    made = decide(dispute, 0, second)
    unit(lambda: decisions.approve(first, made.pk))

    assert (seat.escrow.status, money(seat)) == ("refunded", (590, 0, 0))


def test_the_amount_itself_is_still_decided_by_one() -> None:
    DisputePolicy.objects.update(approval_above_cents=590)
    _, dispute = given_dispute()

    assert decide(dispute, 250).state == "final"


@pytest.mark.parametrize(
    "wrong", [{"worker_cents": 251}, {"refund_cents": -1}, {"needs_second": True}, {"second": True}]
)
def test_the_database_refuses_a_wrong_decision(wrong: dict[str, Any]) -> None:
    _, dispute = given_dispute()
    made = decide(dispute, 250)
    values = {**wrong, **({"second": Account.objects.get(pk=made.proposer_id)} if "second" in wrong else {})}

    with pytest.raises(IntegrityError), transaction.atomic():
        DisputeDecision.objects.filter(pk=made.pk).update(**values)


def test_a_dispute_stays_on_the_workers_profile_unless_it_is_withdrawn() -> None:
    seat, dispute = given_dispute()
    profile = seat.worker.account.profile

    def is_marked() -> bool:
        (seen,) = signals.with_signals([profile])
        return bool(seen.signals.has_prior_disputes)  # type: ignore[attr-defined]

    assert is_marked()
    decide(dispute, 500)
    assert is_marked()
    other, withdrawn = given_dispute()
    other.agent.post(f"/api/disputes/{withdrawn.public_id}/withdraw")
    profile = other.worker.account.profile
    assert not is_marked()

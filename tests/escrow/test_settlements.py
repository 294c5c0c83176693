"""The parties settle a dispute: an accepted offer moves exactly its cents, at once, and ends the case."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies
from hypothesis import given as for_all

from escrow.errors import CaseChanged
from escrow.models import CaseOffer, CaseRequest, DeskClocks, DisputeDecision, DisputePolicy
from escrow.rules.cases import OFFERS_MAX
from escrow.rules.disputes import award
from escrow.services import decisions
from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff, money
from tests.escrow.test_dispute_answers import noted, shown, stage
from tests.factories.accounts import given_agent
from tests.factories.cases import answer, ask, case_of, given_offer, hours_later, offer, respond
from tests.factories.decisions import given_decision, given_preview
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_confirmed,
    given_funded_agent,
    given_hired,
    untouched,
)
from tests.factories.members import given_member
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
Sides = tuple[Api, Api]


@pytest.fixture(autouse=True)
def _start(at: Any) -> None:
    at("2026-11-21T12:00:00+00:00")


def sides(seat: Seat, maker: str) -> Sides:
    """Who offers, and who answers."""
    return (seat.agent, seat.worker) if maker == "funder" else (seat.worker, seat.agent)


@pytest.mark.parametrize("maker", ["funder", "worker"])
@pytest.mark.parametrize(
    ("cents", "decision", "escrow", "money_after"),
    [
        (500, "release", "released", (0, 500, 0)),
        (0, "refund", "refunded", (590, 0, 0)),
        (333, "split", "resolved", (197, 333, 0)),
    ],
)
def test_an_accepted_offer_moves_every_cent_at_once(
    maker: str, cents: int, decision: str, escrow: str, money_after: tuple[int, ...]
) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    who, other = sides(seat, maker)
    made = given_offer(who, dispute, cents, words="So that it ends.")
    assert money(seat) == (0, 0, 590), "an offer moves nothing"
    Mail.objects.all().delete()

    done = respond(other, dispute, made)["dispute"]

    assert (done["status"], done["stage"], done["dueAt"]) == ("resolved", "closed", None)
    parts = award(cents, payout_cents=500, bps=1800)
    said = {"workerCents": cents, "feeCents": parts.fee, "refundCents": parts.refund, "decision": decision}
    assert done["resolution"] == said | {"by": "settlement", "reason": "Both sides agreed on it.", "words": ""}
    assert (seat.escrow.status, money(seat), done["allowedActions"]) == (escrow, money_after, [])
    told = Event.objects.filter(type="dispute.settled")
    assert {event.account_id for event in told} == {seat.agent.account.pk, seat.worker.account.pk}
    assert all(said.items() <= event.data.items() and event.data["offerId"] == made for event in told)
    assert Event.objects.get(type="dispute.resolved").account_id == seat.agent.account.pk
    assert not Event.objects.filter(type="dispute.decided").exists()
    mails = Mail.objects.filter(subject__startswith="Dispute settled")
    assert {mail.to for mail in mails} == {seat.agent.account.email, seat.worker.account.email}


@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_completed])
def test_a_seat_in_any_state_is_settled(given: Callable[..., Seat]) -> None:
    seat, dispute = given_dispute(given, agent=given_funded_agent(590))

    assert respond(seat.worker, dispute, given_offer(seat.agent, dispute, 250)).status == 200

    assert (money(seat), seat.escrow.status) == ((295, 250, 0), "resolved")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=12)
@for_all(
    amounts=strategies.integers(300, 30_000).flatmap(
        lambda pay: strategies.tuples(strategies.just(pay), strategies.integers(0, pay))
    )
)
def test_any_accepted_amount_is_exact_to_the_cent(amounts: tuple[int, int]) -> None:
    pay, worker = amounts
    whole = pay + (pay * 1800 + 5000) // 10_000
    agent = given_funded_agent(whole)
    seat, dispute = given_dispute(agent=agent, bounty=given_bounty(agent, price_cents=pay))

    assert respond(seat.agent, dispute, given_offer(seat.worker, dispute, worker)).status == 200

    wallet, earned, held = money(seat)
    decided = DisputeDecision.objects.get(dispute=dispute)
    assert (earned, held, wallet) == (worker, 0, decided.refund_cents)
    assert wallet + earned + decided.fee_cents == whole


def test_the_clock_of_a_settlement_is_the_other_sides_and_staffs_stands_still() -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    hours_later(10)

    made = given_offer(seat.agent, dispute, 250, words="Half of it is there.")

    assert stage(dispute) == ("settlement", 72)
    seen = shown(seat.worker, dispute)
    assert {
        "id": made,
        "by": "funder",
        "state": "open",
        "workerCents": 250,
        "words": "Half of it is there.",
    }.items() <= (seen["offers"][0].items())
    assert {"accept_offer", "decline_offer"} <= set(seen["allowedActions"])
    assert not {"accept_offer", "decline_offer"} & set(shown(seat.agent, dispute)["allowedActions"])

    Mail.objects.all().delete()
    declined = respond(seat.worker, dispute, made, "decline")["dispute"]

    assert (declined["offers"][0]["state"], stage(dispute)) == ("declined", ("decision", 62))
    assert Mail.objects.get().to == seat.agent.account.email and "was declined" in Mail.objects.get().subject
    assert noted(dispute)[-1] == "offer_declined"
    with untouched():
        assert respond(seat.worker, dispute, made).code == "invalid_state"


@pytest.mark.parametrize("maker", ["funder", "worker"])
def test_an_offer_that_is_not_answered_lapses_after_a_reminder(maker: str) -> None:
    seat, dispute = given_dispute()
    who, other = sides(seat, maker)
    made = given_offer(who, dispute, 250)
    Mail.objects.all().delete()

    hours_later(48)
    assert [mail.to for mail in Mail.objects.all()] == [other.account.email]
    hours_later(23.9)
    assert case_of(dispute).stage == "settlement"
    hours_later(0.1)

    assert (stage(dispute), CaseOffer.objects.get().state) == (("decision", 72), "lapsed")
    lapsed = Mail.objects.filter(subject__contains="not accepted in time")
    assert {mail.to for mail in lapsed} == {seat.agent.account.email, seat.worker.account.email}
    with untouched():
        assert respond(other, dispute, made).code == "invalid_state"


def test_operators_set_the_clock_of_offers_that_come_afterwards() -> None:
    seat, dispute = given_dispute()
    DeskClocks.objects.create(holds_from=clock.now(), why="Shorter.", settlement_hours=5)

    given_offer(seat.agent, dispute, 250)

    assert stage(dispute) == ("settlement", 5)


def test_an_offer_whose_time_is_over_is_not_accepted_though_no_timer_has_run() -> None:
    seat, dispute = given_dispute()
    made = given_offer(seat.agent, dispute, 250)
    clock.freeze(clock.now() + timedelta(hours=72))

    with untouched():
        for verb in ("accept", "decline"):
            refused = respond(seat.worker, dispute, made, verb)
            assert (refused.code, refused["currentState"]) == ("invalid_state", "lapsed")


def test_a_new_offer_takes_the_place_of_ones_own_and_not_of_the_others() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    first, theirs = given_offer(seat.agent, dispute, 100), given_offer(seat.worker, dispute, 400)

    second = given_offer(seat.agent, dispute, 200)

    states = {row["id"]: row["state"] for row in shown(seat.agent, dispute)["offers"]}
    assert states == {first: "replaced", theirs: "open", second: "open"}
    with untouched():
        assert respond(seat.worker, dispute, first).code == "invalid_state", "nobody accepts what has changed"
    assert respond(seat.worker, dispute, second).status == 200
    states = {row["id"]: row["state"] for row in shown(seat.agent, dispute)["offers"]}
    assert states == {first: "replaced", theirs: "lapsed", second: "accepted"}
    assert money(seat)[1] == 200


def test_only_the_other_side_answers_and_strangers_find_nothing() -> None:
    seat, dispute = given_dispute()
    other, _ = given_dispute()
    made = given_offer(seat.agent, dispute, 250)
    staff = given_agent(is_staff=True)

    for verb in ("accept", "decline"):
        with untouched():
            assert respond(seat.agent, dispute, made, verb).code == "own_offer"
            assert respond(given_agent(), dispute, made, verb).status == 404
            assert respond(other.worker, dispute, made, verb).status == 404
            assert respond(seat.worker, dispute, "dof_nothing", verb).status == 404
            assert respond(staff, dispute, made, verb).code == "not_party"
    with untouched():
        assert offer(staff, dispute, 100).code == "not_party"
        assert offer(given_agent(), dispute, 100).status == 404


def test_members_act_for_the_funder_as_far_as_their_role_goes() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    viewer, manager = given_member(seat.agent, "viewer"), given_member(seat.agent, "manager")
    made = given_offer(seat.worker, dispute, 300)

    with untouched():
        assert respond(viewer, dispute, made).code == "member_role_required"
        assert offer(viewer, dispute, 100).code == "member_role_required"
    assert respond(manager, dispute, made).status == 200
    assert money(seat)[1] == 300


@pytest.mark.parametrize("cents", [-1, 501, 10**10, 2.5, "half", None])
def test_an_offer_is_zero_to_the_agreed_pay(cents: Any) -> None:
    seat, dispute = given_dispute()

    with untouched():
        refused = seat.agent.post(f"/api/disputes/{dispute.public_id}/offers", {"workerCents": cents})

    assert (refused.status, list(refused["fields"])) == (400, ["workerCents"])


def test_each_side_makes_twenty_offers() -> None:
    seat, dispute = given_dispute()
    for number in range(OFFERS_MAX):
        given_offer(seat.agent, dispute, number)

    with untouched():
        assert offer(seat.agent, dispute, 100).code == "too_many_offers"
    assert "offer" not in shown(seat.agent, dispute)["allowedActions"]
    assert offer(seat.worker, dispute, 100).status == 200


def test_an_offer_makes_stale_what_staff_have_previewed() -> None:
    seat, dispute = given_dispute()
    staff = given_staff()
    read = given_preview(staff, dispute.pk, worker_cents=100)
    given_offer(seat.agent, dispute, 250)

    with untouched(), pytest.raises(CaseChanged):
        unit(lambda: decisions.decide(staff, read))


def test_a_settlement_sends_a_proposal_of_staff_back() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)
    proposed = given_decision(given_staff(), dispute.pk, worker_cents=500)
    assert case_of(dispute).stage == "approval"
    with untouched():
        assert offer(seat.worker, dispute, 300).code == "invalid_state", "staff have read what there is"

    assert respond(seat.worker, dispute, made).status == 200

    assert DisputeDecision.objects.get(pk=proposed.pk).state == "sent_back"
    assert (money(seat), case_of(dispute).stage) == ((295, 250, 0), "closed")
    with untouched(), pytest.raises(Problem):
        unit(lambda: decisions.approve(given_staff(), proposed.pk))


def test_an_offer_that_outlives_a_proposal_goes_on() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 250)
    staff = given_staff()
    given_decision(staff, dispute.pk, worker_cents=500)
    hours_later(10)

    unit(lambda: decisions.send_back(staff, dispute.pk, reason="They talk."))

    assert stage(dispute) == ("settlement", 62)


def test_a_settled_dispute_takes_nothing_more() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    ask(given_staff(), dispute)
    theirs = given_offer(seat.worker, dispute, 400)
    assert respond(seat.worker, dispute, given_offer(seat.agent, dispute, 250)).status == 200
    path = f"/api/disputes/{dispute.public_id}"

    assert CaseRequest.objects.get().state == "lapsed"
    with untouched():
        assert respond(seat.agent, dispute, theirs).code == "invalid_state"
        assert offer(seat.agent, dispute, 1).code == "invalid_state"
        assert seat.worker.post(f"{path}/evidence", {"text": "But."}).code == "invalid_state"
        assert seat.worker.post(f"{path}/answer", {"text": "But."}).code == "nothing_asked"
        assert seat.agent.post(f"{path}/withdraw").code == "invalid_state"
        with pytest.raises(Problem):
            given_preview(given_staff(), dispute.pk, worker_cents=0)


def test_a_withdrawn_dispute_has_no_offers_to_accept() -> None:
    seat, dispute = given_dispute()
    made = given_offer(seat.worker, dispute, 250)
    assert seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw").status == 200

    with untouched():
        assert respond(seat.agent, dispute, made).code == "invalid_state"


def test_the_same_key_settles_once_and_answers_the_same() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)

    first, again = (respond(seat.worker, dispute, made, Idempotency_Key="k") for _ in range(2))

    assert (first.status, again.status) == (200, 200) and first.body == again.body
    assert DisputeDecision.objects.count() == 1

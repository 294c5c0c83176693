"""A decision is sealed to what was read: what its preview showed is done, or nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given as for_all
from hypothesis import strategies

from escrow.errors import CaseChanged, PreviewExpired, PreviewOfAnother
from escrow.models import Case, DecisionPreview, Dispute, DisputeDecision, DisputePolicy
from escrow.rules.disputes import award
from escrow.rules.escrows import unit as price_of
from escrow.services import decisions
from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import StaffLimit
from tests.escrow.test_decisions import given_dispute, given_staff, money
from tests.factories.decisions import given_decision, given_preview
from tests.factories.market import Seat, given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
Comes = Callable[[Seat, Dispute], Any]


def words_of_the_worker(seat: Seat, dispute: Dispute) -> None:
    assert seat.worker.post(f"/api/disputes/{dispute.public_id}/evidence", {"text": "One more."}).status == 200


def a_message(seat: Seat, dispute: Dispute) -> None:
    shown = seat.agent.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    sent = seat.agent.post(f"/api/conversations/{shown['conversationId']}/messages", {"content": "Wait."})
    assert sent.status == 200


def another_limit(seat: Seat, dispute: Dispute) -> None:
    DisputePolicy.objects.update(approval_above_cents=12_345)


COMES = {
    words_of_the_worker: "the worker added words",
    a_message: "the funder wrote a message",
    another_limit: "the amount above which two people decide has changed",
}


@pytest.mark.parametrize("comes", COMES)
def test_what_comes_between_the_preview_and_the_press_stops_it(comes: Comes) -> None:
    seat, dispute = given_dispute()
    staff = given_staff()
    read = given_preview(staff, dispute.pk, worker_cents=250)
    comes(seat, dispute)

    with untouched(), pytest.raises(CaseChanged, match=COMES[comes]) as refused:
        unit(lambda: decisions.decide(staff, read))

    assert [change["what"] for change in refused.value.extra["changes"]] == [COMES[comes]]
    assert given_decision(staff, dispute.pk, worker_cents=250).state == "final", "a new preview shows it"


@pytest.mark.parametrize("comes", [words_of_the_worker, a_message])
def test_what_comes_between_the_proposal_and_its_approval_stops_it(comes: Comes) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    first, second = given_staff(), given_staff()
    proposed = given_decision(first, dispute.pk, worker_cents=250)
    comes(seat, dispute)

    with untouched(), pytest.raises(CaseChanged, match=COMES[comes]):
        unit(lambda: decisions.approve(second, proposed.pk))

    unit(lambda: decisions.send_back(second, dispute.pk, reason="Something came."))
    again = given_decision(first, dispute.pk, worker_cents=100)
    unit(lambda: decisions.approve(second, again.pk))
    assert money(seat)[1] == 100


def test_nobody_presses_what_another_has_read_nor_what_is_a_day_old(at: Any) -> None:
    _, dispute = given_dispute()
    first, second = given_staff(), given_staff()
    read = given_preview(first, dispute.pk, worker_cents=250)

    with untouched(), pytest.raises(PreviewOfAnother):
        unit(lambda: decisions.decide(second, read))
    at((clock.now() + timedelta(hours=24)).isoformat())
    with untouched(), pytest.raises(PreviewExpired):
        unit(lambda: decisions.decide(first, read))


def test_a_preview_is_pressed_once() -> None:
    _, dispute = given_dispute()
    staff = given_staff()
    read = given_preview(staff, dispute.pk, worker_cents=250)
    unit(lambda: decisions.decide(staff, read))

    with untouched(), pytest.raises(Problem, match="resolved"):
        unit(lambda: decisions.decide(staff, read))


def test_the_database_keeps_a_decision_to_its_preview() -> None:
    _, dispute = given_dispute()
    made = given_decision(given_staff(), dispute.pk, worker_cents=250)
    parts = {"worker_cents": 200, "fee_cents": 36, "refund_cents": 354}

    def change(rows: Any) -> None:
        with transaction.atomic():
            rows.update(**parts)
            connection.check_constraints()

    for rows in (DisputeDecision.objects.filter(pk=made.pk), DecisionPreview.objects.filter(pk=made.preview_id)):
        with pytest.raises(IntegrityError):
            change(rows)
    with pytest.raises(IntegrityError), transaction.atomic():
        DisputeDecision.objects.filter(pk=made.pk).update(preview=None)


@for_all(
    amounts=strategies.integers(1, 1_000_000).flatmap(
        lambda pay: strategies.tuples(strategies.just(pay), strategies.integers(0, pay))
    ),
    bps=strategies.integers(0, 10_000),
)
def test_every_split_of_every_amount_is_the_whole(amounts: tuple[int, int], bps: int) -> None:
    pay, worker = amounts

    parts = award(worker, payout_cents=pay, bps=bps)

    assert parts.worker + parts.fee + parts.refund == price_of(pay, bps).total
    assert min(parts.worker, parts.fee, parts.refund) >= 0


# ------------------------------------------------------------------ the case beside it


def case_of(dispute: Dispute) -> Case:
    return Case.objects.get(dispute=dispute)


def test_a_case_follows_its_dispute() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, dispute = given_dispute(agent=given_funded_agent(590))
    first, second = given_staff(), given_staff()
    seen = [case_of(dispute).stage]

    proposed = given_decision(first, dispute.pk, worker_cents=250)
    seen.append(case_of(dispute).stage)
    unit(lambda: decisions.send_back(second, dispute.pk, reason="No."))
    seen.append(case_of(dispute).stage)
    proposed = given_decision(first, dispute.pk, worker_cents=250)
    unit(lambda: decisions.approve(second, proposed.pk))
    seen.append(case_of(dispute).stage)

    assert seen == ["opened", "approval", "decision", "appeal"]


def test_a_withdrawn_dispute_closes_its_case() -> None:
    seat, dispute = given_dispute()

    seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw")

    assert (case_of(dispute).stage, case_of(dispute).due_at) == ("closed", None)


# ------------------------------------------------------------------ limits of staff


@pytest.mark.parametrize(
    ("limits", "states"),
    [
        ({"case_cents": 590}, ["final", "final"]),
        ({"case_cents": 589}, ["proposed", "proposed"]),
        ({"day_cents": 1179}, ["final", "proposed"]),
        ({"day_cents": 1180}, ["final", "final"]),
    ],
)
def test_what_somebody_decides_alone_is_bounded_by_case_and_by_day(limits: dict[str, int], states: list[str]) -> None:
    staff = given_staff()
    StaffLimit.objects.create(person=staff.me, **limits)

    found = [given_decision(staff, given_dispute()[1].pk, worker_cents=250).state for _ in range(2)]

    assert found == states


def test_two_previews_side_by_side_do_not_pass_the_limit_of_a_day() -> None:
    staff = given_staff()
    StaffLimit.objects.create(person=staff.me, day_cents=600)
    one, other = (given_preview(staff, given_dispute()[1].pk, worker_cents=250) for _ in range(2))
    unit(lambda: decisions.decide(staff, one))

    with untouched(), pytest.raises(CaseChanged, match="alone"):
        unit(lambda: decisions.decide(staff, other))

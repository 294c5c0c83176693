"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import (
    Application,
    Attendance,
    Bounty,
    CakeOrder,
    MicSample,
    Picture,
    Rewrite,
    Submission,
)
from bounties.services import detection
from marketplace.core import clock, ids
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_worker
from tests.factories.humanizations import given_humanization, hand_in
from tests.factories.market import (
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)

pytestmark = pytest.mark.django_db
MIGRATION = "bounties.migrations.0011_columns_agree"
NOW = clock.now()


def given_withdrawn() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    assert seat.worker.patch(path, {"action": "withdraw"}).status == 200


def given_raise() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    raised = {"price": 7, "walletImpactAcknowledged": True, "walletImpactCents": 472}
    agent.patch(f"/api/bounties/{bounty.public_id}", raised)
    assert Bounty.objects.get().status == "pending_funding"


def given_open() -> None:
    given_bounty(given_funded_agent())


def given_closed() -> None:
    agent = given_funded_agent()
    assert agent.call("DELETE", f"/api/bounties/{given_bounty(agent).public_id}").status == 200


def given_cake(status: str = "completed") -> None:
    bounty = given_bounty(given_funded_agent()) if status != "quoted" else None
    CakeOrder.objects.create(
        owner=given_worker().account, recipient_name="Ana", address="Rua 1", city="Lisbon", country="PT", deliver_at=NOW,
        size="small", price_cents=3500, fee_cents=630, fee_bps=1800, status=status, expires_at=NOW, bounty=bounty,
        ended_at=NOW if status == "completed" else None,
    )  # fmt: skip


def given_mic(status: str) -> None:
    MicSample.objects.create(
        bounty=given_bounty(given_funded_agent()), human=given_worker().account, number=1, seconds=3, status=status,
        recording_id=ids.new(), scored_at=NOW if status == "scored" else None, error="unreadable" if status == "error" else "",
        next_attempt_at=NOW if status == "pending" else None,
    )  # fmt: skip


def given_picture(status: str) -> None:
    seat = given_completed()
    Picture.objects.create(
        owner=seat.agent.account, key="1", location="Pier 1", subject="The clock", tier="standard", status=status,
        deliver_by=NOW, bounty=seat.bounty, ended_at=NOW if status == "delivered" else None,
        submission=Submission.objects.get() if status == "delivered" else None,
    )  # fmt: skip


def given_sample(*, scored: bool) -> None:
    _, row = given_humanization()
    assert hand_in(given_worker(), row).status == 200
    if scored:
        detection.score_due()
    assert Rewrite.objects.exclude(scored_at=None).exists() == scored


def given_attendance(state: str) -> None:
    seat = given_confirmed()
    moments: dict[str, Any] = {"on_the_way": {"on_the_way_at": NOW}, "arrived": {"arrived_at": NOW}}
    left = {"arrived_at": NOW - timedelta(hours=1), "left_at": NOW}
    Attendance.objects.create(bounty=seat.bounty, application=seat.application, state=state, **moments.get(state, left))


PAIRS = [
    Pair(given_delivered, Submission, {"finalized_at": NOW}, "submission_verdict_has_its_moment"),
    Pair(given_completed, Submission, {"finalized_at": None}, "submission_verdict_has_its_moment"),
    Pair(given_hired, Application, {"ended_at": NOW}, "application_end_has_its_moment"),
    Pair(given_hired, Application, {"status": "expired"}, "application_end_has_its_moment"),
    Pair(given_withdrawn, Application, {"status": "accepted"}, "application_end_has_its_moment"),
    Pair(given_withdrawn, Application, {"end_reason": ""}, "application_end_has_its_moment"),
    Pair(given_raise, Bounty, {"status": "open"}, "bounty_raise_waits_while_pending"),
    Pair(given_raise, Bounty, {"pending_edit": None}, "bounty_raise_waits_while_pending"),
    Pair(given_raise, Bounty, {"raise_asked_at": None}, "bounty_raise_waits_while_pending"),
    Pair(given_open, Bounty, {"pending_edit": {"spots": 2}}, "bounty_raise_waits_while_pending"),
    Pair(given_open, Bounty, {"status": "pending_funding"}, "bounty_raise_waits_while_pending"),
    Pair(given_open, Bounty, {"closed_at": NOW}, "bounty_close_has_its_moment"),
    Pair(given_closed, Bounty, {"closed_at": None}, "bounty_close_has_its_moment"),
    Pair(given_closed, Bounty, {"status": "open"}, "bounty_close_has_its_moment"),
    Pair(lambda: given_cake("quoted"), CakeOrder, {"status": "funded"}, "cake_order_has_its_bounty"),
    Pair(lambda: given_cake("funded"), CakeOrder, {"status": "quoted"}, "cake_order_has_its_bounty"),
    Pair(lambda: given_cake("funded"), CakeOrder, {"ended_at": NOW}, "cake_order_end_has_its_moment"),
    Pair(given_cake, CakeOrder, {"ended_at": None}, "cake_order_end_has_its_moment"),
    Pair(given_cake, CakeOrder, {"status": "delivered"}, "cake_order_end_has_its_moment"),
    Pair(lambda: given_mic("scored"), MicSample, {"scored_at": None}, "mic_sample_result_fits"),
    Pair(lambda: given_mic("scored"), MicSample, {"error": "unreadable"}, "mic_sample_result_fits"),
    Pair(lambda: given_mic("scored"), MicSample, {"status": "error"}, "mic_sample_result_fits"),
    Pair(lambda: given_mic("error"), MicSample, {"error": ""}, "mic_sample_result_fits"),
    Pair(lambda: given_mic("pending"), MicSample, {"scored_at": NOW}, "mic_sample_result_fits"),
    Pair(lambda: given_picture("delivered"), Picture, {"ended_at": None}, "picture_end_has_its_moment"),
    Pair(lambda: given_picture("processing"), Picture, {"ended_at": NOW}, "picture_end_has_its_moment"),
    Pair(lambda: given_picture("delivered"), Picture, {"submission": None}, "picture_delivered_is_a_submission"),
    Pair(lambda: given_picture("delivered"), Picture, {"status": "failed"}, "picture_delivered_is_a_submission"),
    Pair(lambda: given_sample(scored=True), Rewrite, {"scored_at": None}, "rewrite_score_fits"),
    Pair(lambda: given_sample(scored=True), Rewrite, {"ai_fraction": None}, "rewrite_score_fits"),
    Pair(lambda: given_sample(scored=True), Rewrite, {"detector_state": "partial"}, "rewrite_score_fits"),
    Pair(lambda: given_sample(scored=False), Rewrite, {"scored_at": NOW}, "rewrite_score_fits"),
    Pair(lambda: given_attendance("on_the_way"), Attendance, {"state": "arrived"}, "attendance_state_has_its_moment"),
    Pair(lambda: given_attendance("arrived"), Attendance, {"arrived_at": None}, "attendance_state_has_its_moment"),
    Pair(lambda: given_attendance("arrived"), Attendance, {"state": "left"}, "attendance_state_has_its_moment"),
    Pair(lambda: given_attendance("left"), Attendance, {"state": "arrived"}, "attendance_state_has_its_moment"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


@pytest.mark.main
def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)

"""A personal bounty settles by itself two days after its deadline: paid if delivered, refunded if nothing was."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.rules.hiring import settles_at
from bounties.services import hiring, timers
from escrow.models import Escrow
from escrow.services import escrows, releases
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.hiring import PERSONAL, bounty_of, earned, given_hired_by_name, seat, wallet
from tests.factories.market import given_funded_agent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = "2026-03-01T10:00:00+00:00"
DEADLINE = "2026-03-02T10:00:00.000Z"
SETTLES = "2026-03-04T10:00:00.000Z"
At = Callable[[str], datetime]


@pytest.fixture
def agent(at: At) -> Api:
    at(START)
    return given_funded_agent(1000)


def given_personal(agent: Api, worker: Api, **more: Any) -> Answer:
    """Confirmed; its deadline is a day away."""
    return given_hired_by_name(agent, worker, PERSONAL, confirmed=True, **{"deadline": DEADLINE} | more)


def deliver(worker: Api, made: Answer) -> str:
    sent = worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    assert sent.status == 200, sent.body
    return f"/api/bounties/{made['bountyId']}/submissions/{sent['submission']['id']}"


def run_timers() -> None:
    """All that can settle a seat, twice: a second run finds nothing."""
    for _ in range(2):
        hiring.settle_personal()
        timers.release_overdue()
        escrows.complete_unreviewed()
        releases.release_due()


def outcome(made: Answer, agent: Api, worker: Api) -> tuple[str, str, int, int]:
    return Escrow.objects.get(kind="seat").status, bounty_of(made).status, wallet(agent), earned(worker)


UNDECIDED = (410, 0)


def test_nothing_delivered_is_refunded_and_closed(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    at("2026-03-04T09:59:59Z")
    run_timers()
    assert outcome(made, agent, worker) == ("locked", "assigned", *UNDECIDED)

    at(SETTLES)
    run_timers()

    assert outcome(made, agent, worker) == ("refunded", "closed", 1000, 0)


def test_what_waits_for_its_review_is_paid(agent: Api, worker: Api, at: At, new_events: Any) -> None:
    made = given_personal(agent, worker)
    at("2026-03-04T09:00:00Z")
    deliver(worker, made)
    run_timers()
    assert outcome(made, agent, worker) == ("delivered", "assigned", *UNDECIDED)
    new_events.clear()

    at(SETTLES)
    run_timers()

    assert outcome(made, agent, worker) == ("released", "paid", 410, 500)
    assert Application.objects.get().submissions.get().status == "approved"
    assert new_events() == ["escrow.released", "submission.reviewed", "bounty.completed"]


def test_what_was_claimed_without_evidence_is_paid(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    assert worker.post(f"/api/conversations/{made['conversationId']}/completion-claim").status == 200

    at(SETTLES)
    run_timers()

    assert outcome(made, agent, worker) == ("released", "paid", 410, 500)


def test_what_was_approved_is_paid_by_then_although_the_ladder_would_take_longer(
    agent: Api, worker: Api, at: At
) -> None:
    made = given_personal(agent, worker)
    at("2026-03-03T10:00:00Z")
    work = deliver(worker, made)
    assert agent.patch(work, {"action": "approve"}).status == 200
    shown = agent.get(f"/api/escrow/{made['escrowId']}")["escrow"]
    assert (shown["autoReleaseAt"], shown["disputeWindowEndsAt"]) == (SETTLES, SETTLES)

    at(SETTLES)
    run_timers()

    assert outcome(made, agent, worker) == ("released", "paid", 410, 500)


def test_the_confirmation_of_a_delivery_answers_the_same_date(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    at("2026-03-03T10:00:00Z")
    deliver(worker, made)

    done = agent.post(f"/api/escrow/{made['escrowId']}/complete")

    assert done["escrow"]["autoReleaseAt"] == SETTLES


def test_the_ladder_pays_before_when_the_deadline_is_far(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker, deadline="2026-04-01T10:00:00Z")
    agent.patch(deliver(worker, made), {"action": "approve"})

    at("2026-03-04T10:00:00Z")  # three days after completion
    run_timers()

    assert outcome(made, agent, worker) == ("released", "paid", 410, 500)


def test_evidence_that_was_sent_back_is_a_case_for_staff_and_no_silent_refund(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    work = deliver(worker, made)
    at("2026-03-04T09:00:00Z")
    assert agent.patch(work, {"action": "request_redo", "response": "The title, too."}).status == 200
    assert Application.objects.get().complete_by == datetime.fromisoformat("2026-03-05T09:00:00Z"), "a day, at least"

    at("2026-03-05T09:00:00Z")
    run_timers()

    assert outcome(made, agent, worker) == ("locked", "assigned", *UNDECIDED)
    assert Application.objects.get().needs_staff_at is not None


def test_new_evidence_after_that_is_paid_when_its_time_is_over(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    work = deliver(worker, made)
    at("2026-03-04T09:00:00Z")
    agent.patch(work, {"action": "reject", "response": "Half of it is missing."})
    at("2026-03-04T10:30:00Z")
    deliver(worker, made)
    run_timers()
    assert outcome(made, agent, worker) == ("delivered", "assigned", *UNDECIDED)

    at("2026-03-05T09:00:00Z")
    run_timers()

    assert outcome(made, agent, worker) == ("released", "paid", 410, 500)


@pytest.mark.parametrize("deadline", ["2026-03-01T12:00:00Z", "2026-12-01T12:00:00Z"])
def test_an_edit_of_the_deadline_does_not_re_time_who_has_confirmed(
    deadline: str, agent: Api, worker: Api, at: At
) -> None:
    made = given_personal(agent, worker)
    assert agent.patch(f"/api/bounties/{made['bountyId']}", {"deadline": deadline}).status == 200
    at("2026-03-04T09:59:59Z")
    run_timers()
    assert outcome(made, agent, worker) == ("locked", "assigned", *UNDECIDED)

    at(SETTLES)
    run_timers()

    assert outcome(made, agent, worker) == ("refunded", "closed", 1000, 0)


def test_more_time_that_the_worker_asked_for_moves_the_settlement(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    assert worker.post(f"{seat(made)}/extension", {"hours": 24, "reason": "It rains."}).status == 200
    granted = agent.post(f"{seat(made)}/extension/decision", {"action": "approve"})
    assert granted["application"]["completeBy"] == "2026-03-05T10:00:00.000Z"

    at(SETTLES)
    run_timers()
    assert outcome(made, agent, worker) == ("locked", "assigned", *UNDECIDED)
    at("2026-03-05T10:00:00Z")
    run_timers()

    assert outcome(made, agent, worker) == ("refunded", "closed", 1000, 0)


def test_after_the_settlement_evidence_is_refused(agent: Api, worker: Api, at: At) -> None:
    made = given_personal(agent, worker)
    at(SETTLES)

    late = worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})

    assert (late.status, late.code) == (409, "completion_window_closed")


def test_a_rental_is_not_settled_by_this_clock(agent: Api, worker: Api, at: At) -> None:
    made = given_hired_by_name(agent, worker, confirmed=True)
    at("2026-06-01T10:00:00Z")

    run_timers()

    assert outcome(made, agent, worker) == ("locked", "assigned", *UNDECIDED)


def test_who_confirms_after_the_deadline_has_a_day_at_least() -> None:
    deadline = clock.now()

    assert settles_at(deadline, deadline - timedelta(days=9)) == deadline + timedelta(days=2)
    assert settles_at(deadline, deadline + timedelta(hours=40)) == deadline + timedelta(hours=64)

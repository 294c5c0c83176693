"""How a bounty ends by itself or by its owner: never funded, past its deadline, with hundreds of applicants, in two goes."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from bounties.models import Application, Bounty
from bounties.services import endings
from escrow.services import pools
from humans.models import Conversation
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import AccountFactory
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_hired,
    untouched,
)
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


def go(at: At, moment: datetime) -> None:
    at(moment.isoformat())


def state(bounty: Bounty) -> tuple[str, int, int]:
    bounty.refresh_from_db()
    return bounty.status, bounty.spots_filled, bounty.spots_available


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def test_what_nobody_paid_for_in_seven_days_is_closed_once(at: At, new_events: Any) -> None:
    start = at("2026-11-21T10:00:00Z")
    bounty = given_bounty(given_funded_agent(100))
    new_events.clear()

    go(at, start + timedelta(days=7, milliseconds=-1))
    assert endings.lapse_unpublished() == 0
    go(at, start + timedelta(days=7))
    assert (endings.lapse_unpublished(), endings.lapse_unpublished()) == (1, 0)

    assert state(bounty)[0] == "closed"
    assert (bounty.close_reason, bounty.pool.status) == ("not_funded_in_time", "expired")
    assert new_events() == []


def test_an_unfunded_bounty_does_not_outlive_its_deadline(at: At) -> None:
    start = at("2026-11-21T10:00:00Z")
    bounty_owner = given_funded_agent(100)
    bounty = given_bounty(bounty_owner, deadline=start + timedelta(hours=3))

    go(at, start + timedelta(hours=3))

    assert (endings.lapse_unpublished(), state(bounty)[0]) == (1, "closed")
    assert (bounty.pool.status, wallet(bounty_owner)) == ("expired", 100)


def test_an_unfunded_bounty_that_its_owner_ends_is_cancelled_not_expired() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)

    assert agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"}).status == 200

    assert (state(bounty)[0], bounty.pool.status) == ("cancelled", "cancelled")


def test_a_deposit_for_a_lapsed_bounty_is_refused(at: At) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    go(at, start + timedelta(days=7))
    endings.lapse_unpublished()

    with untouched():
        refused = agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})

    assert (refused.status, refused.code, refused["currentState"]) == (409, "invalid_state", "closed")


def test_72_hours_after_the_deadline_free_spots_go_home_and_the_others_hear_no(at: At, new_events: Any) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(3 * 590)
    bounty = given_bounty(agent, spots_available=3, deadline=start + timedelta(hours=1))
    given_confirmed(agent=agent, bounty=bounty)
    _, waiting = given_application(bounty)
    _, late = given_application(bounty)
    new_events.clear()

    go(at, start + timedelta(hours=73, milliseconds=-1))
    assert endings.remove_unfilled_seats() == 0
    path = f"/api/bounties/{bounty.public_id}/applications/{late.public_id}"
    assert agent.patch(path, {"action": "accept"}).status == 200
    assert state(bounty) == ("partially_filled", 2, 3)
    go(at, start + timedelta(hours=73))
    assert (endings.remove_unfilled_seats(), endings.remove_unfilled_seats()) == (1, 0)

    assert state(bounty) == ("assigned", 2, 2)
    assert (wallet(agent), books.balance(books.pool(bounty.pool_id))) == (590, 0)
    back = Event.objects.get(type="escrow.refunded", entity=bounty.pool.public_id).data
    assert (back["amountCents"], back["workerPayoutCents"]) == (590, 500)
    assert (endings.reject_rest(), endings.reject_rest()) == (1, 0)
    waiting.refresh_from_db()
    assert waiting.status == "rejected"


def test_a_bounty_that_hired_nobody_is_closed_72_hours_after_its_deadline(at: At) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(590)
    bounty = given_bounty(agent, deadline=start + timedelta(hours=1))
    _, waiting = given_application(bounty)

    go(at, start + timedelta(hours=73))
    assert (endings.remove_unfilled_seats(), endings.remove_unfilled_seats()) == (1, 0)

    assert (state(bounty)[0], bounty.close_reason, wallet(agent)) == ("closed", "deadline", 590)
    waiting.refresh_from_db()
    assert waiting.status == "rejected"


@pytest.mark.parametrize("status", ["paused", "in_review"])
def test_a_bounty_that_waits_is_not_spared_by_its_deadline(at: At, status: str) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(2 * 590)
    hired = given_hired(agent=agent, spots_available=2, deadline=start + timedelta(hours=1))
    agent.patch(f"/api/bounties/{hired.bounty.public_id}", {"status": status})

    go(at, start + timedelta(hours=73))

    assert endings.remove_unfilled_seats() == 1
    assert (state(hired.bounty), wallet(agent)) == (("assigned", 1, 1), 590)


def test_a_bounty_without_a_free_spot_has_no_share_to_give_back(at: At, new_events: Any, ledger: Any) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(2 * 590)
    hired = given_confirmed(agent=agent, spots_available=2, deadline=start + timedelta(hours=1))
    agent.patch(f"/api/bounties/{hired.bounty.public_id}", {"status": "paused"})
    agent.patch(f"/api/bounties/{hired.bounty.public_id}", {"spotsAvailable": 1})
    assert state(hired.bounty) == ("assigned", 1, 1)
    money = ledger()
    new_events.clear()

    go(at, start + timedelta(hours=73))

    assert endings.remove_unfilled_seats() == 0
    assert (state(hired.bounty), ledger(), new_events()) == (("assigned", 1, 1), money, [])


def test_when_the_hired_finished_before_the_end_the_bounty_is_completed_by_it(at: At) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(2 * 590)
    hired = given_confirmed(agent=agent, spots_available=2, deadline=start + timedelta(hours=1))
    agent.post(f"/api/escrow/{hired.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert state(hired.bounty)[0] == "partially_filled"

    go(at, start + timedelta(hours=73))
    assert endings.remove_unfilled_seats() == 1

    assert (state(hired.bounty), wallet(agent)) == (("paid", 1, 1), 590)


# ------------------------------------------------------------------ closing


def given_applicants(bounty: Bounty, number: int) -> None:
    """Hundreds of pending applications, each with its conversation, written at once."""
    people = AccountFactory.create_batch(number)
    rows = [Application(bounty=bounty, human=human) for human in people]
    talks = [
        Conversation(
            agent_id=bounty.owner_id,
            human=row.human,
            bounty_id=bounty.pk,
            application_id=row.pk,
            subject=bounty.title,
            subject_status="pending",
        )
        for row in rows
    ]
    Conversation.objects.bulk_create(talks)
    for row, talk in zip(rows, talks, strict=True):
        row.conversation = talk
    Application.objects.bulk_create(rows)
    Bounty.objects.filter(pk=bounty.pk).update(application_count=number)


def test_hundreds_of_applicants_are_turned_down_in_batches_each_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "BATCH", 20)
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    given_applicants(bounty, 50)

    closed = agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert (closed.status, closed["bounty"]["status"]) == (200, "closing")
    assert wallet(agent) == 590, "the money does not wait for the applicants"
    again = agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})
    assert (again.status, again["bounty"]["status"]) == (200, "closing")
    left = []
    while state(bounty)[0] == "closing":
        assert endings.finish_closing() == 1
        left.append(Application.objects.filter(status="pending").count())
    assert (left, state(bounty)[0]) == ([10, 0], "cancelled")
    assert endings.finish_closing() == 0
    assert Event.objects.filter(type="application.rejected").count() == 50
    assert set(Conversation.objects.values_list("subject_status", flat=True)) == {"rejected"}
    assert wallet(agent) == 590


def test_exactly_a_batch_ends_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "BATCH", 3)
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    given_applicants(bounty, 3)

    agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert state(bounty)[0] == "cancelled"


def test_the_rest_of_hundreds_is_turned_down_in_batches_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "BATCH", 4)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_applicants(bounty, 9)
    given_confirmed(agent=agent, bounty=bounty)

    assert [endings.reject_rest() for _ in range(4)] == [1, 1, 1, 0]

    assert Application.objects.filter(status="pending").count() == 0


def test_a_closing_that_cannot_finish_stays_closing_and_the_timer_finishes_it(
    monkeypatch: pytest.MonkeyPatch, new_events: Any
) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    _, waiting = given_application(bounty)
    new_events.clear()

    def no_lock(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    with monkeypatch.context() as broken:
        broken.setattr(pools, "close", no_lock)
        answer = agent.patch(f"/api/bounties/{bounty.public_id}", {"status": "closed"})
        assert (answer.status, answer["bounty"]["status"]) == (200, "closing")
        assert endings.finish_closing() == 0
    waiting.refresh_from_db()
    assert (waiting.status, wallet(agent), new_events()) == ("pending", 0, [])
    assert books.balance(books.pool(bounty.pool_id)) == 590

    assert (endings.finish_closing(), endings.finish_closing()) == (1, 0)

    assert (state(bounty)[0], bounty.close_reason, wallet(agent)) == ("closed", "closed_by_owner", 590)
    assert bounty.closed_at is not None and bounty.closed_at <= clock.now()
    waiting.refresh_from_db()
    assert waiting.status == "rejected"
    assert new_events() == ["application.rejected", "escrow.refunded"]


def test_nobody_applies_to_or_is_hired_by_a_closing_bounty(monkeypatch: pytest.MonkeyPatch, worker: Api) -> None:
    monkeypatch.setattr(endings, "BATCH", 1)
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    given_applicants(bounty, 3)
    agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})
    left = Application.objects.filter(status="pending").first()

    with untouched():
        path = f"/api/bounties/{bounty.public_id}/applications"
        assert worker.post(path, {"coverLetter": "Me."}).code == "bounty_not_open"
        assert agent.patch(f"{path}/{left.public_id}", {"action": "accept"}).code == "invalid_state"

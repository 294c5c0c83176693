"""Apply, accept, reject, confirm, and the seat that nobody confirmed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import timers
from humans.models import Conversation, Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_hired
from wallet import ledger as books
from wallet.ports import audits

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sound_books() -> Any:
    yield
    assert [row for audit in audits.all() for row in audit()] == []


def url(bounty: Bounty, application: Application | None = None, verb: str = "") -> str:
    path = f"/api/bounties/{bounty.public_id}/applications"
    return path + (f"/{application.public_id}" if application else "") + (f"/{verb}" if verb else "")


def test_applying_opens_the_conversation_with_the_cover_letter(
    worker: Api, new_events: Callable[[], list[str]]
) -> None:
    bounty = given_bounty(given_funded_agent())

    applied = worker.post(url(bounty), {"coverLetter": "On my way."})["application"]

    assert (applied["status"], applied["humanId"]) == ("pending", worker.account.public_profile_id)
    terms = applied["termsSnapshot"]
    assert (terms["currency"], terms["compensation"]) == ("USD", {"type": "fixed", "total": 5})
    assert terms["description"] == bounty.description
    conversation = Conversation.objects.get()
    assert (applied["conversationId"], conversation.subject) == (conversation.public_id, bounty.title)
    assert [message.content for message in conversation.messages.all()] == ["On my way."]
    assert new_events() == ["escrow.funded", "application.submitted"]
    bounty.refresh_from_db()
    assert bounty.application_count == 1


@pytest.mark.parametrize(
    ("spoil", "status", "code"),
    [
        (
            lambda bounty, worker: Application.objects.create(bounty=bounty, human=worker.account),
            409,
            "already_applied",
        ),
        (lambda bounty, worker: Bounty.objects.update(status="assigned", spots_filled=1), 409, "bounty_not_open"),
        (lambda bounty, worker: Bounty.objects.update(deadline=clock.now()), 409, "deadline_passed"),
        (lambda bounty, worker: Bounty.objects.update(owner=worker.account), 403, "own_bounty"),
        (lambda bounty, worker: Profile.objects.update(is_complete=False), 403, "profile_incomplete"),
    ],
)
def test_who_may_not_apply_is_told_why_and_leaves_no_trace(
    worker: Api, new_events: Any, spoil: Callable[[Bounty, Api], Any], status: int, code: str
) -> None:
    bounty = given_bounty(given_funded_agent())
    spoil(bounty, worker)
    new_events.clear()
    before = (Application.objects.count(), Conversation.objects.count())

    refused = worker.post(url(bounty), {"coverLetter": "Me!"})
    Bounty.objects.update(status="open", spots_filled=0)

    assert (refused.status, refused.code) == (status, code)
    assert (Application.objects.count(), Conversation.objects.count(), new_events()) == (*before, [])


def test_an_agent_s_key_does_not_apply(other_agent: Api) -> None:
    bounty = given_bounty(given_funded_agent())

    assert other_agent.post(url(bounty), {}).code == "session_required"
    assert not Application.objects.exists()


def test_accepting_locks_the_seat_s_share_and_starts_two_hours(at: Callable[[str], Any], new_events: Any) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, spots_available=2)
    _, application = given_application(bounty)
    new_events.clear()

    accepted = agent.patch(url(bounty, application), {"action": "accept", "response": "Welcome."})

    assert accepted["application"]["status"] == "accepted"
    assert accepted["application"]["confirmBy"] == "2026-11-21T12:00:00.000Z"
    application.refresh_from_db()
    assert accepted["escrowId"] == application.escrow.public_id
    assert books.balance(books.hold(application.escrow_id)) == 590
    assert books.balance(books.pool(bounty.pool_id)) == 590
    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_filled) == ("partially_filled", 1)
    assert Conversation.objects.get().subject_status == "accepted"
    assert new_events() == ["escrow.funded", "application.accepted", "bounty.seat_filled"]


def test_a_single_seat_makes_the_bounty_assigned_and_says_no_seat_filled(new_events: Any) -> None:
    seat = given_hired()

    assert seat.bounty.status == "assigned"
    assert new_events() == ["escrow.funded", "application.submitted", "escrow.funded", "application.accepted"]


def test_accepting_without_a_spot_charges_nothing_and_leaves_it_pending(
    ledger: Callable[[], Any], new_events: Any
) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    (_, first), (_, second) = given_application(bounty), given_application(bounty)
    assert agent.patch(url(bounty, first), {"action": "accept"}).status == 200
    new_events.clear()
    before = ledger()

    refused = agent.patch(url(bounty, second), {"action": "accept"})

    second.refresh_from_db()
    assert (refused.status, refused.code, second.status) == (409, "no_spots_left", "pending")
    assert (ledger(), new_events()) == (before, [])


def test_rejecting_tells_the_applicant_and_moves_nothing(ledger: Callable[[], Any], new_events: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    new_events.clear()
    before = ledger()

    rejected = agent.patch(url(bounty, application), {"action": "reject", "response": "Not this time."})
    again = agent.patch(url(bounty, application), {"action": "accept"})

    assert (rejected["application"]["status"], rejected["application"]["response"]) == ("rejected", "Not this time.")
    assert (again.status, again.code, again["currentState"], again["allowedActions"]) == (
        409,
        "invalid_state",
        "rejected",
        ["unreject"],
    )
    assert (ledger(), new_events()) == (before, ["application.rejected"])


def test_strangers_decide_nothing(other_agent: Api, worker: Api, ledger: Callable[[], Any]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    before = ledger()

    for stranger in (other_agent, worker):
        assert stranger.patch(url(bounty, application), {"action": "accept"}).code == "not_owner"
        assert stranger.get(url(bounty)).code == "not_owner"
    application.refresh_from_db()
    assert (application.status, ledger()) == ("pending", before)


def test_an_application_of_another_bounty_is_not_found() -> None:
    agent = given_funded_agent()
    mine, other = given_bounty(agent), given_bounty(agent)
    _, application = given_application(other)

    assert agent.patch(url(mine, application), {"action": "accept"}).status == 404


def test_a_worker_confirms_within_two_hours_and_again_changes_nothing(new_events: Any) -> None:
    seat = given_hired()
    new_events.clear()

    first = seat.worker.post(url(seat.bounty, seat.application, "confirm"))
    again = seat.worker.post(url(seat.bounty, seat.application, "confirm"))

    assert first["application"]["confirmedAt"] == again["application"]["confirmedAt"]
    assert new_events() == ["application.confirmed"]


def test_another_person_does_not_confirm_the_seat(other_worker: Api) -> None:
    seat = given_hired()

    assert other_worker.post(url(seat.bounty, seat.application, "confirm")).code == "not_your_seat"
    seat.fresh()
    assert seat.application.confirmed_at is None


@pytest.mark.main
def test_a_seat_that_nobody_confirms_reopens_with_its_money_in_the_pool(
    at: Callable[[str], Any], new_events: Any
) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_hired(agent=given_funded_agent(1000))
    new_events.clear()

    at("2026-11-21T11:59:59Z")
    assert timers.release_unconfirmed() == 0
    at("2026-11-21T12:00:00Z")
    late = seat.worker.post(url(seat.bounty, seat.application, "confirm"))
    assert timers.release_unconfirmed() == 1
    assert timers.release_unconfirmed() == 0

    seat.fresh()
    assert late.code == "confirmation_window_closed"
    assert (seat.application.status, seat.application.end_reason) == ("expired", "confirmation_timeout")
    assert (seat.bounty.status, seat.bounty.spots_filled) == ("open", 0)
    assert (seat.escrow.status, seat.escrow.refunded_to) == ("refunded", "pool")
    assert books.balance(books.pool(seat.bounty.pool_id)) == 590
    assert books.balance(books.wallet(seat.agent.account.pk)) == 410
    assert sorted(new_events()) == ["application.seat_expired", "escrow.refunded"]
    assert seat.worker.post(url(seat.bounty, seat.application, "confirm")).code == "confirmation_window_closed"


def test_the_freed_seat_can_be_given_to_somebody_else() -> None:
    seat = given_hired()
    Application.objects.update(confirm_by=clock.now() - timedelta(seconds=1))
    timers.release_unconfirmed()

    second = given_hired(agent=seat.agent, bounty=seat.bounty.__class__.objects.get(pk=seat.bounty.pk))

    assert (second.bounty.status, second.application.status) == ("assigned", "accepted")
    assert books.balance(books.hold(second.escrow.pk)) == 590

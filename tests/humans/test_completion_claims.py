"""The worker says that the work is done: once, as the hired person, and the step above may follow or object."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from humans.models import Conversation
from humans.ports import claims
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from tests.api import Api
from tests.factories.accounts import session_token
from tests.factories.conversations import given_hired_talk, given_talk
from tests.factories.market import untouched
from webhooks.models import Event

pytestmark = pytest.mark.django_db


class Seen:
    """A step above that keeps what it was told, in order."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.objection: Exception | None = None

    def lock(self, conversation: Conversation) -> str:
        self.calls.append("lock")
        return "what was locked"

    def claimed(self, locked: Any, conversation: Conversation, actor: Actor) -> None:
        self.calls.append(f"claimed with {locked} at {conversation.completion_claimed_at:%H:%M} by {actor.via}")
        if self.objection:
            raise self.objection


@pytest.fixture
def step_above(monkeypatch: pytest.MonkeyPatch) -> Seen:
    seen = Seen()
    monkeypatch.setitem(claims._plugs, "bounty", seen)
    return seen


@pytest.fixture
def nothing_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "_plugs", {})


@pytest.mark.usefixtures("nothing_above")
def test_a_claim_is_written_down_and_told_once(at: Callable[[str], datetime], new_events: Any) -> None:
    at("2026-11-21T10:00:00Z")
    talk = given_hired_talk()
    new_events.clear()

    first = talk.worker.post(f"{talk.path}/completion-claim")
    at("2026-11-21T11:00:00Z")
    with untouched():
        again = talk.worker.post(f"{talk.path}/completion-claim")

    assert first["claimedAt"] == "2026-11-21T10:00:00.000Z"
    assert first["conversation"]["id"] == talk.row.public_id
    assert again.body == first.body
    assert new_events() == ["conversation.completion_claimed"]
    event = Event.objects.get(type="conversation.completion_claimed")
    assert event.key == f"conversation.completion_claimed:{talk.row.public_id}"
    assert event.account_id == talk.agent.account.pk
    assert event.data == {
        "conversationId": talk.row.public_id,
        "humanId": talk.worker.account.public_profile_id,
        "bountyId": talk.bounty.public_id,
        "applicationId": talk.application.public_id,
        "claimedAt": "2026-11-21T10:00:00.000Z",
    }


def test_the_step_above_locks_first_and_follows_once(at: Callable[[str], datetime], step_above: Seen) -> None:
    at("2026-11-21T10:00:00Z")
    talk = given_hired_talk()

    talk.worker.post(f"{talk.path}/completion-claim")
    talk.worker.post(f"{talk.path}/completion-claim")

    assert step_above.calls == ["lock", "claimed with what was locked at 10:00 by session", "lock"]


def test_an_objection_of_the_step_above_refuses_the_whole_claim(step_above: Seen) -> None:
    talk = given_hired_talk()
    step_above.objection = Conflict("Confirm first.", code="seat_not_confirmed")

    with untouched():
        refused = talk.worker.post(f"{talk.path}/completion-claim", Idempotency_Key="c")

    assert (refused.status, refused.code) == (409, "seat_not_confirmed")


@pytest.mark.usefixtures("step_above")
def test_who_may_not_claim_changes_nothing(other_worker: Api, support: Api) -> None:
    talk = given_hired_talk()
    by_session = Api(talk.agent.account, {"X-Session-Token": session_token(talk.agent.account)})
    staff = Api(support.account, {"X-Session-Token": session_token(support.account)})
    path = f"{talk.path}/completion-claim"

    with untouched():
        assert (by_session.post(path).status, by_session.post(path).code) == (403, "not_worker")
        assert talk.agent.post(path).code == "session_required"
        assert other_worker.post(path).status == 404
        assert staff.post(path).code == "not_participant"


@pytest.mark.parametrize("status", ["pending", "rejected", "withdrawn", "expired"])
def test_without_a_hired_seat_there_is_nothing_to_claim(step_above: Seen, status: str) -> None:
    talk = given_talk()
    Conversation.objects.update(subject_status=status)

    with untouched():
        refused = talk.worker.post(f"{talk.path}/completion-claim")

    assert (refused.status, refused.code, refused["currentState"]) == (409, "invalid_state", status)
    assert step_above.calls == ["lock"]


@pytest.mark.usefixtures("nothing_above")
@pytest.mark.parametrize("kind", ["feedback", "dispute", "platform-support", "service-booking"])
def test_other_kinds_without_an_application_have_no_seat(kind: str) -> None:
    talk = given_talk()
    Conversation.objects.update(kind=kind, application_id=None, subject_status="accepted")

    assert talk.worker.post(f"{talk.path}/completion-claim").code == "invalid_state"

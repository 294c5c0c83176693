"""Who was blocked writes no more to whoever blocked them, except about work that still runs."""

import pytest

from humans.models import Conversation
from marketplace.core import clock
from marketplace.models import Account
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.identities import Signer
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
BLOCKS = "/api/humans/blocks"


def write(api: Api, conversation: Conversation) -> Answer:
    return api.post(f"/api/conversations/{conversation.public_id}/messages", {"content": "Hello?"})


def block(by: Api, whom: Api) -> None:
    assert by.post(BLOCKS, {"humanId": whom.account.public_profile_id}).status == 200


def given_old() -> tuple[Api, Api, Conversation]:
    agent = given_funded_agent()
    worker, application = given_application(given_bounty(agent))
    return agent, worker, application.conversation


def test_somebody_who_was_blocked_cannot_write_in_old_conversations() -> None:
    agent, worker, conversation = given_old()
    block(agent, worker)

    with untouched():
        refused = write(worker, conversation)

    assert (refused.status, refused.code) == (403, "message_refused")
    assert "block" not in refused["error"].lower(), "they are not told why"
    agent.delete(f"{BLOCKS}?humanId={worker.account.public_profile_id}")
    assert write(worker, conversation).status == 200


def test_an_agent_whom_a_person_blocked_cannot_write_to_them_either() -> None:
    agent, worker, conversation = given_old()
    block(worker, agent)

    with untouched():
        assert write(agent, conversation).code == "message_refused"
    assert write(worker, conversation).status == 200, "the block is theirs"


def test_nobody_writes_to_an_account_that_is_closed_for_good() -> None:
    agent, worker, conversation = given_old()
    Account.objects.filter(pk=worker.account.pk).update(is_active=False, closed_at=clock.now())

    with untouched():
        refused = write(agent, conversation)

    assert (refused.status, refused.code) == (403, "message_refused") and "closed" in refused["error"]
    page = Visitor(agent.account).open(f"/owner/messages/{conversation.public_id}")
    assert "Their account is closed." in page.text and "send" not in [form.act for form in page.forms]


def test_while_a_hire_runs_both_go_on_to_write_and_afterwards_not() -> None:
    seat = given_hired()
    block(seat.agent, seat.worker)
    assert write(seat.worker, seat.application.conversation).status == 200

    seat.agent.post(f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/expire")

    with untouched():
        assert write(seat.worker, seat.application.conversation).code == "message_refused"


def test_a_paid_seat_is_an_old_conversation() -> None:
    seat: Seat = given_released()
    block(seat.agent, seat.worker)

    with untouched():
        assert write(seat.worker, seat.application.conversation).code == "message_refused"


def test_anyone_can_block_an_agent_with_a_profile_or_not() -> None:
    worker = given_worker()
    bare = given_agent()
    assert worker.post(BLOCKS, {"humanId": bare.account.public_profile_id}).status == 200
    assert [row["humanId"] for row in worker.get(BLOCKS)["blocks"]] == [bare.account.public_profile_id]
    gone = worker.delete(f"{BLOCKS}?humanId={bare.account.public_profile_id}")
    assert gone["removed"] is True


def test_an_agent_is_blocked_by_the_identity_that_its_bounties_show() -> None:
    worker, agent = given_worker(), given_agent()
    signed = Signer().registration()
    assert agent.post("/api/keys/register-identity", signed).status == 200
    shown = given_bounty(agent).agent_id
    assert shown == signed["agentId"]

    added = worker.post(BLOCKS, {"humanId": shown})

    assert (added.status, added["block"]["humanId"]) == (200, agent.account.public_profile_id)
    assert worker.delete(f"{BLOCKS}?humanId={shown}")["removed"] is True
    with untouched():
        assert worker.post(BLOCKS, {"humanId": "agent_0123456789abcdef"}).status == 404

"""Messages at the same moment: every one is kept once, in an order of its own, and the counters say so."""

from collections.abc import Callable
from typing import Any

import pytest

from humans.models import Conversation, Message
from tests.factories.conversations import check_counters, given_hired_talk, given_talk
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_twenty_messages_at_once_are_counted_exactly(at_once: AtOnce) -> None:
    talk = given_talk()
    path = f"{talk.path}/messages"

    answers = at_once(
        *(
            lambda number=number, by=(talk.agent if number % 2 else talk.worker): by.post(
                path, {"content": str(number)}
            )
            for number in range(20)
        )
    )

    assert [answer.status for answer in answers] == [200] * 20
    row = talk.row
    assert (row.message_count, row.unread_by_agent, row.unread_by_human) == (21, 11, 10)
    assert sorted(Message.objects.values_list("number", flat=True)) == list(range(1, 22))
    assert Event.objects.filter(type="message.received").count() == 20
    check_counters()


def test_the_same_key_at_once_sends_one_message(at_once: AtOnce) -> None:
    talk = given_talk()
    path = f"{talk.path}/messages"

    answers = at_once(*[lambda: talk.agent.post(path, {"content": "Once."}, Idempotency_Key="m-1")] * 4)

    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer["message"]["id"] for answer in answers}) == 1
    assert talk.row.message_count == 2
    check_counters()


def test_reading_while_the_other_side_writes_loses_no_count(at_once: AtOnce) -> None:
    talk = given_talk()
    path = talk.path

    answers = at_once(
        *[lambda: talk.agent.get(path)] * 6,
        *[lambda: talk.worker.post(f"{path}/messages", {"content": "More."})] * 6,
        *[lambda: talk.agent.post(f"{path}/messages", {"content": "Yes."})] * 3,
    )

    assert [answer.status for answer in answers] == [200] * 15
    check_counters()
    talk.agent.get(path)
    assert talk.row.unread_by_agent == 0
    check_counters()


def test_claims_at_once_are_told_once(at_once: AtOnce) -> None:
    talk = given_hired_talk(confirmed=True)
    path = f"{talk.path}/completion-claim"

    answers = at_once(*[lambda: talk.worker.post(path)] * 4)

    assert {answer["claimedAt"] for answer in answers} == {answers[0]["claimedAt"]}
    assert Event.objects.filter(type="conversation.completion_claimed").count() == 1


def test_a_message_and_an_acceptance_cross_without_a_deadlock(at_once: AtOnce) -> None:
    talk = given_talk()
    accept = f"/api/bounties/{talk.bounty.public_id}/applications/{talk.application.public_id}"
    path = talk.path

    answers = at_once(
        lambda: talk.agent.patch(accept, {"action": "accept"}),
        lambda: talk.worker.post(f"{path}/messages", {"content": "Any news?"}),
        lambda: talk.agent.patch(path, {"status": "archived"}),
    )

    assert [answer.status for answer in answers] == [200] * 3
    assert Conversation.objects.get().subject_status == "accepted"
    check_counters()

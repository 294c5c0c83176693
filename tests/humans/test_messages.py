"""Sending: who may, what is stored, who is told, and what a refusal leaves alone."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from humans.models import Conversation, Message, MessageRule
from humans.selectors.conversations import latest_payment_offer
from tests.api import Api
from tests.factories.conversations import check_counters, given_direct, given_talk
from tests.factories.market import untouched
from webhooks.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sound_counters() -> Any:
    yield
    check_counters()


def test_a_message_is_answered_whole(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    talk = given_talk()

    sent = talk.agent.post(f"{talk.path}/messages", {"content": "Before nine?", "metadata": {"ref": 7}})

    message = Message.objects.get(number=2)
    waits, *_ = sent.body.pop("nextActions")
    assert waits["tool"] == "wait_for_events"
    assert sent.body == {
        "success": True,
        "message": {
            "id": message.public_id,
            "conversationId": talk.row.public_id,
            "senderType": "agent",
            "senderId": talk.agent.account.public_profile_id,
            "senderName": talk.agent.account.name,
            "content": "Before nine?",
            "messageType": "text",
            "metadata": {"ref": 7},
            "createdAt": "2026-11-21T10:00:00.000Z",
        },
    }
    assert sent.headers["Cache-Control"] == "private, no-store"


def test_sending_counts_and_tells_the_other_side(new_events: Any) -> None:
    talk = given_talk()
    new_events.clear()

    talk.agent.post(f"{talk.path}/messages", {"content": "Could you\n  be there\tbefore nine?"})

    row = talk.row
    assert (row.message_count, row.unread_by_agent, row.unread_by_human, row.has_replies) == (2, 1, 1, True)
    assert (row.last_message_preview, row.last_message_side) == ("Could you be there before nine?", "agent")
    assert new_events() == ["message.received"]
    event = Event.objects.get(type="message.received")
    assert event.account_id == talk.worker.account.pk
    assert event.key == f"message.received:{Message.objects.get(number=2).public_id}"
    assert event.data == {
        "conversationId": row.public_id,
        "humanId": talk.worker.account.public_profile_id,
        "bountyId": talk.bounty.public_id,
        "applicationId": talk.application.public_id,
        "messageId": Message.objects.get(number=2).public_id,
        "preview": "Could you be there before nine?",
        "fromSide": "agent",
    }


def test_the_worker_s_message_is_told_to_the_agent() -> None:
    talk = given_talk()

    sent = talk.worker.post(f"{talk.path}/messages", {"content": "Yes."})["message"]

    assert (sent["senderType"], sent["senderId"]) == ("human", talk.worker.account.public_profile_id)
    assert Event.objects.get(type="message.received").account_id == talk.agent.account.pk
    assert (talk.row.unread_by_agent, talk.row.has_replies) == (2, False), "nobody has answered the cover letter yet"


def test_sender_and_side_of_the_body_are_ignored_in_silence() -> None:
    talk = given_talk()
    lie = {"senderType": "human", "senderId": talk.worker.account.public_profile_id}

    sent = talk.agent.post(f"{talk.path}/messages", {"content": "It is me.", **lie})

    assert sent["message"]["senderId"] == talk.agent.account.public_profile_id
    assert "warnings" not in sent.body


def test_a_preview_is_short_and_the_content_is_kept_byte_for_byte() -> None:
    talk, content = given_talk(), "  é\r\n" + "word " * 999

    sent = talk.agent.post(f"{talk.path}/messages", {"content": content})

    assert sent["message"]["content"] == content == Message.objects.get(number=2).content
    preview = Event.objects.get(type="message.received").data["preview"]
    assert preview == talk.row.last_message_preview
    assert preview.startswith("é word word") and preview.endswith("…") and len(preview) == 140


def test_strangers_find_no_conversation(other_agent: Api, other_worker: Api) -> None:
    talk = given_talk()

    with untouched():
        for stranger in (other_agent, other_worker):
            refused = stranger.post(f"{talk.path}/messages", {"content": "Hello?"})
            assert (refused.status, refused.code) == (404, "not_found")


def test_staff_write_nothing(support: Api, operator: Api) -> None:
    talk = given_talk()

    with untouched():
        for staff in (support, operator):
            assert staff.post(f"{talk.path}/messages", {"content": "Hello?"}).code == "not_participant"
            assert staff.patch(talk.path, {"status": "archived"}).code == "not_participant"


def test_a_direct_thread_is_read_only(anonymous: Api) -> None:
    talk = given_direct()
    token = {"X-Session-Token": talk.worker.headers["X-Session-Token"]}

    with untouched():
        for refused in (
            talk.agent.post(f"{talk.path}/messages", {"content": "Psst."}),
            talk.worker.post(f"{talk.path}/messages", {"content": "Psst."}),
            talk.agent.patch(talk.path, {"status": "archived"}),
            anonymous.post(f"{talk.path}/completion-claim", **token),
        ):
            assert (refused.status, refused.code) == (403, "direct_messages_disabled")

    read = talk.agent.get(talk.path)["conversation"]
    assert (read["kind"], read["isDirectMessagingDisabled"]) == ("direct", True)
    assert not {"bountyId", "applicationId", "applicationStatus"} & set(read)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "content"),
        ({"content": ""}, "content"),
        ({"content": " \n "}, "content"),
        ({"content": "x" * 5001}, "content"),
        ({"content": 5}, "content"),
        ({"content": "x", "messageType": "shout"}, "messageType"),
        ({"content": "x", "metadata": []}, "metadata"),
        ({"content": "x", "metadata": {"a": "é" * 4096}}, "metadata"),
        ({"content": "x", "messageType": "payment_offer"}, "metadata.amount"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amount": None}}, "metadata.amount"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amount": 0.99}}, "metadata.amount"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amount": 10_000.01}}, "metadata.amount"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amount": 5.001}}, "metadata.amount"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amount": "5"}}, "metadata.amount"),
        (
            {"content": "x", "messageType": "payment_offer", "metadata": {"amount": 5, "amountCents": 501}},
            "metadata.amountCents",
        ),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amountCents": 99}}, "metadata.amountCents"),
        (
            {"content": "x", "messageType": "payment_offer", "metadata": {"amountCents": 1_000_001}},
            "metadata.amountCents",
        ),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amountCents": 500.0}}, "metadata.amountCents"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amountCents": "500"}}, "metadata.amountCents"),
        ({"content": "x", "messageType": "payment_offer", "metadata": {"amountCents": True}}, "metadata.amountCents"),
    ],
)
def test_a_bad_message_is_refused_by_its_field_and_not_stored(body: dict[str, Any], field: str) -> None:
    talk = given_talk()

    with untouched():
        refused = talk.agent.post(f"{talk.path}/messages", body)

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [field])


def test_the_limits_themselves_are_taken() -> None:
    talk = given_talk()
    url = f"{talk.path}/messages"

    assert talk.agent.post(url, {"content": "x" * 5000}).status == 200
    assert talk.agent.post(url, {"content": "x", "metadata": {"a": "x" * (8192 - len('{"a":""}'))}}).status == 200
    for cents in (100, 1_000_000):
        offer = {"content": "Deal?", "messageType": "payment_offer", "metadata": {"amountCents": cents, "note": "net"}}
        assert talk.worker.post(url, offer)["message"]["metadata"]["amountCents"] == cents
    assert talk.agent.post(url, {"content": "x", "messageType": "task_request"}).status == 200


@pytest.mark.parametrize("sent", [{"amount": 12.5}, {"amountCents": 1250}, {"amount": 12.5, "amountCents": 1250}])
def test_an_offer_of_either_side_is_in_dollars_and_in_cents(sent: dict[str, Any]) -> None:
    talk = given_talk()

    for side in (talk.agent, talk.worker):
        body = {"content": "For both doors.", "messageType": "payment_offer", "metadata": sent | {"ref": 7}}
        shown = side.post(f"{talk.path}/messages", body)["message"]
        assert shown["metadata"] == {"amount": 12.5, "amountCents": 1250, "ref": 7}

    assert latest_payment_offer(talk.pk) == Message.objects.get(number=3)


def test_what_is_no_offer_may_have_any_amount() -> None:
    talk = given_talk()

    sent = talk.agent.post(f"{talk.path}/messages", {"content": "Hm.", "metadata": {"amount": "much"}})

    assert sent["message"]["metadata"] == {"amount": "much"}


def test_the_latest_payment_offer_is_found() -> None:
    talk, other = given_talk(), given_talk()
    assert latest_payment_offer(talk.pk) is None
    talk.by_agent(message_type="payment_offer", metadata={"amountCents": 500})
    second = talk.by_human(message_type="payment_offer", metadata={"amountCents": 700})
    talk.by_agent("So be it.")
    other.by_agent(message_type="payment_offer", metadata={"amountCents": 900})

    offer = latest_payment_offer(talk.pk)

    assert offer == second
    assert offer.metadata["amountCents"] == 700


def test_a_repeated_key_sends_once(new_events: Any) -> None:
    talk = given_talk()
    new_events.clear()
    body = {"content": "Once.", "idempotencyKey": "m-1"}

    first = talk.agent.post(f"{talk.path}/messages", body)
    again = talk.agent.post(f"{talk.path}/messages", body)
    other = talk.agent.post(f"{talk.path}/messages", {"content": "Twice."}, Idempotency_Key="m-1")

    assert again.body == first.body
    assert again.headers["Idempotency-Replayed"] == "true"
    assert other.code == "idempotency_key_reused"
    assert (talk.row.message_count, new_events()) == (2, ["message.received"])


def test_writing_brings_an_archived_conversation_back() -> None:
    talk = given_talk()
    assert talk.agent.patch(talk.path, {"status": "archived"})["conversation"]["status"] == "archived"

    talk.worker.post(f"{talk.path}/messages", {"content": "Still there?"})

    assert talk.row.status == "active"


def test_writing_into_a_converted_conversation_leaves_its_status() -> None:
    talk = given_talk()
    Conversation.objects.update(status="converted")

    assert talk.agent.post(f"{talk.path}/messages", {"content": "Hello."}).status == 200

    assert talk.row.status == "converted"


def test_an_operator_s_phrase_refuses_a_message_and_nothing_is_stored() -> None:
    talk = given_talk()
    MessageRule.objects.create(phrase="wire transfer", reason="Pay through the marketplace.")
    MessageRule.objects.create(phrase="hello", reason="Not in force.", is_active=False)

    with untouched():
        refused = talk.agent.post(
            f"{talk.path}/messages", {"content": "A WIRE\n transfer, please"}, Idempotency_Key="k"
        )

    assert (refused.status, refused.code) == (403, "message_refused")
    assert "Pay through the marketplace." in refused["error"]
    sent = talk.agent.post(f"{talk.path}/messages", {"content": "Hello, no wiretransfers"}, Idempotency_Key="k")
    assert sent.status == 200, "whole words only, and the refusal left the key free"


def test_a_stranger_is_not_told_what_moderation_thinks(other_agent: Api) -> None:
    talk = given_talk()
    MessageRule.objects.create(phrase="wire", reason="No.")

    assert other_agent.post(f"{talk.path}/messages", {"content": "wire"}).status == 404


def test_an_upper_step_says_something_like_anybody_else(new_events: Any) -> None:
    talk = given_talk()
    new_events.clear()

    message = talk.said("agent", "Welcome aboard. " + "x" * 6000)

    assert (len(message.content), talk.row.unread_by_human, new_events()) == (5000, 1, ["message.received"])
    assert Event.objects.get(type="message.received").account_id == talk.worker.account.pk


def test_a_cover_letter_is_unread_and_told_by_the_application_alone(new_events: Any) -> None:
    talk = given_talk()

    row = talk.row
    assert (row.message_count, row.unread_by_agent, row.unread_by_human) == (1, 1, 0)
    assert (row.last_message.preview, row.last_message.from_side) == ("On my way.", "human")
    assert new_events() == ["escrow.funded", "application.submitted"]

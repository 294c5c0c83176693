"""Support reports: kept, numbered, mailed to staff, answered in a conversation and by mail."""

from typing import Any

import pytest
from django.conf import settings

from humans.models import Conversation, Message
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import Account, Mail, SupportReport
from marketplace.rules import PLATFORM, REPORT_CATEGORIES, REPORT_PRIORITIES
from marketplace.services import support as desk
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
ROUTE = "/api/support/reports"
TOLD = {"summary": "A release answers 409", "description": "I approved it.\nThen 409 came."}


def told(agent: Api, **changed: Any) -> Answer:
    return agent.post(ROUTE, TOLD | changed)


def mails_to(address: str) -> list[Mail]:
    return list(Mail.objects.filter(to=address).order_by("id"))


def staff() -> Actor:
    return Actor.staff(Account.objects.get(username="support"))


def test_a_report_is_kept_numbered_and_mailed_to_staff(agent: Api) -> None:
    answer = told(agent, category="billing", priority="urgent", errorCode="invalid_state", sourceTool="release_payment")

    row = SupportReport.objects.get()
    assert (answer.status, answer["reportId"]) == (200, row.public_id)
    assert answer["supportEmail"] == settings.SUPPORT_EMAIL
    assert f"Report {row.number}" in answer["message"]
    [read] = answer["nextActions"]
    assert (read["operation"], read["path"]) == ("getConversation", f"/api/conversations/{answer['conversationId']}")
    assert (row.account, row.key, row.status) == (agent.account, agent.key, "open")
    assert (row.summary, row.description) == (TOLD["summary"], TOLD["description"])
    assert (row.category, row.priority) == ("billing", "urgent")
    assert (row.error_code, row.source_tool) == ("invalid_state", "release_payment")
    [mail] = mails_to(settings.SUPPORT_EMAIL)
    assert mail.subject == f"[Report {row.number}] {TOLD['summary']}"
    for said in (row.public_id, "urgent", "billing", "invalid_state", "release_payment", "I approved it.", str(row.pk)):
        assert said in mail.text
    assert agent.account.public_profile_id in mail.text
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_what_is_left_out_has_its_default_and_numbers_go_up(agent: Api, other_agent: Api) -> None:
    told(agent)
    told(other_agent)

    first, second = SupportReport.objects.order_by("number")
    assert (first.category, first.priority, first.error_code, first.source_tool) == ("bug", "medium", "", "")
    assert second.number > first.number > 0


def test_every_category_and_priority_is_taken(agent: Api) -> None:
    assert {told(agent, category=category).status for category in REPORT_CATEGORIES} == {200}
    assert {told(agent, priority=priority).status for priority in REPORT_PRIORITIES} == {200}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("summary", "s" * 161),
        ("summary", "  "),
        ("summary", None),
        ("summary", 5),
        ("description", "d" * 5001),
        ("description", ""),
        ("category", "joke"),
        ("category", None),
        ("priority", "asap"),
        ("errorCode", "e" * 101),
        ("sourceTool", ["a"]),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_kept(agent: Api, name: str, value: Any) -> None:
    with untouched():
        refused = told(agent, **{name: value})

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [name])
    assert not SupportReport.objects.exists()


def test_the_longest_texts_are_taken(agent: Api) -> None:
    assert told(agent, summary="s" * 160, description="d" * 5000).status == 200


def test_only_a_key_reports_and_who_it_is_comes_from_the_key(agent: Api, anonymous: Api) -> None:
    worker = given_worker()
    with untouched():
        assert told(anonymous).status == 401
        assert told(worker).code == "api_key_required"
    answer = told(agent, accountId="usr_1", agentUserId="usr_2")

    assert answer["warnings"] == ["unknown field ignored: accountId", "unknown field ignored: agentUserId"]
    assert SupportReport.objects.get().account == agent.account


def test_the_same_key_reports_once(agent: Api) -> None:
    first = agent.post(ROUTE, TOLD, **{"Idempotency-Key": "k"})
    again = agent.post(ROUTE, TOLD, **{"Idempotency-Key": "k"})

    assert again.body == first.body
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (SupportReport.objects.count(), len(mails_to(settings.SUPPORT_EMAIL))) == (1, 1)


def test_a_report_opens_a_conversation_of_support(agent: Api, other_agent: Api) -> None:
    talk = told(agent)["conversationId"]

    seen = agent.get(f"/api/conversations/{talk}")
    assert (seen["conversation"]["kind"], seen["conversation"]["viewerSide"]) == ("platform-support", "agent")
    assert seen["conversation"]["subject"] == f"Support: {TOLD['summary']}"
    assert [message["content"] for message in seen["messages"]] == [TOLD["description"]]
    assert other_agent.get(f"/api/conversations/{talk}").status == 404
    platform = Account.objects.get(pk=PLATFORM)
    assert not platform.has_usable_password() and platform.email is None and not platform.is_staff
    assert other_agent.get(f"/api/humans/{platform.public_profile_id}").status == 404


def test_an_answer_is_written_mailed_and_told(agent: Api, support: Api, new_events: Any) -> None:
    talk = told(agent)["conversationId"]
    new_events.clear()

    answered = answer_it("Fixed in the next release.\nThank you.")

    assert answered.status == "answered" and answered.answered_at is not None
    messages = agent.get(f"/api/conversations/{talk}")["messages"]
    assert (messages[-1]["content"], messages[-1]["senderType"]) == ("Fixed in the next release.\nThank you.", "human")
    assert new_events() == ["message.received"]
    [mail] = mails_to(str(agent.account.email))
    assert f"[Report {answered.number}]" in mail.subject
    assert "> Fixed in the next release.\n> Thank you." in mail.text
    assert talk in mail.text


def answer_it(words: str) -> SupportReport:
    return desk.answer(staff(), SupportReport.objects.get().pk, words)


def test_whoever_has_no_address_gets_the_answer_in_the_conversation_alone(agent: Api, support: Api) -> None:
    Account.objects.filter(pk=agent.account.pk).update(email_verified_at=None)
    told(agent)
    before = Mail.objects.count()

    answer_it("Done.")

    assert Mail.objects.count() == before
    assert Message.objects.filter(content="Done.").exists()


def test_the_reporter_writes_back_and_staff_hears_of_it_once(agent: Api, support: Api) -> None:
    talk = told(agent)["conversationId"]
    path = f"/api/conversations/{talk}/messages"
    assert agent.post(path, {"content": "And one thing more."}).status == 200
    assert len(mails_to(settings.SUPPORT_EMAIL)) == 1, "it is open already"
    answer_it("Try again.")

    for words in ("It still fails.", "Always."):
        assert agent.post(path, {"content": words}).status == 200

    assert SupportReport.objects.get().status == "open"
    first, again = mails_to(settings.SUPPORT_EMAIL)
    assert again.subject == first.subject
    assert "has written again" in again.text and "It still fails." in again.text


def test_a_closed_report_can_be_asked_about_and_answered_again(agent: Api, support: Api) -> None:
    talk = told(agent)["conversationId"]
    pk = SupportReport.objects.get().pk

    assert close_it().status == "closed"
    with untouched(), pytest.raises(InvalidState):
        close_it()
    agent.post(f"/api/conversations/{talk}/messages", {"content": "Not yet!"})
    assert SupportReport.objects.get().status == "open"
    close_it()
    assert answer_it("Here it is.").status == "answered"
    assert SupportReport.objects.get().pk == pk


def close_it() -> SupportReport:
    return desk.close(staff(), SupportReport.objects.get().pk)


def test_a_reporter_claims_no_work_in_a_conversation_of_support(agent: Api) -> None:
    worker = given_worker()
    path = f"/api/conversations/{told(agent)['conversationId']}"

    assert worker.post(f"{path}/completion-claim").status == 404
    assert agent.patch(path, {"status": "archived"}).status == 200
    assert Conversation.objects.get().status == "archived"

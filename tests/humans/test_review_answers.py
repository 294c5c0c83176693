"""A review is answered once, by the person reviewed: publicly, and in a conversation with its author."""

from typing import Any

import pytest

from humans.models import Conversation, Message, MessageRule, Review
from marketplace.core import ids
from tests.api import Answer, Api
from tests.contradictions import Pair, is_refused
from tests.factories.accounts import given_worker
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import Seat, given_released, given_review, untouched, violations
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ANSWER = {"answer": "Thank you! The light was kind."}


def given_reviewed(**fields: Any) -> tuple[Seat, Review]:
    """A paid seat that its owner reviewed."""
    seat = given_released()
    human = seat.worker.account.public_profile_id
    said = {"bountyId": seat.bounty.public_id, "humanId": human, "rating": 3, "comment": "A bit dark."} | fields
    assert seat.agent.post("/api/reviews", said).status == 200
    return seat, Review.objects.get(human=seat.worker.account)


def answer(who: Api, review: Review, **fields: Any) -> Answer:
    return who.post(f"/api/reviews/{review.public_id}/answer", ANSWER | fields)


def test_the_answer_stands_beside_the_review_for_everybody(anonymous: Api) -> None:
    seat, review = given_reviewed()

    answered = answer(seat.worker, review)

    shown = answered["review"]
    assert answered.status == 200 and shown["comment"] == "A bit dark."
    assert shown["answer"] == {"text": ANSWER["answer"], "createdAt": shown["answer"]["createdAt"], "isHidden": False}
    human = seat.worker.account.public_profile_id
    assert anonymous.get(f"/api/reviews?humanId={human}")["reviews"] == [shown]
    assert "conversationId" not in shown, "the conversation is nobody else's"
    applicants = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications")["applications"]
    (recent,) = applicants[0]["reviewSummary"]["recentReviews"]
    assert (recent["comment"], recent["answer"]) == (shown["comment"], shown["answer"])


def test_the_answer_opens_the_feedback_conversation_with_its_author() -> None:
    seat, review = given_reviewed()

    answered = answer(seat.worker, review)

    talk = seat.agent.get(f"/api/conversations/{answered['conversationId']}")
    shown = talk["conversation"]
    assert (shown["kind"], shown["status"], shown["subject"]) == ("feedback", "active", f"Review: {seat.bounty.title}")
    assert (shown["bountyId"], shown["viewerSide"], shown["messageCount"]) == (seat.bounty.public_id, "agent", 1)
    assert "applicationId" not in shown, "the work is over: an offer made here is new work"
    (message,) = talk["messages"]
    assert (message["content"], message["senderType"]) == (ANSWER["answer"], "human")
    review.refresh_from_db()
    assert review.conversation == Conversation.objects.get(kind="feedback")
    for writer in (seat.agent, seat.worker):
        sent = writer.post(f"/api/conversations/{answered['conversationId']}/messages", {"content": "Next time?"})
        assert sent.status == 200


def test_the_author_hears_of_it_once_by_event_and_mail(new_events: Any) -> None:
    seat, review = given_reviewed()
    new_events.clear()

    answered = answer(seat.worker, review)

    assert new_events() == ["message.received"]
    event = Event.objects.filter(type="message.received").latest("created_at")
    assert event.account_id == seat.agent.account.pk
    assert event.data == {
        "conversationId": answered["conversationId"],
        "humanId": seat.worker.account.public_profile_id,
        "bountyId": seat.bounty.public_id,
        "messageId": Message.objects.get(conversation__kind="feedback").public_id,
        "preview": ANSWER["answer"],
        "fromSide": "human",
    }
    mail = mailbox(seat.agent)[-1]
    assert mail["subject"] == f"Your review was answered: {seat.bounty.title}"
    assert ANSWER["answer"] in mail["text"] and f"/messages/{answered['conversationId']}" in mail["text"]


def test_who_switched_mails_about_messages_off_gets_none() -> None:
    seat, review = given_reviewed()
    seat.agent.account.mail_messages = False
    seat.agent.account.save()

    assert answer(seat.worker, review).status == 200

    assert not any("answered" in subject for subject in subjects(seat.agent))


def test_the_person_reviewed_is_mailed_the_review_and_where_to_answer() -> None:
    seat, _ = given_reviewed(comment="A bit dark.\nBut on time.")

    mail = mailbox(seat.worker)[-1]

    assert mail["subject"] == f"{seat.agent.account.display_name} reviewed your work: {seat.bounty.title}"
    assert "3 of 5 stars" in mail["text"] and "> A bit dark.\n> But on time." in mail["text"]
    assert f"/work/{seat.application.public_id}#review" in mail["text"]


def test_a_review_is_answered_once() -> None:
    seat, review = given_reviewed()
    assert answer(seat.worker, review).status == 200

    with untouched():
        again = answer(seat.worker, review, answer="And another thing.")

    assert (again.status, again.code) == (409, "already_answered")


def test_the_same_key_gets_the_same_answer_and_acts_once() -> None:
    seat, review = given_reviewed()
    first = answer(seat.worker, review, idempotencyKey="answer-1")

    with untouched():
        again = answer(seat.worker, review, idempotencyKey="answer-1")

    assert again.status == 200 and again.body == first.body


def test_nobody_else_answers(other_worker: Api, other_agent: Api, operator: Api) -> None:
    seat, review = given_reviewed()

    with untouched():
        for who in (seat.agent, other_worker, other_agent, operator):
            refused = answer(who, review)
            assert (refused.status, refused.code) == (403, "not_reviewee")


def test_unknown_reviews_and_those_of_closed_accounts_are_not_found(other_worker: Api) -> None:
    seat, review = given_reviewed()
    seat.worker.account.is_active = False
    seat.worker.account.save()

    with untouched():
        unknown = other_worker.post(f"/api/reviews/{ids.encode('rev', ids.new())}/answer", ANSWER)
        closed = answer(other_worker, review)

    assert (unknown.status, unknown.code) == (closed.status, closed.code) == (404, "not_found")
    assert unknown["error"] == closed["error"]


def test_a_review_of_an_author_who_is_gone_is_answered_all_the_same() -> None:
    seat, review = given_reviewed()
    seat.agent.account.is_active = False
    seat.agent.account.save()

    answered = answer(seat.worker, review)

    assert answered.status == 200 and answered["conversationId"]
    assert not any("answered" in subject for subject in subjects(str(seat.agent.account.email)))


def test_somebody_who_was_blocked_answers_publicly_and_sends_nothing(anonymous: Api, new_events: Any) -> None:
    seat, review = given_reviewed()
    human = seat.worker.account.public_profile_id
    assert seat.agent.post("/api/humans/blocks", {"humanId": human}).status == 200
    mails = len(mailbox(seat.agent))
    new_events.clear()

    answered = answer(seat.worker, review)

    assert (answered.status, answered["conversationId"]) == (200, None)
    assert anonymous.get(f"/api/reviews?humanId={human}")["reviews"][0]["answer"]["text"] == ANSWER["answer"]
    assert new_events() == [] and len(mailbox(seat.agent)) == mails
    assert not Conversation.objects.filter(kind="feedback").exists()
    with untouched():
        assert answer(seat.worker, review).code == "already_answered"


def test_whoever_is_blocked_later_writes_no_more_in_it() -> None:
    seat, review = given_reviewed()
    talk = answer(seat.worker, review)["conversationId"]
    seat.agent.post("/api/humans/blocks", {"humanId": seat.worker.account.public_profile_id})

    with untouched():
        refused = seat.worker.post(f"/api/conversations/{talk}/messages", {"content": "Hello?"})

    assert refused.code == "message_refused"


def test_words_that_operators_forbid_are_not_published() -> None:
    seat, review = given_reviewed()
    MessageRule.objects.create(phrase="pay me outside", reason="payment outside of the service")

    with untouched():
        refused = answer(seat.worker, review, answer="Pay me OUTSIDE next time.")

    assert (refused.status, refused.code) == (403, "message_refused")
    assert "not published" in refused["error"]


@pytest.mark.parametrize("wrong", ["", "   ", "a" * 2001, None, 5, ["Thanks"]])
def test_an_answer_has_one_to_2000_characters(wrong: Any) -> None:
    seat, review = given_reviewed()

    with untouched():
        refused = answer(seat.worker, review, answer=wrong)

    assert (refused.status, list(refused["fields"])) == (400, ["answer"])


def test_an_answer_is_kept_as_sent() -> None:
    seat, review = given_reviewed()
    words = "<b>ä</b>\n\u202eok 🙂 " + "x" * 1900

    answered = answer(seat.worker, review, answer=words)

    assert answered["review"]["answer"]["text"] == words == Message.objects.get(conversation__kind="feedback").content


def test_a_review_from_before_conversations_is_answered_too() -> None:
    author, human = given_worker(), given_worker()
    review = given_review(human=human.account, author=author.account)

    answered = answer(human, review)

    assert (
        author.get(f"/api/conversations/{answered['conversationId']}")["conversation"]["subject"] == "Review: your work"
    )


PAIRS = [
    Pair(given_reviewed, Review, {"answer": "Thanks."}, "review_answer_has_its_moment"),
    Pair(lambda: answer(*_answered()), Review, {"answer": ""}, "review_answer_has_its_moment"),
    Pair(lambda: answer(*_answered()), Review, {"answered_at": None}, "review_answer_has_its_moment"),
    Pair(given_reviewed, Review, {"answer_hidden_reason": "Rude."}, "review_answer_has_its_moment"),
    Pair(
        lambda: given_reviewed(comment=""), Review, {"comment_hidden_reason": "Rude."}, "review_hidden_comment_is_there"
    ),
]


def _answered() -> tuple[Api, Review]:
    seat, review = given_reviewed()
    return seat.worker, review


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


def test_check_ledger_names_an_answer_in_a_foreign_conversation() -> None:
    seat, review = given_reviewed()
    answer(seat.worker, review)
    Conversation.objects.filter(kind="feedback").update(human=given_worker().account)

    assert [row[0] for row in violations()] == ["review answered in a foreign conversation"]
    Conversation.objects.filter(kind="feedback").update(human=seat.worker.account)

"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

from typing import Any

import pytest

from humans.models import Conversation, Service, SpeechAttempt, Subscription
from humans.services import cycle_ends
from marketplace.core import clock, ids
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_worker
from tests.factories.conversations import given_talk
from tests.factories.services import given_approved, given_service

pytestmark = pytest.mark.django_db
MIGRATION = "humans.migrations.0004_columns_agree"
NOW = clock.now()


def given_words() -> None:
    assert given_talk().row.message_count > 0


def given_silence() -> None:
    Conversation.objects.create(subject="Errands", agent=given_worker().account, human=given_worker().account)


def given_hidden() -> None:
    given_service()
    Service.objects.update(hidden_at=NOW, hidden_reason="Sells something else.")


def given_speech(status: str) -> None:
    said: dict[str, Any] = {
        "scored": {"cefr": "B2"},
        "retry": {"reason": "low_confidence"},
        "error": {"error_code": "x"},
    }
    SpeechAttempt.objects.create(
        account=given_worker().account, bounty_id=ids.new(), language="en", seconds=9, recording_id=ids.new(), status=status,
        decided_at=None if status == "pending" else NOW, next_attempt_at=NOW if status == "pending" else None,
        **said.get(status, {}),
    )  # fmt: skip


def given_past_due() -> None:
    given_approved()
    Subscription.objects.update(status="past_due", past_due_since=NOW)


def given_canceled() -> None:
    cycle_ends.end(given_approved().row, "by_request")


PAIRS = [
    Pair(given_words, Conversation, {"message_count": 0}, "conversation_last_message_fits"),
    Pair(given_words, Conversation, {"last_message_at": None}, "conversation_last_message_fits"),
    Pair(given_words, Conversation, {"last_message_side": ""}, "conversation_last_message_fits"),
    Pair(given_silence, Conversation, {"message_count": 1}, "conversation_last_message_fits"),
    Pair(given_hidden, Service, {"hidden_at": None}, "service_hidden_says_why"),
    Pair(given_hidden, Service, {"hidden_reason": ""}, "service_hidden_says_why"),
    Pair(lambda: given_speech("pending"), SpeechAttempt, {"decided_at": NOW}, "speech_result_fits"),
    Pair(lambda: given_speech("scored"), SpeechAttempt, {"decided_at": None}, "speech_result_fits"),
    Pair(lambda: given_speech("scored"), SpeechAttempt, {"cefr": ""}, "speech_result_fits"),
    Pair(lambda: given_speech("retry"), SpeechAttempt, {"reason": ""}, "speech_result_fits"),
    Pair(lambda: given_speech("error"), SpeechAttempt, {"error_code": ""}, "speech_result_fits"),
    Pair(lambda: given_speech("error"), SpeechAttempt, {"cefr": "B2"}, "speech_result_fits"),
    Pair(given_past_due, Subscription, {"past_due_since": None}, "subscription_past_due_has_its_moment"),
    Pair(given_past_due, Subscription, {"status": "active"}, "subscription_past_due_has_its_moment"),
    Pair(given_canceled, Subscription, {"end_reason": ""}, "subscription_end_has_its_reason"),
    Pair(given_approved, Subscription, {"end_reason": "not_paid"}, "subscription_end_has_its_reason"),
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

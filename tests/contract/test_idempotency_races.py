"""The same key at the same moment: one effect, and an answer for both."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from marketplace.models import ApiKey
from marketplace.services import keys
from tests.api import Answer, Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_agent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
SAME = {"Idempotency-Key": "same"}


def started(call: Callable[[], Answer]) -> tuple[threading.Thread, list[Answer]]:
    answers: list[Answer] = []

    def work() -> None:
        try:
            answers.append(call())
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread, answers


def create(agent: Api) -> Callable[[], Answer]:
    twin = Api(agent.account, agent.headers)
    return lambda: twin.post("/api/keys", {"name": "mine"}, **SAME)


def test_two_at_once_have_one_effect_and_the_same_answer() -> None:
    agent = given_agent()
    pairs = [started(create(agent)) for _ in range(4)]
    for thread, _ in pairs:
        thread.join(timeout=30)
    answers = [answers[0] for _, answers in pairs]

    assert [answer.status for answer in answers] == [200] * 4, [answer.body for answer in answers]
    assert len({answer["key"]["id"] for answer in answers}) == 1
    assert sorted(answer["apiKey"] is None for answer in answers) == [False, True, True, True]
    assert ApiKey.objects.filter(account=agent.account).count() == 2, "the one of the caller, and one new"


def test_two_deposits_at_once_are_one_checkout() -> None:
    agent = given_agent()
    twins = [Api(agent.account, agent.headers) for _ in range(3)]
    pairs = [started(lambda twin=twin: twin.post("/api/wallet/deposit", {"amount": 25}, **SAME)) for twin in twins]
    for thread, _ in pairs:
        thread.join(timeout=30)

    assert {answers[0].status for _, answers in pairs} == {200}
    assert len({answers[0]["depositId"] for _, answers in pairs}) == 1
    assert sum(answers[0].headers.get("Idempotency-Replayed") == "true" for _, answers in pairs) == 2


def test_a_second_call_waits_two_seconds_and_is_told_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_agent()
    inside, go_on, real = threading.Event(), threading.Event(), keys.create

    def slow(*args: Any, **kwargs: Any) -> Any:
        inside.set()
        assert go_on.wait(timeout=20)
        return real(*args, **kwargs)

    monkeypatch.setattr(keys, "create", slow)
    thread, answers = started(create(agent))
    assert inside.wait(timeout=10)

    begun = time.monotonic()
    told = create(agent)()
    waited = time.monotonic() - begun
    go_on.set()
    thread.join(timeout=20)

    check_failure(told, 409, "idempotency_in_progress")
    assert told.headers["Retry-After"] == "2"
    assert 1.5 < waited < 4
    assert answers[0].status == 200
    assert create(agent)()["key"]["id"] == answers[0]["key"]["id"], "asking again gives the answer of the first"
    assert ApiKey.objects.filter(account=agent.account).count() == 2


def test_a_second_call_goes_ahead_when_the_first_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_agent()
    inside, go_on, real, calls = threading.Event(), threading.Event(), keys.create, []

    def first_fails(*args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            inside.set()
            assert go_on.wait(timeout=20)
            raise RuntimeError("the first dies in the middle")
        return real(*args, **kwargs)

    monkeypatch.setattr(keys, "create", first_fails)
    first, first_answers = started(create(agent))
    assert inside.wait(timeout=10)
    second, second_answers = started(create(agent))
    time.sleep(0.2)
    go_on.set()
    first.join(timeout=20)
    second.join(timeout=20)

    assert first_answers[0].status == 500
    assert second_answers[0].status == 200, second_answers[0].body
    assert "Idempotency-Replayed" not in second_answers[0].headers
    assert ApiKey.objects.filter(account=agent.account).count() == 2

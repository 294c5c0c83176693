"""The timeline and the secrets of webhooks under many hands: a change is never without its line, however it ends; refusals that
meet are counted; of two rotations at once one gives the secret."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.models import Call, IdempotencyRecord
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent
from tests.kills import Verb, check_killed_anywhere
from wallet.models import PaymentLink
from webhooks.models import Endpoint
from webhooks.services import endpoints

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]
LINK = {"amount": 5, "description": "Two hours of proofreading"}
HOOK = {"url": "http://127.0.0.1:9/hook", "events": ["*"]}


def test_two_rotations_at_once_give_one_new_secret(at_once: AtOnce) -> None:
    agent = given_agent()
    made = agent.post("/api/webhooks/endpoints", HOOK)
    path = f"/api/webhooks/endpoints/{made['endpoint']['id']}/rotate-secret"

    answers = at_once(*(lambda: agent.post(path) for _ in range(4)))

    given = [answer["secret"] for answer in answers if answer.status == 200]
    assert sorted(answer.code or "" for answer in answers) == ["", *["secret_rotating"] * 3]
    assert endpoints.secrets_of(Endpoint.objects.get()) == [given[0], made["secret"]]


def test_refusals_that_meet_are_counted(at_once: AtOnce) -> None:
    agent = given_agent()
    at_once(*(lambda: agent.post("/api/payment-links", LINK | {"amount": -1}) for _ in range(8)))

    assert sum(Call.objects.filter(account=agent.account).values_list("repeats", flat=True)) == 8


def test_the_same_call_at_once_has_one_line(at_once: AtOnce) -> None:
    agent = given_agent()
    at_once(*(lambda: agent.post("/api/payment-links", LINK, Idempotency_Key="same") for _ in range(6)))

    assert PaymentLink.objects.count() == Call.objects.filter(status__lt=400).count() == 1


def test_killed_anywhere_a_change_has_its_line_or_is_not_there() -> None:
    """`tests/kills.py` looks at the lines after each death of every other verb, too."""

    def post() -> Verb:
        agent: Api = given_funded_agent()
        body = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
        return lambda: agent.post("/api/bounties", body, Idempotency_Key="same")

    assert check_killed_anywhere(post) >= 2, "it was killed at its beginning and at its commit"
    done = IdempotencyRecord.objects.filter(operation="bounty.create", status=200).count()
    assert list(Call.objects.filter(operation="createBounty").values_list("cents", flat=True)) == [590] * done

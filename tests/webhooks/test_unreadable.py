"""An endpoint whose secret no SECRET_KEY opens: one visible fault, its deliveries wait, and go on when the key is back."""

import logging
from collections.abc import Callable

import pytest
from django.test import override_settings

from marketplace.selectors import staff_work
from tests.api import Api
from tests.factories.accounts import AccountFactory
from webhooks.models import Attempt, Delivery, Endpoint
from webhooks.services import claims, endpoints

from .conftest import Receiver, deliver, given_endpoint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
Start = Callable[[], Receiver]
LOST = override_settings(SECRET_KEY="another key" * 5, SECRET_KEY_FALLBACKS=[])


def given_waiting(agent: Api, url: str, count: int = 3) -> str:
    endpoint_id, _ = given_endpoint(agent, url)
    for _ in range(count):
        assert agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test").status == 200
    return endpoint_id


@pytest.mark.main
def test_a_lost_key_is_one_fault_and_not_a_line_for_each_delivery(
    agent: Api, receiver: Start, caplog: pytest.LogCaptureFixture
) -> None:
    hook = receiver()
    given_waiting(agent, hook.url)
    with LOST, caplog.at_level(logging.ERROR):
        for _ in range(5):
            deliver()
        assert [record.message for record in caplog.records if "SECRET_KEY" in record.message] == [
            "no SECRET_KEY opens the secret of a webhook endpoint: its deliveries wait. Put the missing key into "
            "SECRET_KEY_FALLBACKS and restart"
        ]
        assert not claims.has_due(), "no task is queued for what can't be sent"
        shown = {item.label: (count, item.is_urgent) for item, count in staff_work.counted(AccountFactory())}
        assert shown["Endpoints whose secret no SECRET_KEY opens"] == (1, True)

    assert hook.received == []
    assert not Attempt.objects.exists(), "no attempt is used up"
    assert set(Delivery.objects.values_list("status", "leased_until")) == {("pending", None)}


def test_what_waited_is_sent_once_when_the_key_is_back(agent: Api, receiver: Start) -> None:
    hook = receiver()
    given_waiting(agent, hook.url)
    with LOST:
        deliver()
        assert endpoints.resume_readable() == 0, "still lost"

    assert endpoints.resume_readable() == 1
    deliver()

    assert len(hook.received) == 3
    assert len({one.headers["X-Service-Delivery"] for one in hook.received}) == 3
    assert Endpoint.objects.get().unreadable_since is None


def test_a_rotated_secret_ends_it_too_when_the_key_is_lost_for_good(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint_id = given_waiting(agent, hook.url, 1)
    with LOST:
        deliver()
        rotated = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/rotate-secret")
        assert rotated.status == 200, rotated.body
        deliver()

    assert len(hook.received) == 1
    assert Endpoint.objects.get().old_sealed_secret == "", "what nobody can open signs nothing"


def test_another_endpoint_is_not_held_up(agent: Api, receiver: Start) -> None:
    hook, lost = receiver(), receiver()
    given_waiting(agent, lost.url)
    with LOST:
        endpoint_id, _ = given_endpoint(agent, hook.url)
        agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
        deliver()
    assert (len(hook.received), len(lost.received)) == (1, 0)

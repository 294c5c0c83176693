"""A claim costs what is due, not what waits; and nothing that is due is missed."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.db.models import Min
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from tests.api import Api
from webhooks import outbox
from webhooks.models import Delivery, DueEndpoint, Endpoint
from webhooks.selectors import due
from webhooks.services import claims, endpoints, redeliveries

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
Start = Callable[[], Receiver]
NOBODY = "http://127.0.0.1:9/hook"
_COPY_ENDPOINT = """
    insert into webhooks_endpoint (id, created_at, url, events, description, sealed_secret, old_sealed_secret, legacy,
        consecutive_failures, disabled_reason, account_id, key_id)
    select gen_random_uuid(), created_at, url || gen_random_uuid(), events, '', sealed_secret, '', false, %s, '', account_id, key_id
    from webhooks_endpoint, generate_series(1, %s) where id = %s
"""
_COPY_DELIVERY = """
    insert into webhooks_delivery (id, created_at, event_type, status, body, attempts, earlier_attempts, last_error,
        next_attempt_at, endpoint_id, event_id)
    select gen_random_uuid(), delivery.created_at, event_type, 'retrying', body, 1, 0, '', %s, endpoint.id, event_id
    from webhooks_delivery delivery, webhooks_endpoint endpoint
    where delivery.endpoint_id = %s and endpoint.id <> delivery.endpoint_id
        and not exists (select from webhooks_delivery had where had.endpoint_id = endpoint.id)
"""


def given_first(agent: Api) -> UUID:
    """A paused endpoint, whose delivery others are made of."""
    endpoint_id, _ = given_endpoint(agent, NOBODY)
    assert agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test").status == 200
    endpoint = Endpoint.objects.get()
    endpoints.disable(endpoint, endpoints.PAUSED)
    assert not claims.has_due()
    assert not DueEndpoint.objects.exists()
    return endpoint.pk


def given_waiting(first: UUID, count: int, next_attempt_at: Any, *, failures: int = 0) -> None:
    """So many endpoints more, each with a delivery that is tried again at that time."""
    with connection.cursor() as cursor:
        cursor.execute(_COPY_ENDPOINT, [failures, count, first])
        cursor.execute(_COPY_DELIVERY, [next_attempt_at, first])
        cursor.execute("analyze webhooks_delivery, webhooks_endpoint")


def blocks_of_a_claim(count: int = 32) -> int:
    """Blocks read by the statements that look for something to send."""
    with CaptureQueriesContext(connection) as asked:
        claims._look(count, clock.wall(), ())
    read = 0
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            cursor.execute("explain (analyze, buffers, format json) " + query["sql"].replace("%", "%%"), ())
            plan = cursor.fetchone()[0][0]["Plan"]
            read += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    return read


def check_cost(agent: Api, at: Callable[[str], Any], most: int) -> None:
    at("2026-11-21T10:00:00Z")
    first = given_first(agent)
    for failures in (0, 1):
        given_waiting(first, 100, "2026-11-21T11:00:00Z", failures=failures)
    few = blocks_of_a_claim()

    given_waiting(first, most - 200, "2026-11-21T11:00:00Z", failures=1)

    assert DueEndpoint.objects.count() == most
    assert blocks_of_a_claim() <= few + 4 < 30
    assert claims.claim(32) == []


@pytest.mark.main
def test_a_claim_costs_the_same_however_many_receivers_wait(agent: Api, at: Callable[[str], Any]) -> None:
    check_cost(agent, at, 2_000)


def test_twenty_thousand_waiting_receivers_cost_a_claim_what_two_hundred_do(
    agent: Api, at: Callable[[str], Any]
) -> None:
    check_cost(agent, at, 20_000)


def test_failing_receivers_beyond_their_share_are_passed_over(agent: Api, at: Callable[[str], Any]) -> None:
    # given many that are due and fail, of which as many are called as may be
    at("2026-11-21T10:00:00Z")
    first = given_first(agent)
    given_waiting(first, 600, "2026-11-21T09:59:00Z", failures=1)
    account = Endpoint.objects.filter(consecutive_failures=1).values("pk")[: claims.PER_ACCOUNT]
    Delivery.objects.filter(endpoint__in=account).update(leased_until=clock.wall() + claims.LEASE)

    assert claims.claim(32) == []
    assert blocks_of_a_claim() < 300, "the others of the account are not read"


def first_due_at() -> datetime | None:
    """When beat is to wake for a delivery."""
    looks = [look for look in due.rows() if look.rows.model is DueEndpoint]
    found = (look.rows.aggregate(first=Min(look.by))["first"] for look in looks)
    return min((moment for moment in found if moment is not None), default=None)


def due_at() -> Any:
    return DueEndpoint.objects.values_list("due_at", flat=True).first()


@pytest.mark.main
def test_the_first_due_time_is_known_at_every_step(agent: Api, receiver: Start, at: Callable[[str], Any]) -> None:
    assert first_due_at() is None
    began = at("2026-11-21T10:00:00Z")
    hook = receiver()
    hook.statuses = [500]
    endpoint_id, _ = given_endpoint(agent, hook.url)
    with transaction.atomic():
        outbox.publish(type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data={})

    # when it fails, then it is due in 30 seconds
    assert deliver() == 1
    assert str(first_due_at()) == "2026-11-21 10:00:30+00:00", began
    assert DueEndpoint.objects.get().failing

    # when it is sent again by hand, then at once
    redeliveries.restart(Delivery.objects.get())
    assert first_due_at() == clock.now()

    # when it has arrived, then nothing waits
    assert deliver() == 1
    assert not claims.has_due()
    assert (first_due_at(), DueEndpoint.objects.exists()) == (None, False)

    # and what is sent once more is due again
    redeliveries.restart(Delivery.objects.get())
    assert claims.has_due()
    assert not DueEndpoint.objects.get().failing
    agent.patch(f"/api/webhooks/endpoints/{endpoint_id}", {"enabled": False})
    assert not claims.has_due()
    assert not DueEndpoint.objects.exists(), "what a paused endpoint had open has failed"


def test_whatever_writes_a_delivery_is_noticed(agent: Api, at: Callable[[str], Any]) -> None:
    """The release before writes the same rows, and knows of no due endpoints."""
    at("2026-11-21T10:00:00Z")
    first = given_first(agent)
    given_waiting(first, 1, "2026-11-21T11:00:00Z")
    assert str(due_at()) == "2026-11-21 11:00:00+00:00"

    Delivery.objects.filter(status="retrying").update(next_attempt_at=clock.now())
    assert due_at() == clock.now()

    Delivery.objects.filter(status="retrying").update(status="failed", next_attempt_at=None)
    assert not claims.has_due()
    assert not DueEndpoint.objects.exists()

    Delivery.objects.filter(status="failed").exclude(endpoint=first).update(
        status="pending", next_attempt_at=clock.now()
    )
    assert claims.has_due()


def test_endpoints_with_nothing_to_send_hide_no_others(
    agent: Api, at: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given more endpoints than one look reads, whose deliveries were taken away, before one with a delivery
    at("2026-11-21T10:00:00Z")
    monkeypatch.setattr(claims, "_MOST_ENDPOINTS", 3)
    first = given_first(agent)
    given_waiting(first, 20, "2026-11-21T09:00:00Z")
    Delivery.objects.filter(status="retrying").delete()
    given_waiting(first, 1, "2026-11-21T09:30:00Z")
    waiting = Endpoint.objects.filter(deliveries__status="retrying").latest("created_at", "id")
    Delivery.objects.filter(status="retrying").exclude(endpoint=waiting).delete()
    assert DueEndpoint.objects.count() == 21

    (letter,) = claims.claim(32)

    assert letter.endpoint_id == waiting.pk
    assert DueEndpoint.objects.get().endpoint_id == waiting.pk


def test_an_endpoint_with_a_lost_key_waits_without_being_looked_at(agent: Api, at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    first = given_first(agent)
    given_waiting(first, 300, "2026-11-21T09:00:00Z")
    Endpoint.objects.exclude(pk=first).update(unreadable_since=clock.now())

    assert not claims.has_due()
    assert set(DueEndpoint.objects.values_list("due_at", flat=True)) == {None}
    assert blocks_of_a_claim() < 30

    # when the key is back, all are due again
    assert endpoints.resume_readable() == 300
    assert claims.has_due()
    assert str(first_due_at()) == "2026-11-21 09:00:00+00:00"

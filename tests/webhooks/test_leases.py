"""Deliveries in flight are found without an index of all deliveries, so that a claim rewrites none."""

from collections.abc import Callable

import pytest
from django.db import connection

from marketplace.core import clock
from tests.api import Api
from webhooks.models import Delivery, Endpoint, Event, Lease
from webhooks.services import claims, fan_out

from .conftest import Receiver, deliver, given_endpoint
from .test_claims import given_tests

pytestmark = pytest.mark.django_db
Start = Callable[[], Receiver]
NOBODY = "http://127.0.0.1:9/hook"


def hot_and_all() -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_stat_get_xact_tuples_hot_updated('webhooks_delivery'::regclass), "
            "pg_stat_get_xact_tuples_updated('webhooks_delivery'::regclass)"
        )
        hot, updated = cursor.fetchone()
    return hot, updated


@pytest.mark.main
def test_a_claim_is_a_hot_update(agent: Api) -> None:
    # given a few deliveries a page, as they come
    given_endpoint(agent, NOBODY)
    events = Event.objects.bulk_create(
        Event(account=agent.account, type="escrow.funded", entity="esc_x", key=f"escrow.funded:esc_x.{n}", data={})
        for n in range(40)
    )
    endpoint = Endpoint.objects.get()
    Delivery.objects.bulk_create(fan_out.delivery_of(endpoint, event) for event in events)
    hot, updated = hot_and_all()

    assert len(claims.claim(32)) == claims.PER_ENDPOINT

    assert [now - before for now, before in zip(hot_and_all(), (hot, updated), strict=True)] == [2, 2]


def test_what_is_in_flight_is_known_until_its_outcome(agent: Api, receiver: Start) -> None:
    hook = receiver()
    given_tests(agent, hook.url, 2)
    assert len(claims.claim(32)) == 2
    assert claims.InFlight.now(clock.wall()).endpoints.total() == Lease.objects.count() == 2

    # a lease that ended, and one that was given back, are none
    first, second = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=first.pk).update(leased_until=clock.wall())
    Delivery.objects.filter(pk=second.pk).update(leased_until=None)
    assert claims.InFlight.now(clock.wall()).endpoints.total() == 0

    assert deliver() == 2
    assert not Lease.objects.exists()


def test_a_lease_of_the_release_before_counts(agent: Api) -> None:
    given_tests(agent, NOBODY, 3)

    Delivery.objects.filter(pk__in=Delivery.objects.values("pk")[:2]).update(leased_until=clock.wall() + claims.LEASE)

    assert claims.claim(32) == []


def test_rows_left_behind_go_with_the_next_claim(agent: Api) -> None:
    given_tests(agent, NOBODY, 3)
    assert len(claims.claim(32)) == 2
    Delivery.objects.filter(leased_until__isnull=False).update(status="failed", next_attempt_at=None, leased_until=None)

    (letter,) = claims.claim(32)

    assert Lease.objects.get().pk == letter.delivery_id

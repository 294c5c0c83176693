"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest

from marketplace.core import clock
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_agent
from tests.webhooks.conftest import given_endpoint
from webhooks.models import Delivery, Endpoint, Event
from webhooks.services import fan_out

pytestmark = pytest.mark.django_db
MIGRATION = "webhooks.migrations.0002_columns_agree"
NOW = clock.now()


def given_live() -> None:
    given_endpoint(given_agent(), "https://1.1.1.1/hook")


def given_disabled() -> None:
    given_live()
    Endpoint.objects.update(disabled_at=NOW, disabled_reason="too_many_failures")


def given_delivery(status: str) -> None:
    given_live()
    endpoint = Endpoint.objects.get()
    event = Event.objects.create(
        account=endpoint.account, type="escrow.funded", entity="esc_x", key="escrow.funded:esc_x"
    )
    fan_out.delivery_of(endpoint, event).save()
    if status != "pending":
        delivered = NOW if status == "delivered" else None
        Delivery.objects.update(status=status, next_attempt_at=None, delivered_at=delivered)


PAIRS = [
    Pair(given_live, Endpoint, {"disabled_at": NOW}, "endpoint_disabled_says_why"),
    Pair(given_live, Endpoint, {"disabled_reason": "key_revoked"}, "endpoint_disabled_says_why"),
    Pair(given_disabled, Endpoint, {"disabled_at": None}, "endpoint_disabled_says_why"),
    Pair(lambda: given_delivery("pending"), Delivery, {"next_attempt_at": None}, "delivery_due_while_open"),
    Pair(lambda: given_delivery("pending"), Delivery, {"status": "failed"}, "delivery_due_while_open"),
    Pair(lambda: given_delivery("failed"), Delivery, {"status": "retrying"}, "delivery_due_while_open"),
    Pair(lambda: given_delivery("failed"), Delivery, {"status": "delivered"}, "delivery_delivered_at_a_moment"),
    Pair(lambda: given_delivery("delivered"), Delivery, {"delivered_at": None}, "delivery_delivered_at_a_moment"),
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

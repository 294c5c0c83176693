"""An account whose receivers are slow or dead holds up only itself: every share of the calls in the air is exact."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.services import keys
from tests.api import Api
from tests.factories.accounts import given_agent
from webhooks.models import Attempt, Delivery, Endpoint, Event
from webhooks.services import attempts, claims, fan_out

from .conftest import Receiver, given_endpoint
from .test_claims import eventually, side_by_side

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
NOBODY = "http://127.0.0.1:9/hook"


def given_due(agent: Api, url: str, endpoints: int, *, ailing: bool = False) -> None:
    """One account with many endpoints, each with two deliveries that are due. A key has five at most."""
    for number in range(endpoints):
        if number % 5 == 0:
            caller = Api(agent.account, {"X-API-Key": keys.issue(agent.account, f"key {number}")[1]})
        endpoint_id, _ = given_endpoint(caller, f"{url}/{agent.account.pk}/{number}")
        for _ in range(2):
            assert caller.post(f"/api/webhooks/endpoints/{endpoint_id}/test").status == 200
    if ailing:
        Endpoint.objects.filter(account=agent.account).update(consecutive_failures=1)


def claimed_by_account(letters: list[claims.Call]) -> Counter[Any]:
    owners = dict(Endpoint.objects.values_list("pk", "account_id"))
    return Counter(owners[letter.endpoint_id] for letter in letters)


def test_one_account_takes_its_share_and_leaves_the_rest_to_the_others(agent: Api, other_agent: Api) -> None:
    given_due(agent, NOBODY, 12)
    given_due(other_agent, NOBODY, 3)

    taken = claimed_by_account(claims.claim(32))

    assert taken == {agent.account.pk: claims.PER_ACCOUNT, other_agent.account.pk: 6}
    assert claims.claim(32) == [], "while these are in the air, there is no room"


def test_the_share_of_an_account_is_exact_however_many_workers_claim(agent: Api) -> None:
    given_due(agent, NOBODY, 12)

    for _ in range(4):
        claimed = [letter for letters in side_by_side(lambda: claims.claim(32), 4) for letter in letters]
        assert len(claimed) == len({letter.delivery_id for letter in claimed}) == claims.PER_ACCOUNT
        Delivery.objects.update(leased_until=None)


def test_receivers_that_failed_last_time_share_half_of_the_calls(agent: Api) -> None:
    # given more accounts with dead receivers than have room together, all due before a good one
    for _ in range(4):
        given_due(given_agent(), NOBODY, 4, ailing=True)
    given_due(agent, NOBODY, 1)

    taken = claimed_by_account(claims.claim(32))

    # then the dead have their share, and the good one was not behind them
    assert taken[agent.account.pk] == 2
    assert taken.total() - 2 == claims.FAILING < attempts.IN_FLIGHT
    assert claims.claim(32) == []


def test_whoever_answers_comes_before_the_ailing(agent: Api, other_agent: Api) -> None:
    given_due(other_agent, NOBODY, 2, ailing=True)
    given_due(agent, NOBODY, 1)

    (letter,) = claims.claim(1)

    assert letter.endpoint_id == Endpoint.objects.get(account=agent.account).pk


def rows_read(node: dict[str, Any]) -> int:
    """Of deliveries, in a plan that was carried out."""
    read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0) if "Scan" in node["Node Type"] else 0
    own = int(read * node["Actual Loops"]) if node.get("Relation Name") == "webhooks_delivery" else 0
    return own + sum(rows_read(child) for child in node.get("Plans", ()))


def test_what_a_slow_receiver_has_waiting_is_not_read_through(agent: Api, other_agent: Api) -> None:
    # given one receiver with a thousand deliveries due, and another with two
    given_due(agent, NOBODY, 1)
    waiting = [
        Event(account=agent.account, type="escrow.funded", entity="esc_x", key=f"escrow.funded:esc_x.{number}")
        for number in range(1000)
    ]
    Delivery.objects.bulk_create(
        fan_out.delivery_of(Endpoint.objects.get(), event) for event in Event.objects.bulk_create(waiting)
    )
    given_due(other_agent, NOBODY, 1)

    with connection.cursor() as cursor, CaptureQueriesContext(connection) as asked:
        cursor.execute("analyze webhooks_delivery")
        taken = claimed_by_account(claims.claim(32))
        assert taken == {agent.account.pk: 2, other_agent.account.pk: 2}
        Delivery.objects.update(leased_until=None)
        look = next(query["sql"] for query in asked.captured_queries if "with due as" in query["sql"])
        cursor.execute("explain (analyze, format json) " + look.replace("%", "%%"), ())
        (plan,) = cursor.fetchone()

    assert rows_read(plan[0]["Plan"]) < 50, plan


def test_an_endpoint_that_takes_a_delivery_is_ailing_no_more(
    agent: Api, receiver: Callable[[], Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    given_due(agent, receiver().url, 1, ailing=True)
    monkeypatch.setattr(claims, "FAILING", 1)

    assert attempts.deliver_due() == 2
    assert Endpoint.objects.get().consecutive_failures == 0


def test_two_accounts_whose_receivers_hang_do_not_delay_a_third(
    agent: Api, receiver: Callable[[], Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given two accounts with more hanging receivers than a worker has calls, and then one of another account
    slow, quick = receiver(), receiver()
    slow.hang = 4.0
    for _ in range(2):
        given_due(given_agent(), slow.url, 16)
    given_due(agent, quick.url, 1)
    monkeypatch.setattr(attempts, "enqueue", lambda task: None)
    monkeypatch.setattr(attempts, "RUN_SECONDS", 0.5)  # one round of calls is enough to see it

    running = threading.Thread(target=lambda: (attempts.deliver_due(), connection.close()))
    running.start()
    eventually(lambda: len(quick.received) == 2, 20)

    # then it had its deliveries while not one of theirs was answered, and each had its share
    assert not Attempt.objects.filter(delivery__endpoint__url__startswith=slow.url).exists()
    running.join(timeout=30)
    assert len(slow.received) == 2 * claims.PER_ACCOUNT

"""Workers side by side: never the same attempt twice at once, nothing lost with a dead one, nobody delayed by another."""

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from marketplace.core import clock
from tests.api import Api
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint, Event, Sender
from webhooks.services import attempts, claims, endpoints, fan_out

from .conftest import Receiver, deliver, given_endpoint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
Start = Callable[[], Receiver]
NOBODY = "http://127.0.0.1:9/hook"


def given_tests(agent: Api, url: str, count: int) -> str:
    """An endpoint with `count` test deliveries on their way. Returns its id."""
    endpoint_id, _ = given_endpoint(agent, url)
    for _ in range(count):
        assert agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test").status == 200
    return endpoint_id


def side_by_side(work: Callable[[], Any], count: int = 2) -> list[Any]:
    """Run `work` in threads that start together, each with a connection of its own. Returns results and exceptions."""
    barrier, found = threading.Barrier(count), []

    def run() -> None:
        barrier.wait()
        try:
            found.append(work())
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)


def test_two_workers_racing_for_one_delivery_send_it_once(agent: Api, receiver: Start) -> None:
    hook = receiver()
    given_tests(agent, hook.url, 1)

    made = side_by_side(attempts.deliver_due, 4)

    assert sorted(made) == [0, 0, 0, 1]
    assert len(hook.received) == Attempt.objects.count() == 1


def test_however_many_workers_claim_two_are_in_flight_per_endpoint(agent: Api) -> None:
    given_tests(agent, NOBODY, 8)

    for _ in range(5):
        claimed = [claim for batch in side_by_side(lambda: claims.claim(10), 4) for claim in batch]
        assert len({claim.delivery_id for claim in claimed}) == len(claimed) == 2
        Delivery.objects.update(leased_until=None)


def test_a_worker_killed_between_claim_and_call_loses_nothing(agent: Api, receiver: Start) -> None:
    # given a delivery that a worker claimed and never sent
    hook = receiver()
    given_tests(agent, hook.url, 1)
    assert len(claims.claim(10)) == 1
    assert deliver() == 0, "while the lease lasts, nobody else sends it"

    # when the lease is over
    Delivery.objects.update(leased_until=clock.wall())

    # then another worker sends it, once
    assert deliver() == 1
    assert len(hook.received) == 1


def test_a_worker_killed_in_the_middle_of_a_call_loses_nothing(agent: Api, receiver: Start) -> None:
    # given a worker process that dies while its receiver thinks
    hook = receiver()
    hook.hang = 2.0
    given_tests(agent, hook.url, 1)
    connection.close()
    child = os.fork()
    if child == 0:
        attempts.deliver_due()
        os._exit(0)
    eventually(lambda: len(hook.received) == 1)
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert not Attempt.objects.exists()
    assert Delivery.objects.get().status == "pending"

    # when its lease is over, and that of its place
    hook.hang = 0.0
    Delivery.objects.update(leased_until=clock.wall())
    Sender.objects.update(held_until=clock.wall())

    # then another one sends the same delivery again: same id, same bytes
    assert deliver() == 1
    first, second = hook.received
    assert (first.raw, first.headers["X-Service-Delivery"]) == (second.raw, second.headers["X-Service-Delivery"])
    assert Delivery.objects.get().status == "delivered"
    # and both are in the log; the first is none of its six
    assert list(Attempt.objects.order_by("number").values_list("status", "error")) == [
        (None, claims.INTERRUPTED),
        (200, ""),
    ]
    assert (Delivery.objects.get().attempts, Delivery.objects.get().earlier_attempts) == (2, 1)


def test_a_hanging_receiver_does_not_hold_up_the_others(
    agent: Api, other_agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given ten deliveries to a receiver that hangs, and one to a quick one
    slow, quick = receiver(), receiver()
    slow.hang = 4.0
    given_tests(agent, slow.url, 10)
    given_tests(other_agent, quick.url, 1)
    queued: list[str] = []
    monkeypatch.setattr(attempts, "enqueue", queued.append)

    # when a worker delivers
    running = threading.Thread(target=lambda: (attempts.deliver_due(), connection.close()))
    running.start()
    eventually(lambda: len(quick.received) == 1, 20)

    # then the quick one has its delivery while the slow one has answered nothing yet,
    assert not Attempt.objects.filter(delivery__endpoint__url=slow.url).exists()
    assert len(slow.received) <= 2
    # the run ends with two of the slow one, and the rest waits its turn in the queue behind other work
    running.join(timeout=30)
    assert len(slow.received) == 2
    assert queued == ["webhooks.deliver"]
    slow.hang = 0.0
    assert deliver() == 8


def test_endpoints_without_room_do_not_fill_the_batch(agent: Api, other_agent: Api) -> None:
    for number in range(5):
        given_tests(agent, f"{NOBODY}/{number}", 4)
    assert len(claims.claim(32)) == claims.PER_ACCOUNT
    waiting = given_tests(other_agent, f"{NOBODY}/other", 1)

    (claimed,) = claims.claim(3)

    assert claimed.endpoint_id == Endpoint.objects.get(url=f"{NOBODY}/other").pk
    assert claimed.headers["X-Service-Event"] == "webhook.test", waiting


def test_every_endpoint_has_its_first_turn_before_any_has_its_second(agent: Api) -> None:
    for number in range(3):
        given_tests(agent, f"{NOBODY}/{number}", 2)

    assert len({claim.endpoint_id for claim in claims.claim(3)}) == 3


def test_a_worker_that_finds_only_busy_endpoints_ends_and_does_not_spin(
    agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_tests(agent, NOBODY, 5)
    assert len(claims.claim(10)) == 2
    monkeypatch.setattr(attempts, "enqueue", lambda task: pytest.fail("it would be asked again and again"))

    assert attempts.deliver_due() == 0
    assert claims.due().count() == 3


def test_a_secret_that_no_key_opens_costs_no_attempt_and_stops_nobody(agent: Api, receiver: Start) -> None:
    # given one endpoint whose secret was sealed under a key that is gone
    hook = receiver()
    lost = given_tests(agent, f"{hook.url}/lost", 1)
    given_tests(agent, f"{hook.url}/good", 1)
    sealed = Endpoint.objects.get(url=f"{hook.url}/lost").sealed_secret
    Endpoint.objects.filter(url=f"{hook.url}/lost").update(sealed_secret="gAAAAA")

    assert deliver() == 1

    # then only that one waits, with all its attempts, until the operator names the old key
    assert [got.path for got in hook.received] == ["/hook/good"]
    assert Delivery.objects.get(status="pending").attempts == 0
    assert Endpoint.objects.get(url=f"{hook.url}/lost").consecutive_failures == 0, lost
    Endpoint.objects.filter(url=f"{hook.url}/lost").update(sealed_secret=sealed)
    assert endpoints.resume_readable() == 1
    assert deliver() == 1


def test_a_result_that_can_not_be_written_takes_no_other_along(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = receiver()
    for number in range(4):
        given_tests(agent, f"{hook.url}/{number}", 1)
    write, locked = attempts.record, Delivery.objects.first().pk  # type: ignore[union-attr]

    def record(results: Any) -> None:
        if locked in results:
            raise OperationalError("canceling statement due to lock timeout")
        write(results)

    monkeypatch.setattr(attempts, "record", record)
    assert deliver() == 4

    # then three are recorded, and the fourth comes again when its lease is over
    assert Attempt.objects.count() == 3
    monkeypatch.setattr(attempts, "record", write)
    Delivery.objects.update(leased_until=None)
    assert deliver() == 1
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}


def test_what_is_in_the_air_is_recorded_even_when_nothing_more_can_be_claimed(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = receiver()
    given_tests(agent, hook.url, 4)
    claim, asked = claims.claim, []

    def failing(count: int, **how: Any) -> list[claims.Call]:
        asked.append(count)
        if len(asked) > 1:
            raise OperationalError("the connection was lost")
        return claim(count, **how)

    monkeypatch.setattr(claims, "claim", failing)

    assert attempts.deliver_due() == 2
    assert Attempt.objects.count() == 2


def test_a_call_that_ends_in_an_unforeseen_way_is_a_failed_attempt(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = receiver()
    given_tests(agent, f"{hook.url}/odd", 1)
    given_tests(agent, f"{hook.url}/good", 1)
    call = attempts.post

    def post(url: str, **how: Any) -> Any:
        return call(url, **how) if url.endswith("good") else 1 / 0

    monkeypatch.setattr(attempts, "post", post)
    assert deliver() == 2

    assert sorted(Delivery.objects.values_list("status", "last_error")) == [
        ("delivered", ""),
        ("retrying", "the call could not be made"),
    ]


def test_an_endpoint_deleted_during_fan_out_is_not_called_any_more(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a fan-out that stands between choosing the endpoint and writing the delivery
    hook = receiver()
    endpoint_id, _ = given_endpoint(agent, hook.url)
    with transaction.atomic():
        event = outbox.publish(type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data={})
    chosen, go_on = threading.Event(), threading.Event()
    write = fan_out.delivery_of

    def slowly(endpoint: Endpoint, fact: Event) -> Delivery:
        chosen.set()
        go_on.wait(5)
        return write(endpoint, fact)

    monkeypatch.setattr(fan_out, "delivery_of", slowly)
    first = threading.Thread(target=lambda: (fan_out.fan_out(event.pk), connection.close()))
    first.start()
    assert chosen.wait(5)

    # when the endpoint is deleted in that moment
    second = threading.Thread(
        target=lambda: (agent.delete(f"/api/webhooks/endpoints/{endpoint_id}"), connection.close())
    )
    second.start()
    time.sleep(0.3)
    go_on.set()
    first.join(timeout=10)
    second.join(timeout=10)

    # then the delivery failed with it
    assert Endpoint.objects.get().deleted_at is not None
    assert deliver() == 0
    assert hook.received == []
    assert Delivery.objects.get().last_error == "endpoint_deleted"

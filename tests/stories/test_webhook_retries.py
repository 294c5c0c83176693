"""A receiver that fails: when it is tried again, what it gets, and when it is given up."""

import time

import pytest

from webhooks.rules.signature import verify

from .conftest import Caller, Hook, Instance, wait_until

pytestmark = pytest.mark.live


def given_test_delivery(agent: Caller, hook: Hook) -> tuple[str, str]:
    """(delivery, secret) of a test event that is on its way."""
    made = agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    sent = agent("POST", f"/api/webhooks/endpoints/{made['endpoint']['id']}/test")
    return sent["deliveryId"], made["secret"]


def wait_for_attempts(agent: Caller, hook: Hook, delivery: str, count: int) -> None:
    wait_until(lambda: len(hook.received) == count, 20)
    path = f"/api/webhooks/deliveries/{delivery}"
    wait_until(lambda: agent("GET", path)["delivery"]["attempts"] == count, 20)


def test_each_retry_is_the_same_letter_with_a_signature_of_its_own(instance: Instance, hook: Hook) -> None:
    # given a receiver that answers 500 twice, then 200
    hook.statuses = [500, 500]
    agent = instance.agent()
    delivery, secret = given_test_delivery(agent, hook)
    wait_for_attempts(agent, hook, delivery, 1)

    # when the clock stands a second before the retry, nothing is sent; at its time it is
    instance.advance(28)
    time.sleep(1.1)  # the signature's moment is the wall clock's, in whole seconds
    assert len(hook.received) == 1
    instance.advance(2)
    wait_for_attempts(agent, hook, delivery, 2)
    time.sleep(1.1)
    instance.advance(60)
    wait_for_attempts(agent, hook, delivery, 3)

    # then it is the same delivery with the same bytes, and a new moment under each signature
    assert len({got["raw"] for got in hook.received}) == 1
    assert {got["headers"]["X-Service-Delivery"] for got in hook.received} == {delivery}
    moments = [int(got["headers"]["X-Service-Timestamp"]) for got in hook.received]
    assert moments == sorted(set(moments)), "each attempt is signed anew"
    for got, moment in zip(hook.received, moments, strict=True):
        assert abs(time.time() - moment) < 300, "the wall clock's, however far business time has run"
        assert verify(secret, got["raw"], got["headers"]["X-Service-Signature"], unix_now=moment, tolerance=0)
    log = agent("GET", f"/api/webhooks/deliveries/{delivery}")["delivery"]
    assert (log["status"], log["attempts"], log["responseStatus"]) == ("delivered", 3, 200)
    assert [tried["status"] for tried in log["history"]] == [500, 500, 200]
    instance.check_ledger()


def test_after_six_attempts_a_delivery_has_failed_and_is_left_alone(instance: Instance, hook: Hook) -> None:
    # given a receiver that never takes anything
    hook.statuses = [503] * 20
    agent = instance.agent()
    delivery, _ = given_test_delivery(agent, hook)

    # when every retry's time comes
    for attempts, wait in enumerate((30, 60, 120, 240, 480), start=1):
        wait_for_attempts(agent, hook, delivery, attempts)
        instance.advance(wait)
    wait_for_attempts(agent, hook, delivery, 6)
    instance.advance(7200)

    # then there were six, and the log says so
    log = agent("GET", f"/api/webhooks/deliveries/{delivery}")["delivery"]
    assert (log["status"], log["attempts"], log["responseStatus"]) == ("failed", 6, 503)
    assert [tried["status"] for tried in log["history"]] == [503] * 6
    assert len(hook.received) == 6

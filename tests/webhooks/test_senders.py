"""A sender's place: so many runs at a time as are set, and the place of a dead one is taken when its time is over."""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection

from marketplace.services import places
from marketplace.services.places import Place
from tests.api import Api
from webhooks.models import Attempt, Delivery, Sender
from webhooks.services import attempts, senders

from .conftest import Receiver
from .test_claims import eventually, given_tests, side_by_side

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
Start = Callable[[], Receiver]


@pytest.fixture
def quick_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PLACE_SECONDS", 1.0)
    monkeypatch.setattr(places, "RENEW_SECONDS", 0.1)


def end(number: int = 0) -> None:
    """The time of this place is over."""
    row = Sender.objects.get(number=number)
    Sender.objects.filter(number=number).update(held_until=row.held_until - timedelta(seconds=places.PLACE_SECONDS))


def test_as_many_places_as_are_set_are_held_at_a_time(settings: Any) -> None:
    settings.WEBHOOK_SENDERS = 2
    found = [senders.acquire() for _ in range(3)]

    assert [place and place.number for place in found] == [0, 1, None]
    assert found[1] is not None
    found[1].release()
    again = senders.acquire()
    assert again is not None and again.number == 1
    assert senders.acquire() is None


def test_of_many_that_want_the_same_place_one_gets_it() -> None:
    first = senders.acquire()
    assert first is not None
    first.release()

    for _ in range(3):
        found = [place for place in side_by_side(senders.acquire, 4) if place is not None]
        assert [type(place) for place in found] == [Place]
        found[0].release()


def test_a_place_is_kept_while_its_holder_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    place = senders.acquire()
    assert place is not None
    until = Sender.objects.get().held_until
    monkeypatch.setattr(places, "RENEW_SECONDS", 0.0)

    assert place.keep()

    assert Sender.objects.get().held_until > until
    assert senders.acquire() is None


def test_who_stood_still_for_too_long_claims_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a place that was taken over, since its holder stood still
    place = senders.acquire()
    assert place is not None
    end()
    other = senders.acquire()
    assert other is not None
    monkeypatch.setattr(places, "RENEW_SECONDS", 0.0)

    assert not place.keep()
    place.release()

    assert Sender.objects.get().holder == other.holder, "it is not taken from its new holder"
    assert other.keep()


def test_a_place_that_nobody_took_meanwhile_is_still_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    place = senders.acquire()
    end()
    monkeypatch.setattr(places, "RENEW_SECONDS", 0.0)

    assert place is not None and place.keep()
    assert senders.acquire() is None


@pytest.mark.main
def test_the_place_of_a_killed_sender_is_taken_and_nothing_is_sent_twice_to_who_answered(
    agent: Api, receiver: Start, quick_places: None
) -> None:
    # given a sender that dies with one call answered and another on its way
    quick, slow = receiver(), receiver()
    slow.hang = 4.0
    given_tests(agent, quick.url, 1)
    given_tests(agent, slow.url, 1)
    connection.close()
    child = os.fork()
    if child == 0:
        attempts.deliver_due()
        os._exit(0)
    eventually(lambda: len(slow.received) == 1 and Attempt.objects.count() == 1)
    assert attempts.deliver_due() == 0, "its place is held"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)

    # when there is something for another receiver
    third = receiver()
    given_tests(agent, third.url, 1)

    # then the next sender has the place soon, and sends what was in nobody's hands
    eventually(lambda: attempts.deliver_due() == 1)
    assert (len(third.received), len(quick.received), len(slow.received)) == (1, 1, 1)
    # and what was on its way goes on when its own lease is over
    slow.hang = 0.0
    Delivery.objects.filter(status="pending").update(leased_until=Sender.objects.get().held_until - timedelta(days=1))
    assert attempts.deliver_due() == 1
    assert (len(third.received), len(quick.received), len(slow.received)) == (1, 1, 2)
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}


def test_a_sender_that_lost_its_place_records_what_is_in_the_air_and_claims_no_more(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = receiver()
    hook.hang = 0.3
    given_tests(agent, hook.url, 4)
    monkeypatch.setattr(places, "RENEW_SECONDS", 0.0)
    send = attempts.send

    def lost(*how: object) -> attempts.Outcome:
        with connection.cursor() as cursor:
            cursor.execute("update webhooks_sender set holder = gen_random_uuid()")
        connection.close()
        return send(*how)  # type: ignore[arg-type]

    monkeypatch.setattr(attempts, "send", lost)

    assert attempts.deliver_due() == 2
    assert Attempt.objects.filter(status=200).count() == 2


def test_a_place_that_can_not_be_released_is_free_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    place = senders.acquire()
    assert place is not None

    def gone() -> None:
        raise OperationalError("the connection was lost")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", gone)
        place.release()

    assert senders.acquire() is None
    end()
    assert senders.acquire() is not None

"""Whoever waited for a seat sees it as it is then, and nobody waits for the rows of a seat in another order."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from bounties.models import Application, Bounty
from bounties.selectors import access, locks
from escrow.models import Escrow
from escrow.selectors import access as escrow_access
from tests.factories.market import Seat, given_bounty, given_confirmed, given_funded_agent, given_hired

pytestmark = pytest.mark.django_db(transaction=True)
_WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"


def found_after_waiting(change: Callable[[], None], find: Callable[[], Application | None]) -> Application | None:
    """`change` commits while `find` waits for the lock of the bounty that it holds."""
    found: list[Application | None] = []
    held, waits = threading.Event(), threading.Event()

    def wait() -> None:
        try:
            held.wait(10)
            with transaction.atomic():
                waits.set()
                found.append(find())
        finally:
            connection.close()

    thread = threading.Thread(target=wait)
    thread.start()
    with transaction.atomic():
        list(Bounty.objects.locked())
        held.set()
        assert waits.wait(10)
        deadline = time.monotonic() + 10
        with connection.cursor() as cursor:
            while time.monotonic() < deadline:
                cursor.execute(_WAITING)
                if cursor.fetchone()[0]:
                    break
                time.sleep(0.01)
        assert not found
        change()
    thread.join(10)
    return found[0]


@pytest.mark.parametrize("by", ["key", "worker", "bounty"])
def test_a_dispute_that_came_during_the_wait_is_seen(by: str) -> None:
    seat = given_confirmed()
    human, bounty, pk = seat.application.human_id, seat.bounty.pk, seat.application.pk
    find = {
        "key": lambda: locks.seat(pk),
        "worker": lambda: locks.seat_of(human, bounty_id=bounty, pk=pk),
        "bounty": lambda: locks.seat_of(human, bounty_id=bounty, pk=None),
    }[by]

    def change() -> None:
        Escrow.objects.filter(pk=seat.escrow.pk).update(status="disputed")
        escrow_access.lock_pool(seat.bounty.pool_id)  # as whoever changes it does
        Escrow.objects.filter(pk=seat.bounty.pool_id).update(version=7)
        Application.objects.filter(pk=pk).update(response="changed")
        Bounty.objects.filter(pk=bounty).update(title="changed")

    found = found_after_waiting(change, find)

    assert found is not None and found.escrow is not None and found.escrow.parent is not None
    assert (found.is_frozen, found.escrow.parent.version, found.response, found.bounty.title) == (
        *(True, 7, "changed", "changed"),
    )


def test_a_seat_whose_money_became_another_during_the_wait_is_found_step_by_step() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    seat = given_hired(agent=agent, bounty=bounty)
    other = given_hired(agent=agent, bounty=bounty)

    def change() -> None:
        Application.objects.filter(pk=seat.application.pk).update(escrow_id=other.escrow.pk)

    def step_by_step() -> Application:
        assert access.lock_seat(seat.application.pk)[1].escrow_id == other.escrow.pk
        _, application = access.lock_seat(seat.application.pk)
        return application

    found = found_after_waiting(change, step_by_step)

    assert found is not None and found.escrow is not None and found.escrow.pk == other.escrow.pk


def test_an_application_without_money_is_locked_by_its_bounty_and_itself() -> None:
    seat: Seat = given_confirmed()
    Application.objects.filter(pk=seat.application.pk).update(escrow=None)

    with transaction.atomic():
        bounty, application = access.lock_seat(seat.application.pk)

    assert (bounty.pk, application.pk, application.escrow) == (seat.bounty.pk, seat.application.pk, None)

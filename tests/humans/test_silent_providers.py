"""A provider who never confirms three appointments in a row: the subscription ends, and all of its money is back."""

from datetime import timedelta

import pytest

from humans.models import Booking
from humans.services import cycle_ends, cycles
from marketplace.core import clock
from tests.factories.mailbox import mailbox, subjects
from tests.factories.services import Booked, given_subscription
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def given_active() -> Booked:
    booked = given_subscription()
    assert booked.worker.post(f"{booked.path}/approve").status == 200
    return booked


def pass_until(booked: Booked, ended: int) -> None:
    """The timers of each day, until so many appointments have ended."""
    for _ in range(90):
        if Booking.objects.filter(subscription=booked.key, end_reason="not_confirmed").count() >= ended:
            return
        clock.freeze(clock.now() + timedelta(days=1))
        while cycle_ends.end_due() + cycles.charge_due():
            pass
    raise AssertionError(booked.statuses())


def wallet(booked: Booked) -> int:
    return books.balance(books.wallet(booked.agent.account.pk))


def test_three_unconfirmed_cycles_in_a_row_end_the_subscription_with_all_money_back() -> None:
    booked = given_active()
    held = 2360
    before = wallet(booked) + held

    pass_until(booked, 2)
    assert booked.row.status == "active"
    assert any("second in a row" in " ".join(mail["text"].split()) for mail in mailbox(booked.worker))
    pass_until(booked, 3)
    while cycle_ends.end_due() + cycles.charge_due():
        pass

    assert (booked.row.status, booked.row.end_reason) == ("canceled", "provider_silent")
    assert all(booking.status == "expired" for booking in booked.bookings)
    assert [booking.end_reason for booking in booked.bookings][:3] == ["not_confirmed"] * 3
    assert wallet(booked) == before
    for person in (booked.agent, booked.worker):
        [ended] = [mail for mail in mailbox(person) if mail["subject"].startswith("Ended:")]
        assert "not confirmed" in ended["text"]
    clock.freeze(clock.now() + timedelta(days=30))
    while cycle_ends.end_due() + cycles.charge_due():
        pass
    assert wallet(booked) == before and len(subjects(booked.agent)) > 0


def test_a_confirmed_cycle_between_them_starts_the_count_anew() -> None:
    booked = given_active()
    pass_until(booked, 2)
    for _ in range(30):
        clock.freeze(clock.now() + timedelta(hours=12))
        while cycle_ends.end_due() + cycles.charge_due():
            pass
        begun = Booking.objects.filter(subscription=booked.key, status="confirmed", starts_at__lte=clock.now()).first()
        if begun is not None:
            assert booked.worker.post(f"/api/services/bookings/{begun.public_id}/confirm").status == 200
            break
    pass_until(booked, 3)
    assert booked.row.status == "active"

"""Cycles of a subscription: paid when they start, tried again when they can't be, delivered, given back; never twice."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from humans.models import Booking
from humans.models.profiles import Profile
from humans.services import cycle_ends, cycles, relations
from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.api import Api
from tests.factories.hiring import earned, wallet
from tests.factories.market import acting, given_funded_agent, given_money, untouched
from tests.factories.services import (
    TOTAL,
    given_approved,
    given_held,
    given_subscription,
    letters_to,
    look,
    starts,
    wait,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
Facts = Callable[[], list[str]]


@pytest.fixture(autouse=True)
def _monday(at: At) -> None:
    at("2026-01-05T12:00+00:00")


def test_each_later_cycle_is_paid_seven_days_before_its_appointment(new_events: Facts) -> None:
    booked = given_approved(given_funded_agent(3 * TOTAL))

    wait(days=7)
    assert booked.statuses() == ("active", ["confirmed"])
    starts(booked)

    assert booked.statuses() == ("active", ["confirmed", "confirmed"])
    second = booked.bookings[1]
    assert (str(second.date), second.due_at) == ("2026-01-20", second.ends_at + timedelta(hours=72))
    assert (wallet(booked.agent), str(booked.row.next_date)) == (TOTAL, "2026-01-27")
    assert new_events() == ["escrow.funded", "escrow.funded"]
    assert letters_to(booked.worker)[-1] == "Booked and paid: An hour of Portuguese"
    with untouched():
        look()


def test_an_unpaid_cycle_is_past_due_and_mailed_once_and_a_retry_pays_it() -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    starts(booked)

    row = booked.row
    assert booked.statuses() == ("past_due", ["confirmed"])
    assert row.next_cycle_at == clock.now() + timedelta(days=1) and str(row.next_date) == "2026-01-20"
    assert letters_to(booked.agent)[-1] == "Not paid: the next appointment for An hour of Portuguese"
    wait(hours=23)
    given_money(booked.agent, TOTAL)
    look()
    assert booked.statuses() == ("past_due", ["confirmed"])
    wait(hours=1)

    assert booked.statuses() == ("active", ["confirmed", "confirmed"])
    row = booked.row
    assert (row.past_due_since, str(row.next_date)) == (None, "2026-01-27")
    assert wallet(booked.agent) == 0
    assert letters_to(booked.agent).count("Not paid: the next appointment for An hour of Portuguese") == 1


def test_after_seven_days_without_payment_it_ends() -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    starts(booked)
    booked.worker.post(f"/api/services/bookings/{booked.first.public_id}/confirm")

    for _ in range(6):
        wait(days=1)
        assert booked.row.status == "past_due"
    wait(days=1)

    assert (booked.row.status, booked.row.end_reason, booked.row.next_cycle_at) == ("canceled", "not_paid", None)
    assert Booking.objects.count() == 1
    for who in (booked.agent, booked.worker):
        assert "Ended: An hour of Portuguese" in letters_to(who)


def test_a_cap_keeps_a_cycle_unpaid_and_its_fact_is_told(new_events: Facts) -> None:
    booked = given_approved(given_funded_agent(3 * TOTAL))
    booked.agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": TOTAL - 1})
    new_events.clear()  # type: ignore[attr-defined]

    starts(booked)

    assert booked.statuses() == ("past_due", ["confirmed"])
    assert (new_events(), wallet(booked.agent)) == (["wallet.spending_cap_hit"], 2 * TOTAL)
    booked.agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": TOTAL})
    wait(days=1)
    assert booked.statuses() == ("active", ["confirmed", "confirmed"])


def test_what_passed_while_nobody_looked_is_not_made_up_for() -> None:
    booked = given_approved(given_funded_agent())
    clock.freeze(datetime.fromisoformat("2026-02-18T12:00+00:00"))

    look()
    look()

    assert [str(booking.date) for booking in booked.bookings] == ["2026-01-13", "2026-02-24"]
    assert (str(booked.row.next_date), booked.row.status) == ("2026-03-03", "active")
    assert wallet(booked.agent) == 100_000 - TOTAL  # the first one lapsed: nobody said that it took place


def test_a_monthly_one_waits_for_its_next_cycle_after_a_gap() -> None:
    booked = given_approved(given_funded_agent(), interval="monthly")
    clock.freeze(datetime.fromisoformat("2026-02-18T12:00+00:00"))

    look()

    assert len(booked.bookings) == 1  # the second Tuesday of March is further away than seven days
    assert (str(booked.row.next_date), str(booked.row.next_cycle_at)) == ("2026-03-10", "2026-03-03 09:30:00+00:00")


def test_a_time_on_the_wall_stays_when_the_clocks_change() -> None:
    booked = given_approved(given_funded_agent())
    clock.freeze(datetime.fromisoformat("2026-03-25T12:00+00:00"))

    look()

    assert str(booked.bookings[-1].starts_at) == "2026-03-31 08:30:00+00:00"


@pytest.mark.parametrize("how", ["blocked", "gone"])
def test_two_who_can_not_book_each_other_any_more_have_no_further_cycle(how: str) -> None:
    booked = given_approved()
    if how == "blocked":
        relations.add(acting(booked.agent), "blocked", booked.worker.account.public_profile_id, note="")
    else:
        booked.worker.account.is_active = False
        booked.worker.account.save(update_fields=["is_active"])

    starts(booked)

    assert booked.statuses() == ("canceled", ["confirmed"])
    assert booked.row.end_reason == "unavailable"


def test_a_past_due_one_ends_at_once_when_it_is_canceled() -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    starts(booked)

    answer = booked.agent.delete(booked.path)

    assert answer["subscription"]["status"] == "canceled"
    assert booked.statuses() == ("canceled", ["confirmed"])  # what is paid for takes place


# ------------------------------------------------------------------ delivered


def test_the_provider_confirms_and_silence_accepts_and_the_ladder_pays(new_events: Facts) -> None:
    booked = given_held(given_funded_agent(TOTAL))
    new_events.clear()  # type: ignore[attr-defined]

    assert booked.first.escrow is not None and booked.first.escrow.status == "delivered"
    assert letters_to(booked.agent)[-1] == "Was it as agreed? An hour of Portuguese"
    wait(hours=72)
    assert booked.first.status == "completed"
    wait(days=5)

    assert (booked.first.escrow.status, earned(booked.worker)) == ("released", 2000)
    assert new_events() == ["escrow.released"]
    assert Profile.objects.get(pk=booked.worker.account.pk).total_bookings == 1
    assert booked.row.status == "past_due"  # the wallet is empty
    assert "You are paid $20.00: An hour of Portuguese" in letters_to(booked.worker)


def test_the_booker_completes_and_releases_by_the_routes_of_escrows() -> None:
    booked = given_held()
    escrow = f"/api/escrow/{booked.first.escrow.public_id}"  # type: ignore[union-attr]

    assert booked.agent.post(f"{escrow}/complete")["escrow"]["status"] == "completed"
    assert booked.first.status == "completed"
    wrong = booked.agent.post(f"{escrow}/release", {"acknowledgeRelease": True, "applicationId": "app_x"})
    assert (wrong.status, wrong.code) == (409, "escrow_application_mismatch")
    assert booked.agent.post(f"{escrow}/release", {"acknowledgeRelease": True})["payoutStatus"] == "paid"

    assert (earned(booked.worker), booked.statuses()) == (2000, ("active", ["completed"]))


def test_an_appointment_is_confirmed_from_its_beginning_once_and_by_its_provider() -> None:
    booked = given_approved()
    path = f"/api/services/bookings/{booked.first.public_id}"

    early = booked.worker.post(f"{path}/confirm")
    assert (early.status, early.code) == (409, "appointment_not_begun")
    assert early["startsAt"] == timestamp(booked.first.starts_at)
    clock.freeze(booked.first.starts_at)
    assert booked.agent.post(f"{path}/confirm").code == "session_required"
    done = booked.worker.post(f"{path}/confirm")
    again = booked.worker.post(f"{path}/confirm")

    assert (done["booking"]["escrowStatus"], done["booking"]["dueAt"]) == ("delivered", None)
    assert (again.status, again.code, again["currentState"]) == (409, "invalid_state", "confirmed")
    assert "its escrow delivered" in again["error"]


def test_an_appointment_that_nobody_confirms_is_paid_back() -> None:
    booked = given_approved(given_funded_agent(2 * TOTAL))
    booked.agent.delete(booked.path)
    clock.freeze(booked.first.ends_at + timedelta(hours=72) - timedelta(minutes=1))
    look()
    assert booked.first.status == "confirmed"

    wait(minutes=1)

    assert (booked.first.status, booked.first.end_reason) == ("expired", "not_confirmed")
    assert (wallet(booked.agent), earned(booked.worker)) == (2 * TOTAL, 0)
    for who in (booked.agent, booked.worker):
        assert letters_to(who)[-1] == "Not confirmed: An hour of Portuguese"


def test_the_provider_gives_one_appointment_back_and_the_rest_runs_on() -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    path = f"/api/services/bookings/{booked.first.public_id}/decline"

    answer = booked.worker.post(path, {"reason": "I am ill."})

    assert (answer["booking"]["status"], answer["booking"]["escrowStatus"]) == ("declined", "refunded")
    assert (wallet(booked.agent), booked.row.status) == (TOTAL, "active")
    starts(booked)
    assert booked.statuses() == ("active", ["declined", "confirmed"])
    assert booked.worker.post(path).status == 409


def test_the_first_appointment_is_declined_by_answering_the_subscription() -> None:
    booked = given_subscription()

    with untouched():
        refused = booked.worker.post(f"/api/services/bookings/{booked.first.public_id}/decline")

    assert (refused.status, refused.code) == (409, "invalid_state")


def test_strangers_and_bookers_confirm_nothing(other_worker: Api) -> None:
    booker = other_worker
    given_money(booker, TOTAL)
    booked = given_approved(booker)
    stranger = given_approved().worker

    with untouched():
        for verb in ("confirm", "decline"):
            assert booker.post(f"/api/services/bookings/{booked.first.public_id}/{verb}").code == "not_provider"
            for key in (booked.first.public_id, "sbk_x"):
                assert stranger.post(f"/api/services/bookings/{key}/{verb}").status == 404


def test_a_look_without_anything_due_writes_nothing() -> None:
    given_approved()

    with untouched():
        assert (cycles.charge_due(), cycle_ends.end_due()) == (0, 0)

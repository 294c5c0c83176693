"""Subscriptions: who may take which slot, how the first cycle is paid, and how the provider answers."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from escrow.models import Escrow
from humans.models import Booking, Conversation, Subscription
from humans.models.profiles import Profile
from humans.services import relations
from marketplace.core import clock
from marketplace.models import Mail, Switch
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import earned, wallet
from tests.factories.market import acting, given_funded_agent, given_money, untouched
from tests.factories.services import (
    TOTAL,
    Booked,
    available,
    given_approved,
    given_service,
    given_subscription,
    letters_to,
    look,
    pay_page,
    wait,
    wish,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
Facts = Callable[[], list[str]]
SUBSCRIBE = "/api/services/subscribe"


@pytest.fixture(autouse=True)
def _monday(at: At) -> None:
    at("2026-01-05T12:00+00:00")


def test_the_first_cycle_is_paid_from_the_wallet_and_waits_for_the_provider(new_events: Facts) -> None:
    agent, service = given_funded_agent(TOTAL), given_service()

    made = agent.post(SUBSCRIBE, wish(service))

    assert (made.status, made["status"]) == (200, "funded"), made.body
    shown = made["subscription"]
    assert shown["firstDate"] == "2026-01-13"  # not the day after tomorrow: 72 hours
    assert (shown["status"], shown["role"], shown["dayOfWeek"]) == ("pending_approval", "booker", "tuesday")
    assert (shown["priceCents"], shown["feeCents"], shown["totalCents"]) == (2000, 360, TOTAL)
    assert (shown["startTime"], shown["timezone"]) == ("09:30", "Europe/Lisbon")
    escrow = agent.get(f"/api/escrow/{made['escrowId']}")["escrow"]
    assert (escrow["kind"], escrow["bountyId"], "applicationId" in escrow) == ("seat", None, False)
    assert (escrow["bookingId"], escrow["status"], escrow["amount"]) == (made["bookingId"], "locked", TOTAL)
    assert wallet(agent) == 0
    assert new_events() == ["escrow.funded"]
    talk = Conversation.objects.get()
    assert (talk.kind, talk.public_id, talk.human_id) == ("service-booking", made["conversationId"], service.human_id)
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["escrowId"], line["bountyId"]) == ("service_payment", made["escrowId"], None)


def test_a_short_wallet_gets_a_page_and_the_same_key_the_same_one(new_events: Facts) -> None:
    agent, service = given_funded_agent(1000), given_service()

    made = agent.post(SUBSCRIBE, wish(service), Idempotency_Key="once")
    again = agent.post(SUBSCRIBE, wish(service), Idempotency_Key="once")

    assert (made["status"], made["checkoutTotal"]) == ("requires_payment", 13.6)
    assert "escrowId" not in made.body
    assert made.body == again.body and wallet(agent) == 1000
    paid = pay_page(made)
    assert paid.outcome == "funded" and Escrow.objects.get().pk == paid.escrow_id
    now = agent.post(SUBSCRIBE, wish(service), Idempotency_Key="once")
    assert (now["status"], now["subscriptionId"], wallet(agent)) == ("funded", made["subscriptionId"], 0)
    assert new_events() == ["escrow.funded"]


def test_a_slot_that_nobody_pays_in_an_hour_is_free_again_and_late_money_stays_in_the_wallet() -> None:
    agent, service = given_agent(), given_service()
    made = agent.post(SUBSCRIBE, wish(service))
    booked = Booked(agent, given_agent(), Subscription.objects.get().pk)
    taken = given_funded_agent().post(SUBSCRIBE, wish(service))
    assert (taken.status, taken.code) == (409, "slot_taken")

    wait(hours=1)

    assert booked.statuses() == ("canceled", ["expired"])
    assert booked.row.end_reason == "not_paid"
    assert given_funded_agent().post(SUBSCRIBE, wish(service)).status == 200
    assert pay_page(made).outcome == "left_in_wallet"
    assert (wallet(agent), booked.statuses()) == (TOTAL, ("canceled", ["expired"]))
    assert letters_to(agent) == []


def test_nobody_keeps_more_than_three_unpaid_slots_and_one_with_the_same_person() -> None:
    agent, services = given_agent(), [given_service() for _ in range(4)]
    made = [agent.post(SUBSCRIBE, wish(service))["subscriptionId"] for service in services[:1]]
    with untouched():
        twice = agent.post(SUBSCRIBE, wish(services[0], dayOfWeek="friday"))
    made += [agent.post(SUBSCRIBE, wish(service))["subscriptionId"] for service in services[1:3]]
    with untouched():
        fourth = agent.post(SUBSCRIBE, wish(services[3]))

    assert (twice.status, twice.code, twice["subscriptionIds"]) == (409, "unpaid_limit_reached", made[:1])
    assert (fourth.status, fourth.code, sorted(fourth["subscriptionIds"])) == (409, "unpaid_limit_reached", made)
    assert "DELETE /api/services/subscriptions/{id}" in fourth["error"]
    agent.delete(f"/api/services/subscriptions/{made[0]}")
    assert agent.post(SUBSCRIBE, wish(services[0]))["status"] == "requires_payment"
    given_money(agent, TOTAL)
    assert agent.post(SUBSCRIBE, wish(services[3]))["status"] == "funded", "what is paid keeps nobody waiting"


@pytest.mark.parametrize(
    ("terms", "taken"),
    [
        ({}, True),
        ({"startTime": "10:29"}, True),
        ({"startTime": "08:31"}, True),
        ({"interval": "monthly"}, True),
        ({"startTime": "10:30"}, False),
        ({"startTime": "08:30"}, False),
        ({"dayOfWeek": "wednesday"}, False),
    ],
)
def test_an_hour_is_given_once(worker: Api, terms: dict[str, str], taken: bool) -> None:
    given_subscription(worker=worker)
    other = given_service(worker, title="Another one")

    answer = given_funded_agent().post(SUBSCRIBE, wish(other, **terms))

    assert (answer.status, answer.code) == ((409, "slot_taken") if taken else (200, None))


def test_whoever_has_the_slot_himself_is_told_so_and_nobody_else_is() -> None:
    service, agent, stranger = given_service(), given_funded_agent(2 * TOTAL), given_funded_agent()
    made = agent.post(SUBSCRIBE, wish(service))

    with untouched():
        again, other = (caller.post(SUBSCRIBE, wish(service)) for caller in (agent, stranger))

    assert (again.status, again.code, again["subscriptionId"]) == (409, "slot_taken", made["subscriptionId"])
    assert f"your own subscription {made['subscriptionId']}" in again["error"]
    assert (other.status, other.code) == (409, "slot_taken") and "subscriptionId" not in other.body


def test_hours_outside_of_the_providers_week_are_refused(worker: Api) -> None:
    available(worker, {"tuesday": [{"start": "09:00", "end": "10:00"}, {"start": "10:00", "end": "10:45"}]})
    service, agent = given_service(worker), given_funded_agent()

    with untouched():
        for terms in ({"startTime": "09:46"}, {"startTime": "08:59"}, {"dayOfWeek": "monday"}):
            refused = agent.post(SUBSCRIBE, wish(service, **terms))
            assert (refused.status, refused.code) == (409, "slot_unavailable")

    assert agent.post(SUBSCRIBE, wish(service, startTime="09:45")).status == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("interval", "daily"),
        ("dayOfWeek", "Tuesday"),
        ("startTime", "9:30"),
        ("startTime", "24:00"),
        ("startTime", "23:30"),  # an hour: it would end tomorrow
    ],
)
def test_bad_terms_are_400_and_charge_nothing(field: str, value: str) -> None:
    agent, service = given_funded_agent(), given_service()

    with untouched():
        refused = agent.post(SUBSCRIBE, wish(service, **{field: value}))

    assert (refused.status, list(refused["fields"])) == (400, [field])


def test_what_is_not_on_offer_is_404_and_ones_own_is_400() -> None:
    agent, service, other = given_funded_agent(), given_service(), given_service()
    hidden = given_service()
    type(hidden).objects.filter(pk=hidden.pk).update(hidden_at=clock.now(), hidden_reason="No.")
    gone = given_service()
    Profile.objects.filter(pk=gone.human_id).update(is_findable=False)

    with untouched():
        for body in (
            wish(service, serviceId=other.public_id),
            wish(service, serviceId="svc_x"),
            wish(service, humanId="prf_x"),
            wish(hidden),
            wish(gone),
        ):
            assert agent.post(SUBSCRIBE, body).status == 404
    mine = given_worker()
    own = mine.post(SUBSCRIBE, wish(given_service(mine)))
    assert (own.status, list(own["fields"])) == (400, ["serviceId"])


@pytest.mark.parametrize("by_provider", [True, False])
def test_two_who_keep_apart_do_not_book_each_other(worker: Api, by_provider: bool) -> None:
    agent, service = given_funded_agent(), given_service(worker)
    one, other = (worker, agent) if by_provider else (agent, worker)
    Profile.objects.get_or_create(account=agent.account)
    relations.add(acting(one), "blocked", other.account.public_profile_id, note="")

    with untouched():
        refused = agent.post(SUBSCRIBE, wish(service))

    assert (refused.status, refused.code) == (409, "human_not_available")


def test_switched_off_takes_no_new_subscriptions_and_lets_others_run(worker: Api) -> None:
    booked = given_approved(worker=worker)
    body, other = wish(booked.row.service, startTime="15:00"), given_funded_agent()
    Switch.objects.filter(pk="services").update(is_on=False)

    with untouched():
        refused = other.post(SUBSCRIBE, body)
    clock.freeze(booked.row.next_cycle_at)
    look()

    assert (refused.status, refused.code) == (503, "product_unavailable")
    assert booked.statuses() == ("active", ["confirmed", "confirmed"])


def test_a_cap_bounds_the_first_cycle() -> None:
    agent, service = given_funded_agent(), given_service()
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": TOTAL - 1})

    refused = agent.post(SUBSCRIBE, wish(service))

    assert (refused.status, refused.code) == (403, "spending_cap_exceeded")
    assert not Subscription.objects.exists() and wallet(agent) == 100_000


# ------------------------------------------------------------------ the answer


def test_the_provider_approves_and_the_cycles_have_their_dates() -> None:
    booked = given_subscription()
    assert letters_to(booked.worker) == ["Answer by Wed 7 January, 12:00 UTC: An hour of Portuguese, weekly"]

    answer = booked.worker.post(f"{booked.path}/approve")

    shown = answer["subscription"]
    assert (shown["status"], shown["role"]) == ("active", "provider")
    assert (shown["nextDate"], shown["nextCycleAt"]) == ("2026-01-20", "2026-01-13T09:30:00.000Z")
    assert booked.statuses() == ("active", ["confirmed"])
    assert booked.first.due_at == booked.first.ends_at + timedelta(hours=72)
    assert letters_to(booked.agent) == ["Approved: An hour of Portuguese"]
    again = booked.worker.post(f"{booked.path}/approve")
    assert (again.status, again.code, again["currentState"]) == (409, "invalid_state", "active")
    assert again["allowedActions"] == ["cancel"]


def test_the_provider_declines_and_the_money_is_back(new_events: Facts) -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    answer = booked.worker.post(f"{booked.path}/decline", {"reason": "I am away."})

    assert (answer["subscription"]["status"], answer["subscription"]["endReason"]) == ("canceled", "declined")
    assert booked.statuses() == ("canceled", ["declined"])
    assert booked.first.escrow is not None and booked.first.escrow.status == "refunded"
    assert (wallet(booked.agent), new_events()) == (TOTAL, ["escrow.funded", "escrow.refunded"])
    assert "> I am away." in Mail.objects.get(to=booked.agent.account.email).text


def test_without_an_answer_in_48_hours_it_is_declined_by_itself() -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    wait(hours=47, minutes=59)
    assert booked.statuses() == ("pending_approval", ["pending_approval"])
    wait(minutes=1)

    assert booked.statuses() == ("canceled", ["auto_declined"])
    assert wallet(booked.agent) == TOTAL
    assert letters_to(booked.agent) == ["Not answered: An hour of Portuguese"]
    assert booked.worker.post(f"{booked.path}/approve").status == 409


def test_an_answer_comes_too_late_even_before_the_timer_looks() -> None:
    booked = given_subscription()
    clock.freeze(clock.now() + timedelta(hours=48))

    with untouched():
        for verb in ("approve", "decline"):
            assert booked.worker.post(f"{booked.path}/{verb}").status == 409


def test_what_is_not_paid_can_not_be_answered() -> None:
    booked = given_subscription(given_agent())

    with untouched():
        for verb in ("approve", "decline"):
            refused = booked.worker.post(f"{booked.path}/{verb}")
            assert (refused.status, refused["currentState"]) == (409, "pending_payment")


def test_only_the_provider_answers_and_strangers_know_nothing(other_worker: Api) -> None:
    worker = given_worker()
    booker = given_worker()
    given_money(booker, 5000)
    booked = given_subscription(booker, worker)

    with untouched():
        for verb in ("approve", "decline"):
            refused = booker.post(f"{booked.path}/{verb}")
            assert (refused.status, refused.code) == (403, "not_provider")
            assert other_worker.post(f"{booked.path}/{verb}").status == 404
        assert other_worker.delete(booked.path).status == 404
        assert other_worker.get("/api/services/subscriptions")["subscriptions"] == []


# ------------------------------------------------------------------ the end


def test_a_running_one_ends_with_its_period_and_what_is_paid_takes_place() -> None:
    booked = given_approved(given_funded_agent(2 * TOTAL))

    first = booked.agent.delete(booked.path)
    wait(hours=1)
    again = booked.agent.delete(booked.path)

    assert (first["subscription"]["status"], first["subscription"]["cancelAtPeriodEnd"]) == ("active", True)
    assert again.body["subscription"] == first.body["subscription"]
    assert letters_to(booked.worker)[-1] == "Ends on Tue 13 January, 09:30 UTC: An hour of Portuguese"
    clock.freeze(booked.row.next_cycle_at)
    look()
    assert booked.statuses() == ("canceled", ["confirmed"])
    assert (booked.row.end_reason, wallet(booked.agent)) == ("by_request", TOTAL)
    assert booked.agent.delete(booked.path)["subscription"]["status"] == "canceled"


@pytest.mark.parametrize(("by_booker", "ends"), [(True, "cancelled"), (False, "declined")])
def test_one_that_was_not_answered_ends_at_once_with_its_money_back(by_booker: bool, ends: str) -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    answer = (booked.agent if by_booker else booked.worker).delete(booked.path)

    assert answer["subscription"]["status"] == "canceled"
    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", [ends]), TOTAL)


def test_one_that_was_not_paid_ends_at_once_and_its_page_is_closed() -> None:
    agent, service = given_agent(), given_service()
    made = agent.post(SUBSCRIBE, wish(service))

    ended = agent.delete(f"/api/services/subscriptions/{made['subscriptionId']}")

    assert (ended.status, ended["subscription"]["latestBooking"]["status"]) == (200, "cancelled")
    assert agent.get("/api/services/agent-bookings?status=cancelled")["count"] == 1
    assert pay_page(made).outcome == "left_in_wallet"


# ------------------------------------------------------------------ lists


def test_lists_have_both_roles_and_filter_by_several_statuses() -> None:
    both = given_worker()
    given_money(both, 10_000)
    mine = given_approved(both)
    served = given_subscription(worker=both)
    path = "/api/services/subscriptions"

    def ids(query: str = "") -> list[str]:
        return [row["id"] for row in both.get(f"{path}?{query}")["subscriptions"]]

    assert ids() == [served.row.public_id, mine.row.public_id]
    assert ids("role=booker") == [mine.row.public_id]
    assert ids("role=provider") == [served.row.public_id]
    assert ids("status=active&status=past_due") == [mine.row.public_id]
    assert ids("status=canceled") == []
    assert both.get(f"{path}?status=gone").status == both.get(f"{path}?role=boss").status == 400


def test_bookings_are_those_one_made_or_serves(other_agent: Api) -> None:
    booked = given_approved()
    path = "/api/services/agent-bookings"

    (row,) = booked.agent.get(path)["bookings"]
    assert (row["status"], row["date"], row["startTime"]) == ("confirmed", "2026-01-13", "09:30")
    assert row["subscriptionId"] == booked.row.public_id
    assert booked.worker.get(path)["bookings"] == []
    assert [row["id"] for row in booked.worker.get(f"{path}?role=provider")["bookings"]] == [row["id"]]
    assert booked.agent.get(f"{path}?status=completed")["bookings"] == []
    assert booked.agent.get(f"{path}?status=gone").status == 400
    assert other_agent.get(path)["bookings"] == []
    assert Booking.objects.count() == 1 and earned(booked.worker) == 0

"""/api/cake-orders: a quote, one payment, couriers asked one after the other, and the money back without one."""

from collections.abc import Callable
from copy import copy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bounties.models import Application, Bounty, CakeOrder, CakePrice
from bounties.services import cakes, timers
from escrow.models import Dispute
from humans.models import Profile, Relation
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.models import BlockedCountry, Switch
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.decisions import given_decision
from tests.factories.hiring import earned, wallet
from tests.factories.market import given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ROUTE = "/api/cake-orders"
NOON = "2026-03-01T12:00:00+00:00"
TOTAL = 3500 + 630


@pytest.fixture(autouse=True)
def noon(at: Callable[[str], datetime]) -> datetime:
    return at(NOON)


def wish(**fields: Any) -> dict[str, Any]:
    return {
        "recipientName": "Ana Silva",
        "address": "Rua Augusta 100, 3rd floor",
        "city": "Lisbon",
        "country": "PT",
        "deliverAt": (clock.now() + timedelta(hours=24)).isoformat(),
        "message": "Happy birthday!",
        "size": "small",
    } | fields


def send(agent: Api, **fields: Any) -> Answer:
    quote = agent.post(f"{ROUTE}/quote", wish(**fields))
    return agent.post(ROUTE, {"quoteId": quote["quoteId"]})


def run_timers() -> None:
    while cakes.reconcile_dirty() + cakes.reconcile_idle():
        pass


def status_of(agent: Api) -> str:
    order = CakeOrder.objects.get(owner=agent.account)
    found: str = agent.get(f"{ROUTE}/{order.public_id}")["order"]["status"]
    return found


def move(worker: Api, city: str, country: str = "PT", **more: Any) -> None:
    """Through the API, which writes the columns that a search reads."""
    assert worker.patch("/api/humans/me", {"location": {"city": city, "country": country}} | more).status == 200


def confirm(worker: Api) -> None:
    seat = Application.objects.get(human=worker.account)
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.public_id}/confirm"
    assert worker.post(path).status == 200


def test_a_quote_names_every_cent_and_moves_none() -> None:
    agent = given_funded_agent(10_000)
    answer = agent.post(f"{ROUTE}/quote", wish())
    assert (answer["priceCents"], answer["feeCents"], answer["totalCents"]) == (3500, 630, TOTAL)
    assert answer["expiresAt"] == "2026-03-01T12:30:00.000Z"
    assert (wallet(agent), Bounty.objects.count()) == (10_000, 0)
    assert agent.get(f"{ROUTE}/{answer['quoteId']}")["order"]["status"] == "quoted"


def test_operators_price_a_country_by_itself() -> None:
    CakePrice.objects.create(country="PT", size="small", price_cents=2000)
    agent = given_funded_agent()
    assert agent.post(f"{ROUTE}/quote", wish())["priceCents"] == 2000
    assert agent.post(f"{ROUTE}/quote", wish(country="Spain", city="Vigo"))["priceCents"] == 3500


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("recipientName", "A"),
        ("address", "x"),
        ("city", ""),
        ("country", "Atlantis"),
        ("country", "KP"),
        ("deliverAt", "2026-03-01T17:59:00Z"),
        ("deliverAt", "2026-05-30T12:00:00Z"),
        ("message", "x" * 301),
        ("size", "huge"),
    ],
)
def test_a_wish_that_can_not_be_met_is_refused(field: str, value: str) -> None:
    BlockedCountry.objects.get_or_create(code="KP")
    agent = given_funded_agent()
    with untouched():
        refused = agent.post(f"{ROUTE}/quote", wish(**{field: value}))
    assert (refused.status, list(refused["fields"]), CakeOrder.objects.count()) == (400, [field], 0)


def test_a_size_without_a_price_is_refused() -> None:
    CakePrice.objects.filter(size="large").delete()
    refused = given_funded_agent().post(f"{ROUTE}/quote", wish(size="large"))
    assert (refused.status, "size" in refused["fields"]) == (400, True)


def test_an_order_goes_to_a_courier_of_the_city_and_is_paid_when_the_owner_says_so(worker: Api) -> None:
    move(given_worker(), "Porto")
    agent = given_funded_agent(TOTAL)

    assert send(agent)["order"]["status"] == "funded"
    run_timers()

    assert (status_of(agent), wallet(agent)) == ("assigned", 0)
    confirm(worker)
    seat = Application.objects.get()
    assert seat.complete_by == clock.now() + timedelta(hours=26), "two hours of grace"
    bounty = f"/api/bounties/{seat.bounty.public_id}"
    shown = worker.get(bounty)["bounty"]
    assert "Rua Augusta 100" in shown["description"] and "Happy birthday!" in shown["description"]
    assert worker.post(f"{bounty}/submissions", {"textEvidence": "Handed over."}).status == 200
    run_timers()
    assert status_of(agent) == "delivered"
    escrow = seat.escrow
    assert escrow is not None
    assert agent.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True}).status == 200
    run_timers()
    assert (status_of(agent), earned(worker)) == ("completed", 3500)


@pytest.mark.parametrize(("pay", "status"), [(0, "refunded"), (1000, "completed"), (3500, "completed")])
def test_a_completed_order_follows_what_staff_decide(worker: Api, operator: Api, pay: int, status: str) -> None:
    agent = given_funded_agent(TOTAL)
    send(agent)
    run_timers()
    confirm(worker)
    seat = Application.objects.get()
    bounty = f"/api/bounties/{seat.bounty.public_id}"
    sent = worker.post(f"{bounty}/submissions", {"textEvidence": "Handed over."})["submission"]["id"]
    assert agent.patch(f"{bounty}/submissions/{sent}", {"action": "approve"}).status == 200
    run_timers()
    assert status_of(agent) == "completed"
    assert seat.escrow is not None
    body = {"category": "not_as_described", "description": "It was a pie."}
    assert agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body).status == 200
    Bounty.objects.update(dirty_since=clock.now())
    run_timers()
    assert status_of(agent) == "completed", "while it lasts nothing changes"

    decider, dispute = Actor.staff(operator.account), Dispute.objects.get().pk
    given_decision(decider, dispute, worker_cents=pay, reason="Seen.")
    run_timers()

    assert (status_of(agent), earned(worker)) == (status, pay)
    assert wallet(agent) == TOTAL - pay - pay * 18 // 100


def test_nobody_but_owner_and_courier_sees_where_it_goes(worker: Api, other_agent: Api) -> None:
    agent = given_funded_agent()
    send(agent)
    run_timers()
    bounty = Bounty.objects.get()
    stranger = given_worker()
    for caller in (Api(), other_agent, stranger):
        assert caller.get(f"/api/bounties/{bounty.public_id}").status == 404
    order = CakeOrder.objects.get()
    for caller in (other_agent, stranger, worker):
        assert caller.get(f"{ROUTE}/{order.public_id}").status == 404
    assert Api().get("/api/bounties")["bounties"] == []


def test_who_does_not_confirm_is_followed_by_the_next(at: Callable[[str], datetime], noon: datetime) -> None:
    first, second = given_worker(), given_worker()
    agent = given_funded_agent()
    send(agent)
    run_timers()
    taken = Application.objects.get().human
    at((noon + timedelta(hours=2, minutes=1)).isoformat())

    timers.release_unconfirmed()
    run_timers()

    seats = list(Application.objects.order_by("id"))
    assert [seat.status for seat in seats] == ["expired", "accepted"]
    assert {seats[0].human_id, seats[1].human_id} == {first.account.pk, second.account.pk}
    assert (seats[0].human, status_of(agent)) == (taken, "assigned")


def test_without_anybody_the_money_comes_back_whole(at: Callable[[str], datetime], noon: datetime) -> None:
    agent = given_funded_agent(TOTAL)
    send(agent)
    run_timers()
    assert (status_of(agent), wallet(agent)) == ("funded", 0)

    at((noon + timedelta(hours=24)).isoformat())
    run_timers()

    assert (status_of(agent), wallet(agent)) == ("refunded", TOTAL)


def test_a_courier_who_comes_later_is_asked_then() -> None:
    agent = given_funded_agent()
    send(agent)
    run_timers()
    worker = given_worker()
    run_timers()
    assert (status_of(agent), Application.objects.get().human) == ("assigned", worker.account)


def test_city_and_skill_are_found_however_they_are_written() -> None:
    courier = given_worker()
    move(courier, "SAO  paulo", "BR", skills=["Delivery"])
    agent = given_funded_agent()
    send(agent, city="São Paulo", country="BR")
    run_timers()
    assert (status_of(agent), Application.objects.get().human) == ("assigned", courier.account)


def test_who_was_away_for_a_month_or_keeps_apart_is_not_asked(noon: datetime) -> None:
    away, apart, here = given_worker(), given_worker(), given_worker()
    Profile.objects.filter(account__in=[away.account, apart.account]).update(total_bookings=9)
    Profile.objects.filter(account=away.account).update(last_active_at=noon - timedelta(days=31))
    agent = given_funded_agent()
    Relation.objects.create(owner=apart.account, human=agent.account, kind="blocked")

    send(agent)
    run_timers()

    assert (status_of(agent), Application.objects.get().human) == ("assigned", here.account)


def test_orders_that_nobody_can_bring_hide_none_that_somebody_can() -> None:
    far, near = given_funded_agent(), given_funded_agent()
    send(far, city="Faro")
    order, bounty = CakeOrder.objects.get(), Bounty.objects.get()
    copies = [copy(bounty) for _ in range(100)]  # as many as were looked at once
    for row in copies:
        row.pk, row.pool = ids.new(), None
    Bounty.objects.bulk_create(copies)
    orders = [copy(order) for _ in copies]
    for row, of in zip(orders, copies, strict=True):
        row.pk, row.bounty = ids.new(), of
    CakeOrder.objects.bulk_create(orders)
    send(near, deliverAt=(clock.now() + timedelta(hours=48)).isoformat())
    run_timers()
    given_worker()

    run_timers()

    assert status_of(near) == "assigned"
    assert CakeOrder.objects.filter(status="funded").count() == 101
    CakeOrder.objects.exclude(bounty__pool__isnull=False).delete()  # the copies have no pool for the books to find
    Bounty.objects.filter(pool=None).delete()


def test_a_quote_buys_one_cake() -> None:
    agent = given_funded_agent(10_000)
    quote = agent.post(f"{ROUTE}/quote", wish())["quoteId"]
    first = agent.post(ROUTE, {"quoteId": quote})
    again = agent.post(ROUTE, {"quoteId": quote})
    assert first["order"]["id"] == again["order"]["id"]
    assert (Bounty.objects.count(), wallet(agent)) == (1, 10_000 - TOTAL)


def test_a_late_quote_a_short_wallet_and_a_switch_change_nothing(at: Callable[[str], datetime], noon: datetime) -> None:
    agent, poor = given_funded_agent(10_000), given_funded_agent(100)
    quotes = {who: who.post(f"{ROUTE}/quote", wish())["quoteId"] for who in (agent, poor)}
    with untouched():
        short = poor.post(ROUTE, {"quoteId": quotes[poor]})
        foreign = poor.post(ROUTE, {"quoteId": quotes[agent]})
    assert (short.status, short.code, short["requiredCents"]) == (402, "insufficient_funds", TOTAL)
    assert foreign.status == 404
    Switch.objects.update_or_create(name="cakes", defaults={"is_on": False})
    with untouched():
        off = (agent.post(ROUTE, {"quoteId": quotes[agent]}), agent.post(f"{ROUTE}/quote", wish()))
    assert {answer.code for answer in off} == {"product_unavailable"}
    Switch.objects.all().delete()
    at((noon + timedelta(minutes=30)).isoformat())
    with untouched():
        late = agent.post(ROUTE, {"quoteId": quotes[agent]})
    assert (late.status, late.code) == (410, "quote_expired")
    assert not CakeOrder.objects.exclude(status="quoted").exists()


def test_the_owner_lists_his_orders_alone(other_agent: Api) -> None:
    agent = given_funded_agent()
    send(agent)
    agent.post(f"{ROUTE}/quote", wish())
    assert [order["status"] for order in agent.get(ROUTE)["orders"]] == ["quoted", "funded"]
    assert [order["status"] for order in agent.get(f"{ROUTE}?status=funded")["orders"]] == ["funded"]
    assert other_agent.get(ROUTE)["orders"] == []


def test_staff_names_a_courier(support: Api, noon: datetime) -> None:
    agent = given_funded_agent()
    send(agent)
    run_timers()
    far = given_worker()
    move(far, "Porto")
    order = CakeOrder.objects.get()
    client = Client()
    client.force_login(support.account, "django.contrib.auth.backends.ModelBackend")
    form = {
        "assign-courier": far.account.public_profile_id,
        "assign-reason": "He is on his way there.",
        "confirmed": "1",
    }

    client.post(reverse("admin:bounties_cakeorder_decide", args=[order.pk, "assign"]), form)

    assert (Application.objects.get().human, status_of(agent)) == (far.account, "assigned")

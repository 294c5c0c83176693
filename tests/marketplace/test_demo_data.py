"""The demo marketplace: every state of hiring is there, made by the services, with books that add up."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from bounties.models import Application, Bounty, CakeOrder, Picture
from bounties.models.applications import CASE
from config.demo import seed
from escrow.models import Dispute
from humans.models import Booking, Conversation, Relation, Review, Subscription
from marketplace.core import clock
from marketplace.models import Account
from tests.api import Api
from tests.factories.market import violations
from wallet.models import AgentCheckout, Outflow, PaymentLink
from webhooks.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def market(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Seeded once, in a transaction that is rolled back after the last test."""
    with django_db_blocker.unblock(), transaction.atomic():
        path = seed.seed()
        assert path is not None
        yield path
        transaction.set_rollback(True)


@pytest.fixture
def demo(market: Path, db: None) -> dict[str, Any]:
    assert market.stat().st_mode & 0o777 == 0o600
    found: dict[str, Any] = json.loads(market.read_text())
    return found


def test_every_state_of_hiring_is_there(demo: dict[str, Any]) -> None:
    statuses = set(Bounty.objects.values_list("status", flat=True))
    assert statuses >= {
        *("pending_deposit", "pending_review", "open", "partially_filled", "paused", "assigned"),
        *("completed", "paid", "closed", "cancelled"),
    }
    assert Bounty.objects.filter(submission_mode="photo_upload", applications__files__isnull=False).exists()
    assert Bounty.objects.filter(price_type="hourly").exists()
    seats = Application.objects.all()
    assert seats.filter(CASE).exists()
    assert seats.filter(ghost_flagged_at__isnull=False, bounty__spots_available__gt=1).exists()
    assert seats.filter(extension__state="pending", extension_until__gt=clock.now()).exists()
    assert seats.filter(submissions__status="redo_requested").exists()
    assert seats.filter(submissions__status="pending_review").exists()
    assert set(seats.values_list("end_reason", flat=True)) >= {"", "confirmation_timeout"}
    assert seats.filter(bounty__mic_samples__status="pending", human__proficiencies__cefr="C1").exists()
    assert set(Relation.objects.values_list("kind", flat=True)) == {"blocked", "preferred"}
    assert Review.objects.count() >= 3
    assert Conversation.objects.filter(unread_by_agent__gt=0).exists()


def test_a_page_was_tested_and_its_report_is_there(demo: dict[str, Any]) -> None:
    owner = Api(headers={"X-API-Key": demo["agent"]["apiKey"]})
    [run] = owner.get("/api/v1/qa/runs")["runs"]
    assert (run["status"], run["spentCents"], run["refundedCents"]) == ("closed", 3 * 1062, 0)
    report = owner.get(f"/api/v1/qa/runs/{run['id']}")["data"]["report"]
    assert [(row["severity"], row["reportedBy"]) for row in report["findings"]] == [
        ("critical", 2),
        ("medium", 1),
        ("low", 1),
    ]


def test_the_timeline_of_an_agent_tells_of_its_jobs(demo: dict[str, Any]) -> None:
    owner = Api(headers={"X-API-Key": demo["agent"]["apiKey"]})
    jobs = {row["id"] for row in owner.get("/api/bounties?mine=true&limit=100")["bounties"]}
    calls = owner.get("/api/activity?limit=100")["activity"]
    posted = [row for row in calls if row["operation"] == "createBounty"]
    assert {row["objectId"] for row in posted} <= jobs
    assert len(posted) == 12
    assert {row["operation"] for row in calls} >= {
        *("createBounty", "decideApplication", "reviewSubmission", "releaseEscrow", "sendMessage", "postReview"),
        *("openDispute", "editBounty", "cancelBounty"),
    }
    assert sum(row["costCents"] for row in posted) > 0


def test_a_photo_came_a_cake_was_brought_and_a_place_waits(demo: dict[str, Any]) -> None:
    assert sorted(Picture.objects.values_list("status", flat=True)) == ["delivered", "processing"]
    assert list(CakeOrder.objects.values_list("status", flat=True)) == ["completed"]


def test_money_is_on_every_way(demo: dict[str, Any]) -> None:
    assert list(Dispute.objects.values_list("status", flat=True)) == ["open"]
    assert set(PaymentLink.objects.values_list("status", flat=True)) == {"open", "paid"}
    assert [order.refund_status for order in AgentCheckout.objects.all()] == ["succeeded"]
    assert set(Outflow.objects.values_list("kind", "status")) == {("checkout_refund", "paid"), ("withdrawal", "paid")}


def test_services_are_offered_and_booked(demo: dict[str, Any], anonymous: Api) -> None:
    assert anonymous.get("/api/services/browse")["totalCount"] == 4
    assert set(Subscription.objects.values_list("status", flat=True)) == {"active", "pending_approval"}
    assert list(Booking.objects.order_by("date").values_list("status", flat=True)[:1]) == ["completed"]
    assert Booking.objects.filter(status="confirmed", escrow__status="delivered").exists()


def test_its_history_lies_in_the_past_and_the_clock_runs_again(demo: dict[str, Any]) -> None:
    assert clock._frozen is None
    facts = list(Event.objects.order_by("id").values_list("created_at", flat=True))
    assert facts == sorted(facts), "newest first by id is newest first by time"
    assert facts[-1] <= clock.now()
    assert (facts[-1] - facts[0]).days >= 12
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from ledger_move where created_at > %s", [clock.now()])
        assert cursor.fetchone() == (0,)


def test_its_books_add_up(demo: dict[str, Any]) -> None:
    assert violations() == []


def test_its_credentials_open_the_doors(demo: dict[str, Any]) -> None:
    assert set(demo) == {"baseUrl", "operator", "secondOperator", "support", "agent", "workers", "others"}
    agent = Api(headers={"X-API-Key": demo["agent"]["apiKey"]})
    assert agent.get("/api/account")["account"]["email"] == demo["agent"]["email"]
    assert agent.get("/api/wallet/balance")["balance"] > 10_000
    for role in ("operator", "secondOperator", "support"):
        who = authenticate(username=demo[role]["username"], password=demo[role]["password"])
        assert isinstance(who, Account) and who.is_staff and who.is_superuser == (role == "operator")
    assert len(demo["workers"]) == 4
    for worker in demo["workers"]:
        who = authenticate(email=worker["email"], password=worker["password"])
        assert isinstance(who, Account) and who.public_profile_id == worker["profileId"]


def test_everybody_who_posts_or_works_in_it_can_be_played(demo: dict[str, Any]) -> None:
    played = {one["email"] for one in [*demo["workers"], demo["agent"], *demo["others"]]}

    assert played == set(Account.objects.filter(is_staff=False).values_list("email", flat=True))
    assert len(played) == len(demo["workers"]) + 1 + len(demo["others"])


def test_people_are_found_with_photos_in_several_cities(demo: dict[str, Any], anonymous: Api) -> None:
    found = anonymous.get("/api/humans")["humans"]

    assert len(found) == 8 and all(human["photoUrls"] for human in found)
    assert len({human["location"]["city"] for human in found}) >= 6
    assert max(human["reviewCount"] for human in found) >= 1


def test_a_second_seed_adds_nothing(demo: dict[str, Any]) -> None:
    before = Bounty.objects.count()

    assert seed.seed() is None
    assert Bounty.objects.count() == before

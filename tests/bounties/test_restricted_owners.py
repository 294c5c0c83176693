"""An owner who may begin no new jobs: what runs goes on, at a better price too; more spots and open pages are new work."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import RENT, page_of, pay_page, rental, wallet
from tests.factories.market import given_application, given_bounty, given_funded_agent, untouched
from tests.factories.office import given_restriction
from tests.factories.services import given_service, wish
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
REFUSED = (403, "account_restricted")


@pytest.fixture
def stop(operator: Api) -> Callable[[Api], None]:
    """Our staff stop new jobs of this account."""

    return lambda agent: given_restriction(agent.account, by=operator.account, stops=["jobs"])


def at(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def raised(cents: int, **changes: Any) -> dict[str, Any]:
    return changes | {"walletImpactAcknowledged": True, "walletImpactCents": cents}


def paid(page: Checkout) -> str:
    checkouts.book(page.pk, rail="card", reference=f"paid_{page.pk}", cents=page.amount_cents)
    return checkouts.settle(page.pk).outcome


# ------------------------------------------------------------------ goes on


def test_a_live_job_pays_more_and_takes_its_applicants(stop: Callable[[Api], None]) -> None:
    agent = given_funded_agent(5_000)
    bounty = given_bounty(agent, spots_available=2)
    _, application = given_application(bounty)
    stop(agent)

    assert agent.patch(at(bounty), raised(236, price=6)).status == 200
    assert agent.patch(f"{at(bounty)}/applications/{application.public_id}", {"action": "accept"}).status == 200

    bounty.refresh_from_db()
    assert (bounty.price_cents, bounty.spots_filled, wallet(agent)) == (600, 1, 5_000 - 2 * 708)


def test_a_live_job_is_made_smaller(stop: Callable[[Api], None]) -> None:
    agent = given_funded_agent(5_000)
    bounty = given_bounty(agent, spots_available=3)
    stop(agent)

    assert agent.patch(at(bounty), {"spotsAvailable": 1}).status == 200

    assert wallet(agent) == 5_000 - 590


# ------------------------------------------------------------------ is new


@pytest.mark.parametrize("changes", [{"spotsAvailable": 3}, {"spotsAvailable": 3, "price": 4}])
def test_a_live_job_gets_no_more_spots(stop: Callable[[Api], None], changes: dict[str, Any]) -> None:
    agent = given_funded_agent(5_000)
    bounty = given_bounty(agent, spots_available=2)
    stop(agent)

    with untouched():
        refused = agent.patch(at(bounty), raised(590, **changes))

    assert (refused.status, refused.code, refused["restricted"]) == (*REFUSED, "jobs")


def test_a_page_that_was_open_before_puts_no_job_live_and_its_money_stays_with_the_owner(
    stop: Callable[[Api], None],
) -> None:
    agent = given_agent()
    bounty = given_bounty(agent)
    page = Checkout.objects.get(subject_id=bounty.pk)
    stop(agent)

    assert paid(page) == "left_in_wallet"

    bounty.refresh_from_db()
    assert (bounty.status, wallet(agent)) == ("pending_deposit", 590)
    assert checkouts.settle(page.pk).outcome == "left_in_wallet", "the first outcome stays"


def test_a_page_for_somebody_hired_by_name_hires_nobody(stop: Callable[[Api], None]) -> None:
    agent, worker = given_agent(), given_worker()
    made = agent.post(RENT, rental(worker))
    assert page_of(made).status == "open", made.body
    stop(agent)

    assert pay_page(made).outcome == "left_in_wallet"

    assert wallet(agent) == page_of(made).amount_cents
    assert not Bounty.objects.exclude(status="pending_deposit").exists()


def test_a_page_for_a_booking_books_nothing(stop: Callable[[Api], None]) -> None:
    agent = given_agent()
    asked = agent.post("/api/services/subscribe", wish(given_service()))
    assert asked.status == 200, asked.body
    page = Checkout.objects.get(account=agent.account, status="open")
    stop(agent)

    assert paid(page) == "left_in_wallet"

    assert wallet(agent) == page.amount_cents


@pytest.mark.parametrize(
    ("changes", "cents", "outcome", "price"),
    [({"price": 6}, 118, "funded", 600), ({"spotsAvailable": 2}, 590, "left_in_wallet", 500)],
)
def test_a_raise_that_waited_is_made_when_it_adds_no_spots(
    stop: Callable[[Api], None], changes: dict[str, Any], cents: int, outcome: str, price: int
) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    waiting = agent.patch(at(bounty), raised(cents, **changes))
    assert waiting["bounty"]["status"] == "pending_funding", waiting.body
    page = Checkout.objects.get(subject_id=bounty.pk, purpose="bounty_raise", status="open")
    stop(agent)

    assert paid(page) == outcome

    bounty.refresh_from_db()
    assert (bounty.status, bounty.price_cents, bounty.spots_available) == ("open", price, 1)
    assert wallet(agent) == (page.amount_cents - cents if outcome == "funded" else page.amount_cents)


def test_another_s_restriction_stops_nothing_here(stop: Callable[[Api], None]) -> None:
    agent = given_funded_agent(5_000)
    bounty = given_bounty(agent)
    stop(given_agent())

    assert agent.patch(at(bounty), raised(590, spotsAvailable=2)).status == 200
    assert Account.objects.filter(restrictions__isnull=False).count() == 1

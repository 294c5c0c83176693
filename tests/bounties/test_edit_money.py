"""Price and spots edits: worked out first, confirmed to the cent, moved as a whole or not at all."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import repricing
from tests.api import Api
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
    violations,
)
from wallet.models import Checkout

pytestmark = pytest.mark.django_db
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def balance(agent: Api) -> int:
    cents: int = agent.get("/api/wallet/balance")["balanceCents"]
    return cents


def confirmed(cents: int, **changes: Any) -> dict[str, Any]:
    return changes | {"walletImpactAcknowledged": True, "walletImpactCents": cents}


def test_a_raise_is_first_answered_with_every_figure_and_moves_nothing() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=2)  # 2 x 5.90 in the pool

    with untouched():
        asked = agent.patch(url(bounty), {"price": 7})

    assert (asked.status, asked.code) == (409, "wallet_impact_confirmation_required")
    names = ("direction", "cents", "posterWalletBalanceCents", "priceFromCents", "priceToCents")
    assert [asked[name] for name in names] == ["debit", 2 * 236, 5000 - 1180, 500, 700]
    names = ("seatsFrom", "seatsTo", "totalCents", "feeCents", "hiredSeatsRepriced")
    assert [asked[name] for name in names] == [2, 2, 1652, 2 * 36, 0]


def test_the_confirmed_resend_moves_exactly_that_amount() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=2)

    done = agent.patch(url(bounty), confirmed(472, price=7))

    assert (done.status, done["bounty"]["price"], done["walletImpactCents"]) == (200, 7, 472)
    assert balance(agent) == 5000 - 1652
    assert violations() == []


@pytest.mark.parametrize("cents", [471, 473, 0, None])
def test_a_resend_with_other_cents_is_refused(cents: int | None) -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=2)

    with untouched():
        refused = agent.patch(url(bounty), {"price": 7, "walletImpactAcknowledged": True, "walletImpactCents": cents})

    assert (refused.status, refused.code, refused["cents"]) == (409, "wallet_impact_confirmation_required", 472)


def test_the_same_key_confirms_once() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent)

    first = agent.patch(url(bounty), confirmed(236, price=7), Idempotency_Key="raise-1")
    second = agent.patch(url(bounty), confirmed(236, price=7), Idempotency_Key="raise-1")

    assert first.body == second.body
    assert balance(agent) == 5000 - 826


def test_a_raise_reaches_the_hired_who_have_not_finished() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, spots_available=3)
    locked = given_hired(agent=agent, bounty=bounty)
    done = given_completed(agent=agent, bounty=bounty)

    asked = agent.patch(url(bounty), {"price": 10})
    assert (asked["cents"], asked["hiredSeatsRepriced"]) == (2 * 590, 1)  # one free, one locked
    assert (asked["feeCents"], asked["totalCents"]) == (2 * 90, 2 * 1180 + 590)  # the finished one keeps its price
    agent.patch(url(bounty), confirmed(1180, price=10))

    assert (locked.escrow.amount_cents, locked.escrow.human_payout_cents) == (1180, 1000)
    assert done.escrow.amount_cents == 590
    assert violations() == []
    agent.post(f"/api/escrow/{locked.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert locked.worker.get("/api/earnings/balance")["availableCents"] == 1000


def test_a_cut_needs_no_confirmation_and_leaves_the_hired_their_price() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, price_cents=1000, spots_available=2)
    hired = given_delivered(agent=agent, bounty=bounty)

    cut = agent.patch(url(bounty), {"price": 5})

    assert (cut.status, cut["walletImpactCents"]) == (200, -590)
    assert hired.escrow.amount_cents == 1180
    assert balance(agent) == 10_000 - 1180 - 590
    assert violations() == []


def test_a_seat_lost_after_a_cut_fills_the_pool_at_today_s_price_and_the_rest_goes_home() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, price_cents=1000, spots_available=2)
    hired = given_hired(agent=agent, bounty=bounty)
    agent.patch(url(bounty), {"price": 5})

    agent.post(f"{url(bounty)}/applications/{hired.application.public_id}/expire")

    assert violations() == []
    assert balance(agent) == 10_000 - 2 * 590


def test_a_raise_after_a_cut_lifts_the_hired_only_to_the_new_price() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, price_cents=1000, spots_available=2)
    hired = given_hired(agent=agent, bounty=bounty)
    agent.patch(url(bounty), {"price": 5})

    agent.patch(url(bounty), confirmed(354, price=8))

    assert hired.escrow.amount_cents == 1180, "already better paid than the new price"
    assert violations() == []


def test_spots_go_up_by_confirmation_and_down_with_the_money_back() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=2)

    asked = agent.patch(url(bounty), {"spotsAvailable": 4})
    assert (asked["cents"], asked["seatsFrom"], asked["seatsTo"]) == (1180, 2, 4)
    agent.patch(url(bounty), confirmed(1180, spotsAvailable=4))
    assert balance(agent) == 5000 - 2360

    down = agent.patch(url(bounty), {"spotsAvailable": 1})
    assert down["bounty"]["spotsAvailable"] == 1
    assert balance(agent) == 5000 - 590
    assert violations() == []


def test_dropping_the_free_spots_of_a_half_filled_bounty_ends_the_search() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=3)
    hired = given_hired(agent=agent, bounty=bounty)

    with untouched():
        refused = agent.delete(url(bounty), {"reason": "not_enough_applicants"})
    assert (refused.code, "lower_spots_available" in refused["allowedActions"]) == ("workers_hired", True)
    assert agent.patch(url(bounty), {"spotsAvailable": 1})["bounty"]["status"] == "assigned"

    agent.post(f"/api/escrow/{hired.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert agent.get(url(bounty))["bounty"]["status"] == "paid"
    assert balance(agent) == 5000 - 590
    assert violations() == []


def test_dropping_the_last_free_spot_after_every_release_makes_it_paid() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=2)
    hired = given_completed(agent=agent, bounty=bounty)
    agent.post(f"/api/escrow/{hired.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert agent.patch(url(bounty), {"spotsAvailable": 1})["bounty"]["status"] == "paid"
    assert balance(agent) == 5000 - 590
    assert violations() == []


def test_spots_never_go_below_the_hired() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent, spots_available=3)
    for _ in range(2):
        given_hired(agent=agent, bounty=bounty)

    with untouched():
        refused = agent.patch(url(bounty), {"spotsAvailable": 1})

    assert (refused.status, list(refused["fields"])) == (400, ["spotsAvailable"])


def test_a_full_bounty_opens_again_with_another_spot() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent)
    given_hired(agent=agent, bounty=bounty)

    widened = agent.patch(url(bounty), confirmed(590, spotsAvailable=2))

    assert widened["bounty"]["status"] == "partially_filled"
    assert violations() == []


def test_the_pool_never_grows_beyond_ten_thousand_dollars() -> None:
    agent = given_funded_agent(1_000_000)
    bounty = given_bounty(agent, price_cents=100_000, spots_available=5)

    with untouched():
        refused = agent.patch(url(bounty), {"spotsAvailable": 11})

    assert (refused.status, refused.code) == (400, "pool_too_large")


def test_an_unfunded_bounty_is_simply_planned_anew() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)

    assert agent.patch(url(bounty), {"price": 20, "spotsAvailable": 2}).status == 200

    quote = agent.get(f"{url(bounty)}/funding-quote")["quote"]
    assert quote["fundingTotalCents"] == 4720
    assert balance(agent) == 100
    assert violations() == []


def test_a_confirmed_raise_beyond_the_wallet_waits_for_its_page_and_then_happens() -> None:
    agent = given_funded_agent(600)
    bounty = given_bounty(agent)  # 0.10 left

    waiting = agent.patch(url(bounty), confirmed(590, price=10))
    assert (waiting.status, waiting["bounty"]["status"], waiting["bounty"]["price"]) == (200, "pending_funding", 5)
    page = Checkout.objects.get(purpose="bounty_raise")
    assert waiting["deposit_url"].endswith(page.public_id)
    assert page.amount_cents == 580

    Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, Content_Type="application/x-www-form-urlencoded")

    shown = agent.get(url(bounty))["bounty"]
    assert (shown["status"], shown["price"]) == ("open", 10)
    assert balance(agent) == 0
    assert violations() == []


def test_the_page_of_a_raise_that_was_given_up_takes_no_money() -> None:
    agent = given_funded_agent(600)
    bounty = given_bounty(agent)
    agent.patch(url(bounty), confirmed(590, price=10))
    page = Checkout.objects.get(purpose="bounty_raise")

    assert agent.patch(url(bounty), {"status": "open"})["bounty"]["status"] == "open"
    Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, Content_Type="application/x-www-form-urlencoded")

    page.refresh_from_db()
    assert (page.status, balance(agent)) == ("cancelled", 10)
    assert agent.get(url(bounty))["bounty"]["price"] == 5
    assert violations() == []


def test_an_unpaid_raise_is_forgotten_after_a_day(at: Callable[[str], datetime]) -> None:
    moment = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(600)
    bounty = given_bounty(agent)
    given_application(bounty)
    agent.patch(url(bounty), confirmed(590, price=10))

    at((moment + timedelta(hours=23, minutes=59)).isoformat())
    assert repricing.abandon_unpaid_raises() == 0
    at((moment + timedelta(hours=24)).isoformat())
    assert repricing.abandon_unpaid_raises() == 1
    assert repricing.abandon_unpaid_raises() == 0
    shown = agent.get(url(bounty))["bounty"]
    assert (shown["status"], shown["price"]) == ("open", 5)


def test_a_full_bounty_is_not_raised_on_credit() -> None:
    agent = given_funded_agent(600)
    bounty = given_bounty(agent)
    given_hired(agent=agent, bounty=bounty)

    with untouched():
        refused = agent.patch(url(bounty), confirmed(590, price=10))

    assert (refused.status, refused.code, refused["shortfallCents"]) == (402, "insufficient_funds", 580)

"""A confirmed raise that waits for its page: paid, paid too late, given up, or overtaken by another edit."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import endings, repricing, submissions
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.mailbox import mailbox
from tests.factories.market import (
    Seat,
    acting,
    given_agent,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
    untouched,
)
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def balance(agent: Api) -> int:
    cents: int = agent.get("/api/wallet/balance")["balanceCents"]
    return cents


def confirmed(cents: int, **changes: Any) -> dict[str, Any]:
    return changes | {"walletImpactAcknowledged": True, "walletImpactCents": cents}


def given_waiting(agent: Api, bounty: Bounty, cents: int, **changes: Any) -> Checkout:
    """A raise that the wallet is too short for, and its page."""
    waiting = agent.patch(url(bounty), confirmed(cents, **changes))
    assert waiting["bounty"]["status"] == "pending_funding"
    return Checkout.objects.get(purpose="bounty_raise", status="open")


def pay(page: Checkout) -> str:
    checkouts.book(page.pk, rail="card", reference=f"test_{page.pk}", cents=page.amount_cents)
    return checkouts.settle(page.pk).outcome


def open_pages() -> int:
    return Checkout.objects.filter(purpose__in=("bounty", "bounty_raise"), status="open").count()


def state(bounty: Bounty) -> tuple[str, int, Any]:
    bounty.refresh_from_db()
    return bounty.status, bounty.price_cents, bounty.pending_edit


def test_another_raise_that_the_wallet_covers_now_takes_the_place_of_the_one_that_waits() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    given_waiting(agent, bounty, 472, price=7)
    given_money(agent, 1000)

    done = agent.patch(url(bounty), confirmed(708, price=8))

    assert (done.status, done["bounty"]["status"]) == (200, "open")
    assert (state(bounty), balance(agent), open_pages()) == (("open", 800, None), 292, 0)


def test_a_cut_takes_the_place_of_the_raise_that_waits() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    given_waiting(agent, bounty, 472, price=7)

    agent.patch(url(bounty), {"price": 4})

    assert (state(bounty), balance(agent), open_pages()) == (("open", 400, None), 236, 0)


def test_a_raise_that_has_to_wait_too_gets_a_page_of_its_own() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    first = given_waiting(agent, bounty, 472, price=7)

    second = given_waiting(agent, bounty, 708, price=8)

    first.refresh_from_db()
    assert (first.status, second.amount_cents) == ("cancelled", 708)
    assert pay(second) == "funded"
    assert (state(bounty), balance(agent)) == (("open", 800, None), 0)


def test_a_second_raise_is_asked_about_and_leaves_the_first_one_waiting() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    given_waiting(agent, bounty, 472, price=7)

    with untouched():
        asked = agent.patch(url(bounty), {"price": 8})

    assert (asked.code, asked["cents"]) == ("wallet_impact_confirmation_required", 708)


def test_the_deadline_withdraws_the_page_of_a_raise(at: Callable[[str], datetime]) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2, deadline=start + timedelta(hours=1))
    given_hired(agent=agent, bounty=bounty)
    clock.freeze(start + timedelta(hours=60))
    given_waiting(agent, bounty, 472, price=7)

    clock.freeze(start + timedelta(hours=73))
    assert endings.remove_unfilled_seats() == 1

    assert (state(bounty), open_pages()) == (("assigned", 500, None), 0)


def finish(seat: Seat) -> None:
    pending = seat.application.submissions.get(status="pending_review")
    unit(lambda: submissions.review(acting(seat.agent), seat.bounty.public_id, pending.public_id, action="approve"))


def test_a_raise_that_has_become_cheaper_meanwhile_is_made_for_less() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    seat = given_delivered(agent=agent, bounty=bounty)
    page = given_waiting(agent, bounty, 472, price=7)
    finish(seat)  # its price stays: only the free spot is raised now

    assert pay(page) == "funded"

    assert (state(bounty), balance(agent)) == (("partially_filled", 700, None), 236)
    assert seat.escrow.human_payout_cents == 500


def test_a_raise_that_would_cost_more_than_was_confirmed_is_given_up_and_its_owner_told() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    seat = given_confirmed(agent=agent, bounty=bounty)
    page = given_waiting(agent, bounty, 590, spotsAvailable=3)
    assert agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel").status == 200  # two more spots now, not one

    assert pay(page) == "left_in_wallet"

    assert (state(bounty), balance(agent)) == (("open", 500, None), 590 + 590)
    told = mailbox(agent)[-1]
    assert told["subject"] == f"Not raised: {bounty.title}"
    assert "$5.90" in told["text"]


def test_a_raise_whose_money_was_spent_elsewhere_is_given_up_and_its_owner_told() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent)
    page = given_waiting(agent, bounty, 1180, price=15)  # 5.90 in the wallet, the page asks for the rest
    given_bounty(agent)

    assert pay(page) == "left_in_wallet"

    assert (state(bounty), balance(agent)) == (("open", 500, None), 590)
    assert mailbox(agent)[-1]["subject"] == f"Not raised: {bounty.title}"


def test_money_for_a_page_that_was_withdrawn_leaves_the_raise_that_waits_alone() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    late = given_waiting(agent, bounty, 472, price=7)
    page = given_waiting(agent, bounty, 708, price=8)

    assert pay(late) == "left_in_wallet"

    assert (state(bounty)[0], open_pages()) == ("pending_funding", 1)
    assert pay(page) == "funded"
    assert (state(bounty), balance(agent)) == (("open", 800, None), 472)


def test_another_price_withdraws_the_page_that_asks_for_the_old_one() -> None:
    agent = given_agent()
    path = "/api/bounties/deposit"
    bounty = given_bounty(agent)
    old = Checkout.objects.get(purpose="bounty")

    assert agent.patch(url(bounty), {"price": 10}).status == 200

    old.refresh_from_db()
    assert old.status == "cancelled"
    assert agent.post(path, {"bountyId": bounty.public_id})["status"] == "requires_payment"
    page = Checkout.objects.get(purpose="bounty", status="open")
    assert (page.amount_cents, pay(page)) == (1180, "funded")


def test_without_a_page_to_pay_a_raise_is_refused_and_nothing_waits(settings: Any) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    settings.CARD_PROVIDER = "none"

    with untouched():
        refused = agent.patch(url(bounty), confirmed(590, price=10))

    assert (refused.status, refused.code) == (402, "insufficient_funds")


def test_a_raise_is_forgotten_with_its_page_however_often_the_bounty_is_edited_meanwhile(
    at: Callable[[str], datetime],
) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    given_waiting(agent, bounty, 472, price=7)
    clock.freeze(start + timedelta(hours=23))
    assert agent.patch(url(bounty), {"title": "Photograph another shop front"}).status == 200
    assert repricing.abandon_unpaid_raises() == 0

    clock.freeze(start + timedelta(hours=24))
    assert (repricing.abandon_unpaid_raises(), repricing.abandon_unpaid_raises()) == (1, 0)

    assert (state(bounty), bounty.raise_asked_at, open_pages()) == (("open", 500, None), None, 0)

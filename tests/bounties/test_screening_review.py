"""Content review: an operator's phrase sends a new listing to a person first; its money waits in the pool."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty, ScreeningRule
from bounties.services import bounties, endings
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_hired, untouched
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


@pytest.fixture
def phrase() -> ScreeningRule:
    return ScreeningRule.objects.create(phrase="gift card", reason="laundering")


@pytest.mark.parametrize(
    ("texts", "screened"),
    [
        ({"title": "Buy a gift card"}, True),
        ({"description": "Please bring a GIFT CARD."}, True),
        ({"completionCriteria": "(gift card) is in the photo"}, True),
        ({"title": "Wrap gift cards"}, False),
        ({"title": "A giftcard"}, False),
        ({"title": "A regift card"}, False),
        ({"title": "A gift, card and ribbon"}, False),
        ({}, False),
    ],
)
def test_whole_words_in_any_case_and_in_every_text_need_a_review(
    phrase: ScreeningRule, anonymous: Api, worker: Api, texts: dict[str, str], screened: bool
) -> None:
    agent = given_funded_agent(590)

    posted = agent.post("/api/bounties", TASK | texts)

    assert posted["bounty"]["status"] == ("pending_review" if screened else "open")
    assert (posted["bounty"]["wentLiveAt"] is None) == screened
    bounty = Bounty.objects.get()
    assert books.balance(books.pool(bounty.pool_id)) == 590, "paid for all the same"
    path = f"/api/bounties/{bounty.public_id}"
    assert anonymous.get(path).status == (404 if screened else 200)
    assert len(anonymous.get("/api/bounties")["bounties"]) == (0 if screened else 1)
    if screened:
        assert bounty.screening_reason == "gift card: laundering"
        with untouched():
            assert worker.post(f"{path}/applications", {"coverLetter": "Me."}).status == 404


def test_a_rule_that_was_switched_off_screens_nothing(phrase: ScreeningRule) -> None:
    ScreeningRule.objects.update(is_active=False)

    assert given_bounty(given_funded_agent(), title="Buy a gift card").status == "open"


def test_a_dry_run_asks_for_no_review(phrase: ScreeningRule) -> None:
    agent = given_funded_agent()

    with untouched():
        preview = agent.post("/api/bounties", TASK | {"title": "Buy a gift card", "dryRun": True})

    assert (preview.status, preview["preview"]["status"]) == (200, "pending_review")
    assert preview["warnings"] == ["pending_review: an operator reads this listing before it goes live."]


def test_a_page_that_is_paid_later_leads_to_the_review_too(phrase: ScreeningRule) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent, title="Buy a gift card")
    assert bounty.status == "pending_deposit"
    page = agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})["deposit_url"]
    card = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
    Api().call("POST", page.split("8000")[1], raw=card, Content_Type="application/x-www-form-urlencoded")

    bounty.refresh_from_db()
    assert bounty.status == "pending_review"
    assert books.balance(books.pool(bounty.pool_id)) == 590


def test_an_operator_lets_it_go_live(phrase: ScreeningRule, operator: Api, anonymous: Api, worker: Api) -> None:
    bounty = given_bounty(given_funded_agent(), title="Buy a gift card")

    unit(lambda: bounties.approve(Actor.staff(operator.account), bounty.pk))

    bounty.refresh_from_db()
    assert (bounty.status, bounty.went_live_at is not None) == ("open", True)
    assert [row["id"] for row in anonymous.get("/api/bounties")["bounties"]] == [bounty.public_id]
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Me."}).status == 200


def test_an_operator_turns_it_down_and_the_money_goes_home(
    phrase: ScreeningRule, operator: Api, new_events: Any
) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent, title="Buy a gift card")
    new_events.clear()

    unit(lambda: bounties.refuse(Actor.staff(operator.account), bounty.pk, reason="Gift cards are not allowed."))

    bounty.refresh_from_db()
    assert (bounty.status, bounty.close_reason, bounty.close_details) == (
        "closed",
        "refused",
        "Gift cards are not allowed.",
    )
    assert (bounty.pool.status, books.balance(books.wallet(agent.account.pk))) == ("refunded", 590)
    assert new_events() == ["escrow.refunded"]


def test_its_owner_may_give_it_up_meanwhile(phrase: ScreeningRule) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent, title="Buy a gift card")

    ended = agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert (ended.status, ended["bounty"]["status"]) == (200, "cancelled")
    assert books.balance(books.wallet(agent.account.pk)) == 590


@pytest.mark.parametrize("verb", [bounties.approve, lambda *a: bounties.refuse(*a, reason="No.")])
def test_only_what_waits_for_a_review_is_decided(verb: Any, operator: Api) -> None:
    seat = given_hired()

    with untouched(), pytest.raises(InvalidState):
        unit(lambda: verb(Actor.staff(operator.account), seat.bounty.pk))


def test_what_nobody_reviewed_until_its_deadline_is_closed_and_its_money_goes_home(
    phrase: ScreeningRule, at: Callable[[str], datetime]
) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(590)
    bounty = given_bounty(agent, title="Buy a gift card", deadline=start + timedelta(hours=3))
    assert (bounty.status, agent.get("/api/wallet/balance")["balanceCents"]) == ("pending_review", 0)

    clock.freeze(start + timedelta(hours=3))
    assert (endings.lapse_unpublished(), endings.lapse_unpublished()) == (1, 0)

    bounty.refresh_from_db()
    assert (bounty.status, bounty.close_reason) == ("closed", "not_reviewed_in_time")
    assert agent.get("/api/wallet/balance")["balanceCents"] == 590

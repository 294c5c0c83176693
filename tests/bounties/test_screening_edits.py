"""Content review and edits: what was read once is not reworded past the operators."""

from typing import Any

import pytest

from bounties.models import Bounty, ScreeningRule
from bounties.services import bounties
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}
TERMS = {"consentText": "I allow the use of it.", "confirmationMessage": "Thank you for sending."}
# Each text that others than the owner read, on the wire.
TEXTS: list[dict[str, Any]] = [
    {"title": "Sell stolen goods"},
    {"description": "Sell stolen goods"},
    {"completionCriteria": "Stolen goods are sold"},
    {"skillsNeeded": ["selling", "stolen goods"]},
    {"location": {"city": "Stolen Goods", "country": "PT"}},
    {"completionQuestions": [{"prompt": "Were the stolen goods there?"}]},
    {"requiredLinks": [{"type": "custom", "label": "Your stolen goods"}]},
    {"applicationDetails": [{"type": "checkbox", "label": "I have stolen goods"}]},
    {"lifecycleMessages": {"onAccepted": "Bring the stolen goods."}},
]


@pytest.fixture(autouse=True)
def _rules() -> None:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    ScreeningRule.objects.create(phrase="stolen goods", reason="crime")


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def given_approved(agent: Api, **fields: Any) -> Bounty:
    bounty = given_bounty(agent, **{"title": "Buy a gift card"} | fields)
    unit(lambda: bounties.approve(Actor.system(), bounty.pk))
    bounty.refresh_from_db()
    assert (bounty.status, bounty.screening_reason) == ("open", "gift card: laundering")
    return bounty


@pytest.mark.parametrize(
    "text",
    [
        *TEXTS,
        {"agentName": "Stolen Goods Ltd"},
        {"submissionMode": "photo_upload", "photoSubmission": {"maxImages": 1, "acceptText": "Stolen goods."} | TERMS},
    ],
)
def test_every_text_that_others_read_is_screened(text: dict[str, Any]) -> None:
    posted = given_funded_agent().post("/api/bounties", TASK | text)

    assert (posted.status, posted["bounty"]["status"]) == (200, "pending_review")
    assert Bounty.objects.get().screening_reason == "stolen goods: crime"


@pytest.mark.parametrize("text", TEXTS)
def test_what_was_approved_for_one_phrase_does_not_take_another(text: dict[str, Any]) -> None:
    agent = given_funded_agent()
    bounty = given_approved(agent)

    with untouched():
        refused = agent.patch(url(bounty), text)

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", list(text))
    assert "stolen goods: crime" in next(iter(refused["fields"].values()))[0]


def test_what_was_approved_may_stay_and_be_said_elsewhere() -> None:
    agent = given_funded_agent()
    bounty = given_approved(agent)

    assert (
        agent.patch(url(bounty), {"title": "Buy one gift card", "description": "The gift card is red."}).status == 200
    )


def test_a_phrase_that_operators_added_later_binds_the_words_that_bring_it() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, title="A raffle")
    ScreeningRule.objects.create(phrase="raffle", reason="gambling")

    assert agent.patch(url(bounty), {"description": "Hand out tickets."}).status == 200
    assert agent.patch(url(bounty), {"title": "A fair"}).status == 200
    with untouched():
        assert list(agent.patch(url(bounty), {"title": "A raffle"})["fields"]) == ["title"]


@pytest.mark.parametrize("text", [{"description": "Another errand."}, *TEXTS])
def test_while_an_operator_reads_a_listing_its_words_stay(text: dict[str, Any]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, title="Buy a gift card")

    with untouched():
        refused = agent.patch(url(bounty), text)

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "field_not_editable", list(text))
    assert agent.patch(url(bounty), {"completionWindowHours": 24}).status == 200


def test_all_that_was_found_is_named_to_the_operators() -> None:
    bounty = given_bounty(given_funded_agent(), title="Stolen goods", description="For a gift card.")

    assert bounty.screening_reason == "stolen goods: crime; gift card: laundering"

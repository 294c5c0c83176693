"""Whatever prices a spend before it is made says that its owner wants to be asked first: to whom is asked, and to nobody else."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api import Answer, Api
from tests.contract.product_routes import CAKE
from tests.factories.accounts import given_agent
from tests.factories.approvals import TASK, asks_above, owner_of
from tests.factories.market import given_bounty, given_funded_agent, given_money, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
Preview = Callable[[Api], Answer]


def dry_run(agent: Api) -> Preview:
    return lambda caller: caller.post("/api/bounties", TASK | {"dryRun": True})


def funding_quote(agent: Api) -> Preview:
    path = f"/api/bounties/{agent.post('/api/bounties', TASK)['bounty']['id']}/funding-quote"
    return lambda caller: caller.get(path)


def cake_quote(agent: Api) -> Preview:
    return lambda caller: caller.post("/api/cake-orders/quote", CAKE)


def raised_price(agent: Api) -> Preview:
    given_money(agent, 590)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    return lambda caller: caller.patch(path, {"price": 7})


PREVIEWS = [dry_run, funding_quote, cake_quote, raised_price]


def warned(answer: Answer) -> list[str]:
    assert answer.status in (200, 409), answer.body
    return [text for text in answer.body.get("warnings", []) if text.startswith("needs_approval: ")]


@pytest.mark.parametrize("given", PREVIEWS, ids=[given.__name__ for given in PREVIEWS])
def test_a_preview_says_that_the_owner_wants_to_be_asked(given: Callable[[Api], Preview]) -> None:
    agent = given_agent() if given is funding_quote else given_funded_agent(50_000)
    preview = given(agent)
    given_money(agent, 50_000)

    assert warned(preview(agent)) == [], "nobody is asked"
    asks_above(agent, 100)
    [said] = warned(preview(agent))
    assert "its owner wants to be asked above 1.00 USD" in said
    assert warned(preview(owner_of(agent))) == [], "they need not ask themselves"
    asks_above(agent, 1_000_000)
    assert warned(preview(agent)) == []


def test_a_raise_that_is_previewed_moves_nothing() -> None:
    agent = given_funded_agent(50_000)
    preview = raised_price(agent)
    asks_above(agent, 0)
    with untouched():
        refused = preview(agent)
    assert (refused.status, refused.code) == (409, "wallet_impact_confirmation_required")
    assert "2.36 USD" in warned(refused)[0]


def test_what_a_page_pays_of_a_raise_is_not_asked_about() -> None:
    agent = given_funded_agent(590)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    asks_above(agent, 0)
    assert warned(agent.patch(path, {"price": 7})) == []


def test_the_quote_of_a_funded_bounty_warns_of_nothing() -> None:
    agent = given_funded_agent(50_000)
    bounty: Any = given_bounty(agent)
    asks_above(agent, 0)
    assert "warnings" not in agent.get(f"/api/bounties/{bounty.public_id}/funding-quote").body

"""The programs of docs/frameworks, by the real frameworks: each hires alone in a sandbox, and tells what stands in the way."""

import pytest

from tests.frameworks.conftest import run
from tests.frameworks.scripted import playing
from tests.frameworks.scripts import one_hire, what_stands_in_the_way
from tests.stories.conftest import Instance, balance

NAMES = ["openai_agents", "langchain_agent", "crewai_crew", "claude_mcp"]
pytestmark = [pytest.mark.live, pytest.mark.framework, pytest.mark.parametrize("name", NAMES)]
SEES_PHOTOS = set(NAMES) - {"crewai_crew"}  # which gives a model the word `image` for one


def test_a_program_prices_posts_waits_hires_looks_and_pays(instance: Instance, name: str) -> None:
    agent = instance.agent(20)
    agent("PATCH", "/api/sandbox/people", {"simulated": True, "scripts": ["reliable"]})

    with playing(one_hire(instance.advance)) as model:
        said = run(name, instance, agent, model)

    assert model.said.startswith("Paid 500 cents for bty_") and model.said.endswith("the wallet gave 590.")
    assert model.said in said
    [bounty] = agent("GET", "/api/bounties?mine=true")["bounties"]
    assert (bounty["id"] in said, bounty["status"], balance(agent)) == (True, "paid", 2000 - 590)
    assert [result.images for result in model.results if result.images] == [1] * (name in SEES_PHOTOS)
    instance.check_ledger()


def test_a_model_reads_what_it_needs_when_the_owner_is_asked_and_when_money_is_missing(
    instance: Instance, name: str
) -> None:
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 1000})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 25})["checkoutUrl"])

    with playing(what_stands_in_the_way()) as model:
        assert model.said in run(name, instance, agent, model)

    asked, first, second, page = (result.data for result in model.results)
    assert (asked["status"], asked["cents"]) == ("pending", 2360)
    assert asked["approvalId"] == owner("GET", "/api/approvals?status=pending")["approvals"][0]["id"]
    assert [posted["bounty"]["status"] for posted in (first, second, page)] == ["open", "open", "pending_deposit"]
    assert page["deposit_url"].startswith(instance.base_url)
    assert balance(agent) == 2500 - 2 * 944
    instance.check_ledger()

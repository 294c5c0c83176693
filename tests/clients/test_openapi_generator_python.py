"""openapi-generator makes a Python client of the whole document, and the client prices, hires and lists on a live instance."""

import pkgutil
from typing import Any

import pytest

from tests.clients import generators
from tests.clients.conftest import Importing
from tests.contract.document import document
from tests.stories.conftest import Instance

pytestmark = [pytest.mark.java, pytest.mark.live]


@pytest.fixture(scope="module")
def market(generated: Importing, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The generated package."""
    source = generators.write_document(tmp_path_factory.mktemp("document"))
    generators.openapi_generator("python", source, generated.folder, packageName="generated_market")
    return generated("generated_market")


def test_every_module_can_be_imported_and_every_operation_is_there(generated: Importing, market: Any) -> None:
    for found in pkgutil.walk_packages(market.__path__, "generated_market."):
        generated(found.name)

    made = {name for api in vars(market).values() if str(api).endswith("Api'>") for name in vars(api)}
    operations = [
        operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()
    ]
    assert {name.lower() for name in operations} <= {name.replace("_", "") for name in made}


def test_the_client_prices_hires_and_lists(market: Any, instance: Instance) -> None:
    owner, person = instance.agent(20), instance.new_worker()

    def client(**keys: str) -> Any:
        return market.ApiClient(market.Configuration(host=instance.base_url, api_key=keys))

    agent = client(ApiKey=owner.headers["X-API-Key"])
    worker = client(Session=person.headers["X-Session-Token"])
    bounties, applications = market.BountiesApi(agent), market.ApplicationsApi(agent)
    task = {"title": "Photograph a shop front", "description": "One sharp photo.", "price": 5, "estimatedHours": 0.5}

    priced = bounties.create_bounty(market.BountyInRequest.from_dict(task | {"dryRun": True}))
    assert (priced.dry_run, priced.funding_total, priced.preview.id) == (True, 5.9, None)
    assert bounties.list_bounties(mine=True).count == 0

    posted = bounties.create_bounty(market.BountyInRequest.from_dict(task), idempotency_key="the-one")
    assert bounties.get_bounty(posted.bounty_id).bounty.status == posted.bounty.status == "open"
    applied = market.ApplicationsApi(worker).apply(
        posted.bounty_id, apply_in_request=market.ApplyInRequest(cover_letter="I live there.")
    )
    which = {"bounty_id": posted.bounty_id, "application_id": applied.application.id}
    decided = market.DecisionInRequest(action="accept")
    accepted = applications.decide_application(**which, decision_in_request=decided)
    assert accepted.application.status == "accepted"
    with pytest.raises(market.exceptions.ConflictException) as refused:
        applications.decide_application(**which, decision_in_request=market.DecisionInRequest(action="reject"))
    assert (refused.value.data.error_code, refused.value.data.current_state) == ("invalid_state", "accepted")

    assert [bounty.id for bounty in bounties.list_bounties(mine=True).bounties] == [posted.bounty_id]
    events = [event.actual_instance for event in market.WebhooksApi(agent).list_events().events]
    [told] = [event for event in events if isinstance(event, market.ApplicationSubmittedEvent)]
    assert told.data.application_id == applied.application.id
    instance.check_ledger()

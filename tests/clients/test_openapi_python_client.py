"""openapi-python-client makes a client of the whole document, and the client prices, hires and lists."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import override_settings

from tests.clients import generators
from tests.clients.conftest import Importing
from tests.contract.document import document
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent

HOST = "http://market.example"
# Media types that this generator does not know, each beside one that it does: WAV beside bytes, a photo beside JSON.
UNREAD = [
    "WARNING parsing POST /api/bounties/{bounty_id}/mic-check within applications.",
    "WARNING parsing POST /api/bounties/{bounty_id}/language-proficiency within applications.",
    "WARNING parsing GET /api/picture-of-sf/{picture_id} within pictures.",
]


@pytest.fixture(scope="module")
def warnings(generated: Importing, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    source = generators.write_document(tmp_path_factory.mktemp("document"), HOST)
    return generators.openapi_python_client(source, generated.folder)


@pytest.mark.main
def test_it_makes_every_operation_and_schema_and_all_can_be_imported(generated: Importing, warnings: list[str]) -> None:
    package = generated("market_client")
    modules = [generated(found.name) for found in pkgutil.walk_packages(package.__path__, "market_client.")]

    made = {Path(module.__file__ or "").stem.strip("_") for module in modules if hasattr(module, "sync_detailed")}
    operations = [
        operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()
    ]
    assert warnings == UNREAD
    assert {name.replace("_", "") for name in made} == {name.lower() for name in operations}


@pytest.fixture
def on_this_connection() -> Iterator[None]:
    """Requests don't close the connection, whose transaction is the test's."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def in_process(generated: Importing, token: str) -> Any:
    """The generated client, on this process's application and database."""
    transport = httpx.WSGITransport(app=get_wsgi_application(), raise_app_exceptions=False)
    return generated("market_client").AuthenticatedClient(
        base_url=HOST, token=token, raise_on_unexpected_status=True, httpx_args={"transport": transport}
    )


class Calls:
    """`agent.bounties.create_bounty(body=...)`: what was answered, as the client's own class."""

    def __init__(self, generated: Importing, client: Any, tag: str = "") -> None:
        self.generated, self.client, self.tag = generated, client, tag

    def __getattr__(self, name: str) -> Any:
        if not self.tag:
            return Calls(self.generated, self.client, name)
        call: Callable[..., Any] = self.generated(f"market_client.api.{self.tag}.{name}").sync
        return lambda *path, **sent: call(*path, client=self.client, **sent)


@pytest.mark.main
@pytest.mark.django_db
@pytest.mark.usefixtures("sound_books", "warnings", "on_this_connection")
def test_its_client_prices_hires_and_lists(generated: Importing) -> None:
    with override_settings(ALLOWED_HOSTS=["*"]):
        owner, person = given_funded_agent(), given_worker()
        agent = Calls(generated, in_process(generated, owner.headers["X-API-Key"]))
        worker = Calls(generated, in_process(generated, person.headers["X-Session-Token"]))
        price_hire_and_list(generated("market_client.models"), agent, worker)


def price_hire_and_list(models: Any, agent: Calls, worker: Calls) -> None:
    task = models.BountyInRequest(
        title="Photograph a shop front", description="One sharp photo.", price=5, estimated_hours=0.5
    )

    priced = agent.bounties.create_bounty(body=models.BountyInRequest.from_dict(task.to_dict() | {"dryRun": True}))
    assert (type(priced).__name__, priced.dry_run, priced.funding_total) == ("CreateBountyAnswer", True, 5.9)
    assert (priced.preview.id, priced.preview.title, priced.preview.status) == (None, task.title, "open")
    assert agent.bounties.list_bounties(mine=True).count == 0

    posted = agent.bounties.create_bounty(body=task, idempotency_key="the-one")
    again = agent.bounties.create_bounty(body=task, idempotency_key="the-one")
    assert (posted.bounty.status, posted.bounty_id) == ("open", again.bounty_id)
    applied = worker.applications.apply(posted.bounty_id, body=models.ApplyInRequest(cover_letter="I live there."))
    accepted = agent.applications.decide_application(
        posted.bounty_id,
        applied.application.id,
        body=models.DecisionInRequest(action=models.DecisionInRequestAction("accept")),
    )
    assert accepted.application.status == "accepted"
    refused = agent.applications.decide_application(
        posted.bounty_id,
        applied.application.id,
        body=models.DecisionInRequest(action=models.DecisionInRequestAction("reject")),
    )
    assert (type(refused).__name__, refused.error_code, refused.success) == ("Failure", "invalid_state", False)
    assert refused.current_state == "accepted"

    listed = agent.bounties.list_bounties(mine=True)
    assert [bounty.id for bounty in listed.bounties] == [posted.bounty_id]
    [told] = [event for event in agent.webhooks.list_events().events if event.type_ == "application.submitted"]
    assert (type(told).__name__, told.data.application_id) == ("ApplicationSubmittedEvent", applied.application.id)
    assert inspect.signature(type(told.data)).parameters["applicant_name"].annotation == "str"

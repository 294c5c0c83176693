"""The request id goes from HTTP to what it causes: event, delivery, the webhook's header, mail, money; staff find it by it."""

from typing import Any

import pytest
from django.test import Client

from marketplace.core import context, traces
from marketplace.core.transactions import unit
from marketplace.models import Mail
from marketplace.services import mails
from tests.api import Api
from wallet import ledger
from wallet.models.ledger import LedgerTransaction
from webhooks import outbox
from webhooks.models import Event
from webhooks.services import attempts

from .conftest import given_endpoint

pytestmark = pytest.mark.django_db
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def caused(agent: Api, receiver: Any) -> Any:
    """What a request of an id of its own leaves: an event, a mail, a deposit."""
    hook = receiver()
    given_endpoint(agent, hook.url, ["proof.uploaded"])

    def by(request_id: str | None, trace: str = "") -> str:
        made = context.begin(request_id, trace)
        try:
            unit(lambda: write(agent))
        finally:
            context.end()
        return made

    by.hook = hook  # type: ignore[attr-defined]
    return by


def write(agent: Api) -> None:
    outbox.publish(type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data={})
    mails.write(to="a@example.org", subject="s", text="t")
    move = ledger.Move(ledger.WORLD["card"], ledger.wallet(agent.account.pk), 100)
    key = f"deposit:{LedgerTransaction.objects.count()}"
    ledger.post(key=key, kind="deposit", moves=[move])


def test_a_webhook_carries_the_request_and_the_trace_of_its_cause(caused: Any) -> None:
    made = caused(None)
    caused("req_of_a_trace", TRACE)

    context.begin("req_of_somebody_else")  # whose commit woke the worker
    assert attempts.deliver_due() == 2
    context.end()

    headers = {one.headers["X-Request-Id"]: one.headers for one in caused.hook.received}
    assert set(headers) == {made, "req_of_a_trace"}
    assert traces.offered(headers["req_of_a_trace"]["traceparent"]) == TRACE
    assert traces.offered(headers[made]["traceparent"]) == traces.of_request(made)


def test_an_endpoint_is_disabled_under_the_request_of_its_event_not_that_which_woke_the_worker(
    agent: Api, caused: Any
) -> None:
    agent.account.endpoints.update(consecutive_failures=14)
    caused("req_of_the_event")
    caused.hook.statuses = [500]

    context.begin("req_of_somebody_else")
    attempts.deliver_due()
    context.end()

    told = Event.objects.get(type="webhook.endpoint_disabled")
    assert told.request_id == "req_of_the_event"
    assert Mail.objects.latest("id").caused_by == "req_of_the_event"


def test_money_names_the_request_that_moved_it_and_a_replay_is_still_one(agent: Api) -> None:
    move = ledger.Move(ledger.WORLD["card"], ledger.wallet(agent.account.pk), 100)
    context.begin("req_the_first")
    first = unit(lambda: ledger.post(key="deposit:x", kind="deposit", moves=[move]))
    context.begin("req_the_second")
    again = unit(lambda: ledger.post(key="deposit:x", kind="deposit", moves=[move]))
    context.end()

    assert (again.replayed, again.id) == (True, first.id)
    assert LedgerTransaction.objects.get(pk=first.id).tags == {"request": "req_the_first"}
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 100


@pytest.mark.parametrize(
    "page", ["webhooks/event", "webhooks/delivery", "wallet/ledgertransaction", "marketplace/mail"]
)
def test_staff_find_what_a_request_caused_in_every_list(operator: Api, caused: Any, page: str) -> None:
    made, other = caused(None), caused(None)
    attempts.deliver_due()
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")

    counts = [
        client.get(f"/admin/{page}/", {"q": term}).context["cl"].result_list.__len__()
        for term in (made, other, "req_" + "0" * 24)
    ]

    assert counts == [1, 1, 0]


def test_an_id_that_a_caller_chose_is_found_by_the_timeline(agent: Api, operator: Api) -> None:
    chosen = "my-own-request-1"
    given_endpoint(agent, "http://127.0.0.1:9/hook")
    agent.call("POST", "/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/b", "events": ["*"]}, X_Request_Id=chosen)
    context.begin(chosen)
    unit(lambda: write(agent))
    context.end()
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")

    found = client.get("/admin/webhooks/event/", {"q": chosen}).context["cl"].result_list

    assert [row.request_id for row in found] == [chosen]

"""Staff look at facts and deliveries; nobody edits one, and no secret is on any page."""

from typing import Any

import pytest
from django.test import Client

from tests.api import Api
from webhooks.models import Attempt, Delivery, Endpoint, Event
from webhooks.services import attempts

from .conftest import given_endpoint

pytestmark = pytest.mark.django_db
PAGES = [("event", Event), ("endpoint", Endpoint), ("delivery", Delivery)]


@pytest.fixture
def staff(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize(("name", "model"), PAGES)
def test_every_page_opens_and_changes_nothing(agent: Api, staff: Client, name: str, model: Any) -> None:
    endpoint_id, secret = given_endpoint(agent, "http://127.0.0.1:9/hook")
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    attempts.deliver_due()
    row = model.objects.get()
    base = f"/admin/webhooks/{name}/"

    listed, shown = staff.get(base), staff.get(f"{base}{row.pk}/change/")

    assert (listed.status_code, shown.status_code) == (200, 200)
    for page in (listed, shown):
        assert secret not in page.content.decode()
        assert Endpoint.objects.get().sealed_secret not in page.content.decode()
    assert staff.get(f"{base}add/").status_code == 403
    assert staff.post(f"{base}{row.pk}/change/", {}).status_code == 403
    assert staff.post(f"{base}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert model.objects.get() == row


def test_a_delivery_is_shown_with_its_attempts(agent: Api, staff: Client) -> None:
    endpoint_id, _ = given_endpoint(agent, "http://127.0.0.1:9/hook")
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    attempts.deliver_due()

    page = staff.get(f"/admin/webhooks/delivery/{Delivery.objects.get().pk}/change/").content.decode()

    assert Attempt.objects.get().error == "connection refused"
    assert "connection refused" in page


def decide(staff: Client, row: Any, verb: str, **values: str) -> Any:
    page = f"/admin/webhooks/{row._meta.model_name}/{row.pk}"
    sent = {f"{verb}-{name}": value for name, value in values.items()}
    return staff.post(f"{page}/decide/{verb}/", sent | {"confirmed": "1"}, follow=True)


def test_staff_sends_a_delivery_again_with_a_reason(agent: Api, staff: Client, receiver: Any) -> None:
    hook = receiver()
    endpoint_id, _ = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    assert attempts.deliver_due() == 1
    delivery = Delivery.objects.get()

    decide(staff, delivery, "redeliver")
    assert attempts.deliver_due() == 0, "a reason is asked"
    shown = decide(staff, delivery, "redeliver", reason="They restored a backup.")

    assert b"is being sent again" in shown.content
    assert attempts.deliver_due() == 1
    assert len(hook.received) == 2
    history = staff.get(f"/admin/webhooks/delivery/{delivery.pk}/history/").content
    assert b"They restored a backup." in history


def test_staff_enables_an_endpoint_with_the_secret_that_it_has(agent: Api, staff: Client) -> None:
    given_endpoint(agent, "http://127.0.0.1:9/hook")
    Endpoint.objects.update(
        disabled_at="2026-11-21T10:00Z", disabled_reason="too_many_failures", consecutive_failures=15
    )
    before = Endpoint.objects.get()

    shown = decide(staff, before, "enable", reason="Their network is back.")

    after = Endpoint.objects.get()
    assert b"is enabled" in shown.content
    assert (after.disabled, after.disabled_reason, after.consecutive_failures) == (False, "", 0)
    assert after.sealed_secret == before.sealed_secret


def test_an_endpoint_of_a_revoked_key_stays_disabled(agent: Api, staff: Client) -> None:
    given_endpoint(agent, "http://127.0.0.1:9/hook")
    key = agent.get("/api/account")["account"]["keyId"]
    agent.delete(f"/api/keys/{key}")

    shown = decide(staff, Endpoint.objects.get(), "enable", reason="Please.")

    assert b"nothing was changed" in shown.content.lower()
    assert Endpoint.objects.get().disabled

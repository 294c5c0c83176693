"""Staff look at facts and deliveries; nobody changes one, and no secret is on any page."""

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

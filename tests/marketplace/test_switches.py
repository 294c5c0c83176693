"""Switches of managed products: an operator throws them in the back office, and callers read why."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from marketplace.errors import ProductUnavailable
from marketplace.models import Switch
from marketplace.ports import switched
from marketplace.services import switches
from tests.api import Api
from tests.factories.office import WHY

pytestmark = pytest.mark.django_db


def throw(staff: Api, name: str, **values: str) -> int:
    client = Client()
    client.force_login(staff.account, "django.contrib.auth.backends.ModelBackend")
    return client.post(reverse("admin:marketplace_switch_change", args=(name,)), WHY | values).status_code


def test_every_product_has_a_switch_and_is_on() -> None:
    assert len(switched.names()) == 8
    assert dict(Switch.objects.values_list("name", "is_on")) == dict.fromkeys(switched.names(), True)

    for name in switched.names():
        switches.require(name)


def test_a_product_without_a_row_is_on() -> None:
    Switch.objects.all().delete()

    switches.require("services")


def test_an_operator_switches_a_product_off_and_on_and_the_history_says_who(operator: Api) -> None:
    assert throw(operator, "cakes", message="The baker is ill.") == 302
    with pytest.raises(ProductUnavailable) as refused:
        switches.require("cakes")
    switches.require("services")
    assert throw(operator, "cakes", is_on="on") == 302

    switches.require("cakes")
    assert (refused.value.status, refused.value.code) == (503, "product_unavailable")
    assert refused.value.message == "The baker is ill."
    assert refused.value.headers["Retry-After"] == "3600"
    assert set(LogEntry.objects.values_list("user", "object_id")) == {(operator.account.pk, "cakes")}


def test_without_the_operators_words_ours_are_said() -> None:
    Switch.objects.filter(pk="taste").update(is_on=False)

    with pytest.raises(ProductUnavailable, match="Taste runs are switched off for now"):
        switches.require("taste")


def test_support_reads_switches_and_throws_none(support: Api) -> None:
    assert throw(support, "services", message="No.") == 403

    assert Switch.objects.get(pk="services").is_on

"""Two roles in the back office: support reads and decides, operators edit settings and say who is support."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import PASSWORD

pytestmark = pytest.mark.django_db


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def decide(who: Api, account: Account, verb: str, role: str = "support") -> Any:
    path = reverse("admin:marketplace_account_decide", args=[account.pk, verb])
    sent = {f"{verb}-reason": "As agreed.", f"{verb}-role": role}
    return office(who).post(path, sent | {"confirmed": "1"}, follow=True)


def test_an_operator_makes_somebody_support_who_then_signs_in_and_reads(operator: Api, worker: Api) -> None:
    decide(operator, worker.account, "hire")

    client = Client()
    sent = {"username": worker.account.email, "password": PASSWORD, "next": "/admin/"}
    assert client.post("/admin/login/", sent).status_code == 302
    assert client.get(reverse("admin:bounties_bounty_changelist")).status_code == 200
    assert client.get(reverse("admin:bounties_category_add")).status_code == 403
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (operator.account, str(worker.account.pk))


def test_staff_access_ends_at_once_when_an_operator_takes_it_away(operator: Api, support: Api) -> None:
    client = office(support)
    assert client.get("/admin/").status_code == 200

    decide(operator, support.account, "dismiss")

    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize("verb", ["hire", "dismiss"])
def test_support_decides_nothing_about_staff(support: Api, worker: Api, verb: str) -> None:
    for account in (worker.account, support.account):
        assert decide(support, account, verb).status_code == 403
        assert (
            "choices"
            not in office(support).get(reverse("admin:marketplace_account_change", args=[account.pk])).content.decode()
        )
    assert not Account.objects.get(pk=worker.account.pk).is_staff
    assert Account.objects.get(pk=support.account.pk).is_staff


def test_an_operator_s_own_role_is_not_changed_here(operator: Api) -> None:
    answer = decide(operator, operator.account, "dismiss")

    assert "nothing was changed" in " ".join(map(str, answer.context["messages"]))
    assert Account.objects.get(pk=operator.account.pk).is_staff


@pytest.mark.parametrize("flaw", [{"is_active": False}, {"password": "!none"}])
def test_who_can_t_sign_in_is_not_made_support(operator: Api, worker: Api, flaw: dict[str, Any]) -> None:
    Account.objects.filter(pk=worker.account.pk).update(**flaw)

    decide(operator, worker.account, "hire")

    assert not Account.objects.get(pk=worker.account.pk).is_staff

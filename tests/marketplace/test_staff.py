"""Three roles in the back office: auditors read, support also decides, operators edit settings and give roles."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from marketplace.core import roles
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import PASSWORD, given_agent
from tests.factories.market import given_bounty, given_funded_agent

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


def role_of(who: Api) -> str:
    return Account.objects.get(pk=who.account.pk).role


@pytest.mark.parametrize("role", ["operator", "support", "auditor"])
def test_a_role_is_a_group_and_another_one_takes_its_place(operator: Api, worker: Api, role: str) -> None:
    decide(operator, worker.account, "hire", "support" if role != "support" else "auditor")

    decide(operator, worker.account, "hire", role)

    assert role_of(worker) == role
    assert [group.name for group in worker.account.groups.all()] == [role]
    assert office(worker).get(reverse("admin:bounties_category_add")).status_code == (
        200 if role == "operator" else 403
    )
    listed = office(operator).get(reverse("admin:marketplace_account_changelist"), {"role": role}).context["cl"]
    assert worker.account.pk in [row.pk for row in listed.result_list]

    decide(operator, worker.account, "dismiss")
    assert (role_of(worker), worker.account.groups.count()) == ("", 0)


def test_an_operator_by_group_makes_staff_but_changes_neither_a_superuser_nor_himself(
    operator: Api, worker: Api
) -> None:
    decide(operator, worker.account, "hire", "operator")

    for account in (operator.account, worker.account):
        answer = decide(worker, account, "dismiss")
        assert "nothing was changed" in " ".join(map(str, answer.context["messages"]))
    assert (role_of(operator), role_of(worker)) == ("operator", "operator")


@pytest.mark.parametrize(
    ("flags", "groups", "role"),
    [
        ({}, {"operator"}, ""),
        ({"is_staff": True}, set(), "support"),
        ({"is_staff": True}, {"auditor"}, "auditor"),
        ({"is_staff": True}, {"auditor", "support"}, "support"),
        ({"is_staff": True}, {"operator"}, "operator"),
        ({"is_staff": True, "is_superuser": True}, {"auditor"}, "operator"),
        ({"is_superuser": True}, set(), ""),
    ],
)
def test_groups_give_roles_and_the_flags_go_on_to_count(flags: dict[str, bool], groups: set[str], role: str) -> None:
    assert roles.role_of(**{"is_staff": False, "is_superuser": False} | flags, groups=groups) == role


def test_by_the_api_an_auditor_is_an_account_like_any_other(operator: Api, agent: Api) -> None:
    other = given_agent()
    bounty = given_bounty(given_funded_agent(590))
    escrow, page = f"/api/escrow/{bounty.pool.public_id}", f"/api/bounties/{bounty.public_id}"
    expected = other.get(escrow).status, other.patch(page, {"intakeClosedCountries": ["FR"]}).code

    decide(operator, agent.account, "hire", "auditor")

    assert (agent.get(escrow).status, agent.patch(page, {"intakeClosedCountries": ["FR"]}).code) == expected
    decide(operator, agent.account, "hire", "operator")
    assert agent.get(escrow).status == 200
    assert agent.patch(page, {"intakeClosedCountries": ["FR"]}).status == 200


def test_the_command_line_makes_an_operator(db: None) -> None:
    made = Account.objects.create_superuser("boss", PASSWORD)

    assert made.role == "operator" and [group.name for group in made.groups.all()] == ["operator"]

"""An operator closes an account: nothing of it is let in any more, and what it has begun goes on."""

from typing import Any

import pytest
from django.urls import reverse

from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired, SecondPersonNeeded
from marketplace.models import Account
from marketplace.services import accounts
from tests.api import Api
from tests.factories.accounts import PASSWORD
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.office import approve_open
from tests.marketplace.test_staff import decide, office

pytestmark = pytest.mark.django_db
LOGIN = "/api/auth/app/v1/auth/login"


def is_open(account: Account) -> bool:
    return Account.objects.get(pk=account.pk).is_active


def signed_in(who: Api) -> Api:
    """The same person by a session."""
    answer = Api().post(LOGIN, {"email": who.account.email, "password": PASSWORD})
    return Api(who.account, {"X-Session-Token": answer["meta"]["session_token"]})


def test_a_closed_account_is_let_in_nowhere_and_opened_it_is_as_before(operator: Api, worker: Api, agent: Api) -> None:
    person, found = signed_in(worker), f"/api/humans/{worker.account.public_profile_id}"
    assert (person.get("/api/account").status, agent.get("/api/account").status) == (200, 200)
    assert [row["id"] for row in Api().get("/api/humans")["humans"]] == [worker.account.public_profile_id]

    for account in (worker.account, agent.account):
        decide(operator, account, "close")

    assert {who.get("/api/account").code for who in (person, agent)} == {"invalid_credentials"}
    assert Api().post(LOGIN, {"email": worker.account.email, "password": PASSWORD}).status in (400, 401)
    assert Api().get("/api/humans")["humans"] == []

    decide(operator, worker.account, "reopen")
    decide(operator, agent.account, "reopen")

    assert (agent.get("/api/account").status, signed_in(worker).get("/api/account").status) == (200, 200)
    assert Api().get(found).status == 200
    assert len(Api().get("/api/humans")["humans"]) == 1


def test_what_a_closed_account_has_begun_stays(operator: Api) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)

    decide(operator, agent.account, "close")
    assert is_open(agent.account), "its money takes two operators"
    decide(operator, agent.account, "propose-closing")
    assert is_open(agent.account)
    approve_open()

    assert not is_open(agent.account)
    assert Api().get(f"/api/bounties/{bounty.public_id}")["bounty"]["status"] == "open"


def test_an_account_with_money_is_closed_by_no_single_operator(operator: Api) -> None:
    agent = given_funded_agent(590)

    with untouched(), pytest.raises(SecondPersonNeeded):
        accounts.close(Actor.staff(operator.account), agent.account.pk)

    assert is_open(agent.account)


def test_support_closes_nobody(support: Api, worker: Api) -> None:
    assert decide(support, worker.account, "close").status_code == 403
    with pytest.raises(OperatorRequired):
        accounts.close(Actor.staff(support.account), worker.account.pk)
    assert is_open(worker.account)


def test_nobody_closes_a_superuser_the_service_or_himself(operator: Api, worker: Api) -> None:
    decide(operator, worker.account, "hire", "operator")
    me = Account.objects.get(pk=worker.account.pk)
    for account in (operator.account, accounts.platform(), me):
        with pytest.raises(InvalidState):
            accounts.close(Actor.staff(me), account.pk)
        assert is_open(account)


def test_staff_that_is_closed_is_out_of_the_office_and_what_is_so_already_is_refused(
    operator: Api, support: Api
) -> None:
    client = office(support)
    assert client.get("/admin/").status_code == 200

    decide(operator, support.account, "close")

    assert client.get("/admin/").status_code == 302
    said: Any = decide(operator, support.account, "close")
    assert "nothing was changed" in " ".join(map(str, said.context["messages"]))
    page = office(operator).get(reverse("admin:marketplace_account_change", args=[support.account.pk]))
    assert b"Open it again" in page.content and b"Close the account" not in page.content

"""STAFF_SECOND_FACTOR: staff without an authenticator app reach only the page on which they set one up."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse
from pytest_django import Settings

from marketplace.core.actor import Actor
from marketplace.models import Account
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent
from tests.factories.office import office

pytestmark = pytest.mark.django_db


@pytest.fixture
def demanded(settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


def given_app(who: Api) -> None:
    Authenticator.objects.create(user=who.account, type=Authenticator.Type.TOTP, data={"secret": "x"})


def afresh(who: Api) -> Account:
    return Account.objects.get(pk=who.account.pk)


@pytest.mark.parametrize("page", ["index", "marketplace_account_changelist", "escrow_dispute_changelist"])
def test_without_an_app_every_page_leads_to_setting_one_up(demanded: None, support: Api, page: str) -> None:
    client = office(support)

    answer = client.get(reverse(f"admin:{page}"))

    assert (answer.status_code, answer["Location"]) == (302, "/account/second-factor/app")
    assert client.get("/account/second-factor/app", follow=True).status_code == 200


def test_without_an_app_nothing_is_pressed_either(demanded: None, operator: Api, worker: Api) -> None:
    page = reverse("admin:marketplace_account_decide", args=[worker.account.pk, "hire"])

    answer = office(operator).post(page, {"hire-role": "support", "hire-reason": "x", "confirmed": "1"})

    assert answer.status_code == 302
    assert not afresh(worker).is_staff


def test_with_an_app_everything_is_as_before(demanded: None, operator: Api) -> None:
    given_app(operator)

    assert office(operator).get("/admin/").status_code == 200


def test_unless_it_is_demanded_nobody_needs_one(support: Api) -> None:
    assert office(support).get("/admin/").status_code == 200
    assert Actor.staff(afresh(support)).is_staff


def test_strangers_are_sent_to_sign_in_as_ever(demanded: None, worker: Api) -> None:
    assert office(worker).get("/admin/")["Location"].startswith("/admin/login/")


def test_without_an_app_an_actor_has_no_rights_of_staff(demanded: None, operator: Api) -> None:
    actor = Actor.staff(afresh(operator))
    assert (actor.is_staff, actor.is_operator) == (False, False)

    given_app(operator)
    actor = Actor.staff(afresh(operator))
    assert (actor.is_staff, actor.is_operator) == (True, True)


def test_by_the_api_staff_without_an_app_read_what_anybody_reads(demanded: None, support: Api) -> None:
    escrow = f"/api/escrow/{given_bounty(given_funded_agent(590)).pool.public_id}"
    refused = support.get(escrow).status

    given_app(support)

    assert (refused, support.get(escrow).status) == (404, 200)

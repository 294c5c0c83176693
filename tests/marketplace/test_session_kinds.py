"""A token is no cookie and a cookie is no token, though both name a session of the same table."""

import pytest
from django.test import Client

from tests.api import Api
from tests.digest import unchanged
from tests.factories.accounts import given_agent, given_worker, session_token

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/settings", "/admin/"])
def test_a_token_in_a_cookie_opens_no_page(path):
    operator = given_agent(is_staff=True, is_superuser=True).account
    browser = Client()
    browser.cookies["sessionid"] = session_token(operator)
    with unchanged():
        answer = browser.get(path)
    assert answer.status_code == 302 and "login" in answer["Location"]

    browser.force_login(operator)  # the same page, with a session of its own
    assert browser.get(path).status_code == 200


@pytest.mark.parametrize("staff", [True, False])
def test_the_value_of_a_cookie_is_no_token(staff):
    account = given_agent(is_staff=staff).account
    browser = Client()
    browser.force_login(account)
    stolen = {"X-Session-Token": browser.cookies["sessionid"].value}
    with unchanged():
        refused = Api(headers=stolen).get("/api/account")
        flow = Api(headers=stolen).get("/api/auth/app/v1/auth/session")
        other = Api(headers=stolen).post("/api/auth/app/v1/account/password/change", {"new_password": "a-new-long-one"})
    assert (refused.status, refused.code) == (401, "invalid_credentials")
    assert flow.status == 410
    assert other.status == 410


def test_a_token_stays_one_through_a_change_of_password():
    worker = given_worker()
    assert worker.get("/api/account").status == 200
    assert worker.get("/api/auth/app/v1/auth/session").status == 200

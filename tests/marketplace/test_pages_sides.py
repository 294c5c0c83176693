"""Every page says who is signed in. Who answers for agents finds the way back to their own pages from everywhere; who only works
sees nothing of it.
"""

import pytest
from django.db import OperationalError

from marketplace.core import reader
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.members import given_member
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
OWNERS_MENU = '<a href="/owner/keys"'
WAY_TO_OWNERS = "<span>Hire</span>"


def test_pages_of_both_sides_have_the_menu_of_the_side_one_was_on(agent: Api) -> None:
    me = Visitor(agent.account)
    assert OWNERS_MENU not in me.open("/settings").html

    me.open("/owner")
    assert all(OWNERS_MENU in me.open(path).html for path in ("/settings", "/jobs", "/support"))
    assert me.open("/").path == "/owner"

    today = me.open("/today").html
    assert OWNERS_MENU not in today and WAY_TO_OWNERS in today
    settings = me.open("/settings").html
    assert OWNERS_MENU not in settings and WAY_TO_OWNERS in settings
    assert me.open("/").path == "/today"


def test_who_only_works_is_shown_no_other_side_and_keeps_no_sign_of_it() -> None:
    me = Visitor(given_worker().account)

    assert WAY_TO_OWNERS not in me.open("/today").html
    assert reader.SIDE_COOKIE not in me.client.cookies
    assert me.open("/").path == "/today"


def test_the_sign_goes_with_the_session(agent: Api) -> None:
    me = Visitor(agent.account)
    me.open("/owner")
    assert me.client.cookies[reader.SIDE_COOKIE].value == reader.OWNERS

    me.client.logout()
    me.client.cookies[reader.SIDE_COOKIE] = reader.OWNERS
    stranger = me.open("/jobs")

    assert OWNERS_MENU not in stranger.html and not me.client.cookies[reader.SIDE_COOKIE].value


def test_a_made_up_sign_is_none(agent: Api) -> None:
    me = Visitor(agent.account)
    me.client.cookies[reader.SIDE_COOKIE] = "staff"

    assert OWNERS_MENU not in me.open("/settings").html


@pytest.mark.parametrize(
    "path", ["/today", "/jobs", "/settings", "/owner", "/owner/jobs/new", "/account/password/change"]
)
def test_every_page_says_who_is_signed_in_and_how_to_sign_out(path: str) -> None:
    worker = given_worker(name="Ana Sousa")

    page = Visitor(worker.account).open(path)

    assert page.status == 200 and "Signed in as Ana Sousa" in page.text
    assert "/account/logout" in page.links
    assert "Signed in as" not in Visitor().open("/jobs").text


def test_a_member_reads_for_whom_they_act_and_in_which_role_on_the_pages_where_they_do() -> None:
    owner = given_worker(name="Acme")
    sam = Visitor(given_member(owner, "manager", name="Sam").account)
    assert "Acme" not in sam.open("/owner/wallet").text.split("Sign out")[0]
    sam.send(sam.open("/owner/members"), "switch", account=owner.account.public_id)

    assert "Signed in as Sam Acme · Manager" in sam.open("/owner/wallet").text
    assert "Signed in as Sam Acme" not in sam.open("/settings").text, "there they are themselves"


def test_a_name_is_text_in_the_header() -> None:
    page = Visitor(given_worker(name="<b>Ana</b>").account).open("/today")

    assert "<b>Ana" not in page.html and "Signed in as <b>Ana</b>" in page.text


def test_who_has_no_name_yet_is_called_by_their_own_address_which_only_they_read() -> None:
    worker = given_worker(name="")

    assert f"Signed in as {worker.account.email} " in Visitor(worker.account).open("/owner").text


def test_pages_of_failures_have_the_menu_of_whoever_reads_them(agent: Api) -> None:
    me, stranger = Visitor(agent.account), Visitor()
    for path in ("/owner/jobs/bty_nothing", "/owner/nothing"):
        lost = me.open(path)
        assert lost.status == 404 and OWNERS_MENU in lost.html and "/account/logout" in lost.links

    lost = stranger.open("/nothing")
    assert lost.status == 404 and "/join?next=/nothing" in lost.links and "/account/login?next=/nothing" in lost.links
    assert OWNERS_MENU not in stranger.open("/owner/nothing").html


def test_a_failure_of_ours_is_told_with_the_menu_and_without_asking_the_database(
    agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = Visitor(agent.account)

    def away(request: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr("marketplace.api.session_kinds._account", away)
    failed = me.open("/owner/jobs")

    assert failed.status >= 500 and OWNERS_MENU in failed.html and "Something is wrong on our side" in failed.text


def test_pages_of_payment_lead_back_for_who_has_a_session_and_distract_no_customer(agent: Api) -> None:
    page = agent.post("/api/payouts/onboarding")["onboardingUrl"]
    me = Visitor(agent.account)
    me.open("/owner")

    assert "/owner/wallet" in me.open(page).links and "/today" in me.open(page).links
    stranger = Visitor().open(page)
    assert "/owner/wallet" not in stranger.links and "/today" not in stranger.links and "/" in stranger.links

"""/owner/members and what acting for another account means on pages."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from marketplace.core import rights
from marketplace.models import Account, Call, Invitation, Mail, Membership
from marketplace.pages.members import Members
from tests.api import Api
from tests.digest import untouched
from tests.factories.accounts import given_worker
from tests.factories.approvals import given_asking_agent, posting
from tests.factories.members import given_invited, given_member, mailed_token, membership
from tests.house.test_pages import pages
from tests.visitor import HTML, Visitor

pytestmark = pytest.mark.django_db
PAGE = "/owner/members"
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def owner(db: None) -> Api:
    return given_worker(name="Acme")


def acting_for(person: Api, owner: Api) -> Visitor:
    """In a browser, in which they chose the account."""
    visitor = Visitor(person.account)
    switched = visitor.send(visitor.open(PAGE), "switch", account=owner.account.public_id, follow=False)
    assert switched.status == 302
    return visitor


def test_an_owner_invites_and_the_mailed_link_makes_a_member(owner: Api) -> None:
    sam = given_worker(name="Sam")
    boss, guest = Visitor(owner.account), Visitor(sam.account)

    seen = boss.send(boss.open(PAGE), "invite", email=sam.account.email, role="manager")
    assert f"a mail is on its way to {sam.account.email}" in seen.text
    assert "Invitations that wait" in seen.text
    joining = guest.open(f"{PAGE}/join?token={mailed_token(sam.account.email)}")
    assert "Act for Acme?" in joining.text and "Manager" in joining.text
    assert guest.send(joining, "accept", follow=False).status == 302

    assert membership(owner, sam).role == "manager"
    shown = guest.open(PAGE)
    assert "Acting for" in shown.text and "Who may act" in shown.text
    assert [form.act for form in shown.forms] == ["switch", "leave"], "nothing that would be refused"
    assert owner.account.email not in shown.html
    assert "Sam" in boss.open(PAGE).text


def test_whoever_has_no_name_gives_one_with_their_yes(owner: Api) -> None:
    sam = given_worker(name="", username=None)
    guest = Visitor(sam.account)
    joining = guest.open(f"{PAGE}/join?token={given_invited(owner, str(sam.account.email))}")
    assert "Your name" in joining.text and "Unnamed" not in joining.text

    with untouched():
        refused = guest.send(joining, "accept", name="  ")
    assert refused.status == 400 and 'id="accept-name-error"' in refused.html

    guest.send(refused, "accept", name="Sam Stone")
    assert membership(owner, sam).person.name == "Sam Stone"
    boss = Visitor(owner.account).open(PAGE)
    assert "Sam Stone" in boss.text and "Unnamed" not in boss.text


def test_who_has_a_name_is_not_asked_for_it(owner: Api) -> None:
    sam = given_worker(name="Sam")
    joining = Visitor(sam.account).open(f"{PAGE}/join?token={given_invited(owner, str(sam.account.email))}")

    assert "accept" in [form.act for form in joining.forms] and 'name="name"' not in joining.html


def test_an_invitation_ends_in_the_zone_of_its_reader_or_else_of_whoever_invites(
    owner: Api, at: Callable[[str], datetime]
) -> None:
    at("2026-06-01T10:00:00Z")
    Account.objects.filter(pk=owner.account.pk).update(time_zone="Europe/Lisbon")
    sam = given_worker(browser_time_zone="Asia/Tokyo")
    unproven = given_worker(browser_time_zone="Asia/Tokyo", email_verified_at=None)
    owner.account.refresh_from_db()

    for email, until in (
        ("new@x.org", "Mon 8 June, 11:00 WEST"),
        (str(sam.account.email), "Mon 8 June, 19:00 JST"),
        (str(unproven.account.email), "Mon 8 June, 11:00 WEST"),
    ):
        given_invited(owner, email)
        assert until in " ".join(Mail.objects.filter(to=email).latest("pk").text.split())


def test_a_form_that_is_sent_twice_invites_once(owner: Api) -> None:
    boss = Visitor(owner.account)
    page = boss.open(PAGE)
    for _ in range(2):
        boss.send(page, "invite", email="sam@x.org", role="viewer")

    assert Invitation.objects.count() == 1


def test_a_wrong_address_is_refused_beside_its_field(owner: Api) -> None:
    boss = Visitor(owner.account)
    page = boss.open(PAGE)
    with untouched():
        seen = boss.send(page, "invite", email="nobody", role="viewer")
    assert seen.status == 400
    assert 'value="nobody"' in seen.html and 'aria-invalid="true"' in seen.html


def test_an_owner_changes_a_role_takes_back_and_removes(owner: Api) -> None:
    sam = given_member(owner, "viewer", name="Sam")
    given_invited(owner, "late@x.org")
    boss = Visitor(owner.account)

    boss.send(boss.open(PAGE), "role", role="manager")
    assert membership(owner, sam).role == "manager"
    boss.send(boss.open(PAGE), "revoke")
    assert Invitation.objects.get(email="late@x.org").revoked_at
    boss.send(boss.open(PAGE), "remove")
    assert not Membership.objects.filter(ended_at=None).exists()


def test_a_member_acts_for_the_account_on_its_pages_and_for_themselves_on_all_others(owner: Api) -> None:
    sam = given_member(owner, "viewer", name="Sam")
    visitor = acting_for(sam, owner)

    assert "Acting for" in visitor.open(PAGE).text
    profile = visitor.open("/profile")
    assert "Sam" in profile.html and "Acting for" not in profile.text
    back = visitor.send(visitor.open(PAGE), "switch", account=sam.account.public_id, follow=False)
    assert back.status == 302
    assert "Your own account" in visitor.open(PAGE).text
    assert [form.act for form in visitor.open(PAGE).forms] == ["switch", "invite"]


def test_a_member_who_is_there_now_is_not_said_to_be_away_although_that_is_written_down_hourly(
    owner: Api, at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    sam = given_member(owner, "manager", name="Sam")
    at("2026-11-21T10:50:00Z")
    sam.get("/api/account")

    at("2026-11-21T10:55:00Z")
    assert Visitor(owner.account).open(PAGE).text.count("active in the last hour") == 2
    at("2026-11-21T12:05:00Z")
    assert "last active about 2 h 5 min ago" in Visitor(owner.account).open(PAGE).text


def test_whoever_has_no_other_account_sees_no_choice(owner: Api) -> None:
    assert "switch" not in [form.act for form in Visitor(owner.account).open(PAGE).forms]


def post(visitor: Visitor, act: str, **fields: Any) -> Any:
    visitor.open("/support")
    body = {"csrfmiddlewaretoken": visitor.client.cookies["csrftoken"].value, "act": act, "form": "0123456789abcdef"}
    return visitor.client.post(PAGE, body | fields, headers=HTML)


@pytest.mark.parametrize("role", ["viewer", "manager"])
@pytest.mark.parametrize("act", ["invite", "role", "remove", "revoke"])
def test_who_posts_what_their_role_refuses_gets_a_plain_403(owner: Api, role: str, act: str) -> None:
    sam = given_member(owner, role)
    other = membership(owner, given_member(owner, "viewer")).public_id
    visitor = acting_for(sam, owner)
    whose = {"acting_for": owner.account.public_id}
    with untouched():
        answer = post(visitor, act, member=other, email="x@x.org", role="owner", **whose)
    assert answer.status_code == 403
    assert b"Your role in this account does not allow that" in answer.content


def test_a_refusal_keeps_the_owners_menu_and_says_who_may(owner: Api) -> None:
    viewer, manager = (acting_for(given_member(owner, role), owner) for role in ("viewer", "manager"))

    jobs = viewer.open("/owner/jobs/new")
    theirs = post(manager, "invite", email="x@x.org", role="owner", acting_for=owner.account.public_id)
    lost = viewer.open("/owner/jobs/bty_nothing")

    assert jobs.status == 403 and "Its managers and owners may do it" in jobs.text
    assert {"/owner/jobs", "/owner/wallet", "/owner/members"} <= set(jobs.links) and "/jobs" in jobs.links
    assert theirs.status_code == 403 and "Only its owners may do it" in theirs.content.decode()
    assert lost.status == 404 and "/owner/wallet" in lost.links
    assert "/owner/wallet" in viewer.open("/nothing").links, "what is nowhere keeps the menu of whoever looks for it"
    assert "/owner/wallet" not in Visitor().open("/owner/nothing").links


def test_a_member_leaves_on_the_page_and_is_themselves_again(owner: Api) -> None:
    sam = given_member(owner, "owner")
    visitor = acting_for(sam, owner)

    assert visitor.send(visitor.open(PAGE), "leave", follow=False).status == 302

    assert not Membership.objects.filter(ended_at=None).exists()
    assert "Your own account" not in visitor.open(PAGE).text, "there is no other one"
    assert "Leave this account" not in visitor.open(PAGE).text


def test_a_removed_member_is_themselves_on_the_next_page_and_their_open_form_does_nothing(owner: Api) -> None:
    sam = given_member(owner, "owner")
    visitor = acting_for(sam, owner)
    page = visitor.open(PAGE)
    assert owner.call("DELETE", f"/api/members/{membership(owner, sam).public_id}").status == 200

    refused = visitor.send(page, "invite", email="x@x.org", role="owner")
    assert refused.status == 403 and "not a member" in refused.text
    assert not Invitation.objects.filter(email="x@x.org").exists(), "nor is it done for their own account"

    given = given_member(owner, "viewer")
    second = acting_for(given, owner)
    assert owner.call("DELETE", f"/api/members/{membership(owner, given).public_id}").status == 200
    assert second.client.get(PAGE, headers=HTML)["Location"] == "/owner"
    assert second.open(PAGE).status == 200


def test_a_form_is_carried_out_for_the_account_for_which_it_was_shown_or_not_at_all(owner: Api) -> None:
    sam = given_member(owner, "owner")
    visitor = acting_for(sam, owner)
    page = visitor.open(PAGE)
    visitor.send(visitor.open(PAGE), "switch", account=sam.account.public_id, follow=False)

    with untouched():
        refused = visitor.send(page, "invite", email="x@x.org", role="owner")
    assert (refused.status, refused.headers["X-Error-Code"]) == (409, "account_switched")


def test_nobody_chooses_an_account_of_which_they_are_no_member(owner: Api) -> None:
    sam = given_member(owner, "viewer")
    visitor = Visitor(sam.account)
    page = visitor.open(PAGE)
    for named in (given_worker().account.public_id, "usr_nothing", ""):
        assert visitor.send(page, "switch", account=named).status == 404
    assert "Your own account" in visitor.open(PAGE).text


def test_an_invitation_shows_its_account_to_its_address_only(owner: Api) -> None:
    token = given_invited(owner, "sam@x.org")
    stranger = Visitor(given_worker().account)
    for address in (f"{PAGE}/join?token={token}", f"{PAGE}/join?token={'x' * 43}", f"{PAGE}/join"):
        seen = stranger.open(address)
        assert seen.status == 200 and "Acme" not in seen.html
        assert "accept" not in [form.act for form in seen.forms]
    with untouched():
        stranger.open("/support")
        body = {
            "csrfmiddlewaretoken": stranger.client.cookies["csrftoken"].value,
            "act": "accept",
            "form": "0123456789",
        }
        for path, more in ((f"{PAGE}/join?token={token}", {}), (f"{PAGE}/join", {"token": token})):
            assert stranger.client.post(path, body | more, headers=HTML).status_code == 403
    assert Visitor().open(f"{PAGE}/join?token={token}").path.startswith("/account/login?next=")


def test_names_of_members_and_accounts_are_words_only(owner: Api) -> None:
    Account.objects.filter(pk=owner.account.pk).update(name=EVIL)
    sam = given_member(owner, "viewer", name=EVIL)
    for visitor in (acting_for(sam, owner), Visitor(owner.account)):
        seen = visitor.open(PAGE)
        assert EVIL not in seen.html and "alert(1)" in seen.html


@pytest.mark.parametrize("count", [1, 5])
def test_members_cost_no_statements_each(owner: Api, count: int, django_assert_max_num_queries: Any) -> None:
    for _ in range(count):
        given_member(owner, "viewer")
        given_invited(owner, f"late{_}@x.org")
    visitor = Visitor(owner.account)
    visitor.open(PAGE)
    with django_assert_max_num_queries(6):
        visitor.open(PAGE)


def test_the_choice_costs_one_statement(owner: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sam = given_member(owner, "viewer")
    visitor = acting_for(sam, owner)
    visitor.open(PAGE)
    with django_assert_num_queries(4):  # the session, its account, the accounts that they may act for, the members
        visitor.open(PAGE)


@pytest.mark.main
def test_every_act_of_an_owners_page_names_what_it_asks_for() -> None:
    """Else only owners may do it, who are asked for least often: say which operation of the API it is, or a role."""
    without = {
        (address, name)
        for address, page in pages().items()
        if address.startswith("/owner") and not page.for_oneself
        for name in (found.removeprefix("act_") for found in dir(page) if found.startswith("act_"))
        if name not in page.operations
    }
    assert sorted(without) == []
    for page in pages().values():
        for act in page.operations:
            assert page().least_of(act)
            assert isinstance(getattr(page, f"act_{act}"), object)
    assert Members().least_of("invite") == "owner" and Members().least_of("leave") == "viewer"


def test_a_member_reads_in_whose_name_and_who_was_asked() -> None:
    agent = given_asking_agent(20_000, above=500)
    assert posting(agent, "one").status == 202
    sam = acting_for(given_member(agent, rights.MANAGER), agent)

    seen, own = sam.open("/owner/events"), Visitor(agent.account).open("/owner/events")

    assert f"changed in the name of {agent.account.display_name}, by keys" in seen.text
    assert "The owner was asked" in seen.text and "You were asked" not in seen.text
    assert "changed in your name, by keys" in own.text and "You were asked" in own.text
    call = Call.objects.get(account=agent.account, status=202)
    assert "Left the wallet $0.00" in sam.open(f"/owner/events/{call.public_id}").text

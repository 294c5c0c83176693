"""Members: invited by mail, they act for the account by X-Account, as far as their role allows, until they are removed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from marketplace.core import clock, crypto
from marketplace.models import Account, Invitation, Mail, Membership
from marketplace.services import members
from tests.api import Api
from tests.digest import untouched
from tests.factories.accounts import given_agent, given_worker, oauth_token, session_token
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import acting
from tests.factories.members import for_account, given_invited, given_member, mailed_token, membership

pytestmark = pytest.mark.django_db
INVITATIONS = "/api/members/invitations"


@pytest.fixture
def owner(db: None) -> Api:
    """An account whose person is signed in."""
    return given_worker(name="Acme")


def refused(answer: Any) -> tuple[int, str | None]:
    return answer.status, answer.code


def test_an_invitation_is_mailed_and_makes_whoever_accepts_it_a_member(owner: Api) -> None:
    sam = given_worker(name="Sam")
    answer = owner.post(INVITATIONS, {"email": sam.account.email.upper(), "role": "manager"})
    assert answer.status == 200, answer.body
    token = mailed_token(sam.account.email)
    assert token not in str(answer.body)
    assert bytes(Invitation.objects.get().digest) == crypto.digest(token)

    accepted = sam.post(f"{INVITATIONS}/accept", {"token": token})

    assert accepted["membership"]["accountId"] == owner.account.public_id
    assert accepted["membership"]["role"] == "manager"
    seen = for_account(sam, owner).get("/api/account")["account"]
    assert seen["agentUserId"] == owner.account.public_id
    assert seen["actingAs"] == {"profileId": sam.account.public_profile_id, "name": "Sam", "role": "manager"}
    assert seen["email"] is None, "that is for owners"
    assert "a new member" in subjects(owner)[-1]
    assert sam.get("/api/account")["account"]["actingAs"] is None
    [mine] = sam.get("/api/memberships")["memberships"]
    assert (mine["accountId"], mine["name"]) == (owner.account.public_id, "Acme")
    assert owner.get(INVITATIONS)["invitations"] == []


def test_accepting_twice_is_one_membership_and_one_mail(owner: Api) -> None:
    sam = given_worker()
    token = given_invited(owner, sam.account.email)

    first = sam.post(f"{INVITATIONS}/accept", {"token": token})
    second = sam.post(f"{INVITATIONS}/accept", {"token": token})

    assert first["membership"] == second["membership"]
    assert Membership.objects.count() == 1
    assert sum("a new member" in subject for subject in subjects(owner)) == 1


def test_an_address_without_an_account_gets_the_same_answer(owner: Api) -> None:
    known = given_worker()
    answers = [
        owner.post(INVITATIONS, {"email": email, "role": "viewer"}) for email in (known.account.email, "new@x.org")
    ]

    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0]["invitation"].keys() == answers[1]["invitation"].keys()
    newcomer = given_worker(email="new@x.org")
    assert newcomer.post(f"{INVITATIONS}/accept", {"token": mailed_token("new@x.org")}).status == 200


def _another_address(owner: Api, sam: Api) -> None:
    Account.objects.filter(pk=sam.account.pk).update(email="other@example.com")


def _not_confirmed(owner: Api, sam: Api) -> None:
    Account.objects.filter(pk=sam.account.pk).update(email_verified_at=None)


def _revoked(owner: Api, sam: Api) -> None:
    shown = owner.get(INVITATIONS)["invitations"][0]["id"]
    assert owner.call("DELETE", f"{INVITATIONS}/{shown}").status == 200


def _invited_anew(owner: Api, sam: Api) -> None:
    given_invited(owner, sam.account.email)


def _expired(owner: Api, sam: Api) -> None:
    Invitation.objects.update(expires_at=clock.now() - timedelta(seconds=1))


def _closed(owner: Api, sam: Api) -> None:
    Account.objects.filter(pk=owner.account.pk).update(is_active=False)


def _staff(owner: Api, sam: Api) -> None:
    Account.objects.filter(pk=sam.account.pk).update(is_staff=True)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (_another_address, (403, "invitation_for_another_address")),
        (_not_confirmed, (403, "invitation_for_another_address")),
        (_revoked, (404, "not_found")),
        (_invited_anew, (404, "not_found")),
        (_expired, (404, "not_found")),
        (_closed, (404, "not_found")),
        (_staff, (403, "staff_account")),
    ],
)
def test_who_may_not_accept_does_not_become_a_member(
    owner: Api, before: Callable[[Api, Api], None], expected: tuple[int, str]
) -> None:
    sam = given_worker()
    token = given_invited(owner, sam.account.email)
    before(owner, sam)

    with untouched():
        assert refused(sam.post(f"{INVITATIONS}/accept", {"token": token})) == expected
    assert not Membership.objects.exists()


def test_a_token_that_nobody_was_sent_is_worth_nothing(owner: Api) -> None:
    sam = given_worker()
    with untouched():
        assert refused(sam.post(f"{INVITATIONS}/accept", {"token": "x" * 43})) == (404, "not_found")


def test_a_used_token_is_worth_nothing_to_a_member_who_left(owner: Api) -> None:
    sam = given_worker()
    token = given_invited(owner, sam.account.email)
    made = sam.post(f"{INVITATIONS}/accept", {"token": token})["membership"]["id"]
    assert sam.call("DELETE", f"/api/members/{made}").status == 200

    with untouched():
        assert refused(sam.post(f"{INVITATIONS}/accept", {"token": token})) == (404, "not_found")


def test_nobody_is_invited_who_is_a_member(owner: Api) -> None:
    sam = given_member(owner, "viewer")
    with untouched():
        for email in (sam.account.email.upper(), owner.account.email):
            answer = owner.post(INVITATIONS, {"email": email, "role": "viewer"})
            assert refused(answer) == (409, "already_member")


def test_an_account_has_a_bounded_number_of_members(owner: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MAX_MEMBERS", 2)
    given_member(owner, "viewer")
    assert owner.post(INVITATIONS, {"email": "b@x.org", "role": "viewer"}).status == 200
    with untouched():
        answer = owner.post(INVITATIONS, {"email": "c@x.org", "role": "viewer"})
        assert refused(answer) == (409, "member_limit_reached")
    assert owner.post(INVITATIONS, {"email": "b@x.org", "role": "manager"}).status == 200, "in place of the first"
    assert [row["role"] for row in owner.get(INVITATIONS)["invitations"]] == ["manager"]


@pytest.mark.parametrize("name", ["an id of nobody", "no id", "a stranger's", "one that was left", "a closed one"])
def test_whoever_is_no_member_is_told_nothing_about_the_account(owner: Api, name: str) -> None:
    sam = given_member(owner, "owner")
    if name == "one that was left":
        Membership.objects.update(ended_at=clock.now())
    if name == "a closed one":
        Account.objects.filter(pk=owner.account.pk).update(is_active=False)
    named = {"an id of nobody": "usr_01h455vb4pex5vsknk084sn02q", "no id": "\u00fc'; drop"}
    named["a stranger's"] = given_agent().account.public_id
    caller = Api(sam.account, sam.headers | {"X-Account": named.get(name, owner.account.public_id)})

    with untouched():
        for path in ("/api/account", "/api/wallet/balance", "/api/bounties"):
            assert refused(caller.get(path)) == (404, "not_found")


def test_the_own_account_may_be_named_and_by_whoever_did_not_sign_in_no_other(owner: Api) -> None:
    sam = given_member(owner, "owner")
    agent = given_agent()
    for_account(agent, agent)
    assert Api(headers=agent.headers | {"X-Account": agent.account.public_id}).get("/api/account").status == 200
    key = sam.post("/api/keys", {"name": "made by a member"})["apiKey"]
    with_key = {"X-API-Key": key, "X-Account": sam.account.public_id}
    assert refused(Api(headers=with_key).get("/api/account")) == (404, "not_found")
    token = {"Authorization": f"Bearer {oauth_token(sam.account)}", "X-Account": owner.account.public_id}
    assert Api(headers=token).post("/api/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).status == 404


def test_a_role_holds_from_the_next_request_on(owner: Api) -> None:
    sam = given_member(owner, "manager")
    found = f"/api/members/{membership(owner, sam).public_id}"
    assert sam.post("/api/wallet/freeze", {"reason": "A key leaked."}).status == 200

    assert owner.patch(found, {"role": "viewer"})["member"]["role"] == "viewer"
    with untouched():
        answer = sam.post("/api/wallet/freeze", {"reason": "Again."})
        assert refused(answer) == (403, "member_role_required")
        assert (answer["requiredRole"], answer["role"]) == ("manager", "viewer")
    assert sam.get("/api/wallet/balance").status == 200
    assert "another role" in subjects(sam)[-1]
    with untouched():
        assert owner.patch(found, {"role": "viewer"}).status == 200, "what they have already"

    assert owner.call("DELETE", found).status == 200
    assert refused(sam.get("/api/wallet/balance")) == (404, "not_found")
    assert "no more" in subjects(sam)[-1]
    assert Api(headers={"X-Session-Token": sam.headers["X-Session-Token"]}).get("/api/account").status == 200


def test_an_account_is_never_without_its_own_person(owner: Api) -> None:
    other = given_member(owner, "owner")
    founder = next(row["id"] for row in other.get("/api/members")["members"] if row["isFounder"])
    for caller in (owner, other):
        with untouched():
            assert refused(caller.call("DELETE", f"/api/members/{founder}")) == (409, "founding_owner")
            assert refused(caller.patch(f"/api/members/{founder}", {"role": "viewer"})) == (409, "founding_owner")


@pytest.mark.parametrize("with_header", [True, False])
@pytest.mark.parametrize("role", ["viewer", "manager", "owner"])
def test_everybody_but_the_own_person_may_leave(owner: Api, role: str, with_header: bool) -> None:
    sam = given_member(owner, role)
    mine = membership(owner, sam)
    caller = sam if with_header else Api(sam.account, {"X-Session-Token": sam.headers["X-Session-Token"]})

    assert caller.call("DELETE", f"/api/members/{mine.public_id}").status == 200
    assert not Membership.objects.filter(ended_at=None).exists()
    assert "a member left" in subjects(owner)[-1]
    assert refused(caller.call("DELETE", f"/api/members/{mine.public_id}"))[0] == 404


@pytest.mark.parametrize("role", ["viewer", "manager", "stranger"])
def test_only_owners_decide_about_members(owner: Api, role: str) -> None:
    other = membership(owner, given_member(owner, "viewer")).public_id
    waiting = owner.post(INVITATIONS, {"email": "b@x.org", "role": "viewer"})["invitation"]["id"]
    caller = given_worker() if role == "stranger" else given_member(owner, role)
    code = (404, "not_found") if role == "stranger" else (403, "member_role_required")
    with untouched():
        assert refused(caller.patch(f"/api/members/{other}", {"role": "owner"})) == code
        assert refused(caller.call("DELETE", f"/api/members/{other}")) == code
        assert refused(caller.call("DELETE", f"{INVITATIONS}/{waiting}")) == code
        if role != "stranger":
            assert refused(caller.get(INVITATIONS)) == code
            assert refused(caller.post(INVITATIONS, {"email": "c@x.org", "role": "viewer"})) == code


def test_members_see_each_other_and_owners_their_addresses(owner: Api) -> None:
    viewer, second = given_member(owner, "viewer"), given_member(owner, "owner")

    seen = viewer.get("/api/members")["members"]
    assert [row["role"] for row in seen] == ["owner", "viewer", "owner"]
    assert [row["isYou"] for row in seen] == [False, True, False]
    assert {row["email"] for row in seen} == {row["lastActiveAt"] for row in seen} == {None}
    told = second.get("/api/members")["members"]
    assert [row["email"] for row in told] == [who.account.email for who in (owner, viewer, second)]
    assert all(row["lastActiveAt"] for row in told)
    assert {row["email"] for row in given_agent_of(owner).get("/api/members")["members"]} == {None}, "not to a key"


def given_agent_of(owner: Api) -> Api:
    return Api(owner.account, {"X-API-Key": owner.post("/api/keys", {"name": "agent"})["apiKey"]})


def test_a_member_of_a_staff_account_has_no_rights_of_staff(owner: Api) -> None:
    sam = given_member(owner, "owner")
    Account.objects.filter(pk=owner.account.pk).update(is_staff=True, is_superuser=True)

    assert refused(sam.get("/api/account")) == (404, "not_found")
    with untouched():
        assert refused(owner.post(INVITATIONS, {"email": "b@x.org", "role": "owner"})) == (403, "staff_account")


def test_staff_act_for_nobody_whatever_they_were_before(owner: Api) -> None:
    sam = given_member(owner, "owner")
    Account.objects.filter(pk=sam.account.pk).update(is_staff=True)

    assert refused(sam.get("/api/account")) == (404, "not_found")


def test_a_closed_account_has_no_members_and_tells_them(owner: Api) -> None:
    sam = given_member(owner, "owner")
    theirs = given_member(given_worker(name="Globex"), "viewer", email="x@x.org")
    assert owner.post(INVITATIONS, {"email": "b@x.org", "role": "viewer"}).status == 200
    members.accept(acting(owner), given_invited(given_worker(name="Third"), owner.account.email))

    members.end_all(Account.objects.locked().get(pk=owner.account.pk))

    assert refused(sam.get("/api/account")) == (404, "not_found")
    assert "no more" in mailbox(sam)[-1]["subject"] and "was closed" in mailbox(sam)[-1]["text"]
    assert list(Membership.objects.filter(ended_at=None)) == [Membership.objects.get(person=theirs.account)]
    assert Invitation.objects.get().account.name == "Globex", "theirs, and those to them, are gone"


def test_no_statement_more_without_the_header_and_one_with_it(
    owner: Api, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sam = given_member(owner, "viewer")
    alone = Api(sam.account, {"X-Session-Token": session_token(sam.account)})
    for caller in (sam, alone):
        caller.get("/api/account")
    with django_assert_num_queries(3):  # the session, its account, and what staff have restricted
        alone.get("/api/account")
    with django_assert_num_queries(4):
        Api(sam.account, alone.headers | {"X-Account": owner.account.public_id}).get("/api/account")


def test_who_is_active_is_the_person_not_the_account(owner: Api) -> None:
    sam = given_member(owner, "viewer")
    long_ago = clock.now() - timedelta(days=2)
    Account.objects.update(last_active_at=long_ago)

    sam.get("/api/account")

    assert Account.objects.get(pk=owner.account.pk).last_active_at == long_ago
    assert Account.objects.get(pk=sam.account.pk).last_active_at > long_ago


def test_an_invitation_names_who_invites_as_words_only(owner: Api) -> None:
    Account.objects.filter(pk=owner.account.pk).update(name="Acme\nGET http://evil.example/api")
    owner.post(INVITATIONS, {"email": "b@x.org", "role": "viewer"})
    mail = Mail.objects.latest("pk")

    assert "\nGET http://evil" not in mail.text
    assert mail.text.count("/owner/members/join?token=") == 1

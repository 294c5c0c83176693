"""Members at the same moment: of two owners who remove each other one stays; an invitation is accepted or revoked, never both; what
began under a role may end."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import Invitation, Membership
from marketplace.services import members
from tests.api import Api
from tests.factories.accounts import given_worker, session_token
from tests.factories.market import acting, given_funded_agent
from tests.factories.members import given_invited, given_member, membership

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


@pytest.mark.main
def test_of_two_owners_who_remove_each_other_one_stays(at_once: AtOnce) -> None:
    owner = given_worker()
    people = [given_member(owner, "owner") for _ in range(2)]
    ids = [membership(owner, person).public_id for person in people]

    answers = at_once(
        lambda: people[0].call("DELETE", f"/api/members/{ids[1]}"),
        lambda: people[1].call("DELETE", f"/api/members/{ids[0]}"),
    )

    assert sorted(answer.status for answer in answers) == [200, 404]
    assert Membership.objects.filter(ended_at=None).count() == 1


@pytest.mark.parametrize("role", ["viewer", "manager"])
def test_of_two_owners_who_take_each_others_rights_one_keeps_theirs(at_once: AtOnce, role: str) -> None:
    owner = given_worker()
    people = [given_member(owner, "owner") for _ in range(2)]
    ids = [membership(owner, person).public_id for person in people]

    answers = at_once(
        lambda: people[0].patch(f"/api/members/{ids[1]}", {"role": role}),
        lambda: people[1].patch(f"/api/members/{ids[0]}", {"role": role}),
    )

    assert sorted(answer.status for answer in answers) == [200, 403]
    assert sorted(Membership.objects.values_list("role", flat=True)) == sorted([role, "owner"])


@pytest.mark.main
def test_an_invitation_is_accepted_or_revoked(at_once: AtOnce) -> None:
    owner, sam = given_worker(), given_worker()
    token = given_invited(owner, sam.account.email)
    invitation = Invitation.objects.get()

    accepted, revoked = at_once(
        lambda: unit(lambda: members.accept(acting(sam), token)),
        lambda: unit(lambda: members.revoke_invitation(acting(owner), invitation.public_id)),
    )

    invitation.refresh_from_db()
    assert isinstance(accepted, Problem) != isinstance(revoked, Problem)
    assert (invitation.accepted_at is None) == isinstance(accepted, Problem)
    assert (invitation.revoked_at is None) == isinstance(revoked, Problem)
    assert Membership.objects.count() == (not isinstance(accepted, Problem))


def test_an_invitation_that_is_accepted_in_two_tabs_is_one_membership(at_once: AtOnce) -> None:
    owner, sam = given_worker(), given_worker()
    token = given_invited(owner, sam.account.email)

    made = at_once(*[lambda: unit(lambda: members.accept(acting(sam), token))] * 4)

    assert {row.pk for row in made} == {Membership.objects.get().pk}


def test_many_invitations_at_once_stop_at_the_limit(at_once: AtOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MAX_MEMBERS", 3)
    owner = given_worker()

    def invite(number: int) -> Callable[[], Any]:
        return lambda: unit(lambda: members.invite(acting(owner), email=f"p{number}@x.org", role="viewer"))

    answers = at_once(*(invite(number) for number in range(8)))

    assert sum(isinstance(answer, Problem) for answer in answers) == 5
    assert Invitation.objects.count() == 3


def test_a_role_that_is_taken_during_an_act_lets_it_end_or_refuses_it_whole(at_once: AtOnce) -> None:
    owner = given_funded_agent(100_000)
    boss = Api(owner.account, {"X-Session-Token": session_token(owner.account)})
    sam = given_member(boss, "manager")
    mine = membership(boss, sam).public_id

    posted, lowered = at_once(
        lambda: sam.post("/api/bounties", TASK), lambda: boss.patch(f"/api/members/{mine}", {"role": "viewer"})
    )

    assert lowered.status == 200
    assert posted.status == 200 or posted.code == "member_role_required"
    assert Bounty.objects.count() == (posted.status == 200)
    assert sam.post("/api/bounties", TASK).code == "member_role_required"

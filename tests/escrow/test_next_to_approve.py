"""From what somebody approves to the next proposal that they may approve."""

from typing import Any

import pytest
from django.urls import reverse

from escrow.models import Case, DisputeDecision, DisputePolicy
from escrow.selectors import desk as reads
from marketplace.core.actor import Actor
from marketplace.models import PrivateRead, StaffLimit
from tests.digest import untouched
from tests.escrow.test_case_decision import buttons, earned
from tests.factories.desks import Desk, given_case, given_desk, given_staff_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture(autouse=True)
def two_people(db: None) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)


def given_proposed(**fields: Any) -> Case:
    """A case whose decision somebody has proposed."""
    case = given_case()[1]
    first = given_desk(case, **fields)
    [press, _] = buttons(first.preview())
    first.act(press.pop("act"), **press)
    return case


def page(case: Case) -> str:
    return reverse("admin:escrow_case_change", args=[case.pk])


def test_approve_and_next_leads_to_what_waits_next_and_a_link_does_after_approve() -> None:
    one, two, three = given_proposed(), given_proposed(), given_proposed()
    who = given_staff_member()
    at = Desk(who, one)
    assert f'Next to approve: <a href="{page(two)}"' in at.read()

    gone_on = at.act("approve_and_next", decision=buttons(at.get())[1]["decision"])

    assert gone_on.redirect_chain == [(page(two), 302)] and earned(one) == 250
    assert f"This one waits next: {two.public_id}." in gone_on.content.decode()
    second = Desk(who, two)
    after = second.act("approve", decision=buttons(second.get())[0]["decision"])
    assert (
        after.redirect_chain == [(page(two), 302)]
        and f'Next to approve: <a href="{page(three)}"' in after.content.decode()
    )
    last = Desk(who, three)
    assert [one["act"] for one in buttons(last.get())] == ["approve"], "nothing follows it"
    told = last.act("approve_and_next", decision=DisputeDecision.objects.get(state="proposed").public_id)
    assert "Nothing else waits for your approval." in told.content.decode() and earned(three) == 250


def test_what_was_not_approved_leads_nowhere() -> None:
    one, _ = given_proposed(), given_proposed()
    at = Desk(given_staff_member(), one)
    [approve, _] = buttons(at.get())
    at.act("send_back", decision=approve["decision"], reason="Look again.")

    with untouched(besides=PrivateRead):
        late = at.act("approve_and_next", decision=approve["decision"])

    assert late.status_code == 409 and earned(one) == 0


def test_next_is_nothing_that_this_person_may_not_approve() -> None:
    case, who = given_proposed(), given_staff_member()
    actor, other = Actor.staff(who.account), given_case()[1]
    assert reads.next_to_approve(actor, but=other.pk) == case
    assert reads.next_to_approve(actor, but=case.pk) is None
    proposer = Actor.staff(DisputeDecision.objects.get().proposer)
    assert reads.next_to_approve(proposer, but=other.pk) is None, "their own proposal"
    for party in (case.owner, case.worker):
        assert reads.next_to_approve(Actor.staff(party), but=other.pk) is None
    StaffLimit.objects.create(person=who.account, case_cents=589)
    assert reads.next_to_approve(actor, but=other.pk) is None
    StaffLimit.objects.update(case_cents=None, day_cents=590)
    assert reads.next_to_approve(actor, but=other.pk) == case

"""Invitations from many hands at the same moment: one wave, one invitation of a person to a bounty, three a day."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Invitation, Outreach
from bounties.rules.outreach import PER_DAY
from bounties.services import outreach
from marketplace.core import clock
from marketplace.models import Mail
from tests.factories.accounts import ProfileFactory
from tests.factories.market import given_bounty, given_funded_agent

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def given_people(count: int) -> None:
    for _ in range(count):
        ProfileFactory()


def test_a_wave_in_three_workers_at_once_goes_out_once(at_once: AtOnce) -> None:
    given_people(20)
    given_bounty(given_funded_agent())
    Outreach.objects.update(next_wave_at=clock.now() - timedelta(seconds=1))

    assert all(isinstance(done, int) for done in at_once(*[outreach.send_due] * 3))

    assert Outreach.objects.get().wave == 1
    assert Invitation.objects.count() == Mail.objects.count() == Mail.objects.values("to").distinct().count() == 5


def test_boosts_at_once_are_one_wave_also_beside_the_timer(at_once: AtOnce) -> None:
    given_people(40)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Outreach.objects.update(next_wave_at=clock.now() - timedelta(seconds=1))

    *answers, _ = at_once(
        *[lambda: agent.post(f"/api/bounties/{bounty.public_id}/outreach/boost")] * 3, outreach.send_due
    )

    assert sorted((answer.status, answer.code) for answer in answers) == [
        (200, None),
        *[(409, "boost_not_available")] * 2,
    ]
    # the timer came first (5, then the boosted second wave's 20) or found nothing due any more
    assert Invitation.objects.count() == Mail.objects.count() == {1: 10, 2: 25}[Outreach.objects.get().wave]


@pytest.mark.parametrize("_", range(3))
def test_listings_that_invite_the_same_people_at_once_never_pass_the_limit_of_a_day(_: int, at_once: AtOnce) -> None:
    given_people(4)
    agents = [given_funded_agent() for _ in range(PER_DAY + 3)]
    made = [(agent, given_bounty(agent)) for agent in agents]

    answers = at_once(
        *(
            lambda agent=agent, bounty=bounty: agent.post(f"/api/bounties/{bounty.public_id}/outreach/boost")
            for agent, bounty in made
        )
    )

    assert [answer.status for answer in answers] == [200] * len(made), answers
    counts = [Invitation.objects.filter(human=person).count() for person in {i.human for i in Invitation.objects.all()}]
    assert counts == [PER_DAY] * 4
    assert Mail.objects.count() == PER_DAY * 4

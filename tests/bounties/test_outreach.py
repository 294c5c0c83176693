"""Waves of invitations by the clock, and the owner's look at them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from bounties.models import Bounty, Invitation, Outreach, ScreeningRule
from bounties.rules import outreach as rules
from bounties.services import applications, bounties, endings, outreach
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from marketplace.services import mails
from tests.api import Api
from tests.factories.accounts import ProfileFactory, given_worker
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, untouched
from tests.factories.outreach import START, Later, boost, by_the_clock, given_people, iso, set_status, status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def waves(at: Callable[[str], datetime]) -> Later:
    return by_the_clock(at)


def test_three_waves_go_out_by_the_clock_and_then_it_is_finished(waves: Later) -> None:
    given_people(40)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    assert status(agent, bounty) == {
        "bountyId": bounty.public_id,
        "status": "scheduled",
        "target": 35,
        "contacted": 0,
        "applied": 0,
        "wave": 0,
        "waves": 3,
        "nextWaveAt": iso(minutes=5),
        "lastBoostAt": None,
        "boostAvailableAt": iso(),
    }

    seen = []
    for by in (
        {"minutes": 4},
        {"minutes": 5},
        {"minutes": 6},
        {"hours": 6},
        {"hours": 6, "minutes": 5},
        {"hours": 24, "minutes": 5},
        {"days": 5},
    ):
        waves(**by)
        now = status(agent, bounty)
        seen.append((now["status"], now["wave"], now["contacted"], now["nextWaveAt"]))

    assert seen == [
        ("scheduled", 0, 0, iso(minutes=5)),
        ("running", 1, 5, iso(hours=6, minutes=5)),
        ("running", 1, 5, iso(hours=6, minutes=5)),
        ("running", 1, 5, iso(hours=6, minutes=5)),
        ("running", 2, 15, iso(hours=24, minutes=5)),
        ("finished", 3, 35, None),
        ("finished", 3, 35, None),
    ]
    assert now["target"] == 35
    assert Invitation.objects.values("human").distinct().count() == Mail.objects.count() == 35


def test_an_invitation_is_a_polite_mail_that_says_how_to_stop_it(waves: Later) -> None:
    ProfileFactory(account__name="Ada", account__email="ada@example.com")
    bounty = given_bounty(
        given_funded_agent(),
        title="Photograph\n a shop front",
        city="Lisbon",
        country="PT",
        is_remote_allowed=False,
        deadline=START + timedelta(days=9),
    )

    waves(minutes=5)

    mail = Mail.objects.get()
    assert (mail.to, mail.subject) == ("ada@example.com", "A task that may suit you: Photograph a shop front")
    for said in (
        "- Pay: $5.00\n- Place: Lisbon, Portugal\n- Apply until: Mon 30 November, 10:00 UTC",
        bounty.public_url,
        "You owe nobody an answer.",
        f"{settings.BASE_URL}/profile",
    ):
        assert said in mail.text


def test_waves_grow_with_the_open_spots_and_stay_bounded(waves: Later) -> None:
    given_people(30)
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    assert status(agent, bounty)["target"] == 15 + 30 + 60

    waves(minutes=5)

    assert status(agent, bounty)["contacted"] == 15


@pytest.mark.parametrize("to", ["paused", "in_review"])
def test_a_listing_that_takes_nobody_just_now_invites_nobody_and_goes_on_afterwards(waves: Later, to: str) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    set_status(agent, bounty, to)

    waves(hours=9)
    held = status(agent, bounty)
    assert (held["status"], held["contacted"], held["nextWaveAt"], held["boostAvailableAt"]) == (
        "paused",
        0,
        None,
        None,
    )
    set_status(agent, bounty, "open")
    waves(hours=9, minutes=1)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("running", 5)
    assert status(agent, bounty)["nextWaveAt"] == iso(hours=15, minutes=1), "waves never catch up in one go"


def test_a_full_bounty_rests_and_a_lost_seat_wakes_it(waves: Later) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    assert agent.patch(path, {"action": "accept"}).status == 200

    waves(hours=1)
    assert (status(agent, bounty)["status"], Invitation.objects.count()) == ("paused", 0)
    assert worker.patch(path, {"action": "withdraw"}).status == 200
    waves(hours=1, minutes=1)

    assert (status(agent, bounty)["status"], Invitation.objects.count()) == ("running", 5)


def test_at_the_deadline_it_is_finished_and_a_later_one_lets_it_go_on(waves: Later) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent, deadline=START + timedelta(hours=3))
    waves(minutes=5)

    waves(hours=7)
    over = status(agent, bounty)
    assert (over["status"], over["contacted"], over["nextWaveAt"]) == ("finished", 5, None)
    deadline = (START + timedelta(days=3)).isoformat()
    assert agent.patch(f"/api/bounties/{bounty.public_id}", {"deadline": deadline}).status == 200
    waves(hours=7, minutes=1)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("running", 15)


def test_a_listing_that_ended_is_never_looked_at_again(waves: Later) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    set_status(agent, bounty, "closed")

    waves(hours=1)

    assert Outreach.objects.get().next_wave_at is None
    assert (status(agent, bounty)["status"], Mail.objects.count()) == ("finished", 0)


def test_a_listing_in_review_waits_for_its_operator(waves: Later, screened: None) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent, title="Bring cash")
    assert bounty.status == "pending_review"
    waves(hours=1)
    waiting = status(agent, bounty)
    assert (waiting["status"], waiting["target"], waiting["nextWaveAt"]) == ("scheduled", 35, None)

    unit(lambda: bounties.approve(acting(agent), bounty.pk))
    waves(hours=1, minutes=5)

    assert status(agent, bounty)["contacted"] == 5


@pytest.fixture
def screened(db: None) -> None:
    ScreeningRule.objects.create(phrase="cash", reason="Money in the mail?")


def test_an_unpaid_bounty_invites_nobody(waves: Later) -> None:
    given_people(9)
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)

    waves(days=1)

    assert (bounty.status, Outreach.objects.count(), Mail.objects.count()) == ("pending_deposit", 0, 0)
    assert status(agent, bounty)["status"] == "scheduled"


@pytest.mark.parametrize("made", [{"is_private": True}, {"kind": "rental"}, {"kind": "picture"}])
def test_private_direct_and_managed_bounties_invite_nobody(waves: Later, made: dict[str, Any]) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Outreach.objects.all().delete()
    Bounty.objects.update(**made)
    bounty.refresh_from_db()
    outreach.begin(bounty)

    waves(days=1)

    assert not Outreach.objects.exists()
    assert {k: status(agent, bounty)[k] for k in ("status", "target", "waves", "boostAvailableAt")} == {
        "status": "finished",
        "target": 0,
        "waves": 0,
        "boostAvailableAt": None,
    }
    with untouched():
        assert boost(agent, bounty).code == "no_outreach"


def test_invited_people_who_apply_are_counted(waves: Later) -> None:
    invited = given_worker()
    agent = given_funded_agent()
    bounty = given_bounty(agent, auto_accept=False)
    waves(minutes=5)
    given_application(bounty, invited)
    given_application(bounty)

    assert (status(agent, bounty)["contacted"], status(agent, bounty)["applied"]) == (1, 1)

    applications.withdraw(acting(invited), bounty.public_id, _application_of(bounty, invited))
    assert status(agent, bounty)["applied"] == 1


def _application_of(bounty: Bounty, worker: Api) -> str:
    public_id: str = bounty.applications.get(human=worker.account).public_id
    return public_id


def test_a_wave_that_fails_in_the_middle_leaves_nothing_and_is_sent_whole_later(
    waves: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    write, written = mails.write, []

    def breaks(**mail: Any) -> Any:
        written.append(mail)
        if len(written) == 3:
            raise ConnectionError("gone")
        return write(**mail)

    monkeypatch.setattr(mails, "write", breaks)
    waves(minutes=5)
    assert (Mail.objects.count(), Invitation.objects.count(), Outreach.objects.get().wave) == (0, 0, 0)

    waves(minutes=6)

    assert (Mail.objects.count(), Invitation.objects.count(), Outreach.objects.get().wave) == (5, 5, 1)
    assert status(agent, bounty)["nextWaveAt"] == iso(hours=6, minutes=6)


def test_a_wave_without_anybody_left_is_a_wave_all_the_same(waves: Later) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    waves(minutes=5)
    waves(hours=7)
    waves(days=2)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("finished", 0)


def test_ending_a_bounty_ends_its_outreach(waves: Later) -> None:
    given_people(30)
    agent = given_funded_agent()
    given_bounty(agent, deadline=START + timedelta(hours=1))
    waves(minutes=5)
    waves(hours=74)
    endings.remove_unfilled_seats()
    waves(hours=75)

    assert Bounty.objects.get().status == "closed"
    assert (Outreach.objects.get().next_wave_at, Invitation.objects.count()) == (None, 5)


# ------------------------------------------------------------------ pure rules


@pytest.mark.parametrize(
    ("number", "spots", "boosted", "people"),
    [(1, 1, False, 5), (2, 1, False, 10), (3, 1, False, 20), (4, 1, False, 20), (1, 2, True, 20), (3, 2000, False, 100),
     (3, 2000, True, 200), (1, 0, False, 0)],
)  # fmt: skip
def test_the_size_of_a_wave(number: int, spots: int, boosted: bool, people: int) -> None:
    assert rules.size(number, spots, boosted=boosted) == people


def test_the_plan_is_what_the_waves_add_up_to() -> None:
    assert [rules.planned(done, 1) for done in range(5)] == [35, 30, 20, 0, 0]
    assert rules.next_wave_at(3, clock.now()) is None

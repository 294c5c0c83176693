"""Waves of invitations by the clock, the owner's look at them, and the boost."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from bounties.models import Bounty, Invitation, Outreach, ScreeningRule
from bounties.rules import outreach as rules
from bounties.services import applications, bounties, endings, outreach
from marketplace.core import clock
from marketplace.core.later import unit
from marketplace.models import Mail
from marketplace.services import mails
from tests.api import Answer, Api
from tests.factories.accounts import ProfileFactory, given_worker
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
Later = Callable[..., None]


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Later:
    """Business time is so far after START, and the timer looks."""

    def go(**by: float) -> None:
        at((START + timedelta(**by)).isoformat())
        outreach.send_due()

    go()
    return go


def given_people(count: int, **fields: Any) -> None:
    for _ in range(count):
        ProfileFactory(**fields)


def status(owner: Api, bounty: Bounty) -> dict[str, Any]:
    answer = owner.get(f"/api/bounties/{bounty.public_id}/outreach")
    assert answer.status == 200, answer.body
    assert answer.headers["Cache-Control"] == "private, no-store"
    body: dict[str, Any] = answer["outreach"]
    assert body["contacted"] == Invitation.objects.filter(bounty=bounty).count()
    return body


def boost(owner: Api, bounty: Bounty, **headers: str) -> Answer:
    return owner.post(f"/api/bounties/{bounty.public_id}/outreach/boost", **headers)


def set_status(owner: Api, bounty: Bounty, to: str) -> None:
    assert owner.patch(f"/api/bounties/{bounty.public_id}", {"status": to}).status == 200


def iso(**after_start: float) -> str:
    return (START + timedelta(**after_start)).isoformat(timespec="milliseconds")[:-6] + "Z"


# ------------------------------------------------------------------ waves


def test_three_waves_go_out_by_the_clock_and_then_it_is_finished(later: Later) -> None:
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
        later(**by)
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


def test_an_invitation_is_a_polite_mail_that_says_how_to_stop_it(later: Later) -> None:
    ProfileFactory(account__name="Ada", account__email="ada@example.com")
    bounty = given_bounty(
        given_funded_agent(),
        title="Photograph\n a shop front",
        city="Lisbon",
        country="PT",
        is_remote_allowed=False,
        deadline=START + timedelta(days=9),
    )

    later(minutes=5)

    mail = Mail.objects.get()
    assert (mail.to, mail.subject) == ("ada@example.com", "A task that may suit you: Photograph a shop front")
    assert mail.text == (
        "Hello Ada,\n\nsomebody is looking for people for a task that may suit you:\n\nPhotograph a shop front\n"
        "Pay: 5.00 USD\nPlace: Lisbon, Portugal\nApply until: 30 November 2026, 10:00 UTC\n\n"
        f"{bounty.public_url}\n\nYou owe nobody an answer. If you don't want to hear of tasks in this way, set "
        f"acceptsInvitations to false: PATCH {settings.BASE_URL}/api/humans/me\n"
    )


def test_waves_grow_with_the_open_spots_and_stay_bounded(later: Later) -> None:
    given_people(30)
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    assert status(agent, bounty)["target"] == 15 + 30 + 60

    later(minutes=5)

    assert status(agent, bounty)["contacted"] == 15


@pytest.mark.parametrize("to", ["paused", "in_review"])
def test_a_listing_that_takes_nobody_just_now_invites_nobody_and_goes_on_afterwards(later: Later, to: str) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    set_status(agent, bounty, to)

    later(hours=9)
    held = status(agent, bounty)
    assert (held["status"], held["contacted"], held["nextWaveAt"], held["boostAvailableAt"]) == (
        "paused",
        0,
        None,
        None,
    )
    set_status(agent, bounty, "open")
    later(hours=9, minutes=1)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("running", 5)
    assert status(agent, bounty)["nextWaveAt"] == iso(hours=15, minutes=1), "waves never catch up in one go"


def test_a_full_bounty_rests_and_a_lost_seat_wakes_it(later: Later) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    assert agent.patch(path, {"action": "accept"}).status == 200

    later(hours=1)
    assert (status(agent, bounty)["status"], Invitation.objects.count()) == ("paused", 0)
    assert worker.patch(path, {"action": "withdraw"}).status == 200
    later(hours=1, minutes=1)

    assert (status(agent, bounty)["status"], Invitation.objects.count()) == ("running", 5)


def test_at_the_deadline_it_is_finished_and_a_later_one_lets_it_go_on(later: Later) -> None:
    given_people(20)
    agent = given_funded_agent()
    bounty = given_bounty(agent, deadline=START + timedelta(hours=3))
    later(minutes=5)

    later(hours=7)
    over = status(agent, bounty)
    assert (over["status"], over["contacted"], over["nextWaveAt"]) == ("finished", 5, None)
    deadline = (START + timedelta(days=3)).isoformat()
    assert agent.patch(f"/api/bounties/{bounty.public_id}", {"deadline": deadline}).status == 200
    later(hours=7, minutes=1)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("running", 15)


def test_a_listing_that_ended_is_never_looked_at_again(later: Later) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    set_status(agent, bounty, "closed")

    later(hours=1)

    assert Outreach.objects.get().next_wave_at is None
    assert (status(agent, bounty)["status"], Mail.objects.count()) == ("finished", 0)


def test_a_listing_in_review_waits_for_its_operator(later: Later, screened: None) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent, title="Bring cash")
    assert bounty.status == "pending_review"
    later(hours=1)
    waiting = status(agent, bounty)
    assert (waiting["status"], waiting["target"], waiting["nextWaveAt"]) == ("scheduled", 35, None)

    unit(lambda: bounties.approve(acting(agent), bounty.pk))
    later(hours=1, minutes=5)

    assert status(agent, bounty)["contacted"] == 5


@pytest.fixture
def screened(db: None) -> None:
    ScreeningRule.objects.create(phrase="cash", reason="Money in the mail?")


def test_an_unpaid_bounty_invites_nobody(later: Later) -> None:
    given_people(9)
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)

    later(days=1)

    assert (bounty.status, Outreach.objects.count(), Mail.objects.count()) == ("pending_deposit", 0, 0)
    assert status(agent, bounty)["status"] == "scheduled"


@pytest.mark.parametrize("made", [{"is_private": True}, {"kind": "rental"}, {"kind": "qa"}])
def test_private_direct_and_managed_bounties_invite_nobody(later: Later, made: dict[str, Any]) -> None:
    given_people(9)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Outreach.objects.all().delete()
    Bounty.objects.update(**made)
    bounty.refresh_from_db()
    outreach.begin(bounty)

    later(days=1)

    assert not Outreach.objects.exists()
    assert {k: status(agent, bounty)[k] for k in ("status", "target", "waves", "boostAvailableAt")} == {
        "status": "finished",
        "target": 0,
        "waves": 0,
        "boostAvailableAt": None,
    }
    with untouched():
        assert boost(agent, bounty).code == "no_outreach"


def test_invited_people_who_apply_are_counted(later: Later) -> None:
    invited = given_worker()
    agent = given_funded_agent()
    bounty = given_bounty(agent, auto_accept=False)
    later(minutes=5)
    given_application(bounty, invited)
    given_application(bounty)

    assert (status(agent, bounty)["contacted"], status(agent, bounty)["applied"]) == (1, 1)

    applications.withdraw(acting(invited), bounty.public_id, _application_of(bounty, invited))
    assert status(agent, bounty)["applied"] == 1


def _application_of(bounty: Bounty, worker: Api) -> str:
    public_id: str = bounty.applications.get(human=worker.account).public_id
    return public_id


def test_a_wave_that_fails_in_the_middle_leaves_nothing_and_is_sent_whole_later(
    later: Later, monkeypatch: pytest.MonkeyPatch
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
    later(minutes=5)
    assert (Mail.objects.count(), Invitation.objects.count(), Outreach.objects.get().wave) == (0, 0, 0)

    later(minutes=6)

    assert (Mail.objects.count(), Invitation.objects.count(), Outreach.objects.get().wave) == (5, 5, 1)
    assert status(agent, bounty)["nextWaveAt"] == iso(hours=6, minutes=6)


def test_a_wave_without_anybody_left_is_a_wave_all_the_same(later: Later) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    later(minutes=5)
    later(hours=7)
    later(days=2)

    assert (status(agent, bounty)["status"], status(agent, bounty)["contacted"]) == ("finished", 0)


# ------------------------------------------------------------------ boost


def test_a_boost_sends_the_next_wave_at_once_twice_as_large(later: Later) -> None:
    given_people(60)
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    answer = boost(agent, bounty)

    assert answer.status == 200, answer.body
    assert answer["outreach"] == status(agent, bounty)
    assert answer["outreach"] == {
        "bountyId": bounty.public_id,
        "status": "running",
        "target": 10 + 10 + 20,
        "contacted": 10,
        "applied": 0,
        "wave": 1,
        "waves": 3,
        "nextWaveAt": iso(hours=6),
        "lastBoostAt": iso(),
        "boostAvailableAt": iso(hours=24),
    }
    later(hours=6)
    assert status(agent, bounty)["contacted"] == 20


def test_a_second_boost_within_a_day_is_refused_and_changes_nothing(later: Later) -> None:
    given_people(60)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    boost(agent, bounty)
    later(hours=23, minutes=59)

    with untouched():
        answer = boost(agent, bounty)

    assert (answer.status, answer.code) == (409, "boost_not_available")
    assert answer["boostAvailableAt"] == iso(hours=24)
    later(hours=24)
    assert boost(agent, bounty).status == 200


def test_a_boost_after_the_last_wave_is_one_wave_more(later: Later) -> None:
    given_people(90)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for by in ({"minutes": 5}, {"hours": 7}, {"days": 2}):
        later(**by)
    assert status(agent, bounty)["contacted"] == 35

    more = boost(agent, bounty)["outreach"]

    assert (more["contacted"], more["target"], more["wave"], more["waves"]) == (75, 75, 4, 4)
    assert (more["status"], more["nextWaveAt"]) == ("finished", None)


def test_a_repeated_boost_with_its_key_is_one_boost(later: Later) -> None:
    given_people(40)
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    first = boost(agent, bounty, Idempotency_Key="once")
    with untouched():
        again = boost(agent, bounty, Idempotency_Key="once")

    assert again.body == first.body
    assert Invitation.objects.count() == Mail.objects.count() == 10


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("paused", "invalid_state"),
        ("closed", "invalid_state"),
        ("unpaid", "invalid_state"),
        ("late", "deadline_passed"),
    ],
)
def test_who_takes_nobody_can_not_boost(later: Later, given: str, code: str) -> None:
    given_people(9)
    agent = given_funded_agent(100 if given == "unpaid" else 100_000)
    bounty = given_bounty(agent, deadline=START + timedelta(minutes=3))
    if given in ("paused", "closed"):
        set_status(agent, bounty, given)
    if given == "late":
        later(minutes=4)

    with untouched():
        answer = boost(agent, bounty)

    assert (answer.status, answer.code) == (409, code)
    assert answer["currentState"] == Bounty.objects.get().status


def test_a_listing_older_than_outreach_is_finished_and_can_be_boosted(later: Later) -> None:
    given_people(50)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Outreach.objects.all().delete()
    assert (status(agent, bounty)["status"], status(agent, bounty)["target"]) == ("finished", 0)

    assert boost(agent, bounty)["outreach"]["contacted"] == 10


def test_only_the_owner_looks_and_boosts(later: Later, other_agent: Api, operator: Api, worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for stranger in (other_agent, operator, worker):
        with untouched():
            assert stranger.get(f"/api/bounties/{bounty.public_id}/outreach").code == "not_owner"
            assert boost(stranger, bounty).code == "not_owner"


def test_ending_a_bounty_ends_its_outreach(later: Later) -> None:
    given_people(30)
    agent = given_funded_agent()
    given_bounty(agent, deadline=START + timedelta(hours=1))
    later(minutes=5)
    later(hours=74)
    endings.drop_unfilled()
    later(hours=75)

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

"""Whom a listing invites: people that search finds, in order of how well they fit, and nobody who must not be troubled."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty, Invitation
from bounties.rules import outreach as rules
from bounties.selectors.outreach import candidates
from bounties.services import outreach
from humans.models import Profile, Relation
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from marketplace.services import accounts
from tests.api import Api
from tests.factories.accounts import AccountFactory, ProfileFactory, given_worker
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_hired

pytestmark = pytest.mark.django_db
ON_SITE: dict[str, Any] = {"city": "Lisbon", "country": "PT", "is_remote_allowed": False}


def person(name: str, *, days_away: float = 0, **fields: Any) -> Profile:
    account: dict[str, Any] = {k.removeprefix("account__"): fields.pop(k) for k in list(fields) if k[:9] == "account__"}
    last = clock.now() - timedelta(days=days_away)
    return ProfileFactory(account=AccountFactory(name=name, last_active_at=last, **account), **fields)


def names(bounty: Bounty, limit: int = 50) -> list[str]:
    return [profile.account.name for profile in candidates(bounty, limit=limit)]


def task(owner: Api | None = None, **fields: Any) -> Bounty:
    return given_bounty(owner or given_funded_agent(), deadline=clock.now() + timedelta(days=9), **fields)


# ------------------------------------------------------------------ order


def test_liked_first_then_shared_skills_then_place_then_activity() -> None:
    skills = ["photography", "delivery"]
    person("one skill, abroad", skills=["Photography"], country="FR", city="Paris")
    person("one skill, country, 2 days away", skills=["photography"], city="Porto", days_away=2)
    person("one skill, country, 1 day away", skills=["delivery"], city="Porto", days_away=1)
    person("one skill, city", skills=["delivery"], city="LISBON", days_away=9)
    person("both skills, abroad", skills=["photography", "delivery"], country="FR", city="Paris", days_away=20)
    liked = person("liked, no skill", skills=["cooking"], country="US", city="Boston", days_away=25)
    agent = given_funded_agent()
    Relation.objects.create(owner=agent.account, human=liked.account, kind="preferred")
    bounty = task(agent, skills_needed=skills, city="Lisbon", country="PT")

    assert names(bounty) == [
        "liked, no skill",
        "both skills, abroad",
        "one skill, city",
        "one skill, country, 1 day away",
        "one skill, country, 2 days away",
        "one skill, abroad",
    ]
    assert names(bounty, limit=2) == ["liked, no skill", "both skills, abroad"]


def test_skills_are_asked_of_everybody_where_the_task_asks_for_some() -> None:
    person("cook", skills=["cooking"])
    person("writer", skills=["writing"], expertise=["Édition"])

    assert names(task(skills_needed=["EDITION"])) == ["writer"]
    assert sorted(names(task())) == ["cook", "writer"]


def test_on_site_only_people_of_the_country_the_city_first() -> None:
    person("Porto", city="Porto")
    person("Lisbon", days_away=3)
    person("Lisbon, Ohio", country="US")

    assert names(task(**ON_SITE)) == ["Lisbon", "Porto"]


def test_who_does_not_work_remotely_hears_of_tasks_of_his_country_only() -> None:
    person("stays", is_remote_available=False)
    person("remote")

    assert names(task()) == ["remote"]
    assert sorted(names(task(country="PT"))) == ["remote", "stays"]
    assert sorted(names(task(**ON_SITE))) == ["remote", "stays"]


def test_a_remote_task_reaches_the_countries_it_is_for() -> None:
    person("PT")
    person("FR", country="FR")
    person("US", country="US")

    assert sorted(names(task(supported_countries=["PT", "FR"]))) == ["FR", "PT"]
    assert sorted(names(task(intake_closed_countries=["FR"]))) == ["PT", "US"]


# ------------------------------------------------------------------ nobody who must not be troubled


def test_only_people_whom_search_finds_are_invited(at: Callable[[str], Any]) -> None:
    person("found")
    person("incomplete", is_complete=False)
    person("unavailable", is_available=False)
    person("unconfirmed", account__email_verified_at=None)
    person("closed", account__is_active=False)
    person("away", days_away=31)

    assert names(task()) == ["found"]


def test_owners_applicants_and_whoever_keeps_apart_are_left_alone() -> None:
    agent = given_funded_agent()
    ProfileFactory(account=agent.account)
    person("stranger")
    for name, owner_first in (("blocked by the owner", True), ("blocked the owner", False)):
        other = person(name).account
        pair = (agent.account, other) if owner_first else (other, agent.account)
        Relation.objects.create(owner=pair[0], human=pair[1], kind="blocked")
    bounty = task(agent)
    given_application(bounty, given_worker(name="applied"))
    invited = person("invited").account
    Invitation.objects.create(bounty=bounty, human=invited, wave=1)

    assert names(bounty) == ["stranger"]


def test_whoever_took_part_in_an_excluded_bounty_is_left_alone() -> None:
    agent = given_funded_agent()
    earlier = given_hired(agent=agent, worker=given_worker(name="hired then"))
    other = task(agent)
    given_application(other, given_worker(name="only applied then"))

    bounty = task(agent, excluded_source_ids=[earlier.bounty.pk, other.pk])

    assert names(bounty) == ["only applied then"]
    assert sorted(names(task(agent))) == ["hired then", "only applied then"]


def test_nobody_is_invited_whom_the_gates_would_refuse_today() -> None:
    now = clock.now()
    person("nothing shown")
    person("linked", account__linkedin_verified_at=now)
    person("document PT", account__identity_verified_at=now, account__identity_country="PT")
    person("document FR", account__identity_verified_at=now, account__identity_country="FR")

    assert names(task(linkedin_verified_required=True)) == ["linked"]
    assert sorted(names(task(identity_required=True))) == ["document FR", "document PT"]
    assert names(task(identity_required=True, supported_countries=["PT"])) == ["document PT"]
    assert names(task(identity_required=True, **ON_SITE)) == ["document PT"]
    # where identity is not required, the device's position decides, wherever the document is from
    assert sorted(names(task(**ON_SITE))) == ["document FR", "document PT", "linked", "nothing shown"]
    assert sorted(names(task(intake_closed_countries=["FR"]))) == ["document PT", "linked", "nothing shown"]


@pytest.mark.parametrize("liked", [False, True])
def test_whoever_has_turned_invitations_off_gets_none_also_when_liked(worker: Api, liked: bool) -> None:
    agent = given_funded_agent()
    if liked:
        Relation.objects.create(owner=agent.account, human=worker.account, kind="preferred")
    assert worker.get("/api/humans/me")["human"]["acceptsInvitations"] is True
    answer = worker.patch("/api/humans/me", {"acceptsInvitations": False})
    assert (answer.status, answer["human"]["acceptsInvitations"]) == (200, False)
    assert "acceptsInvitations" not in agent.get(f"/api/humans/{worker.account.public_profile_id}")["human"]

    assert names(task(agent)) == []
    assert worker.patch("/api/humans/me", {"acceptsInvitations": True}).status == 200
    assert len(names(task(agent))) == 1


@pytest.mark.parametrize("bad", [None, "no", 0])
def test_the_setting_is_true_or_false(worker: Api, bad: Any) -> None:
    answer = worker.patch("/api/humans/me", {"acceptsInvitations": bad})

    assert (answer.status, list(answer["fields"])) == (400, ["acceptsInvitations"])
    assert Profile.objects.get(pk=worker.account.pk).accepts_invitations is True


def test_three_invitations_a_day_of_all_bounties_together(at: Callable[[str], Any]) -> None:
    start = at("2026-11-21T10:00:00Z")
    person("Ada")
    agent = given_funded_agent()

    def go(**by: float) -> int:
        at((start + timedelta(**by)).isoformat())
        outreach.send_due()
        return Mail.objects.count()

    for _ in range(4):
        task(agent)
    assert go(minutes=5) == 3
    assert go(hours=24) == 3
    assert names(task(agent)) == []
    assert go(hours=24, minutes=6) == 4, "24 hours after the first of them"
    assert Invitation.objects.count() == 4


def test_a_person_who_left_between_choosing_and_inviting_is_not_mailed(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [person("stays"), person("leaves"), person("turns it off")]
    bounty = task()
    choose = outreach.selector.candidates

    def slow(*args: Any, **kwargs: Any) -> Any:
        chosen = choose(*args, **kwargs)
        accounts.update_columns(people[1].pk, is_active=False)
        Profile.objects.filter(pk=people[2].pk).update(accepts_invitations=False)
        return chosen

    monkeypatch.setattr(outreach.selector, "candidates", slow)

    unit(lambda: outreach.boost(Actor(account=bounty.owner, via="session"), bounty.public_id))

    assert [row.human.name for row in Invitation.objects.all()] == ["stays"]
    assert Mail.objects.get().to == people[0].account.email


# ------------------------------------------------------------------ a bounded look, by indexes


def given_crowd(count: int) -> None:
    """Many people in one go, ever longer away."""
    now = clock.now()
    made = Account.objects.bulk_create(
        Account(
            email=f"crowd{n}@example.com",
            name=f"Crowd {n}",
            email_verified_at=now,
            last_active_at=now - timedelta(minutes=n),
        )
        for n in range(count)
    )
    Profile.objects.bulk_create(
        Profile(
            account=account,
            terms=["rare" if n % 100 == 0 else "common"],
            skills=["s"],
            country="PT" if n % 3 else "FR",
            city="Lisbon",
            city_words="lisbon",
            is_complete=True,
            is_findable=True,
            last_active_at=account.last_active_at,
        )
        for n, account in enumerate(made)
    )
    with connection.cursor() as cursor:
        cursor.execute("analyze humans_profile; analyze marketplace_account")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"skills_needed": ["common"]},
        {"skills_needed": ["rare"], "city": "Lisbon", "country": "PT"},
        {"skills_needed": ["nobody"]},
        ON_SITE,
        {"supported_countries": ["PT", "FR"]},
    ],
)
def test_no_look_at_a_crowd_reads_the_table_from_its_beginning(fields: dict[str, Any]) -> None:
    given_crowd(3000)
    bounty = task(**fields)
    Invitation.objects.bulk_create(
        Invitation(bounty=bounty, human=account, wave=1) for account in Account.objects.filter(name__endswith="7")
    )

    with CaptureQueriesContext(connection) as queries:
        found = candidates(bounty, limit=100)

    assert len(found) == {"rare": 30, "nobody": 0}.get(fields.get("skills_needed", [""])[0], 100)
    assert len(queries) < 40
    for query in queries.captured_queries:
        if 'FROM "humans_profile"' not in query["sql"] or query["sql"].startswith("EXPLAIN"):
            continue
        with connection.cursor() as cursor:
            cursor.execute("set local enable_seqscan = off")
            cursor.execute("explain " + query["sql"])
            plan = "\n".join(row[0] for row in cursor.fetchall())
            cursor.execute("set local enable_seqscan = on")
        assert "Seq Scan on humans_profile" not in plan, plan


def test_no_more_people_are_looked_at_than_a_window_of_each_place() -> None:
    given_crowd(rules.CANDIDATES + 60)
    bounty = task()

    found = candidates(bounty, limit=rules.CANDIDATES + 60)

    assert len(found) == rules.CANDIDATES
    assert found[0].account.name == "Crowd 0", "the most recently active ones"


def test_applicants_do_not_use_up_the_window() -> None:
    given_crowd(rules.CANDIDATES + 60)
    bounty = task()
    Application.objects.bulk_create(
        Application(bounty=bounty, human=account)
        for account in Account.objects.filter(name__startswith="Crowd").order_by("-last_active_at")[: rules.CANDIDATES]
    )

    assert len(candidates(bounty, limit=100)) == 60

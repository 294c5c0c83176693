"""Every field of POST /api/bounties: what becomes of its value, what a rule refuses, who sees it.

Its limits are in test_create_limits.py.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from bounties.serializers.posting import BountyIn
from marketplace.api.fields import timestamp
from marketplace.core import clock, ids
from marketplace.models import BlockedCountry
from tests.api import Api
from tests.bounties.test_create_limits import KEPT, NOON, NORMALISED, REFUSED, TASK, named
from tests.contract.shapes import named_in, refusal
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent, given_money, untouched

pytestmark = pytest.mark.django_db
# In good shape, and refused by a rule of the view or the service, with the name of what is wrong.
RULED: list[tuple[dict[str, Any], str]] = [
    ({"supportedCountries": ["ES"], "location": {"country": "PT"}}, "supportedCountries"),
    (
        {"supportedCountries": ["PT", "ES"], "location": {"country": "PT", "isRemoteAllowed": False}},
        "supportedCountries",
    ),
    ({"supportedCountries": ["KP"]}, "supportedCountries"),
    ({"location": {"country": "KP"}}, "location.country"),
    ({"scheduledStartAt": NOON}, "scheduledStartTimeZone"),
    ({"excludedParticipantSourceBountyIds": [ids.encode("bty", UUID(int=7))]}, "excludedParticipantSourceBountyIds"),
]
OWN = {
    *("escrowId", "fundingTotal", "assignedHumanIds", "excludedParticipantSourceBountyIds", "lifecycleMessages"),
    *("autoAccept", "autoAcceptMinMicScore", "autoExpireGhosts", "karen", "qaRunId", "feeBps"),
}


def posted(agent: Api, fields: dict[str, Any]) -> dict[str, Any]:
    far = {"deadline": timestamp(clock.now() + timedelta(days=20))}
    if fields.get("spotsAvailable", 0) > 100 or fields.get("estimatedHours", 0) > 100:
        far["price"] = 1
    made = agent.post("/api/bounties", TASK | far | fields)
    assert made.status == 200, made.body
    read = agent.get(f"/api/bounties/{made['bountyId']}")["bounty"]
    assert read == made["bounty"]
    assert read["deadline"] == far["deadline"]
    return dict(read)


@pytest.mark.parametrize("fields", KEPT, ids=named)
def test_what_is_within_the_limits_comes_back_as_it_was_sent(agent: Api, fields: dict[str, Any]) -> None:
    shown = posted(agent, fields)

    assert {name: shown[name] for name in fields} == fields


@pytest.mark.parametrize(("fields", "kept"), NORMALISED, ids=lambda value: named(value))
def test_values_that_can_be_said_in_several_ways_are_kept_in_one(
    agent: Api, fields: dict[str, Any], kept: dict[str, Any]
) -> None:
    shown = posted(agent, fields)

    assert {name: shown[name] for name in kept} == kept


def test_what_a_rule_refuses_is_refused_by_name(agent: Api) -> None:
    BlockedCountry.objects.get_or_create(code="KP")
    with untouched():
        for fields, path in RULED:
            assert list(named_in(None, agent.post("/api/bounties", TASK | fields))) == [path], named(fields)


def test_what_is_out_of_shape_is_refused_by_the_route_as_by_the_shape(agent: Api) -> None:
    """The shape's own rows are in test_create_limits.py; the route is asked with one of them."""
    fields, path = REFUSED[0]
    with untouched():
        assert list(named_in(refusal(BountyIn, TASK | fields), agent.post("/api/bounties", TASK | fields))) == [path]


def test_the_public_sees_what_applicants_need_and_nothing_of_how_the_owner_runs_it(anonymous: Api) -> None:
    agent = given_funded_agent()
    source = given_bounty(agent)
    shown = posted(
        agent,
        {
            "excludedParticipantSourceBountyIds": [source.public_id],
            "lifecycleMessages": {"onRejected": "Sorry."},
            "autoAccept": True,
            "autoAcceptMinMicScore": 4,
            "autoExpireGhosts": True,
            "karen": True,
        },
    )

    public = anonymous.get(f"/api/bounties/{shown['id']}")["bounty"]
    [listed] = [row for row in anonymous.get("/api/bounties")["bounties"] if row["id"] == shown["id"]]

    assert public.keys() == listed.keys() == shown.keys() - OWN
    assert shown["excludedParticipantSourceBountyIds"] == [source.public_id]
    assert shown["karen"] is True


def test_everybody_sees_which_agent_posted_and_who_brings_the_sign(anonymous: Api) -> None:
    agent = given_agent(name="Shop Scout Inc.")
    given_money(agent, 10_000)
    named = {"agentName": "Scout", "agentType": "clawdbot", "signage": "poster_provided"}
    plain, special = posted(agent, {}), posted(agent, named)

    rows = {row["id"]: row for row in anonymous.get("/api/bounties")["bounties"]}

    for shown, expected in (
        (plain, ("Shop Scout Inc.", "", None)),
        (special, ("Scout", "clawdbot", "poster_provided")),
    ):
        read = anonymous.get(f"/api/bounties/{shown['id']}")["bounty"]
        for row in (read, rows[shown["id"]]):
            assert (row["agentName"], row["agentType"], row["signage"]) == expected


ELSEWHERE = {
    "deadline",  # by `posted`, each time
    "excludedParticipantSourceBountyIds",  # above: they are one's own bounties
    "currency",  # checked and dropped: tests/bounties/test_existing_clients.py
}


def test_every_field_that_is_taken_is_kept_and_shown(agent: Api) -> None:
    shown = posted(agent, {})
    sent = {name for fields in KEPT for name in fields} | {name for fields, _ in NORMALISED for name in fields}

    assert set(BountyIn().fields) - shown.keys() == set()
    assert set(BountyIn().fields) - sent == ELSEWHERE, "each is sent, and comes back, in a test of this file"


def test_somebody_elses_bounties_exclude_nobody(agent: Api, other_agent: Api) -> None:
    source = given_bounty(other_agent)

    with untouched():
        refused = agent.post("/api/bounties", TASK | {"excludedParticipantSourceBountyIds": [source.public_id]})

    assert list(refused["fields"]) == ["excludedParticipantSourceBountyIds"]

"""Tiers of keys: given and changed in the back office, and in force from the next request on."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from marketplace.models import ApiKey, RateTier
from marketplace.rules import LIMITS, Limit
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.office import WHY

pytestmark = pytest.mark.django_db
QUOTA = 10


@pytest.fixture(autouse=True)
def _small_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "key.bounties", Limit("key.bounties", QUOTA, 86_400, by="key"))


@pytest.fixture
def office(operator: Api) -> Callable[..., None]:
    """`office("ratetier", pk, name=…)` saves that page of the back office as the operator; of a key its tier is given."""
    client = Client(raise_request_exception=False)
    client.force_login(operator.account)

    def save(model: str, pk: Any = None, **values: Any) -> None:
        name = f"admin:marketplace_{model}_"
        if model == "apikey":
            page = reverse(f"{name}decide", args=(pk, "tier"))
            values = {"tier-tier": values["tier"], "tier-reason": "As agreed.", "confirmed": "1"}
        else:
            page = reverse(f"{name}add") if pk is None else reverse(f"{name}change", args=(pk,))
        answer = client.post(page, WHY | values)
        assert answer.status_code == 302, answer.content[:1000]

    return save


def quota(caller: Api) -> int:
    return int(caller.post("/api/bounties", {}).headers["X-RateLimit-Limit"])


def test_the_two_tiers_of_the_specification_are_there() -> None:
    assert dict(RateTier.objects.values_list("name", "multiplier")) == {"standard": 1, "automated": 5}


def test_a_key_without_a_tier_has_what_standard_has(agent: Api) -> None:
    before = quota(agent)
    ApiKey.objects.filter(pk=agent.key.pk).update(tier="standard")

    assert (before, quota(agent)) == (QUOTA, QUOTA)


def test_a_tier_holds_for_its_key_alone_and_from_the_next_request_on(office: Callable[..., None], agent: Api) -> None:
    second = given_agent()
    assert quota(agent) == QUOTA

    office("apikey", agent.key.pk, tier="automated")

    assert (quota(agent), quota(second)) == (5 * QUOTA, QUOTA)
    office("apikey", agent.key.pk, tier="")
    assert quota(agent) == QUOTA


def test_another_tier_can_be_added_and_changed_while_keys_have_it(office: Callable[..., None], agent: Api) -> None:
    office("ratetier", name="partner", multiplier="2.5", note="")
    office("apikey", agent.key.pk, tier="partner")
    assert quota(agent) == 25

    office("ratetier", "partner", multiplier="0.29", note="Slower for a while.")

    assert quota(agent) == 3, "rounded, not cut off"


def test_a_tier_gives_no_more_of_what_is_counted_by_address_or_account(agent: Api) -> None:
    ApiKey.objects.filter(pk=agent.key.pk).update(tier="automated")

    assert agent.get("/api/account").headers["X-RateLimit-Limit"] == "600"
    assert agent.get("/api/humans").headers["X-RateLimit-Limit"] == "600"
    assert agent.post("/api/keys", {}).headers["X-RateLimit-Limit"] == "300"


def test_what_was_used_before_a_tier_counts_in_it(office: Callable[..., None], agent: Api) -> None:
    for _ in range(QUOTA):
        agent.post("/api/bounties", {})
    assert agent.post("/api/bounties", {}).status == 429

    office("apikey", agent.key.pk, tier="automated")

    answer = agent.post("/api/bounties", {})
    assert (answer.status, answer.headers["X-RateLimit-Remaining"]) == (400, str(5 * QUOTA - QUOTA - 1))

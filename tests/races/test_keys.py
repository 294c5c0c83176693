"""API keys under many hands: the limit of 25 holds, a last use is written once, a revoked key binds nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import ApiKey, Identity
from marketplace.services import identities, keys
from tests.factories.accounts import given_agent
from tests.factories.identities import Signer
from tests.factories.market import acting

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_many_new_keys_at_once_stop_at_25(at_once: AtOnce) -> None:
    agent = given_agent()
    for number in range(20):
        keys.issue(agent.account, f"key {number}")

    answers = at_once(*(lambda: unit(lambda: keys.create(acting(agent), "more")) for _ in range(12)))

    refused = [answer for answer in answers if isinstance(answer, Problem)]
    assert [problem.code for problem in refused] == ["key_limit_reached"] * 8
    assert ApiKey.objects.filter(account=agent.account, revoked_at=None).count() == 25


def test_one_identity_at_once_on_two_keys_of_an_account_is_one_row(at_once: AtOnce) -> None:
    agent, signer = given_agent(), Signer()
    second, _ = keys.issue(agent.account, "second")
    callers = [acting(agent), Actor(account=agent.account, via="key", key=second)]

    answers = at_once(
        *((lambda who=who: unit(lambda: identities.register(who, signer.registration()))) for who in callers)
    )

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert Identity.objects.count() == 1
    assert set(ApiKey.objects.values_list("agent_id", flat=True)) == {signer.agent_id}


def test_a_key_that_is_revoked_at_the_same_moment_keeps_no_half_of_it(at_once: AtOnce) -> None:
    agent, signer = given_agent(), Signer()
    who = acting(agent)

    bound, revoked = at_once(
        lambda: unit(lambda: identities.register(who, signer.registration())),
        lambda: unit(lambda: keys.revoke(who, agent.key.public_id)),
    )

    assert not isinstance(revoked, Exception)
    key = ApiKey.objects.get(pk=agent.key.pk)
    assert key.revoked_at is not None
    if isinstance(bound, Problem):
        assert bound.status == 401
    assert (key.agent_id is not None) is not isinstance(bound, Exception)
    assert Identity.objects.exists() is (key.agent_id is not None)

"""Binding an Ed25519 identity to a key, at the sign-up and later, and who answers with it."""

import threading
from typing import Any

import pytest
from django.db import connection

from marketplace.models import Account, ApiKey, Identity
from marketplace.services import keys
from tests.api import Answer, Api
from tests.contract.cells import BOUNTY
from tests.factories.accounts import given_agent, given_worker
from tests.factories.identities import Signer

ROUTE = "/api/keys/register-identity"


def register(caller: Api, signer: Signer, **changed: Any) -> Answer:
    return caller.post(ROUTE, signer.registration() | changed)


def second_key(agent: Api) -> Api:
    key, raw = keys.issue(agent.account, "second")
    api = Api(agent.account, {"X-API-Key": raw})
    api.key = key
    return api


@pytest.mark.django_db
def test_a_registered_identity_is_the_keys_and_what_others_see(agent: Api, anonymous: Api) -> None:
    signer = Signer()
    bounty = agent.post("/api/bounties", BOUNTY)["bounty"]
    assert bounty["agentId"] == agent.account.public_profile_id
    assert agent.get("/api/account")["account"]["agentId"] is None

    answer = register(agent, signer)

    assert (answer.status, answer["agentId"], answer["identityBound"]) == (200, signer.agent_id, True)
    assert (answer["key"]["id"], answer["key"]["agentId"]) == (agent.key.public_id, signer.agent_id)
    [listed] = agent.get("/api/keys")["keys"]
    assert (listed["identityBound"], listed["agentId"]) == (True, signer.agent_id)
    assert agent.get("/api/account")["account"]["agentId"] == signer.agent_id
    assert agent.get(f"/api/bounties/{bounty['id']}")["bounty"]["agentId"] == signer.agent_id
    assert agent.get("/api/bounties?mine=true")["bounties"][0]["agentId"] == signer.agent_id
    assert agent.post("/api/bounties", BOUNTY)["bounty"]["agentId"] == signer.agent_id


@pytest.mark.django_db
def test_the_metadata_of_a_key_names_no_chat_workspace(agent: Api) -> None:
    [key] = agent.get("/api/keys")["keys"]

    assert (key["identityBound"], key["agentId"], key["isSlackProvision"]) == (False, None, False)
    names = ("slackWorkspaceName", "slackWorkspaceDomain", "slackUserRealName", "slackUserHandle")
    assert [key[name] for name in names] == [None] * 4


@pytest.mark.django_db
def test_registering_again_changes_nothing(agent: Api) -> None:
    signer = Signer()
    assert register(agent, signer).status == 200
    before = list(Identity.objects.values())

    assert register(agent, signer).status == 200
    assert list(Identity.objects.values()) == before


@pytest.mark.django_db
def test_an_identity_of_another_account_is_taken(agent: Api, other_agent: Api) -> None:
    signer = Signer()
    register(other_agent, signer)

    refused = register(agent, signer)

    assert (refused.status, refused.code) == (409, "identity_taken")
    assert ApiKey.objects.get(pk=agent.key.pk).agent_id is None
    assert Identity.objects.get().account_id == other_agent.account.pk


@pytest.mark.django_db
def test_a_key_changes_to_a_new_identity_and_back_and_other_keys_keep_theirs(agent: Api) -> None:
    first, second, other = Signer(), Signer(), second_key(agent)
    register(agent, first)
    register(other, first)

    register(agent, second)
    assert [ApiKey.objects.get(pk=key.pk).agent_id for key in (agent.key, other.key)] == [
        second.agent_id,
        first.agent_id,
    ]
    assert Account.objects.get(pk=agent.account.pk).agent_id == second.agent_id, "the one bound last"

    register(agent, first)
    assert Account.objects.get(pk=agent.account.pk).agent_id == first.agent_id
    assert Identity.objects.count() == 2


@pytest.mark.django_db
def test_a_signature_lasts_five_minutes_of_the_wall_clock(agent: Api, at: Any) -> None:
    at("2031-01-01T00:00:00Z")  # business time is far ahead: it does not matter
    signer = Signer()
    for age in (301, -301):
        stale = agent.post(ROUTE, signer.registration(age=age))
        assert (stale.status, stale.code) == (401, "invalid_signature"), age
    assert not Identity.objects.exists()

    assert agent.post(ROUTE, signer.registration(age=290)).status == 200


BAD = {
    "another key": lambda s: {"publicKey": Signer().registration()["publicKey"]},
    "another id": lambda s: {"agentId": "agent_" + "0" * 16},
    "another action": lambda s: {"signature": s.sign("create_bounty")["signature"]},
    "another moment": lambda s: {"timestamp": s.registration(age=1.5)["timestamp"]},
    "no base64": lambda s: {"signature": "é" * 88},
    "no key": lambda s: {"publicKey": "AAAA"},
    "a short signature": lambda s: {"signature": "AAAA"},
}


@pytest.mark.parametrize("how", BAD)
@pytest.mark.django_db
def test_a_bad_signature_registers_nothing(agent: Api, how: str) -> None:
    signer = Signer()

    refused = register(agent, signer, **BAD[how](signer))

    assert (refused.status, refused.code) == (401, "invalid_signature")
    assert not Identity.objects.exists()
    assert ApiKey.objects.get(pk=agent.key.pk).agent_id is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agentId", "agent_1"),
        ("agentId", "agent_" + "G" * 16),
        ("timestamp", "yesterday"),
        ("timestamp", "2026-12-01T18:00:00"),
        ("timestamp", 5),
        ("publicKey", ""),
        ("signature", None),
    ],
)
@pytest.mark.django_db
def test_a_wrong_shape_is_named(agent: Api, name: str, value: Any) -> None:
    refused = register(agent, Signer(), **{name: value})

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [name])
    assert not Identity.objects.exists()


@pytest.mark.django_db
def test_only_a_key_registers_and_a_revoked_one_does_not(agent: Api) -> None:
    assert register(given_worker(), Signer()).code == "api_key_required"
    agent.delete(f"/api/keys/{agent.key.public_id}")
    assert register(agent, Signer()).code == "invalid_credentials"
    assert not Identity.objects.exists()


@pytest.mark.django_db
def test_conversations_are_found_by_the_identity_of_their_agent() -> None:
    from tests.factories.conversations import given_talk

    talk, signer = given_talk(), Signer()
    register(talk.agent, signer)

    assert len(talk.worker.get(f"/api/conversations?agentId={signer.agent_id}")["conversations"]) == 1
    assert talk.worker.get(f"/api/conversations?agentId={Signer().agent_id}")["conversations"] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_two_accounts_at_once_cannot_have_one_identity() -> None:
    signer, agents = Signer(), [given_agent(), given_agent()]
    answers: list[Answer] = []
    barrier = threading.Barrier(2)

    def work(agent: Api) -> None:
        try:
            barrier.wait(timeout=10)
            answers.append(register(agent, signer))
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(agent,)) for agent in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert sorted((answer.status, answer.code) for answer in answers if answer.status != 200) == [
        (409, "identity_taken")
    ]
    assert (Identity.objects.count(), ApiKey.objects.exclude(agent=None).count()) == (1, 1)

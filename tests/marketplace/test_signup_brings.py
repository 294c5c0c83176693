"""What a sign-up may bring along: an identity for its first key, and an address for its events."""

from typing import Any

import pytest
from pytest_django import Settings

from marketplace.models import Account, ApiKey, BlockedCountry, Identity, SignupCode
from marketplace.ports import key_endpoints
from tests.api import Api
from tests.contract.scenario import HOOK
from tests.factories.accounts import given_agent
from tests.factories.identities import Signer, in_headers
from tests.marketplace.test_identities import BAD
from tests.marketplace.test_signup import asked, code_of, nothing_opened, verify
from webhooks.errors import EndpointLimitReached
from webhooks.models import Endpoint

pytestmark = pytest.mark.django_db


def unspent() -> bool:
    """Nothing was opened, no try was counted, and the code is still good."""
    return nothing_opened() and SignupCode.objects.get().attempts == 0 and verify(code_of()).status == 200


def test_an_identity_is_bound_to_the_first_key() -> None:
    signer = Signer()
    asked()

    opened = verify(code_of(), **signer.registration())

    assert (opened.status, opened["identityBound"], opened["agentId"]) == (200, True, signer.agent_id)
    assert "webhook" not in opened.body
    assert (ApiKey.objects.get().agent_id, Account.objects.get().agent_id) == (signer.agent_id, signer.agent_id)
    agent = Api(headers={"X-API-Key": opened["apiKey"]})
    assert agent.get("/api/account")["account"]["agentId"] == signer.agent_id
    assert agent.get("/api/keys", **in_headers(signer.sign("whatever"))).status == 200


def test_without_an_identity_the_answer_says_so() -> None:
    asked()
    opened = verify(code_of())

    assert opened["identityBound"] is False
    assert not {"agentId", "webhook"} & set(opened.body)
    assert opened["usage"] == {
        "header": "X-API-Key",
        "envVar": "AHM_API_KEY",
        "docs": opened["usage"]["docs"],
    }
    assert opened["usage"]["docs"].endswith("/api/docs")


@pytest.mark.parametrize("how", [*BAD, "stale"])
def test_a_bad_signature_is_400_and_leaves_the_code_unspent(how: str) -> None:
    signer = Signer()
    asked()
    sent = signer.registration(age=301) if how == "stale" else signer.registration() | BAD[how](signer)

    refused = verify(code_of(), **sent)

    assert (refused.status, refused.code) == (400, "invalid_signature")
    assert not Identity.objects.exists()
    assert unspent()


@pytest.mark.parametrize("left_out", ["agentId", "publicKey", "signature", "timestamp"])
def test_an_identity_takes_all_four_fields(left_out: str) -> None:
    sent = Signer().registration()
    del sent[left_out]
    asked()

    refused = verify(code_of(), **sent)

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [left_out])
    assert unspent()


def test_an_identity_of_somebody_else_is_409_and_leaves_the_code_unspent() -> None:
    signer = Signer()
    given_agent().post("/api/keys/register-identity", signer.registration())
    asked()

    refused = verify(code_of(), **signer.registration())

    assert (refused.status, refused.code) == (409, "identity_taken")
    assert SignupCode.objects.get().attempts == 0
    assert verify(code_of()).status == 200


def test_a_callback_url_becomes_an_endpoint_for_every_event() -> None:
    asked()
    opened = verify(code_of(), callbackUrl=HOOK)
    webhook = opened["webhook"]

    endpoint = Endpoint.objects.get()
    assert (webhook["status"], webhook["id"], webhook["url"]) == ("created", endpoint.public_id, HOOK)
    assert webhook["secret"].startswith("whsec_") and "error" not in webhook
    assert (endpoint.events, endpoint.key, endpoint.disabled) == (["*"], ApiKey.objects.get(), False)
    agent = Api(headers={"X-API-Key": opened["apiKey"]})
    [listed] = agent.get("/api/webhooks/endpoints")["endpoints"]
    assert listed["id"] == webhook["id"] and "secret" not in listed
    assert agent.post(f"/api/webhooks/endpoints/{webhook['id']}/test").status == 200


@pytest.mark.parametrize(
    "url",
    ["http://agent.example.com/hooks", "https://10.0.0.1/", "https://169.254.169.254/", "nonsense", "https://[::]/"],
)
def test_an_address_that_is_not_called_is_400_and_leaves_the_code_unspent(url: str, settings: Settings) -> None:
    settings.WEBHOOK_ALLOW_NETWORKS = []
    asked()

    refused = verify(code_of(), callbackUrl=url)

    assert (refused.status, refused.code) == (400, "invalid_url")
    assert not Endpoint.objects.exists()
    assert unspent()


def test_a_wrong_code_makes_no_endpoint_and_no_identity() -> None:
    asked()
    code = code_of()

    refused = verify(f"{(int(code) + 1) % 1_000_000:06d}", callbackUrl=HOOK, **Signer().registration())

    assert (refused.code, refused["attemptsRemaining"]) == ("invalid_code", 4)
    assert nothing_opened() and not Endpoint.objects.exists() and not Identity.objects.exists()


def test_no_account_fails_for_an_endpoint_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise EndpointLimitReached()

    monkeypatch.setattr(key_endpoints.get(), "open", full)
    asked()

    opened = verify(code_of(), callbackUrl=HOOK)

    assert opened.status == 200
    assert opened["webhook"] == {"status": "failed", "url": HOOK, "error": EndpointLimitReached.message}
    assert not Endpoint.objects.exists()


def test_a_country_that_was_blocked_meanwhile_opens_nothing() -> None:
    asked()
    BlockedCountry.objects.create(code="US")

    refused = verify(code_of())

    assert (refused.status, refused.code) == (403, "country_blocked")
    assert nothing_opened()
    assert (asked().status, asked().code) == (403, "country_blocked")


def test_without_mail_no_code_is_made(settings: Settings) -> None:
    settings.SANDBOX, settings.EMAIL_URL = False, ""

    refused = asked()

    assert (refused.status, refused.code) == (503, "mail_unavailable")
    assert not SignupCode.objects.exists()

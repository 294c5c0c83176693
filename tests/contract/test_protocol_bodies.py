"""Bodies and headers that a library parses for us: whatever they hold is refused as the protocol says, changes nothing, and
is never a fault of ours."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any
from urllib.parse import urlencode

import orjson
import pytest
from django.test import override_settings
from mpp import Credential

from marketplace.api.signin import ROOT, STEPS
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched
from tests.factories.mpp import challenge, credential, given_quote, send
from tests.factories.x402 import SIGNUP, WHO, agreeable, deposit, proof, sign
from tests.wallet.stripe_stand_in import SECRET

pytestmark = pytest.mark.django_db(transaction=True)
NO_OBJECTS: list[Any] = [[], "x", 5, 1.5, True, None, [[]], [{}]]
ODD: list[Any] = [[], {}, "x", "\x00", "é☃", 5, -1, 10**30, 1e300, True, None, [None], {"a": {"b": []}}, "x" * 5000]
DEEP = b'{"a":' * 1500 + b"1" + b"}" * 1500  # breaks the standard library's parser
NOT_JSON = [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"a": NaN}', b'{"a": "\\ud800"}', b"1" * 5000, DEEP]


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


# ------------------------------------------------------------------ MPP


@pytest.mark.parametrize("payload", [*NO_OBJECTS, {"spt": {}, "externalId": []}], ids=repr)
def test_a_credential_whose_payload_is_no_object_charges_nothing(payload: Any) -> None:
    quote = given_quote(given_agent())
    demanded = send(quote)
    forged = Credential(challenge=challenge(demanded).to_echo(), payload=payload).to_authorization()
    with untouched():
        answer = send(quote, forged)

    assert (answer.status, answer["type"].rpartition("/")[2]) == (402, "invalid-payload")
    assert challenge(answer).id != challenge(demanded).id


@pytest.mark.parametrize("raw", NOT_JSON, ids=range(len(NOT_JSON)))
def test_a_credential_that_is_no_json_charges_nothing(raw: bytes) -> None:
    quote = given_quote(given_agent())
    with untouched():
        for sent in (packed(raw), packed(orjson.dumps({"challenge": packed(raw), "payload": packed(raw)}))):
            answer = send(quote, f"Payment {sent}"[:64_000])
            assert (answer.status, answer.code) == (402, "payment_required")
            assert challenge(answer)


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_a_credential_with_an_odd_part_charges_nothing(odd: Any) -> None:
    quote = given_quote(given_agent())
    good = orjson.loads(base64.urlsafe_b64decode(credential(send(quote)).removeprefix("Payment ") + "=="))
    with untouched():
        for part in (*good["challenge"], "header", "opaque", "description", "", "source"):
            sent = {**good, "payload": {}} | ({"source": odd} if part == "source" else {})
            if part != "source":
                sent["challenge"] = odd if part == "" else good["challenge"] | {part: odd}
            answer = send(quote, f"Payment {packed(_dumped(sent))}")
            assert (answer.status, answer.code) == (402, "payment_required"), part


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


# ------------------------------------------------------------------ x402


def _parts(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of every part of a JSON value, itself first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [deeper for name, part in inner for deeper in _parts(part, (*path, name))]


def _with(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(value[path[0]], path[1:], odd)
    return copy


@pytest.mark.usefixtures("house_accounts")
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_a_signed_payment_with_an_odd_part_pays_nothing(odd: Any) -> None:
    with agreeable() as wallet:
        agent = given_agent()
        good = orjson.loads(base64.b64decode(sign(wallet, deposit(agent, 500))))
        with untouched():
            for path in _parts(good):
                header = base64.b64encode(_dumped(_with(good, path, odd))).decode()
                if path[-1:] in (("validAfter",), ("validBefore",)) and odd == 5:
                    continue  # a time; this facilitator does not verify it,
                if path == ("payload", "signature") or path[:1] == ("resource",):
                    continue  # nor the signature; the resource is told, not checked
                answer = deposit(agent, 500, header)
                assert answer.status in (400, 402), (path, answer.status, answer.body)


@pytest.mark.usefixtures("house_accounts")
@pytest.mark.parametrize("raw", NOT_JSON, ids=range(len(NOT_JSON)))
def test_a_signed_payment_that_is_no_json_pays_nothing(raw: bytes) -> None:
    with agreeable():
        agent = given_agent()
        with untouched():
            for sent in (raw, raw[:12_000]):
                answer = deposit(agent, 500, base64.b64encode(sent).decode() or "e")
                assert (answer.status, answer.code) == (400, "invalid_payment_header")


@pytest.mark.parametrize(
    "at", ["", "now", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-01-01", "2026-W01-1T00:00:00Z"]
)
def test_a_wallet_s_proof_of_no_possible_time_opens_nothing(at: str) -> None:
    with agreeable() as wallet:
        headers = proof(wallet) | {"X-Wallet-Signed-At": at}
        with untouched():
            for signature in (headers["X-Wallet-Signature"], "0x", "x" * 5000, "0x" + "g" * 130):
                answer = Api().post(SIGNUP, WHO, **headers | {"X-Wallet-Signature": signature})
                assert (answer.status, answer.code) == (400, "invalid_wallet_proof")


# ------------------------------------------------------------------ the card provider's webhooks


def _hooked(raw: bytes) -> Answer:
    now = str(int(time.time()))
    digest = hmac.new(SECRET.encode(), f"{now}.".encode() + raw, hashlib.sha256).hexdigest()
    return Api().call("POST", "/api/providers/stripe/webhook", raw=raw, **{"Stripe-Signature": f"t={now},v1={digest}"})


EVENT: dict[str, Any] = {
    "id": "evt_1", "object": "event", "type": "payment_intent.succeeded",
    "data": {"object": {"id": "pi_1", "object": "payment_intent", "metadata": {"ours": "dep_1"}}},
}  # fmt: skip


@pytest.fixture
def stripe() -> Any:
    with override_settings(CARD_PROVIDER="stripe", STRIPE_API_KEY="sk_test_x", STRIPE_WEBHOOK_SECRET=SECRET):
        yield


@pytest.mark.usefixtures("stripe")
@pytest.mark.parametrize("raw", [*map(orjson.dumps, NO_OBJECTS), *NOT_JSON])
def test_a_signed_webhook_that_is_no_event_is_refused(raw: bytes) -> None:
    with untouched():
        answer = _hooked(raw)

    assert (answer.status, answer.code) == (400, "invalid_signature")


@pytest.mark.usefixtures("stripe")
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_a_signed_webhook_with_an_odd_part_is_refused_or_of_no_effect(odd: Any) -> None:
    from wallet.models import ProviderWebhook

    with untouched(besides=ProviderWebhook):
        for kind in ("payment_intent", "dispute"):
            event = _with(EVENT, ("data", "object", "object"), kind)
            event["data"]["object"]["payment_intent"] = "pi_1"
            for path in _parts(event):
                answer = _hooked(_dumped(_with(event, path, odd)))
                assert answer.status in (200, 400), (path, answer.body)


# ------------------------------------------------------------------ OAuth


CLIENT = {"redirect_uris": ["http://127.0.0.1:1/callback"], "client_name": "P", "token_endpoint_auth_method": "none"}
TOKEN = {
    "grant_type": "authorization_code", "code": "c", "client_id": "i", "redirect_uri": "http://127.0.0.1:1/c",
    "code_verifier": "v" * 43, "resource": "http://testserver/api/mcp", "client_secret": "s",
}  # fmt: skip


@pytest.mark.parametrize("raw", [*map(orjson.dumps, NO_OBJECTS), *NOT_JSON], ids=range(len(NO_OBJECTS) + len(NOT_JSON)))
def test_a_registration_that_is_no_object_is_refused(raw: bytes) -> None:
    with untouched():
        for path in ("/oauth/register", "/oauth/token", "/oauth/revoke"):
            answer = Api().call("POST", path, raw=raw)
            assert 400 <= answer.status < 500, path


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_an_odd_part_of_a_registration_is_never_a_fault(odd: Any) -> None:
    names = [
        *CLIENT, "grant_types", "response_types", "scope", "client_uri", "logo_uri", "contacts", "tos_uri", "policy_uri",
        "jwks", "jwks_uri", "software_id", "software_version", "application_type", "id_token_signed_response_alg",
        "post_logout_redirect_uris", "software_statement",
    ]  # fmt: skip
    for name in names:
        answer = Api().post("/oauth/register", CLIENT | {name: _plain(odd)})
        assert answer.status in (201, 400), (name, answer.status)


def _plain(odd: Any) -> Any:
    return 10**15 if odd == 10**30 else odd


@pytest.mark.parametrize("odd", ["\x00", "é☃", "x" * 5000, "", "%", "\ud83d\ude00", "a\nb"], ids=range(7))
def test_an_odd_part_of_a_token_request_is_refused(odd: str) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with untouched():
        for grant in ("authorization_code", "refresh_token"):
            for name in (*TOKEN, "refresh_token", "scope", "token", "token_type_hint"):
                fields = TOKEN | {"grant_type": grant, "refresh_token": "r", "token": "t"} | {name: odd}
                for path in ("/oauth/token", "/oauth/revoke"):
                    sent = urlencode(fields, errors="surrogatepass").encode()
                    answer = Api().call("POST", path, raw=sent, **form)
                    assert 400 <= answer.status < 500, (path, name, answer.status)
        for basic in ("", "x", "Og==", base64.b64encode(b"\xff:\x00").decode(), base64.b64encode(b"a:b:c").decode()):
            answer = Api().call(
                "POST", "/oauth/token", raw=urlencode(TOKEN).encode(), Authorization=f"Basic {basic}", **form
            )
            assert 400 <= answer.status < 500, basic


# ------------------------------------------------------------------ sign-in


@pytest.mark.parametrize("step", [step for step in STEPS if step.takes], ids=lambda step: step.operation)
def test_a_sign_in_body_of_the_wrong_kind_is_refused(step: Any) -> None:
    with untouched():
        for raw in (*map(_dumped, NO_OBJECTS), *NOT_JSON):
            answer = Api().call(step.method.upper(), f"{ROOT}/{step.path}", raw=raw)
            assert 400 <= answer.status < 500, raw[:20]
        for name in step.takes:
            for odd in ODD:
                if (step.operation, name) != ("signUp", "password"):  # a long number would do
                    answer = Api().call(
                        step.method.upper(), f"{ROOT}/{step.path}", raw=_dumped((step.example or {}) | {name: odd})
                    )
                    assert 400 <= answer.status < 500, (name, odd, answer.status)


# ------------------------------------------------------------------ MCP


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_an_odd_part_of_a_tool_message_is_answered_as_the_protocol_says(odd: Any) -> None:
    agent = given_agent()
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": method, "params": {name: "x", "arguments": {"a": 1}, "_meta": meta, "cursor": "1"}}
        for method, name in (
            ("initialize", "protocolVersion"), ("tools/list", "cursor"), ("tools/call", "name"),
            ("prompts/get", "name"), ("resources/read", "uri"), ("server/discover", "a"),
        )
    ]  # fmt: skip
    call = {"name": "get_wallet_balance", "arguments": {"a": 1}}
    with untouched():
        for message in [*messages, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}]:
            for path in _parts(message):
                for headers in ({}, {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": str(message["method"])}):
                    answer = agent.call("POST", "/api/mcp", raw=_dumped(_with(message, path, odd)), **headers)
                    assert answer.status < 500, (path, answer.status, answer.body)


@pytest.mark.parametrize("raw", NOT_JSON, ids=range(len(NOT_JSON)))
def test_a_tool_message_that_is_no_json_is_a_parse_error(raw: bytes) -> None:
    agent = given_agent()
    with untouched():
        answer = agent.call("POST", "/api/mcp", raw=raw)

    assert (answer.status, answer["error"]["code"] in (-32700, -32600)) == (400, True)


# ------------------------------------------------------------------ other headers that we parse


@pytest.mark.parametrize("odd", [*map(_dumped, ODD), *NOT_JSON], ids=range(len(ODD) + len(NOT_JSON)))
def test_a_position_that_is_none_is_refused(odd: bytes) -> None:
    from bounties.serializers.applications import read_position
    from marketplace.core.errors import Invalid

    text = odd.decode("latin-1")
    if not text:
        return
    good = {"lat": 1, "lng": 1, "accuracyM": 1, "capturedAt": 1790000000000}
    with pytest.raises(Invalid):
        read_position(text)
    for name in good:
        try:
            value = orjson.loads(odd)
        except ValueError:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            with pytest.raises(Invalid):
                read_position(orjson.dumps(good | {name: value}).decode())

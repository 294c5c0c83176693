"""A repeated call with the same key has one effect and one answer, on every write of a signed-in caller."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from marketplace.core import clock, effects, ids
from marketplace.models import ApiKey, IdempotencyRecord, Mail
from marketplace.services import upkeep
from tests.api import Answer, Api
from tests.contract.cells import BOUNTY, SIGNUP, Route
from tests.contract.routes import ROUTES
from tests.contract.scenario import HOOK, World, check_failure
from tests.contract.test_errors import may_call, named
from tests.contract.test_signatures import SIGNED
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent
from wallet.models import Checkout
from wallet.services import checkouts

# Nobody had time to look at the work: tests/bounties/test_contests.py. None of the callers is the owner, signed in:
# tests/wallet/test_approvals.py. None has just shown that it is them, and afterwards nobody could ask again:
# tests/marketplace/test_erasing.py, and a scene of test_dry_runs.py.
NOT_YET = ("contestWork", "decideApproval", "runQaTemplate", "eraseAccount")
OWN_KEY = ("x402Deposit",)  # a signed payment counts once, whatever is sent beside it
KEYED = [
    route
    for route in ROUTES
    if route.method != "GET"
    and not route.note
    and next(route.expected())[1] == 401
    and route.operation not in ("-", *OWN_KEY, *NOT_YET)
]
# Refuse a field that they don't know, key or not; so do those that move money.
STRICT = ("setKeyLimits", "setConnectorLimits", "sandboxPlay", "sandboxSwitchPeople")
REPLAYED = "Idempotency-Replayed"
# A plain write, one whose intent keeps its key, one that waits for a payment, one that keeps files, one that takes a reason.
SOME = [
    route
    for route in KEYED
    if route.operation
    in ("createKey", "depositToWallet", "createBounty", "apply", "cancelBounty", "withdrawFromWallet")
]


def send(world: World, route: Route, key: str | None = None, caller: Api | None = None, **more: Any) -> Answer:
    """The route's own body with more fields; `key` in the header."""
    body = None if route.body is None and not more else {**(route.body or {}), **more}
    if body:
        body = {name: world.fill(value) if isinstance(value, str) else value for name, value in body.items()}
    headers = {"Idempotency-Key": key} if key is not None else {}
    return (caller or may_call(world, route)).call(route.method, world.path(route.path), body, **headers)


SHOWN_ONCE = ("apiKey", "secret", "webhookSecret", "warnings")


def without_secrets(answer: Answer) -> dict[str, Any]:
    return {name: value for name, value in answer.body.items() if name not in SHOWN_ONCE}


@pytest.mark.main
def test_every_write_of_a_signed_in_caller_is_tried_here() -> None:
    assert len(KEYED) == 96
    assert {route.method for route in KEYED} == {"POST", "PATCH", "DELETE"}


@named(KEYED)
def test_a_write_with_a_key_has_one_effect_and_one_answer(world: World, unchanged: Any, route: Route) -> None:
    """On every route; all that a key may be is tried on some of them, below."""
    with unchanged():
        two = send(world, route, "order-66", idempotencyKey="order-67")
        none = send(world, route, None, idempotencyKey=5)
    check_failure(two, 400, "idempotency_key_mismatch")
    check_failure(none, 400, "validation_error")

    first = send(world, route, "order-66")
    with unchanged():
        again = send(world, route, "order-66")
        by_field = send(world, route, None, idempotencyKey="order-66")
        other = send(world, route, "order-66", surprise="Another")
        theirs = send(world, route, "order-66", agentType="other") if route.operation != "createBounty" else again

    assert first.status == 200, first.body
    assert REPLAYED not in first.headers
    for answer in (again, by_field, theirs):
        assert (answer.status, answer.headers.get(REPLAYED)) == (200, "true"), answer.body
        assert without_secrets(answer) == without_secrets(first)
        assert list(without_secrets(answer)) == list(without_secrets(first)), "in the same order"
        assert answer.headers.get("Cache-Control") == first.headers.get("Cache-Control")
    if route.operation in STRICT or effects.is_exact(route.operation):
        assert (other.status, list(other["fields"])) == (400, ["surprise"])
    else:
        check_failure(other, 409, "idempotency_key_reused")


@named(SOME)
def test_header_field_and_another_signature_are_the_same_call(world: World, unchanged: Any, route: Route) -> None:
    first = send(world, route, "order-66")
    with unchanged():
        by_both = send(world, route, "order-66", idempotencyKey="order-66")
        verification = None if route.operation in SIGNED else {"signature": "another each time"}
        signed_again = send(world, route, "order-66", agentVerification=verification)

    for again in (by_both, signed_again):
        assert again.headers.get(REPLAYED) == "true", again.body
        assert without_secrets(again) == without_secrets(first)


@named(SOME)
def test_another_account_with_the_same_key_is_on_its_own(world: World, route: Route) -> None:
    assert send(world, route, "order-66").status == 200

    theirs = send(world, route, "order-66", given_worker() if route.operation == "apply" else world["operator"])

    assert REPLAYED not in theirs.headers
    assert theirs.code not in ("idempotency_key_reused", "idempotency_in_progress")


@named(SOME)
def test_what_is_no_key_is_refused(world: World, unchanged: Any, route: Route) -> None:
    with unchanged():
        for key in ("", "k" * 256, "line\nbreak", "tab\t", 5, ["k"], {"k": 1}, True, "\x7f"):
            answer = send(world, route, None, idempotencyKey=key)
            check_failure(answer, 400, "validation_error")
            assert list(answer["fields"]) == ["idempotencyKey"], key


@named(SOME)
def test_without_a_key_nothing_is_stored(world: World, route: Route) -> None:
    before = IdempotencyRecord.objects.count()

    assert send(world, route).status == 200
    assert send(world, route, None, idempotencyKey=None).code != "validation_error"

    assert IdempotencyRecord.objects.count() == before


@named([route for route in SOME if route.body is not None])
def test_a_refused_body_leaves_the_key_free(world: World, unchanged: Any, route: Route) -> None:
    wrong = {name: [] if not isinstance(value, list) else 5 for name, value in (route.body or {}).items()}
    with unchanged():
        refused = send(world, route, "order-66", **wrong)
        assert refused.status in (400, 404), refused.body

    answer = send(world, route, "order-66")

    assert answer.status == 200, answer.body
    assert REPLAYED not in answer.headers


def test_the_same_key_serves_every_operation_once(world: World) -> None:
    owner, operations = world["owner"], ("createKey", "createWebhookEndpoint", "createBounty", "depositToWallet")

    answers = [send(world, route, "same", owner) for route in KEYED if route.operation in operations]

    assert [(answer.status, REPLAYED in answer.headers) for answer in answers] == [(200, False)] * 4


def test_the_same_key_on_another_row_of_one_operation_is_refused(world: World, unchanged: Any) -> None:
    owner = world["owner"]
    assert owner.delete(world.path("/api/keys/{key}"), **{"Idempotency-Key": "k"}).status == 200
    with unchanged():
        answer = owner.delete(f"/api/keys/{owner.key.public_id}", **{"Idempotency-Key": "k"})

    check_failure(answer, 409, "idempotency_key_reused")
    assert owner.get("/api/account").status == 200


def test_a_refusal_by_the_present_state_leaves_the_key_free(world: World, unchanged: Any) -> None:
    path = world.path("/api/escrow/{completed_seat}/release")
    with unchanged():
        refused = world["owner"].post(path, {}, **{"Idempotency-Key": "pay"})
        check_failure(refused, 409, "release_acknowledgement_required")

    paid = world["owner"].post(path, {"acknowledgeRelease": True}, **{"Idempotency-Key": "pay"})

    assert (paid.status, REPLAYED in paid.headers) == (200, False)


def test_a_key_is_forgotten_after_24_hours_of_business_time(agent: Api, at: Callable[[str], datetime]) -> None:
    begun = at("2026-03-01T10:00:00Z")

    def create() -> Answer:
        return agent.post("/api/keys", {"name": "mine"}, **{"Idempotency-Key": "daily"})

    first = create()
    clock.freeze(begun + timedelta(hours=24) - timedelta(milliseconds=1))
    assert create()["key"]["id"] == first["key"]["id"]

    clock.freeze(begun + timedelta(hours=24))
    fresh = create()

    assert REPLAYED not in fresh.headers
    assert fresh["key"]["id"] != first["key"]["id"]
    clock.freeze(begun + timedelta(hours=47))
    assert create()["key"]["id"] == fresh["key"]["id"], "the day starts again with the new use"


@pytest.mark.parametrize(
    ("path", "body", "secret"),
    [("/api/keys", {"name": "mine"}, "apiKey"), ("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]}, "secret")],
)
def test_a_secret_is_shown_once_and_never_stored(agent: Api, path: str, body: dict[str, Any], secret: str) -> None:
    first = agent.post(path, body, **{"Idempotency-Key": "once"})
    again = agent.post(path, body, **{"Idempotency-Key": "once"})

    assert len(first[secret]) > 40
    assert "warnings" not in first.body
    assert again[secret] is None
    assert again["warnings"] == ["secret_shown_once"]
    assert first.headers["Cache-Control"] == again.headers["Cache-Control"] == "private, no-store"
    stored = IdempotencyRecord.objects.get()
    assert first[secret] not in str(stored.body) + stored.key


def test_a_dry_run_neither_stores_nor_spends_the_key(world: World, unchanged: Any) -> None:
    owner = world["owner"]
    with unchanged():
        dry = owner.post("/api/bounties", BOUNTY | {"dryRun": True}, **{"Idempotency-Key": "dry"})
        again = owner.post("/api/bounties", BOUNTY | {"dryRun": True, "price": 7}, **{"Idempotency-Key": "dry"})
        assert (dry["fundingTotal"], again["fundingTotal"]) == (5.9, 8.26)

    real = owner.post("/api/bounties", BOUNTY, **{"Idempotency-Key": "dry"})

    assert (real.status, REPLAYED in real.headers) == (200, False)


def test_the_key_of_a_deposit_belongs_to_it_for_ever(agent: Api, at: Callable[[str], datetime], unchanged: Any) -> None:
    begun = at("2026-03-01T10:00:00Z")
    first = agent.post("/api/wallet/deposit", {"amount": 25}, **{"Idempotency-Key": "d1"})
    assert first["status"] == "open"
    clock.freeze(begun + timedelta(days=400))

    again = agent.post("/api/wallet/deposit", {"amount": 25}, **{"Idempotency-Key": "d1"})
    with unchanged():
        other = agent.post("/api/wallet/deposit", {"amount": 26}, **{"Idempotency-Key": "d1"})

    assert again["depositId"] == first["depositId"]
    assert again["status"] == "expired", "its present state"
    assert again.headers[REPLAYED] == "true"
    check_failure(other, 409, "idempotency_key_reused")


def test_a_call_that_asked_for_a_payment_answers_how_that_stands_now(agent: Api, unchanged: Any) -> None:
    def create() -> Answer:
        return agent.post("/api/bounties", BOUNTY, **{"Idempotency-Key": "post"})

    first = create()
    body = {"bountyId": first["bountyId"]}

    def deposit() -> Answer:
        return agent.post("/api/bounties/deposit", body, **{"Idempotency-Key": "pay"})

    asked = deposit()
    assert (first["bounty"]["status"], asked["status"]) == ("pending_deposit", "requires_payment")
    with unchanged():
        assert (create().body, deposit().body) == (first.body, asked.body), "nothing has happened yet"
    page = Checkout.objects.get(subject_id=ids.decode("bty", first["bountyId"]))
    checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)
    checkouts.settle(page.pk)

    with unchanged():
        created, deposited = create(), deposit()

    assert created.headers[REPLAYED] == deposited.headers[REPLAYED] == "true"
    assert (created["bountyId"], created["bounty"]["status"]) == (first["bountyId"], "open")
    assert (deposited["status"], deposited["escrowId"]) == ("funded", created["escrowId"])
    assert "deposit_url" not in created.body | deposited.body


def test_a_raise_that_asked_for_a_payment_answers_how_that_stands_now(unchanged: Any) -> None:
    agent = given_funded_agent(600)
    bounty = given_bounty(agent)
    confirmed = {"price": 6, "walletImpactAcknowledged": True, "walletImpactCents": 118}

    def raise_price() -> Answer:
        return agent.patch(f"/api/bounties/{bounty.public_id}", confirmed, **{"Idempotency-Key": "more"})

    first = raise_price()
    assert (first["bounty"]["status"], "deposit_url" in first.body) == ("pending_funding", True)
    page = Checkout.objects.get(purpose="bounty_raise")
    with unchanged():
        assert raise_price()["deposit_url"] == first["deposit_url"]
    checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)
    checkouts.settle(page.pk)

    with unchanged():
        again = raise_price()

    assert (again["bounty"]["status"], again["bounty"]["price"]) == ("open", 6)
    assert "deposit_url" not in again.body
    assert again.headers[REPLAYED] == "true"


def test_the_key_of_a_bounty_that_waits_for_money_outlives_the_day(
    agent: Api, at: Callable[[str], datetime], unchanged: Any
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    first = agent.post("/api/bounties", BOUNTY | {"deadline": "2026-04-01T10:00:00Z"}, **{"Idempotency-Key": "post"})
    clock.freeze(begun + timedelta(days=3))
    upkeep.delete_expired()

    again = agent.post("/api/bounties", BOUNTY | {"deadline": "2026-04-01T10:00:00Z"}, **{"Idempotency-Key": "post"})

    assert (again["bountyId"], again.headers.get(REPLAYED)) == (first["bountyId"], "true")
    assert "deposit_url" not in again.body
    assert "POST /api/bounties/deposit" in again["warnings"][0], "its page was good for a day"
    clock.freeze(begun + timedelta(days=31))
    upkeep.delete_expired()
    assert not IdempotencyRecord.objects.exists()


def test_a_replay_after_the_bounty_was_cancelled_says_so(agent: Api) -> None:
    bounty = agent.post("/api/bounties", BOUNTY)["bountyId"]
    agent.post("/api/bounties/deposit", {"bountyId": bounty}, **{"Idempotency-Key": "pay"})
    agent.delete(f"/api/bounties/{bounty}", {"reason": "task_no_longer_needed"})

    again = agent.post("/api/bounties/deposit", {"bountyId": bounty}, **{"Idempotency-Key": "pay"})

    assert (again.status, again["status"], "deposit_url" in again.body) == (200, "cancelled", False)


def test_the_order_of_fields_is_no_other_input(agent: Api) -> None:
    body = b'{"amount": 25, "agentName": "a"}', b'{"agentName":"a","amount":25}'

    first, again = (agent.call("POST", "/api/wallet/deposit", raw=raw, **{"Idempotency-Key": "o"}) for raw in body)

    assert (again.headers.get(REPLAYED), again["depositId"]) == ("true", first["depositId"])


def test_a_file_counts_by_its_content(world: World, unchanged: Any) -> None:
    path, worker = world.path("/api/bounties/{confirmed_bounty}/submissions"), world["worker"]

    def send_file(content: bytes, *links: str) -> Answer:
        upload = SimpleUploadedFile("proof.txt", content, content_type="text/plain")
        return worker.upload(path, {"links": list(links), "files": upload}, **{"Idempotency-Key": "f"})

    links = ("https://example.com/1", "https://example.com/2")
    first = send_file(b"the first", *links)
    assert first.status == 200, first.body
    with unchanged():
        assert send_file(b"the first", *links).headers.get(REPLAYED) == "true"
        check_failure(send_file(b"the other", *links), 409, "idempotency_key_reused")
        check_failure(send_file(b"the first", "https://example.com/3", links[1]), 409, "idempotency_key_reused")


@pytest.mark.parametrize("key", ["k", "k" * 255, "ключ-☃", "a key with blanks"])
def test_a_key_is_any_printable_text(agent: Api, key: str) -> None:
    first = agent.post("/api/keys", {"name": "mine", "idempotencyKey": key})
    again = agent.post("/api/keys", {"name": "mine", "idempotencyKey": key})

    assert (first["key"]["id"], again.headers.get(REPLAYED)) == (again["key"]["id"], "true")
    assert ApiKey.objects.filter(account=agent.account).count() == 2


@pytest.mark.django_db
def test_public_routes_ignore_the_header(anonymous: Api) -> None:
    answers = [anonymous.post("/api/agents/signup", SIGNUP, **{"Idempotency-Key": "k"}) for _ in range(2)]

    assert [REPLAYED in answer.headers for answer in answers] == [False, False]
    assert Mail.objects.filter(to=SIGNUP["email"]).count() == 2, "each request mails a code of its own"
    assert not IdempotencyRecord.objects.exists()


def test_a_read_ignores_the_header(agent: Api) -> None:
    for key in ("k", ""):
        assert agent.get("/api/keys", **{"Idempotency-Key": key}).status == 200
    assert not IdempotencyRecord.objects.exists()

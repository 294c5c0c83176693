"""Bodies that a careless or hostile caller sends: each wrong field is named by its path, and nothing is ever a 500."""

import copy
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marketplace.api.serializers import Shape
from marketplace.core import clock, effects
from tests.api import Answer
from tests.contract import qa, services
from tests.contract.cells import (
    BOUNTY,
    DISPUTE,
    ENDPOINT,
    IDENTITY,
    LINK,
    ORDER,
    PAID_SIGNUP,
    PERSONAL,
    RENTAL,
    REPLAY,
    REPORT,
    REVIEW,
    SEAT,
    SIGNUP,
    Route,
)
from tests.contract.refused import REFUSED
from tests.contract.scenario import HOOK, World, check_failure
from tests.contract.shapes import named_in, reading, refusal
from tests.contract.test_errors import TAKING, may_call, named
from tests.contract.test_signatures import SIGNED

PROFILE = {"headline": "New words"}
BODIES: dict[str, dict[str, Any]] = {  # whole bodies, where the table has a short one
    **services.BODIES,
    **qa.BODIES,
    "createBounty": BOUNTY
    | {
        "completionCriteria": "All alive.", "evidenceTypes": ["text"], "category": "domestic-gigs",
        "skillsNeeded": ["plants"], "location": {"city": "Lisbon", "country": "PT", "isRemoteAllowed": False},
        "deadline": "set when it is sent", "spotsAvailable": 2, "autoAccept": False,
    },
    "editOwnProfile": PROFILE
    | {
        "name": "Ada", "skills": ["a"], "expertise": ["b"], "location": {"city": "Lisbon", "country": "PT"},
        "hourlyRate": 20, "availability": {"monday": [{"start": "09:00", "end": "12:00"}]}, "timezone": "Europe/Lisbon",
        "workPreferences": {"wayOfWorking": "both", "domains": ["design"]}, "isAvailable": True,
        "acceptsInvitations": False, "phone": "+351 912 345", "billingEmail": "a@example.com", "gender": None,
        "username": "ada-two",
    },
    "blockHuman": {"humanId": "{human}", "reason": "Never came."},
    "preferHuman": {"humanId": "{human}", "note": "Sharp photos."},
    "postReview": REVIEW | {"comment": "Sharp photos."},
    "x402Signup": PAID_SIGNUP | {"region": "MA", "agentName": "Scout", "contactEmail": "bills@example.com"},
    "agentSignup": SIGNUP | {"region": "MA", "agentName": "Scout"},
    "agentSignupVerify": IDENTITY
    | {"email": "new@example.com", "code": "000000", "agentName": "Scout", "callbackUrl": HOOK},
    "reportSupportIssue": REPORT
    | {"category": "billing", "priority": "low", "errorCode": "busy", "sourceTool": "release_payment"},
    "createWebhookEndpoint": ENDPOINT | {"description": "Mine."},
    "replayWebhookEvents": REPLAY | {"to": "2026-02-01T00:00:00Z"},
    "releaseEscrow": {"acknowledgeRelease": True, "applicationId": "{completed_application}"},
    "openDispute": DISPUTE | {"urls": ["https://example.com/a"]},
    "addDisputeEvidence": {"text": "Look.", "urls": ["https://example.com/a"]},
    "answerDispute": {"text": "Look.", "urls": ["https://example.com/a"], "requestId": None},
    "offerSettlement": {"workerCents": 250, "words": "Half of it is there."},
    "appealDispute": {"ground": "error", "words": "The second photo was not read."},
    "sendTransfer": {
        "recipientId": "{human}", "bountyId": "{released_bounty}", "amount": 1, "description": "Bus.",
        "conversationId": "{released_conversation}",
    },
    "depositToWallet": {"amount": 25, "savePaymentMethod": True},
    "createPaymentLink": LINK | {"payerEmail": "payer@example.com"},
    "createAgentCheckout": ORDER
    | {
        "currency": "usd", "customerPhone": "+351 910 000 000", "successUrl": "https://shop.example.com/thanks",
        "cancelUrl": "https://shop.example.com/cart", "metadata": {"basket": [1, 2]},
    },
    "payForSeat": SEAT | {"conversationId": None, "bookingId": None, "amount": 5},
    "setWalletControls": {
        "lowBalanceThresholdCents": 500, "spendingCapPerBountyCents": 100, "spendingCapRolling24hCents": 0,
        "autoTopupEnabled": False, "autoTopupFloorCents": 5, "autoTopupTargetCents": 6, "autoTopupMaxPerDayCents": 7,
    },
    "cancelBounty": {"reason": "other", "details": "Rain."},
    "decideApplication": {"action": "accept", "response": "Welcome."},
    "apply": {
        "coverLetter": "Hi.", "proposedPrice": 4.5, "availability": "Mornings.", "links": [], "answers": [],
        "consent": True,
    },
    "editBounty": {
        "title": "New", "description": "Words.", "completionCriteria": "Dry.", "evidenceTypes": ["text"], "category":
        "crew-gigs", "skillsNeeded": ["a"], "location": {"city": "Lisbon", "country": "PT"}, "supportedCountries": ["PT"],
        "identityRequired": True, "languageProficiencyRequirement": {"language": "en", "minimumCefr": "B2"},
        "completionQuestions": [{"prompt": "Why?"}], "requiredLinks": [{"type": "github"}], "applicationDetails":
        [{"type": "text", "label": "Say"}], "autoAccept": True, "autoAcceptMinMicScore": 3.5, "lifecycleMessages":
        {"onAccepted": "Hello there"}, "checkIns": {"times": ["2027-01-01T10:00:00Z"]}, "completionWindowHours": 5,
        "startWindowMinutes": 30, "responseWindowHours": 9, "autoExpireGhosts": True, "attendanceRadiusMeters": 50,
    },
    "expireApplication": {"reason": "Gone."},
    "decideExtension": {"action": "grant", "hours": 5},
    "reviewSubmission": {"action": "approve", "response": "Thanks."},
    "rentHuman": RENTAL | {"estimatedHours": 1.5, "fundingMethod": "checkout"},
    "createPersonalBounty": PERSONAL
    | {"estimatedHours": 1.5, "fundingMethod": "checkout", "category": "writing-gigs", "conversationId": None},
    "payEnterpriseBounty": {"conversationId": None},
    "sandboxVerifyHuman": {"identityCountry": "PT", "linkedin": True, "payouts": True},
    "sandboxPlay": {"bountyId": "{open_bounty}", "script": "late", "workerPercent": 40},
    "sandboxSwitchPeople": {"simulated": True, "scripts": ["late"]},
    "submitEvidence": {"textEvidence": "Done.", "links": ["https://example.com/a"]},
    "sendMessage": {
        "content": "Deal?", "messageType": "payment_offer", "metadata": {"amountCents": 500}, "senderType": "agent",
        "senderId": "usr_1",
    },
}  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 5.001, 1e308, "", "☃" * 6000, "0001-01-01T00:00:00+14:00", [], [None], ["a"] * 200, {}, [{"a": [{}]}],
]  # fmt: skip


TAKE_NOTHING_ELSE = ("x402Signup", "mppDeposit")  # what says who calls is refused with the rest


REQUIRED: dict[str, list[str]] = {
    **services.REQUIRED,
    **qa.REQUIRED,
    "answerTerms": ["accept"],
    "decideApproval": ["decision"],
    "payAttendance": ["workerCents"],
    "x402Signup": ["acceptTerms", "country", "city"],
    "x402Deposit": ["amountCents"],
    "mppDeposit": ["quote"],
    "agentSignup": ["email", "acceptTerms", "country", "city"],
    "agentSignupVerify": ["email", "code"],
    "createKey": ["name"],
    "eraseAccount": ["sure"],
    "inviteMember": ["email", "role"],
    "changeMember": ["role"],
    "acceptInvitation": ["token"],
    "registerIdentity": ["agentId", "publicKey", "signature", "timestamp"],
    "reportSupportIssue": ["summary", "description"],
    "setKeyWebhook": ["webhookUrl"],
    "createWebhookEndpoint": ["url", "events"],
    "changeWebhookEndpoint": [],
    "replayWebhookEvents": ["from"],
    "setWalletControls": [],
    "setKeyLimits": [],
    "setConnectorLimits": [],
    "freezeWallet": [],
    "openDispute": ["category", "description"],
    "addDisputeEvidence": [],
    "answerDispute": [],
    "offerSettlement": ["workerCents"],
    "appealDispute": ["ground", "words"],
    "sendTransfer": ["amount"],
    "sendManyTransfers": ["recipients"],
    "depositToWallet": ["amount"],
    "withdrawFromWallet": [],
    "withdrawEarnings": [],
    "refundFunding": [
        *("fundingTransactionId", "requestId", "expectedPrincipalCents", "expectedRefundAmountCents", "confirm"),
    ],
    "createPaymentLink": ["amount", "description"],
    "createAgentCheckout": ["externalOrderId", "amount", "description"],
    "payForSeat": [],
    "releaseEscrow": [],
    "editOwnProfile": [],
    "blockHuman": ["humanId"],
    "preferHuman": ["humanId"],
    "postReview": ["bountyId", "humanId", "rating"],
    "answerReview": ["answer"],
    "createBounty": ["title", "description", "price", "estimatedHours"],
    "depositForBounty": ["bountyId"],
    "payEnterpriseBounty": [],
    "rentHuman": ["humanId", "taskTitle", "taskDescription", "price"],
    "createPersonalBounty": ["humanId", "title", "description", "completionCriteria", "price", "deadline"],
    "cancelBounty": [],
    "apply": [],
    "decideApplication": ["action"],
    "editBounty": [],
    "requestExtension": ["hours", "reason"],
    "contestWork": ["reason"],
    "decideExtension": ["action"],
    "expireApplication": [],
    "editConversation": ["status"],
    "sendMessage": ["content"],
    "submitEvidence": [],
    "reportAttendance": ["state", "lat", "lng", "accuracyM", "capturedAt"],
    "reviewSubmission": ["action"],
    "quoteCakeOrder": ["recipientName", "address", "city", "country", "deliverAt", "size"],
    "sendCakeOrder": ["quoteId"],
    "sandboxAdvanceClock": ["seconds"],
    "sandboxVerifyHuman": [],
    "sandboxFaucet": ["address", "amount"],
    "sandboxPlay": ["bountyId"],
    "sandboxSwitchPeople": ["simulated"],
}


def send(world: World, route: Route, body: Any) -> Answer:
    """In a savepoint of its own: what succeeds is undone."""
    with transaction.atomic():
        answer = may_call(world, route).call(route.method, world.path(route.path), body)
        transaction.set_rollback(True)
    assert answer.status < 500, answer.body
    if answer.status != 200:
        check_failure(answer)
    return answer


def whole_body(world: World, route: Route) -> dict[str, Any]:
    body = BODIES.get(route.operation, route.body)
    filled: dict[str, Any] = orjson.loads(world.fill(orjson.dumps(body).decode()))
    if "deadline" in filled:
        filled["deadline"] = (clock.now() + timedelta(days=9)).isoformat()
    return filled


def shape_of(world: World, route: Route) -> type[Shape]:
    """What the view of this route reads its body by."""
    with reading() as shapes:
        send(world, route, whole_body(world, route))
    assert len(set(shapes)) == 1, f"{route.name} reads its body by {shapes}"
    return shapes[0]


@named(TAKING)
def test_the_whole_body_that_the_others_spoil_is_taken(world: World, route: Route) -> None:
    body = whole_body(world, route)
    answer = send(world, route, body)

    # None of the callers is its owner, signed in; none has just shown that it is them.
    others = {"decideApproval": "not_found", "eraseAccount": "proof_needed"}.get(route.operation)
    assert answer.status == 200 or answer.code in (
        "invalid_code",
        "payment_required",
        "nothing_to_contest",
        "no_faucet",
        others,
    ), answer.body
    assert "warnings" not in answer.body

    more = body | {"surprise": [1], "agentId": "agent_1", "agentName": "A", "agentType": "other"}
    signed = {"agentVerification": {"agentId": "agent_1", "signature": "x"}}
    answer = send(world, route, more if route.operation in SIGNED else more | signed)
    if effects.is_exact(route.operation):
        assert answer.status == 400, "where money moves it is refused"
        assert list(answer["fields"]) == ["surprise"] or route.operation in TAKE_NOTHING_ELSE, answer.body
    elif answer.status == 200:
        assert answer["warnings"] == ["unknown field ignored: surprise"], "an unknown field is ignored and named"


@named(TAKING)
def test_a_wrong_value_of_any_field_is_named_and_never_a_500(world: World, unchanged: Any, route: Route) -> None:
    """Its shape refuses most of them without a request: only what is in good shape goes on to the service."""
    shape, whole, is_told = shape_of(world, route), whole_body(world, route), False
    with unchanged():
        for name in whole:
            for value in ODD:
                body = whole | {name: value}
                problem = refusal(shape, body)
                answer = None if problem is not None and is_told else send(world, route, body)
                if problem is not None and answer is not None:
                    is_told = True  # that what a shape finds wrong is what is answered: once for each route
                    assert (answer.status, answer.code) == (problem.status, problem.code), (name, value, answer.body)
                if fields := named_in(problem, answer):
                    tops = {path.split(".")[0] for path in fields}
                    assert tops in ({name}, {"body"}) or name in ("action", "accept"), (name, value, fields)


@named(TAKING)
def test_a_missing_field_is_named(world: World, unchanged: Any, route: Route) -> None:
    codes = {"acceptTerms": "terms_not_accepted", "country": "country_required", "city": "city_required"}
    with unchanged():
        for name in REQUIRED[route.operation]:
            body = whole_body(world, route)
            del body[name]
            answer = send(world, route, body)
            assert answer.status == 400, (name, answer.body)
            assert name in answer.body.get("fields", {}) or answer.code == codes.get(name), (name, answer.body)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(2**63), max_value=2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a", "city", "start"]), inner, max_size=3)
    ),
    max_leaves=8,
)


# Whatever is a good number of seconds runs every timer there is: tests/marketplace/test_sandbox.py.
@named([route for route in TAKING if route.operation != "sandboxAdvanceClock"])
def test_no_body_is_ever_a_500(world: World, route: Route) -> None:
    shape, whole = shape_of(world, route), whole_body(world, route)
    names = st.sampled_from([*sorted(whole), "idempotencyKey"])

    @given(changes=st.dictionaries(names, json_values, min_size=1, max_size=4))
    @settings(max_examples=15, deadline=None, derandomize=True, database=None)
    def ask(changes: dict[str, Any]) -> None:
        if refusal(shape, whole | changes) is None:
            send(world, route, whole | changes)

    ask()


@given(raw=st.binary(max_size=60))
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_are_ever_a_500(world: World, raw: bytes) -> None:
    answer = world["owner"].call("POST", "/api/keys", raw=raw)

    assert answer.status == 400, answer.body
    check_failure(answer)


def _changed(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(body)
    *way, last = path.split(".")
    inner: Any = changed
    for step in way:
        inner = inner.setdefault(step, {})
    inner[last] = value
    return changed


@pytest.mark.parametrize("operation", dict.fromkeys(row[0] for row in REFUSED))
def test_a_value_outside_the_rules_is_refused_by_its_path(world: World, unchanged: Any, operation: str) -> None:
    route = next(route for route in TAKING if route.operation == operation)
    shape = shape_of(world, route)

    with unchanged():
        for _, path, value, named_as in (row for row in REFUSED if row[0] == operation):
            body = _changed(whole_body(world, route), path, value) if path else value
            problem = refusal(shape, body)
            answer = send(world, route, body) if problem is None else None  # a rule of the view, or of its service
            assert list(named_in(problem, answer)) == [named_as], (path, value)


def test_every_route_that_takes_a_body_is_spoilt_here() -> None:
    assert {route.operation for route in TAKING} == set(REQUIRED)

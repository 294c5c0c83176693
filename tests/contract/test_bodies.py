"""Bodies that a careless or hostile caller sends: each wrong field is named by its path, and nothing is ever a 500."""

import copy
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marketplace.core import clock
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
from tests.contract.scenario import HOOK, World, check_failure
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
    "submitEvidence": {"textEvidence": "Done.", "links": ["https://example.com/a"]},
    "sendMessage": {
        "content": "Deal?", "messageType": "payment_offer", "metadata": {"amountCents": 500}, "senderType": "agent",
        "senderId": "usr_1",
    },
}  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 5.001, 1e308, "", "☃" * 6000, "0001-01-01T00:00:00+14:00", [], [None], ["a"] * 200, {}, [{"a": [{}]}],
]  # fmt: skip


REQUIRED: dict[str, list[str]] = {
    **services.REQUIRED,
    **qa.REQUIRED,
    "x402Signup": ["acceptTerms", "country", "city"],
    "x402Deposit": ["amountCents"],
    "mppDeposit": ["quote"],
    "agentSignup": ["email", "acceptTerms", "country", "city"],
    "agentSignupVerify": ["email", "code"],
    "createKey": ["name"],
    "registerIdentity": ["agentId", "publicKey", "signature", "timestamp"],
    "reportSupportIssue": ["summary", "description"],
    "setKeyWebhook": ["webhookUrl"],
    "createWebhookEndpoint": ["url", "events"],
    "replayWebhookEvents": ["from"],
    "setWalletControls": [],
    "openDispute": ["category", "description"],
    "addDisputeEvidence": [],
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
    "createBounty": ["title", "description", "price", "estimatedHours"],
    "depositForBounty": ["bountyId"],
    "payEnterpriseBounty": [],
    "rentHuman": ["humanId", "taskTitle", "taskDescription", "price"],
    "createPersonalBounty": ["humanId", "title", "description", "completionCriteria", "price", "deadline"],
    "cancelBounty": ["reason"],
    "apply": [],
    "decideApplication": ["action"],
    "editBounty": [],
    "requestExtension": ["hours", "reason"],
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


@named(TAKING)
def test_the_whole_body_that_the_others_spoil_is_taken(world: World, route: Route) -> None:
    answer = send(world, route, whole_body(world, route))

    assert answer.status == 200 or answer.code in ("invalid_code", "payment_required"), answer.body
    assert "warnings" not in answer.body


@named(TAKING)
def test_a_wrong_value_of_any_field_is_named_and_never_a_500(world: World, unchanged: Any, route: Route) -> None:
    with unchanged():
        for name in whole_body(world, route):
            for value in ODD:
                answer = send(world, route, whole_body(world, route) | {name: value})
                if answer.code == "validation_error":
                    tops = {path.split(".")[0] for path in answer["fields"]}
                    assert tops in ({name}, {"body"}) or name == "action", (name, value, answer.body)


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


@named(TAKING)
def test_an_unknown_field_is_ignored_and_named_in_the_warnings(world: World, route: Route) -> None:
    body = whole_body(world, route) | {"surprise": [1], "agentId": "agent_1", "agentName": "A", "agentType": "other"}

    signed = {"agentVerification": {"agentId": "agent_1", "signature": "x"}}
    answer = send(world, route, body if route.operation in SIGNED else body | signed)

    if answer.status == 200:
        assert answer["warnings"] == ["unknown field ignored: surprise"]


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


@named(TAKING)
@given(data=st.data())
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_body_is_ever_a_500(world: World, route: Route, data: st.DataObject) -> None:
    names = sorted(whole_body(world, route))
    changes = data.draw(
        st.dictionaries(st.sampled_from([*names, "idempotencyKey"]), json_values, min_size=1, max_size=4)
    )

    send(world, route, whole_body(world, route) | changes)


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


REFUSED = [
    *services.REFUSED,
    ("createBounty", "price", 5.001, "price"), ("createBounty", "price", -5, "price"),
    ("createBounty", "price", 0.99, "price"), ("createBounty", "price", 10_000.01, "price"),
    ("createBounty", "price", "5", "price"), ("createBounty", "price", True, "price"),
    ("createBounty", "priceType", "monthly", "priceType"), ("createBounty", "estimatedHours", 0, "estimatedHours"),
    ("createBounty", "estimatedHours", 0.0001, "estimatedHours"), ("createBounty", "estimatedHours", "1", "estimatedHours"),
    ("createBounty", "title", "t" * 201, "title"), ("createBounty", "title", "   ", "title"),
    ("createBounty", "title", 5, "title"), ("createBounty", "description", "d" * 5001, "description"),
    ("createBounty", "evidenceTypes", ["text", "smell"], "evidenceTypes.1"),
    ("createBounty", "evidenceTypes", "text", "evidenceTypes"), ("createBounty", "category", "crimes", "category"),
    ("createBounty", "skillsNeeded", ["ok", 5], "skillsNeeded.1"),
    ("createBounty", "skillsNeeded", ["s" * 61], "skillsNeeded.0"),
    ("createBounty", "skillsNeeded", ["s"] * 31, "skillsNeeded"), ("createBounty", "location", "Lisbon", "location"),
    ("createBounty", "location.country", "Atlantis", "location.country"),
    ("createBounty", "location.country", "", "location.country"),
    ("createBounty", "location.isRemoteAllowed", "no", "location.isRemoteAllowed"),
    ("createBounty", "location.city", ["Lisbon"], "location.city"),
    ("createBounty", "deadline", "2020-01-01T00:00:00Z", "deadline"), ("createBounty", "deadline", "tomorrow", "deadline"),
    ("createBounty", "deadline", "2030-01-01T00:00:00", "deadline"), ("createBounty", "deadline", 1893456000, "deadline"),
    ("createBounty", "deadline", "2099-01-01T00:00:00Z", "deadline"), ("createBounty", "spotsAvailable", 0, "spotsAvailable"),
    ("createBounty", "spotsAvailable", 2001, "spotsAvailable"), ("createBounty", "spotsAvailable", 1.5, "spotsAvailable"),
    ("createBounty", "spotsAvailable", "2", "spotsAvailable"), ("createBounty", "autoAccept", "yes", "autoAccept"),
    ("createBounty", "autoAccept", 1, "autoAccept"), ("createBounty", "agentType", "t" * 41, "agentType"),
    ("rentHuman", "price", 0.99, "price"), ("rentHuman", "price", 10_000.01, "price"), ("rentHuman", "price", "5", "price"),
    ("rentHuman", "taskTitle", "t" * 201, "taskTitle"), ("rentHuman", "taskDescription", "d" * 5001, "taskDescription"),
    ("rentHuman", "estimatedHours", 0, "estimatedHours"), ("rentHuman", "fundingMethod", "cash", "fundingMethod"),
    ("createPersonalBounty", "deadline", "2020-01-01T00:00:00Z", "deadline"),
    ("createPersonalBounty", "deadline", "2099-01-01T00:00:00Z", "deadline"),
    ("createPersonalBounty", "category", "crimes", "category"), ("createPersonalBounty", "price", 10_000.01, "price"),
    ("createPersonalBounty", "completionCriteria", " ", "completionCriteria"),
    ("createKey", "name", "n" * 51, "name"), ("createKey", "name", "  ", "name"), ("createKey", "name", ["n"], "name"),
    ("depositToWallet", "amount", 0.99, "amount"), ("depositToWallet", "amount", 10_000.01, "amount"),
    ("depositToWallet", "amount", 5.005, "amount"), ("depositToWallet", "amount", -5, "amount"),
    ("depositToWallet", "amount", "25", "amount"), ("depositToWallet", "amount", 1e300, "amount"),
    ("depositToWallet", "savePaymentMethod", "yes", "savePaymentMethod"),
    ("withdrawFromWallet", "amountCents", 99, "amountCents"),
    ("withdrawFromWallet", "amountCents", 1_000_001, "amountCents"), ("withdrawEarnings", "amountCents", "100", "amountCents"),
    ("refundFunding", "requestId", "short-1", "requestId"), ("refundFunding", "requestId", "with blanks", "requestId"),
    ("refundFunding", "confirm", False, "confirm"), ("refundFunding", "expectedPrincipalCents", 0, "expectedPrincipalCents"),
    ("refundFunding", "fundingTransactionId", "t" * 65, "fundingTransactionId"),
    ("apply", "coverLetter", "c" * 5001, "coverLetter"), ("apply", "coverLetter", 5, "coverLetter"),
    ("decideApplication", "action", "hire", "action"), ("decideApplication", "response", "r" * 1001, "response"),
    ("reviewSubmission", "", {"action": "reject"}, "response"),
    ("reviewSubmission", "", {"action": "request_redo", "response": " "}, "response"),
    ("reviewSubmission", "action", None, "action"), ("submitEvidence", "links", ["javascript:alert(1)"], "links.0"),
    ("submitEvidence", "links", ["https://a.example", "ftp://b.example"], "links.1"),
    ("submitEvidence", "links", ["https://example.com/" + "a" * 2048], "links.0"),
    ("submitEvidence", "links", ["https://example.com"] * 21, "links"),
    ("submitEvidence", "textEvidence", "t" * 10_001, "textEvidence"),
    ("createWebhookEndpoint", "events", [], "events"), ("createWebhookEndpoint", "events", ["*", "nothing"], "events.1"),
    ("createWebhookEndpoint", "url", "u" * 2049, "url"), ("createWebhookEndpoint", "description", "d" * 201, "description"),
    ("sendMessage", "content", "c" * 5001, "content"), ("sendMessage", "messageType", "shout", "messageType"),
    ("sendMessage", "metadata.amountCents", 99, "metadata.amountCents"), ("sendMessage", "metadata", "none", "metadata"),
    ("sendMessage", "metadata.note", "n" * 8192, "metadata"), ("editConversation", "status", "converted", "status"),
    ("cancelBounty", "reason", "bored", "reason"), ("cancelBounty", "", {"reason": "other"}, "details"),
    ("cancelBounty", "details", "d" * 501, "details"), ("releaseEscrow", "acknowledgeRelease", "true", "acknowledgeRelease"),
    ("releaseEscrow", "acknowledgeRelease", 1, "acknowledgeRelease"), ("editOwnProfile", "username", "me", "username"),
    ("editOwnProfile", "username", "No", "username"), ("editOwnProfile", "timezone", "Mars/Olympus", "timezone"),
    ("editOwnProfile", "hourlyRate", -1, "hourlyRate"), ("editOwnProfile", "hourlyRate", 10.999, "hourlyRate"),
    ("editOwnProfile", "location.country", "Atlantis", "location.country"),
    ("editOwnProfile", "phone", "abc", "phone"), ("editOwnProfile", "phone", "+351 12", "phone"),
    ("editOwnProfile", "billingEmail", "no address", "billingEmail"), ("editOwnProfile", "gender", "robot", "gender"),
    ("editOwnProfile", "availability", {"someday": []}, "availability"),
    ("editOwnProfile", "notifications", {"work": "no"}, "notifications.work"),
    ("editOwnProfile", "workPreferences", {"wayOfWorking": "asleep"}, "workPreferences.wayOfWorking"),
    ("editOwnProfile", "workPreferences", {"domains": ["design"]}, "workPreferences.wayOfWorking"),
    ("editOwnProfile", "workPreferences", "both", "workPreferences"),
    ("editOwnProfile", "workPreferences", {"wayOfWorking": "both", "domains": ["d"] * 21}, "workPreferences.domains"),
    ("blockHuman", "reason", "r" * 281, "reason"), ("preferHuman", "note", "n" * 281, "note"),
    ("preferHuman", "note", 5, "note"), ("postReview", "rating", 0, "rating"), ("postReview", "rating", 6, "rating"),
    ("postReview", "rating", 4.5, "rating"), ("postReview", "rating", "5", "rating"),
    ("postReview", "comment", "c" * 2001, "comment"),
    ("editOwnProfile", "availability", {"monday": [{"start": "12:00", "end": "09:00"}]}, "availability"),
    ("x402Signup", "contactEmail", "no address", "contactEmail"), ("x402Signup", "agentName", "a", "agentName"),
    ("x402Deposit", "amountCents", 99, "amountCents"), ("x402Deposit", "amountCents", 1_000_001, "amountCents"),
    ("x402Deposit", "amountCents", 500.5, "amountCents"), ("x402Deposit", "amountCents", "500", "amountCents"),
    ("mppDeposit", "quote", "mtq1_" + "a" * 42, "quote"), ("mppDeposit", "quote", "mtq1_" + "a" * 44, "quote"),
    ("mppDeposit", "quote", "mtq2_" + "a" * 43, "quote"), ("mppDeposit", "quote", 5, "quote"),
    ("agentSignup", "email", "no address", "email"), ("agentSignup", "agentName", "a", "agentName"),
    ("agentSignupVerify", "code", "12345", "code"), ("agentSignupVerify", "code", "12345a", "code"),
    ("agentSignupVerify", "code", "１２３４５６", "code"), ("sandboxAdvanceClock", "seconds", -1, "seconds"),
    ("sandboxAdvanceClock", "seconds", 10**12, "seconds"), ("sandboxVerifyHuman", "identityCountry", "Atlantis", "identityCountry"),
    ("sandboxVerifyHuman", "linkedin", "yes", "linkedin"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "path", "value", "named_as"), REFUSED, ids=[f"{o} {p}={str(v)[:20]}" for o, p, v, _ in REFUSED]
)
def test_a_value_outside_the_rules_is_refused_by_its_path(
    world: World, unchanged: Any, operation: str, path: str, value: Any, named_as: str
) -> None:
    route = next(route for route in TAKING if route.operation == operation)
    body = _changed(whole_body(world, route), path, value) if path else value

    with unchanged():
        answer = send(world, route, body)

    check_failure(answer, 400, "validation_error")
    assert list(answer["fields"]) == [named_as]


def test_every_route_that_takes_a_body_is_spoilt_here() -> None:
    assert {route.operation for route in TAKING} == set(REQUIRED)

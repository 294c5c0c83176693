"""Every route as a table: who may call it, and what each of the seven callers is told.

The seven columns: nobody, a stranger's key, a stranger's session, the worker (applicant or hired, by session), the owner
(by key), support and an operator (by key). A cell is a status, or `status:error_code`; `401` and `404` alone mean
authentication_required and not_found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from marketplace.core import clock
from tests.contract.scenario import CALLERS, HOOK

_USUAL = {"401": "authentication_required", "404": "not_found"}


@dataclass(frozen=True)
class Route:
    """One operation asked about one resource of the prepared market."""

    method: str
    path: str
    operation: str
    cells: str
    body: dict[str, Any] | None = None
    peer: str = ""  # the address it is called from, when that matters
    note: str = ""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}" + (f" ({self.note})" if self.note else "")

    def expected(self) -> Iterator[tuple[str, int, str | None]]:
        """(caller, status, error_code) for each of the seven."""
        cells = self.cells.split()
        assert len(cells) == len(CALLERS), f"{self.name}: one status for each of {CALLERS}"
        for caller, cell in zip(CALLERS, cells, strict=True):
            status, _, code = cell.partition(":")
            yield caller, int(status), code or _USUAL.get(status)


BOUNTY = {"title": "Water the plants", "description": "Twice a week.", "price": 5, "estimatedHours": 1}
SIGNUP = {"email": "new@example.com", "acceptTerms": True, "country": "US", "city": "Boston"}
PAID_SIGNUP = {"acceptTerms": True, "country": "US", "city": "Boston"}
EVIDENCE = {"textEvidence": "Done."}
REPLAY = {"from": "2026-01-01T00:00:00Z"}
ENDPOINT = {"url": HOOK + "/2", "events": ["*"]}
REVIEW = {"bountyId": "{released_bounty}", "humanId": "{human}", "rating": 5}
# Taken for a position of the last 24 hours, however long the tests run.
ARRIVED = {"state": "arrived", "lat": 38.71, "lng": -9.14, "accuracyM": 12, "capturedAt": clock.wall().isoformat()}
RENTAL = {"humanId": "{human}", "taskTitle": "Queue", "taskDescription": "An hour.", "price": 5}
PERSONAL = {
    "humanId": "{human}", "title": "Translate a menu", "description": "Two pages.", "completionCriteria": "In English.",
    "price": 5, "deadline": (clock.wall() + timedelta(days=9)).isoformat(),
}  # fmt: skip
DISPUTE = {"category": "poor_quality", "description": "It is blurred."}
REPORT = {"summary": "A release answers 409", "description": "I approved it, then 409 came."}
IDENTITY = {"agentId": "{signer}", "publicKey": "{signer_key}", "signature": "{signature}", "timestamp": "{signed_at}"}
PAIRING = ("POST /api/agents/register", "POST /api/agents/pairing-code", "GET /api/agents/pairing-status",
           "POST /api/agents/redeem-pairing-code")  # fmt: skip
REASON = {"reason": "task_no_longer_needed"}
LOOPBACK = "127.0.0.1"

REFUND = {
    "fundingTransactionId": "{funding}", "requestId": "refund-2026-1", "expectedPrincipalCents": 2000,
    "expectedRefundAmountCents": 1912, "confirm": True,
}  # fmt: skip

# fmt: off
PUBLIC   = "200 200 200 200 200 200 200"
SIGNED   = "401 200 200 200 200 200 200"
KEY_ONLY = "401 200 403:api_key_required 403:api_key_required 200 200 200"
_OWN     = "401 404 404 404 200 404 404"  # as if it did not exist for anybody else, staff included
_BELOW   = "401 403:not_owner 403:not_owner 403:not_owner {} 403:not_owner 403:not_owner"  # a bounty that all can see
_STAFF   = "401 403:not_owner 403:not_owner 403:not_owner 200 200 200"
LINK = {"amount": 5, "description": "Two hours of proofreading"}
ORDER = {"externalOrderId": "order-1042", "amount": 5, "description": "Flowers"}
SEAT = {"bountyId": "{applied_bounty}", "applicationId": "{application}"}
TIP = {"recipientId": "{human}", "bountyId": "{released_bounty}", "amount": 1}
_POSTER  = "401 404 404 403:not_poster {} 403:not_poster 403:not_poster"
_TALK    = "401 404 404 200 200 {0} {0}"  # its two people, and what staff are told
_PERSON  = "401 403:session_required {} {} 403:session_required 403:session_required 403:session_required"
_KEYED   = "401 404 403:api_key_required 403:api_key_required 200 404 404"

_PAID_OUT = "401 409:payout_onboarding_required 409:payout_onboarding_required {} {} 409:payout_onboarding_required" \
            " 409:payout_onboarding_required"

_TIP     = "401 403:bounty_not_owned 403:bounty_not_owned 400:validation_error 200 403:bounty_not_owned 403:bounty_not_owned"

ROUTES = [
    # ---- accounts and keys
    Route("POST", "/api/agents/signup", "agentSignup", PUBLIC, SIGNUP),
    Route("POST", "/api/agents/signup/verify", "agentSignupVerify", " ".join(["400:invalid_code"] * 7),
          {"email": "new@example.com", "code": "000000"}),
    Route("GET", "/api/account", "getAccount", SIGNED),
    Route("GET", "/api/keys", "listKeys", SIGNED),
    Route("POST", "/api/keys", "createKey", SIGNED, {"name": "another"}),
    Route("PATCH", "/api/keys/{key}", "setKeyWebhook", _OWN, {"webhookUrl": HOOK + "/old"}),
    Route("DELETE", "/api/keys/{key}", "revokeKey", _OWN),
    Route("POST", "/api/keys/register-identity", "registerIdentity", KEY_ONLY, IDENTITY),
    Route("POST", "/api/support/reports", "reportSupportIssue", KEY_ONLY, REPORT),
    *(Route(*name.split(), "-", " ".join(["410:route_retired"] * 7), note="retired") for name in PAIRING),
    Route("POST", "/api/services/book", "-", "401" + " 403:service_bookings_unavailable" * 6, {}, note="retired"),
    Route("GET", "/api/openapi.json", "-", PUBLIC),
    Route("GET", "/api/asyncapi.json", "-", PUBLIC),
    Route("GET", "/api/docs", "-", PUBLIC),
    # ---- webhooks: belong to a key, not to an account
    Route("GET", "/api/webhooks/endpoints", "listWebhookEndpoints", KEY_ONLY),
    Route("POST", "/api/webhooks/endpoints", "createWebhookEndpoint", KEY_ONLY, ENDPOINT),
    Route("DELETE", "/api/webhooks/endpoints/{endpoint}", "deleteWebhookEndpoint", _KEYED),
    Route("POST", "/api/webhooks/endpoints/{endpoint}/test", "testWebhookEndpoint", _KEYED),
    Route("POST", "/api/webhooks/endpoints/{endpoint}/replay", "replayWebhookEvents", _KEYED, REPLAY),
    Route("GET", "/api/webhooks/deliveries", "listWebhookDeliveries", KEY_ONLY),
    Route("GET", "/api/webhooks/deliveries/{delivery}", "getWebhookDelivery", _KEYED),
    Route("POST", "/api/webhooks/deliveries/{delivery}/redeliver", "redeliverWebhook", _KEYED),
    Route("GET", "/api/events", "listEvents", SIGNED),
    # ---- providers: whoever has no signature is refused, and nobody is asked who he is
    Route("POST", "/api/providers/stripe/webhook", "-", " ".join(["400:invalid_signature"] * 7)),
    # ---- wallet
    Route("GET", "/api/wallet/balance", "getWalletBalance", SIGNED),
    Route("GET", "/api/wallet/transactions", "listWalletTransactions", SIGNED),
    Route("GET", "/api/wallet/report", "getWalletReport", SIGNED),
    Route("GET", "/api/wallet/controls", "getWalletControls", SIGNED),
    Route("PATCH", "/api/wallet/controls", "setWalletControls", SIGNED, {"lowBalanceThresholdCents": 500}),
    Route("POST", "/api/wallet/deposit", "depositToWallet", SIGNED, {"amount": 25}),
    Route("POST", "/api/payment-links", "createPaymentLink", SIGNED, LINK),
    Route("GET", "/api/payment-links", "listPaymentLinks", SIGNED),
    Route("GET", "/api/payment-links/{payment_link}", "getPaymentLink", _OWN),
    Route("POST", "/api/agent-checkouts", "createAgentCheckout", SIGNED, ORDER),
    Route("GET", "/api/agent-checkouts", "listAgentCheckouts", SIGNED),
    Route("GET", "/api/agent-checkouts/{agent_checkout}", "getAgentCheckout", _OWN),
    Route("POST", "/api/agent-checkouts/{agent_checkout}/refund", "refundAgentCheckout", _OWN),
    Route("GET", "/api/earnings/balance", "getEarningsBalance", SIGNED),
    # ---- stablecoins: what they cost is a 402; what is paid is in tests/wallet/test_x402*.py
    Route("POST", "/api/x402/signup", "x402Signup", " ".join(["402:payment_required"] * 7), PAID_SIGNUP),
    Route("POST", "/api/x402/wallet/deposit", "x402Deposit",
          "401 {0} 403:api_key_required 403:api_key_required {0} {0} {0}".format("402:payment_required"),
          {"amountCents": 500}),
    # ---- card tokens: the quote is the credential, whoever brings it; what is paid is in tests/wallet/test_mpp*.py
    Route("POST", "/api/mpp/wallet/deposit", "mppDeposit", " ".join(["402:payment_required"] * 7), {"quote": "{quote}"}),
    Route("POST", "/api/wallet/withdraw", "withdrawFromWallet", _PAID_OUT.format("402:insufficient_funds", "200"),
          {"amountCents": 100}),
    Route("GET", "/api/wallet/withdrawals", "listWithdrawals", SIGNED),
    Route("GET", "/api/wallet/withdrawals/{withdrawal}", "getWithdrawal", _OWN),
    Route("POST", "/api/earnings/withdraw", "withdrawEarnings", _PAID_OUT.format("200", "402:insufficient_funds"),
          {"amountCents": 100}),
    Route("POST", "/api/payouts/onboarding", "startPayoutOnboarding", SIGNED),
    Route("GET", "/api/wallet/funding-refunds", "listFundingRefunds", SIGNED),
    Route("POST", "/api/wallet/funding-refunds", "refundFunding", _OWN, REFUND),
    # ---- escrow
    Route("GET", "/api/escrow", "listEscrows", SIGNED),
    Route("GET", "/api/escrow/{hired_seat}", "getEscrow", "401 404 404 200 200 200 200"),
    Route("GET", "/api/escrow/{open_pool}", "getEscrow", "401 404 404 404 200 200 200", note="a pool"),
    Route("POST", "/api/escrow/{delivered_seat}/complete", "confirmDelivery", _POSTER.format("200")),
    Route("POST", "/api/escrow/{open_pool}/complete", "confirmDelivery",
          "401 404 404 404 409:escrow_is_pool 403:not_poster 403:not_poster", note="a pool"),
    Route("POST", "/api/escrow/{completed_seat}/release", "releaseEscrow", _POSTER.format("200"),
          {"acknowledgeRelease": True}),
    Route("POST", "/api/escrow/{completed_seat}/release", "releaseEscrow",
          _POSTER.format("409:release_acknowledgement_required"), {}, note="not acknowledged"),
    Route("POST", "/api/escrow/{open_pool}/release", "releaseEscrow",
          "401 404 404 404 409:escrow_is_pool 403:not_poster 403:not_poster", {"acknowledgeRelease": True}, note="a pool"),
    Route("POST", "/api/escrow/{hired_seat}/cancel", "cancelEscrow", _POSTER.format("200")),
    Route("POST", "/api/escrow/{delivered_seat}/cancel", "cancelEscrow", _POSTER.format("409:evidence_exists"),
          note="delivered"),
    Route("POST", "/api/escrow/checkout", "payForSeat", _BELOW.format("200"), SEAT),
    Route("POST", "/api/escrow/checkout", "payForSeat", _BELOW.format("409:amount_mismatch"), SEAT | {"amount": 7},
          note="another amount"),
    # ---- direct hires
    Route("POST", "/api/escrow/agent-checkout", "rentHuman", KEY_ONLY, RENTAL),
    Route("POST", "/api/escrow/agent-checkout", "rentHuman", "401" + " 402:insufficient_funds 403:api_key_required" +
          " 403:api_key_required" + " 402:insufficient_funds" * 3, RENTAL | {"price": 10_000, "fundingMethod": "wallet"},
          note="by wallet, too short"),
    Route("GET", "/api/escrow/agent-rentals", "listRentals", KEY_ONLY),
    Route("POST", "/api/escrow/personal-bounty", "createPersonalBounty", KEY_ONLY, PERSONAL),
    # ---- disputes
    Route("POST", "/api/escrow/{delivered_seat}/dispute", "openDispute", _POSTER.format("200"), DISPUTE),
    Route("POST", "/api/escrow/{open_pool}/dispute", "openDispute",
          "401 404 404 404 409:escrow_is_pool 403:not_poster 403:not_poster", DISPUTE, note="a pool"),
    Route("GET", "/api/disputes", "listDisputes", SIGNED),
    Route("GET", "/api/disputes/{dispute}", "getDispute", "401 404 404 200 200 200 200"),
    Route("POST", "/api/disputes/{dispute}/evidence", "addDisputeEvidence",
          "401 404 404 200 200 403:not_party 403:not_party", {"text": "Look again."}),
    Route("POST", "/api/disputes/{dispute}/withdraw", "withdrawDispute", _POSTER.format("200")),
    # ---- transfers
    Route("POST", "/api/transfers/send", "sendTransfer", _TIP, TIP),
    Route("POST", "/api/transfers/send", "sendTransfer", _TIP.replace("200", "403:work_not_released"),
          TIP | {"bountyId": "{hired_bounty}"}, note="not released"),
    Route("POST", "/api/transfers/send", "sendTransfer", "401 404 404 400:validation_error 403:work_not_released 404 404",
          TIP | {"bountyId": "{draft_bounty}"}, note="hidden, never funded"),
    Route("POST", "/api/transfers/bulk-send", "sendManyTransfers",
          "401" + " 403:work_not_released" * 2 + " 400:validation_error 200" + " 403:work_not_released" * 2,
          {"recipients": [{"recipientId": "ada-hired", "amount": 1}]}),
    Route("GET", "/api/transfers/mine", "listTransfers", SIGNED),
    Route("GET", "/api/transfers/{transfer}", "getTransfer", "401 404 404 200 200 404 404"),
    # ---- humans
    Route("GET", "/api/humans", "searchHumans", PUBLIC),
    Route("GET", "/api/humans/me", "getOwnProfile", SIGNED),
    Route("PATCH", "/api/humans/me", "editOwnProfile", SIGNED, {"headline": "New words"}),
    Route("GET", "/api/humans/{human}", "getHuman", PUBLIC),
    Route("GET", "/api/humans/{username}", "getHuman", PUBLIC, note="by username"),
    Route("POST", "/api/humans/me/photos", "addPhotos", "401" + " 400:validation_error" * 6, note="no photo sent"),
    Route("DELETE", "/api/humans/me/photos/{photo}", "removePhoto", "401 404 404 200 404 404 404"),
    Route("GET", "/api/humans/blocks", "listBlocked", SIGNED),
    Route("POST", "/api/humans/blocks", "blockHuman", "401 200 200 400:validation_error 200 200 200", {"humanId": "{human}"}),
    Route("DELETE", "/api/humans/blocks?humanId={human}", "unblockHuman", SIGNED),
    Route("GET", "/api/humans/preferred", "listPreferred", SIGNED),
    Route("POST", "/api/humans/preferred", "preferHuman", "401 200 200 400:validation_error 200 200 200",
          {"humanId": "{human}"}),
    Route("DELETE", "/api/humans/preferred?humanId={human}", "unpreferHuman", SIGNED),
    Route("GET", "/api/humans/taste", "browseTasteHumans", PUBLIC),
    # ---- reviews
    Route("GET", "/api/reviews?humanId={human}", "listReviews", PUBLIC),
    Route("POST", "/api/reviews", "postReview", _BELOW.format("200"), REVIEW),
    Route("POST", "/api/reviews", "postReview", _BELOW.format("403:work_not_released"),
          REVIEW | {"bountyId": "{hired_bounty}"}, note="not released"),
    Route("POST", "/api/reviews", "postReview", "401 404 404 404 403:work_not_released 404 404",
          REVIEW | {"bountyId": "{draft_bounty}"}, note="hidden, never funded"),
    # ---- bounties
    Route("GET", "/api/bounties", "listBounties", PUBLIC),
    Route("GET", "/api/bounties?mine=true", "listBounties", SIGNED, note="mine"),
    Route("POST", "/api/bounties", "createBounty", SIGNED, BOUNTY),
    Route("GET", "/api/bounties/location-minimum?country=PT", "getLocationMinimum", PUBLIC),
    Route("POST", "/api/bounties/deposit", "depositForBounty", "401 404 404 404 200 403:not_owner 403:not_owner",
          {"bountyId": "{draft_bounty}"}, note="hidden"),
    Route("POST", "/api/bounties/deposit", "depositForBounty", _BELOW.format("200"), {"bountyId": "{open_bounty}"}),
    Route("POST", "/api/bounties/{open_bounty}/enterprise-payment", "payEnterpriseBounty", _BELOW.format("200"),
          {"conversationId": None}),
    Route("POST", "/api/bounties/{draft_bounty}/enterprise-payment", "payEnterpriseBounty",
          "401 404 404 404 402:insufficient_funds 403:not_owner 403:not_owner", {}, note="the wallet is short"),
    Route("GET", "/api/bounties/{open_bounty}", "getBounty", PUBLIC),
    Route("GET", "/api/bounties/{draft_bounty}", "getBounty", "404 404 404 404 200 200 200", note="hidden"),
    Route("PATCH", "/api/bounties/{open_bounty}", "editBounty",
          "401 403:not_owner 403:not_owner 403:not_owner 200 403:not_owner 403:operator_required", {"title": "New words"}),
    Route("PATCH", "/api/bounties/{open_bounty}", "editBounty", "401" + " 403:not_owner" * 3 + " 403:operator_required"
          " 403:not_owner 200", {"intakeClosedCountries": ["FR"]}, note="closing countries"),
    Route("PATCH", "/api/bounties/{draft_bounty}", "editBounty",
          "401 404 404 404 200 403:not_owner 403:operator_required", {"title": "New words"}, note="hidden"),
    Route("DELETE", "/api/bounties/{open_bounty}", "cancelBounty", _BELOW.format("200"), REASON),
    Route("DELETE", "/api/bounties/{draft_bounty}", "cancelBounty",
          "401 404 404 404 200 403:not_owner 403:not_owner", REASON, note="hidden"),
    Route("DELETE", "/api/bounties/{hired_bounty}", "cancelBounty", _BELOW.format("409:workers_hired"), REASON, note="hired"),
    Route("GET", "/api/bounties/{open_bounty}/funding-quote", "quoteBountyFunding", _BELOW.format("200")),
    Route("GET", "/api/bounties/{draft_bounty}/funding-quote", "quoteBountyFunding",
          "401 404 404 404 200 403:not_owner 403:not_owner", note="hidden"),
    Route("GET", "/api/bounties/{open_bounty}/outreach", "getBountyOutreachStatus", _BELOW.format("200")),
    Route("GET", "/api/bounties/{draft_bounty}/outreach", "getBountyOutreachStatus",
          "401 404 404 404 200 403:not_owner 403:not_owner", note="hidden"),
    Route("POST", "/api/bounties/{open_bounty}/outreach/boost", "boostBountyOutreach", _BELOW.format("200")),
    Route("POST", "/api/bounties/{hired_bounty}/outreach/boost", "boostBountyOutreach",
          _BELOW.format("409:invalid_state"), note="full"),
    Route("POST", "/api/bounties/{draft_bounty}/outreach/boost", "boostBountyOutreach",
          "401 404 404 404 409:invalid_state 403:not_owner 403:not_owner", note="hidden"),
    # ---- applications
    Route("GET", "/api/bounties/{applied_bounty}/applications", "listApplications", _STAFF),
    Route("GET", "/api/bounties/{draft_bounty}/applications", "listApplications", "401 404 404 404 200 200 200",
          note="hidden"),
    Route("GET", "/api/bounties/{applied_bounty}/applications/{application}", "getApplication",
          "401 403:not_owner 403:not_owner 200 200 200 200"),
    Route("GET", "/api/bounties/{hired_bounty}/applications/{hired_application}", "getApplication",
          "401 403:not_owner 403:not_owner 200 200 200 200", note="hired"),
    Route("GET", "/api/bounties/{open_bounty}/applications/{application}", "getApplication",
          "401 403:not_owner 403:not_owner 403:not_owner 404 404 404", note="of another bounty"),
    Route("GET", "/api/bounties/{draft_bounty}/applications/{application}", "getApplication",
          "401 404 404 404 404 404 404", note="hidden"),
    Route("GET", "/api/work", "listWork", _PERSON.format("200", "200")),
    Route("POST", "/api/bounties/{open_bounty}/applications", "apply", _PERSON.format("200", "200"), {"coverLetter": "Hi."}),
    Route("POST", "/api/bounties/{applied_bounty}/applications", "apply", _PERSON.format("200", "409:already_applied"),
          {}, note="applied before"),
    Route("POST", "/api/bounties/{hired_bounty}/applications", "apply",
          _PERSON.format("409:bounty_not_open", "409:already_applied"), {}, note="full"),
    Route("POST", "/api/bounties/{draft_bounty}/applications", "apply", _PERSON.format("404", "404"), {}, note="hidden"),
    Route("GET", "/api/bounties/{open_bounty}/mic-check", "getMicCheck", _PERSON.format("200", "200")),
    Route("GET", "/api/bounties/{draft_bounty}/mic-check", "getMicCheck", _PERSON.format("404", "404"), note="hidden"),
    Route("GET", "/api/bounties/{open_bounty}/language-proficiency", "getLanguageProficiency",
          _PERSON.format("200", "200")),
    Route("GET", "/api/bounties/{draft_bounty}/language-proficiency", "getLanguageProficiency",
          _PERSON.format("404", "404"), note="hidden"),
    Route("PATCH", "/api/bounties/{applied_bounty}/applications/{application}", "decideApplication", _BELOW.format("200"),
          {"action": "accept"}),
    Route("PATCH", "/api/bounties/{applied_bounty}/applications/{application}", "decideApplication", _BELOW.format("200"),
          {"action": "reject"}, note="reject"),
    Route("PATCH", "/api/bounties/{open_bounty}/applications/{application}", "decideApplication", _BELOW.format("404"),
          {"action": "accept"}, note="of another bounty"),
    Route("PATCH", "/api/bounties/{hired_bounty}/applications/{hired_application}", "decideApplication",
          _BELOW.format("409:invalid_state"), {"action": "accept"}, note="accepted before"),
    Route("POST", "/api/bounties/{hired_bounty}/applications/{hired_application}/confirm", "confirmSeat",
          _PERSON.format("403:not_your_seat", "200")),
    Route("POST", "/api/bounties/{applied_bounty}/applications/{application}/confirm", "confirmSeat",
          _PERSON.format("403:not_your_seat", "409:invalid_state"), note="not accepted"),
    Route("PATCH", "/api/bounties/{applied_bounty}/applications/{application}", "decideApplication",
          "401 403:not_your_seat 403:not_your_seat 200 409:invalid_state 403:not_your_seat 403:not_your_seat",
          {"action": "withdraw"}, note="withdraw"),
    Route("PATCH", "/api/bounties/{hired_bounty}/applications/{hired_application}", "decideApplication",
          "401 403:not_your_seat 403:not_your_seat 200 200 403:not_your_seat 403:not_your_seat",
          {"action": "withdraw"}, note="withdraw a seat"),
    Route("PATCH", "/api/bounties/{applied_bounty}/applications/{application}", "decideApplication",
          _BELOW.format("409:invalid_state"), {"action": "unreject"}, note="unreject a pending one"),
    Route("POST", "/api/bounties/{confirmed_bounty}/applications/{confirmed_application}/start", "startWork",
          _PERSON.format("403:not_your_seat", "200")),
    Route("POST", "/api/bounties/{hired_bounty}/applications/{hired_application}/start", "startWork",
          _PERSON.format("403:not_your_seat", "409:seat_not_confirmed"), note="not confirmed"),
    Route("POST", "/api/bounties/{confirmed_bounty}/applications/{confirmed_application}/extension", "requestExtension",
          _PERSON.format("403:not_your_seat", "200"), {"hours": 5, "reason": "The shop opens late."}),
    Route("POST", "/api/bounties/{confirmed_bounty}/applications/{confirmed_application}/extension/decision",
          "decideExtension", _BELOW.format("200"), {"action": "grant", "hours": 5}),
    Route("POST", "/api/bounties/{confirmed_bounty}/applications/{confirmed_application}/extension/decision",
          "decideExtension", _BELOW.format("409:no_extension_pending"), {"action": "approve"}, note="nothing asked"),
    Route("POST", "/api/bounties/{hired_bounty}/applications/{hired_application}/expire", "expireApplication",
          _BELOW.format("200"), {"reason": "No answer."}),
    Route("POST", "/api/bounties/{delivered_bounty}/applications/{delivered_application}/expire", "expireApplication",
          _BELOW.format("409:evidence_exists"), {}, note="delivered"),
    Route("POST", "/api/bounties/{confirmed_bounty}/attendance", "reportAttendance", _PERSON.format("404", "200"), ARRIVED),
    Route("POST", "/api/bounties/{hired_bounty}/attendance", "reportAttendance",
          _PERSON.format("404", "409:seat_not_confirmed"), ARRIVED, note="not confirmed"),
    Route("GET", "/api/bounties/{confirmed_bounty}/attendance", "listAttendance", _STAFF),
    Route("GET", "/api/bounties/{collection_bounty}/applications/dataset?format=json", "getApplicationsDataset",
          _BELOW.format("200")),
    Route("GET", "/api/bounties/{open_bounty}/applications/dataset", "getApplicationsDataset",
          _BELOW.format("409:not_a_collection"), note="no collection"),
    # ---- receipts; with a key, their mail is in tests/bounties/test_receipts.py
    Route("GET", "/api/bounties/{released_bounty}/receipt?format=json", "getReceipt", _BELOW.format("200")),
    Route("GET", "/api/bounties/{completed_bounty}/receipt", "getReceipt", _BELOW.format("409:no_receipt_yet"),
          note="nothing released"),
    Route("GET", "/api/bounties/{draft_bounty}/receipt", "getReceipt",
          "401 404 404 404 409:no_receipt_yet 403:not_owner 403:not_owner", note="hidden"),
    Route("POST", "/api/bounties/{completed_bounty}/receipt", "sendReceipt",
          "401" + " 400:idempotency_key_required" * 6, note="without a key"),
    # ---- conversations
    Route("GET", "/api/conversations", "listConversations", SIGNED),
    Route("POST", "/api/conversations", "-", "401" + " 403:conversations_retired" * 6, {}, note="retired"),
    Route("GET", "/api/conversations/{conversation}", "getConversation", _TALK.format("200")),
    Route("PATCH", "/api/conversations/{conversation}", "editConversation", _TALK.format("403:not_participant"),
          {"status": "archived"}),
    Route("GET", "/api/conversations/{conversation}/messages", "listMessages", _TALK.format("200")),
    Route("POST", "/api/conversations/{conversation}/messages", "sendMessage", _TALK.format("403:not_participant"),
          {"content": "Hello."}),
    Route("POST", "/api/conversations/{confirmed_conversation}/completion-claim", "claimCompletion",
          _PERSON.format("404", "200")),
    Route("POST", "/api/conversations/{hired_conversation}/completion-claim", "claimCompletion",
          _PERSON.format("404", "409:seat_not_confirmed"), note="not confirmed"),
    Route("POST", "/api/conversations/{conversation}/completion-claim", "claimCompletion",
          _PERSON.format("404", "409:invalid_state"), note="not hired"),
    # ---- submissions
    Route("POST", "/api/bounties/{confirmed_bounty}/submissions", "submitEvidence", _PERSON.format("404", "200"), EVIDENCE),
    Route("POST", "/api/bounties/{hired_bounty}/submissions", "submitEvidence",
          _PERSON.format("404", "409:seat_not_confirmed"), EVIDENCE, note="not confirmed"),
    Route("POST", "/api/bounties/{delivered_bounty}/submissions", "submitEvidence",
          _PERSON.format("404", "409:submission_in_review"), EVIDENCE, note="in review"),
    Route("POST", "/api/bounties/{applied_bounty}/submissions", "submitEvidence",
          _PERSON.format("404", "409:invalid_state"), EVIDENCE, note="not hired"),
    Route("GET", "/api/bounties/{delivered_bounty}/submissions", "listSubmissions", _STAFF),
    Route("GET", "/api/bounties/{delivered_bounty}/submissions/{delivered_submission}", "getSubmission", _STAFF),
    Route("GET", "/api/bounties/{open_bounty}/submissions/{delivered_submission}", "getSubmission",
          "401 403:not_owner 403:not_owner 403:not_owner 404 404 404", note="of another bounty"),
    Route("PATCH", "/api/bounties/{delivered_bounty}/submissions/{delivered_submission}", "reviewSubmission",
          _BELOW.format("200"), {"action": "approve"}),
    Route("PATCH", "/api/bounties/{completed_bounty}/submissions/{completed_submission}", "reviewSubmission",
          _BELOW.format("409:invalid_state"), {"action": "reject", "response": "No."}, note="final"),
    # ---- the sandbox's own: by the socket's address
    Route("GET", "/api/sandbox/clock", "sandboxClock", PUBLIC, peer=LOOPBACK),
    Route("POST", "/api/sandbox/clock/advance", "sandboxAdvanceClock", PUBLIC, {"seconds": 0}, peer=LOOPBACK),
    Route("GET", "/api/sandbox/mail", "sandboxMail", PUBLIC, peer=LOOPBACK),
    Route("POST", "/api/sandbox/humans/{human}/verify", "sandboxVerifyHuman", PUBLIC, {"linkedin": True}, peer=LOOPBACK),
] + [
    Route(method, path, operation, " ".join(["404"] * 7), body, note="from outside")
    for method, path, operation, body in (
        ("GET", "/api/sandbox/clock", "sandboxClock", None),
        ("POST", "/api/sandbox/clock/advance", "sandboxAdvanceClock", {"seconds": 0}),
        ("GET", "/api/sandbox/mail", "sandboxMail", None),
        ("POST", "/api/sandbox/humans/{human}/verify", "sandboxVerifyHuman", {"linkedin": True}),
    )
]


def _auth(method: str, path: str, cells: str, body: dict[str, Any] | None = None) -> Route:
    """Sign-in of people: its bodies are allauth's own, so a cell is a status alone. It takes session tokens only: for
    it a caller with a key is nobody."""
    return Route(method, f"/api/auth/app/v1/{path}", "-", cells, body)


_NOBODY, _PENDING, _BAD = "401 401 {0} {0} 401 401 401", " ".join(["409"] * 7), " ".join(["400"] * 7)
_NEW = {"email": "new@example.com", "password": "a long enough password"}
ROUTES += [
    _auth("GET", "config", PUBLIC),
    _auth("POST", "auth/signup", _NOBODY.format("409"), _NEW),
    _auth("POST", "auth/login", _BAD, _NEW),
    _auth("GET", "auth/session", _NOBODY.format("200")),
    _auth("DELETE", "auth/session", _NOBODY.format("401")),
    _auth("POST", "auth/reauthenticate", _NOBODY.format("200"), {"password": "a long enough password"}),
    _auth("GET", "auth/email/verify", _PENDING),
    _auth("POST", "auth/email/verify", _PENDING, {"key": "123456"}),
    _auth("POST", "auth/email/verify/resend", _PENDING),
    _auth("POST", "auth/code/request", _NOBODY.format("200"), {"email": "new@example.com"}),
    _auth("POST", "auth/code/confirm", _PENDING, {"code": "123456"}),
    _auth("POST", "auth/code/resend", _PENDING),
    _auth("POST", "auth/password/request", _NOBODY.format("200"), {"email": "new@example.com"}),
    _auth("GET", "auth/password/reset", _PENDING),
    _auth("POST", "auth/password/reset", _PENDING, {"key": "x", "password": "another long password"}),
    _auth("POST", "auth/2fa/authenticate", _NOBODY.format("401"), {"code": "123456"}),
    _auth("POST", "auth/2fa/reauthenticate", _NOBODY.format("400"), {"code": "123456"}),
    _auth("GET", "account/authenticators", _NOBODY.format("200")),
    _auth("GET", "account/authenticators/totp", _NOBODY.format("404")),
    _auth("POST", "account/authenticators/totp", _NOBODY.format("400"), {"code": "123456"}),
    _auth("DELETE", "account/authenticators/totp", _NOBODY.format("200")),
    _auth("GET", "account/authenticators/recovery-codes", _NOBODY.format("404")),
    _auth("POST", "account/authenticators/recovery-codes", _NOBODY.format("400")),
    _auth("POST", "account/password/change", _NOBODY.format("200"),
          {"current_password": "a long enough password", "new_password": "another long password"}),
]
# fmt: on

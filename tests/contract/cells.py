"""What the table of routes is made of: one route asked by seven callers, the usual rows of answers, the bodies that are sent."""

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
OWN     = "401 404 404 404 200 404 404"  # as if it did not exist for anybody else, staff included
BELOW   = "401 403:not_owner 403:not_owner 403:not_owner {} 403:not_owner 403:not_owner"  # a bounty that all can see
STAFF   = "401 403:not_owner 403:not_owner 403:not_owner 200 200 200"
AUTHOR  = "401 403:not_owner 403:not_owner 200 200 200 200"  # STAFF, and whose it is
LINK = {"amount": 5, "description": "Two hours of proofreading"}
ORDER = {"externalOrderId": "order-1042", "amount": 5, "description": "Flowers"}
SEAT = {"bountyId": "{applied_bounty}", "applicationId": "{application}"}
TIP = {"recipientId": "{human}", "bountyId": "{released_bounty}", "amount": 1}
POSTER  = "401 404 404 403:not_poster {} 403:not_poster 403:not_poster"
TALK    = "401 404 404 200 200 {0} {0}"  # its two people, and what staff are told
PERSON  = "401 403:session_required {} {} 403:session_required 403:session_required 403:session_required"
KEYED   = "401 404 403:api_key_required 403:api_key_required 200 404 404"

PAID_OUT = "401 409:payout_onboarding_required 409:payout_onboarding_required {} {} 409:payout_onboarding_required" \
            " 409:payout_onboarding_required"

TIPS     = "401 403:bounty_not_owned 403:bounty_not_owned 400:validation_error 200 403:bounty_not_owned 403:bounty_not_owned"


OWN_BODIES = (["Sign-in"], ["Tools"])  # tags: tests/contract/test_signin.py, tests/marketplace/test_mcp.py


def answers_json(operation: dict[str, Any]) -> bool:
    """Not what only refuses (tests/marketplace/test_retired.py), nor what answers bare bytes or nothing."""
    return "application/json" in operation["responses"].get("200", {}).get("content", {})

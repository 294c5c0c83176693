"""What the stand-in for a model does: a whole hire, and work that its owner wants to be asked about first."""

import json
import secrets
from collections.abc import Callable

from tests.frameworks.scripted import Script

JOB = {
    "title": "Photograph a shop front in Lisbon",
    "description": "One sharp photo of the whole front, by daylight.",
    "price": 5,
    "estimatedHours": 0.5,
    "completionCriteria": "The opening hours on the door can be read.",
    "evidenceTypes": ["photo"],
}
SOON, LATER = 660, 7200  # when a reliable person has applied, and has delivered


def one_hire(advance: Callable[[int], None]) -> Script:
    """With one refusal on the way, that a model puts right. `advance` moves the sandbox's clock while the people act."""
    once = secrets.token_hex(8)
    before = (yield "get_wallet_balance", {}).data["balanceCents"]
    refused = yield "create_bounty", {**JOB, "title": "Ph", "idempotencyKey": once}
    assert refused.data["fields"] == {"title": ["give at least 5 characters"]}
    priced = yield "create_bounty", {**JOB, "dryRun": True}
    assert priced.data["wouldChange"]["money"] == [{"from": "wallet", "to": "pool:new", "cents": 590}]
    bounty = (yield "create_bounty", {**JOB, "idempotencyKey": once}).data["bountyId"]

    advance(SOON)
    waiting = {"bountyId": bounty, "timeoutSeconds": 10}
    came = yield "wait_for_events", {**waiting, "after": "start", "types": "application.submitted"}
    applied = (yield "get_bounty_applications", {"bountyId": bounty}).data["applications"][0]
    assert came.data["events"][0]["data"]["applicationId"] == applied["id"]
    hired = yield "accept_application", {"bountyId": bounty, "applicationId": applied["id"]}

    advance(LATER)
    came = yield "wait_for_events", {**waiting, "after": came.data["nextCursor"], "types": "proof.uploaded"}
    evidence = came.data["events"][0]["data"]["submissionId"]
    seen = yield "get_submission", {"bountyId": bounty, "submissionId": evidence}
    assert seen.data["submission"]["checks"]["coverage"] == {"photo": True}
    escrow = hired.data["escrowId"]
    shown = yield "release_payment", {"escrowId": escrow}
    assert shown.text.startswith("Nothing was paid yet.")
    yield "release_payment", {"escrowId": escrow, "acknowledgement": shown.data["acknowledgement"]}
    other = yield "call_tool", {"name": "get_escrow", "argumentsJson": json.dumps({"escrowId": escrow})}
    assert other.data["escrow"]["status"] == "released"
    after = (yield "get_wallet_balance", {}).data["balanceCents"]
    return f"Paid {shown.data['workerPayoutCents']} cents for {bounty}, the wallet gave {before - after}."


def what_stands_in_the_way() -> Script:
    """An owner who wants to be asked above ten dollars, and a wallet that is short in the end: 9.44 leave it twice."""
    once = secrets.token_hex(8)
    yield "create_bounty", {**JOB, "price": 20, "idempotencyKey": f"{once}-dear"}
    for number in range(3):
        yield "create_bounty", {**JOB, "price": 8, "idempotencyKey": f"{once}-{number}"}
    return "One waits for my owner, one for its deposit."

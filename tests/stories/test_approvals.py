"""An agent on a leash, over REST and over tools: it asks, waits for its owner, goes on, is declined, and comes too late."""

from typing import Any

import pytest

from .conftest import TASK, Hook, Instance, balance, wait_until

pytestmark = pytest.mark.live
DAY = 86_400


def test_an_agent_waits_for_its_owner_and_goes_on(instance: Instance, hook: Hook) -> None:
    # given an agent with money, and an owner who wants to be asked above 5.00
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 50})["checkoutUrl"])
    agent("PATCH", "/api/wallet/controls", {"askAboveCents": None}, expect=403)
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 500})
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["approval.requested", "approval.decided"]})
    assert agent("GET", "/api/wallet/headroom")["headroom"]["asksAboveCents"] == 500

    # when it posts a job of 5.90
    job: dict[str, Any] = TASK | {"idempotencyKey": "shop-front-1"}
    dry = agent("POST", "/api/bounties", job | {"dryRun": True})
    assert any("needs_approval" in warning for warning in dry["warnings"])
    asked = agent("POST", "/api/bounties", job, expect=202)

    # then nothing moved, and the owner sees the whole plan
    assert (asked["status"], asked["cents"], balance(agent)) == ("pending", 590, 5000)
    waiting = owner("GET", "/api/approvals?status=pending")["approvals"]
    assert [(row["id"], row["plan"]["title"]) for row in waiting] == [(asked["approvalId"], TASK["title"])]
    assert waiting[0]["request"]["description"] == TASK["description"]

    # and once they approve, the same call goes on, once
    path = f"/api/approvals/{asked['approvalId']}"
    agent("POST", path, {"decision": "approve"}, expect=403)
    owner("POST", path, {"decision": "approve", "note": "Go ahead."})
    assert agent("GET", path)["approval"]["note"] == "Go ahead."
    made = agent("POST", "/api/bounties", job)
    assert agent("POST", "/api/bounties", job)["bountyId"] == made["bountyId"]
    assert balance(agent) == 5000 - 590
    wait_until(lambda: sorted(hook.types()) == ["approval.decided", "approval.requested"], 15)

    # another is declined with words, and stays so
    other: dict[str, Any] = TASK | {"title": "Photograph ten more", "idempotencyKey": "shop-front-2"}
    no = agent("POST", "/api/bounties", other, expect=202)["approvalId"]
    owner("POST", f"/api/approvals/{no}", {"decision": "decline", "note": "One is enough."})
    refused = agent("POST", "/api/bounties", other, expect=403)
    assert (refused["error_code"], refused["note"]) == ("approval_declined", "One is enough.")

    # and one that nobody answers is over after a day; a new key asks anew
    late: dict[str, Any] = TASK | {"idempotencyKey": "shop-front-3"}
    asked = agent("POST", "/api/bounties", late, expect=202)
    instance.advance(DAY + 1)
    assert agent("GET", f"/api/approvals/{asked['approvalId']}")["approval"]["status"] == "expired"
    assert agent("POST", "/api/bounties", late, expect=403)["error_code"] == "approval_expired"
    agent("POST", "/api/bounties", late | {"idempotencyKey": "shop-front-4"}, expect=202)
    assert balance(agent) == 5000 - 590
    instance.check_ledger()

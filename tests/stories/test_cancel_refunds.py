"""An agent changes its mind: a hired seat first, then the rest of the bounty."""

import pytest

from .conftest import Instance, hire

pytestmark = pytest.mark.live


def test_cancelling_refunds_the_seat_and_then_the_rest(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.worker(1)
    bounty, application, escrow = hire(agent, worker, spotsAvailable=2)
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 2 * 590

    agent("POST", f"/api/escrow/{escrow}/cancel")
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 590
    listed = agent("GET", f"/api/bounties/{bounty}/applications")["applications"]
    assert [(row["id"], row["status"]) for row in listed] == [(application, "expired")]
    agent("DELETE", f"/api/bounties/{bounty}", {"reason": "task_no_longer_needed"})

    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "cancelled"
    instance.check_ledger()

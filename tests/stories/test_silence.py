"""Nobody reviews: the worker is paid all the same."""

import pytest

from .conftest import Hook, Instance, earned, hire, wait_until

pytestmark = pytest.mark.live


def test_silence_pays_the_worker_after_review_and_ladder(instance: Instance, hook: Hook) -> None:
    # given delivered work that nobody reviews
    agent, worker = instance.agent(20), instance.new_worker()
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["escrow.released", "bounty.completed"]})
    bounty, application, escrow = hire(agent, worker)
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    worker("POST", f"/api/bounties/{bounty}/submissions", {"textEvidence": "Open 9 to 18."})

    # when three days pass, and three more
    instance.advance(72 * 3600)
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "completed"
    instance.advance(72 * 3600)

    # then the worker is paid, the bounty done, and each fact was told once
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "released"
    assert earned(worker) == 500
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "paid"
    wait_until(lambda: len(hook.received) == 2, 15)
    assert sorted(hook.types()) == ["bounty.completed", "escrow.released"]
    instance.check_ledger()

"""A funder objects, both sides show what they have, and staff divide the money where they see all of it."""

import pytest

from .conftest import Backoffice, Hook, Instance, balance, deliver_and_approve, earned, hire, wait_until

pytestmark = pytest.mark.live
DAY = 86_400


def test_a_dispute_freezes_the_money_until_staff_split_it(instance: Instance, hook: Hook) -> None:
    # given work that was delivered and approved
    agent, worker = instance.agent(5.9), instance.new_worker()
    told = ["dispute.opened", "dispute.resolved", "escrow.released"]
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": told})
    bounty, application, escrow = hire(agent, worker)
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    deliver_and_approve(agent, worker, bounty)

    # when the funder looks again and objects
    words = {"category": "poor_quality", "description": "The opening hours are a blur."}
    assert worker("POST", f"/api/escrow/{escrow}/dispute", words, expect=403)["error_code"] == "not_poster"
    made = agent("POST", f"/api/escrow/{escrow}/dispute", words)["dispute"]
    path = f"/api/disputes/{made['id']}"
    photo = [("files", ("sign.txt", b"9 to 18", "text/plain"))]
    worker.upload(f"{path}/evidence", {"text": "Here they are in large."}, photo)
    talk = f"/api/conversations/{made['conversationId']}/messages"
    agent("POST", talk, {"content": "Half of it is sharp."})

    # then nothing moves the money, not even time
    instance.advance(30 * DAY)
    agent("POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True}, expect=409)
    balances = worker("GET", "/api/earnings/balance")
    assert (balances["availableCents"], balances["disputedCents"], balance(agent)) == (0, 500, 0)

    # and staff read everything on one case, see the exact postings, and split
    staff = Backoffice(instance, "support")
    page = staff.row("escrow/case/", made["id"])
    case = "".join(staff.client.get(page, params={"tab": tab}).text for tab in ("contract", "evidence", "dialogue"))
    for said in (words["description"], "Here they are in large.", "sign.txt", "Half of it is sharp.", "Open 9 to 18."):
        assert said in case, said
    preview = staff.decide(page, outcome="split", worker="2.50", reason="One of two photos is sharp.")
    assert all(cents in preview for cents in ("2.50 USD", "0.45 USD", "2.95 USD"))

    # so each side has its part, and both know why
    assert (earned(worker), balance(agent)) == (250, 295)
    ended = agent("GET", path)["dispute"]
    assert (ended["status"], ended["resolution"]["reason"]) == ("resolved", "One of two photos is sharp.")
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "resolved"
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "paid"
    mails = instance.caller()("GET", f"/api/sandbox/mail?to={worker.email}")["mails"]
    assert any("One of two photos is sharp." in mail["text"] for mail in mails)
    wait_until(lambda: sorted(hook.types()) == ["dispute.opened", "dispute.resolved"], 30)
    instance.check_ledger()


def test_a_withdrawn_dispute_gives_the_time_back(instance: Instance) -> None:
    # given approved work with a day for disputes and three until it is paid
    agent, worker = instance.agent(5.9), instance.new_worker()
    bounty, application, escrow = hire(agent, worker)
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    deliver_and_approve(agent, worker, bounty)
    words = {"category": "other", "description": "I do not find it."}
    made = agent("POST", f"/api/escrow/{escrow}/dispute", words)["dispute"]

    # when the funder finds it after ten days
    instance.advance(10 * DAY)
    agent("POST", f"/api/disputes/{made['id']}/withdraw")

    # then the three days run from there
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "completed"
    instance.advance(2 * DAY)
    assert earned(worker) == 0
    instance.advance(DAY)
    assert earned(worker) == 500
    instance.check_ledger()

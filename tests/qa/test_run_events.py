"""Every event of a run's hires names the run, of whichever app it is (contract, section 8)."""

import pytest

from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_money
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.taste import given_panel
from webhooks.models import Event

pytestmark = pytest.mark.django_db
OF_NO_HIRE = {"wallet.low_balance"}


def told(owner: Api, *people: Api) -> dict[str, set[str | None]]:
    """The runs that the events of each type name."""
    rows = Event.objects.filter(public=True, account__in=[owner.account, *(one.account for one in people)])
    found: dict[str, set[str | None]] = {}
    for row in rows.exclude(type__in=OF_NO_HIRE):
        found.setdefault(row.type, set()).add(row.data.get("runId"))
    return found


def test_a_panels_money_talk_and_tips_name_the_run() -> None:
    panel = given_panel(590, respondentCount=1)
    worker = panel.respondent()
    conversation = worker.get("/api/work")["applications"][0]["conversationId"]
    words = {"content": "May I ask something?"}
    assert worker.post(f"/api/conversations/{conversation}/messages", words).status == 200
    panel.vote(worker)
    given_money(panel.agent, 1000)
    tip = {
        "recipientId": worker.account.public_profile_id,
        "bountyId": panel.row.bounty.public_id,
        "amount": 1,
    }
    assert panel.agent.post("/api/transfers/send", tip).status == 200

    found = told(panel.agent, worker)

    assert {"escrow.funded", "escrow.released", "message.received", "payment.sent"} <= found.keys()
    assert found == {name: {panel.run_id} for name in found}


def test_what_comes_back_and_what_is_disputed_name_the_run() -> None:
    owner, run = given_run()
    tester, _ = given_tester(run)
    assert send(tester, run).status == 200
    turn()
    escrow = owner.get("/api/escrow?limit=5")["escrows"][0]["id"]
    disputed = owner.post(f"/api/escrow/{escrow}/dispute", {"category": "other", "description": "D"})
    talk = disputed["dispute"]["conversationId"]
    assert tester.post(f"/api/conversations/{talk}/messages", {"content": "Why?"}).status == 200
    other, seat = given_tester(run, given_worker(), confirms=False)
    assert run.bounty is not None
    path = f"/api/bounties/{run.bounty.public_id}/applications/{seat.public_id}"
    assert other.patch(path, {"action": "withdraw"}).status == 200

    found = told(owner)

    assert {"escrow.funded", "escrow.refunded", "dispute.opened", "message.received"} <= found.keys()
    assert found == {name: {run.public_id} for name in found}

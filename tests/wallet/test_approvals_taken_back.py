"""An approval that was given and not used yet is taken back; the page says which amount asked, and what is left afterwards."""

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.factories.approvals import asks_above, decide, given_asking_agent, owner_of, posting
from tests.factories.market import given_funded_agent, untouched
from tests.factories.members import given_member
from tests.visitor import Visitor
from wallet import ledger
from wallet.models import Approval
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def told(agent: Api) -> list[tuple[str, str]]:
    rows = Event.objects.filter(account=agent.account, type="approval.decided").order_by("id")
    return [(row.data["status"], row.data["note"]) for row in rows]


def page(agent: Api) -> str:
    return f"/owner/approvals/{Approval.objects.get(account=agent.account).public_id}"


def limits(agent: Api, **values: int) -> None:
    assert owner_of(agent).patch("/api/wallet/controls", values).status == 200
    path = f"/api/keys/{agent.key.public_id}/limits"
    assert owner_of(agent).patch(path, {"spendingCapRolling7dCents": 900, "askAboveCents": 200}).status == 200


def test_what_was_taken_back_is_refused_and_the_agent_is_told_why() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    assert decide(agent, asked).status == 200

    taken = decide(agent, asked, "withdraw", note="Not this week.")

    assert (taken.status, taken["approval"]["status"], taken["approval"]["note"]) == (200, "declined", "Not this week.")
    assert told(agent) == [("approved", ""), ("declined", "Not this week.")]
    with untouched():
        refused = posting(agent)
        assert (refused.status, refused.code) == (403, "approval_declined") and "Not this week." in str(refused.body)
        assert decide(agent, asked, "withdraw")["approval"]["note"] == "Not this week.", (
            "the same again changes nothing"
        )
        assert decide(agent, asked, "approve").status == 409
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 5000 and not Bounty.objects.exists()


def test_what_waits_or_was_used_is_not_taken_back() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    with untouched():
        waits = decide(agent, asked, "withdraw")
    assert (waits.status, waits["allowedActions"]) == (409, ["approve", "decline"])

    decide(agent, asked)
    with untouched():
        late = decide(agent, asked, "decline")
    assert (late.status, late["allowedActions"]) == (409, ["withdraw"])

    assert posting(agent).status == 200
    with untouched():
        used = decide(agent, asked, "withdraw")
    assert (used.status, used["currentState"], used["allowedActions"]) == (409, "used", [])


def test_what_can_be_taken_back_says_so_to_whom_it_is_left() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    path = f"/api/approvals/{asked['approvalId']}"
    approved, owner, manager = decide(agent, asked), owner_of(agent), given_member(agent, "manager")

    [action] = approved["nextActions"]
    assert owner.get(path)["nextActions"] == [action]
    assert (action["operation"], action["body"]) == ("decideApproval", {"decision": "withdraw"})
    assert (action["until"], action["irreversible"]) == (approved["approval"]["expiresAt"], False)
    assert manager.get(path)["nextActions"] == [], "only an owner decides"
    assert [one["operation"] for one in agent.get(path)["nextActions"]] == ["createBounty"], (
        "the agent is told its call"
    )
    with untouched():
        late = decide(agent, asked, "decline")
    assert [one["body"] for one in late["nextActions"]] == [{"decision": "withdraw"}]
    assert owner.post(action["path"], action["body"])["nextActions"] == []


def test_only_an_owner_takes_back() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    decide(agent, asked)
    manager, other, body = given_member(agent, "manager"), given_funded_agent(), {"decision": "withdraw"}
    with untouched():
        path = f"/api/approvals/{asked['approvalId']}"
        assert manager.post(path, body).code == "member_role_required"
        assert agent.post(path, body).code == "session_required"
        assert owner_of(other).post(path, body).status == 404


def test_the_page_takes_back_and_says_when_the_call_was_first() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent))
    visitor = Visitor(agent.account)
    shown = visitor.open(page(agent))
    taken = visitor.send(shown, "withdraw", note="Wait.")
    assert "Taken back." in taken.text and "The approval was taken back" in taken.text and "Wait." in taken.text
    assert "Turned down" not in taken.text and "declined" not in taken.text
    assert "Taken back" in visitor.open("/owner/approvals").text.partition("Before")[2]

    other = given_asking_agent()
    asked = posting(other)
    decide(other, asked)
    visitor = Visitor(other.account)
    shown = visitor.open(page(other))
    assert posting(other).status == 200
    late = visitor.send(shown, "withdraw")
    assert late.status == 409 and "It was done" in late.text


def test_the_page_says_whose_amount_it_is_and_what_each_limit_leaves_afterwards() -> None:
    agent = given_asking_agent()
    limits(agent, askAboveCents=500, spendingCapRolling24hCents=1000)
    posting(agent)

    text = Visitor(agent.account).open(page(agent)).text

    assert "It is above $2.00, the amount of this key itself" in text
    left = text.partition("What is left after it")[2]
    assert "In the wallet $50.00 $44.10" in left
    assert "Your limit in 24 hours $10.00 $4.10" in left
    assert "Limit of the key in 7 days $9.00 $3.10" in left


def test_what_does_not_fit_is_said_to_be_too_little_and_the_amount_stays_as_it_was_asked() -> None:
    agent = given_asking_agent(above=500)
    posting(agent)
    asks_above(agent, 100)
    owner_of(agent).patch("/api/wallet/controls", {"spendingCapRolling24hCents": 400})

    text = Visitor(agent.account).open(page(agent)).text

    assert "It is above $5.00, the amount of this account" in text
    assert "Your limit in 24 hours $4.00 $1.90 too little" in text


def test_what_was_declined_is_not_said_to_be_taken_back() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent), "decline")
    visitor = Visitor(agent.account)

    text = visitor.open(page(agent)).text

    assert "It was declined" in text and "Declined" in text and "taken back" not in text
    assert "Taken back" not in visitor.open("/owner/approvals").text


def test_the_way_to_the_limits_leads_to_those_of_the_key_where_these_hold_it_up() -> None:
    agent = given_asking_agent()
    limits(agent, askAboveCents=500, spendingCapRolling24hCents=1000)
    posting(agent)
    of_key = f"/owner/keys/{agent.key.public_id}#limits"

    assert of_key in Visitor(agent.account).open(page(agent)).links, "its own amount asks"
    path = f"/api/keys/{agent.key.public_id}/limits"
    assert owner_of(agent).patch(path, {"spendingCapRolling7dCents": 100}).status == 200
    short = Visitor(agent.account).open(page(agent))
    assert "leave $1.00 now" in short.text and short.links.count(of_key) == 2

    other = given_asking_agent(above=500)
    posting(other)
    of_account = Visitor(other.account).open(page(other)).links
    assert f"/owner/keys/{other.key.public_id}#limits" not in of_account

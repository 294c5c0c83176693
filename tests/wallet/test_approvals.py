"""Ask me above: a spend above the owner's amount moves nothing, asks them, and goes on once they have approved it."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from marketplace.models import IdempotencyRecord, Mail
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.approvals import TASK, asks_above, decide, given_asking_agent, owner_of, posting
from tests.factories.market import given_money, untouched
from wallet import ledger as books
from wallet.models import Approval, Checkout, Controls
from wallet.rules.approvals import APPROVALS_MOST
from wallet.services import approval_mails, approvals
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ASKED = (Approval, Event, Mail)  # what a question writes
WARNED = "needs_approval"


def wallet_of(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def told(agent: Api, type_: str) -> list[dict[str, Any]]:
    return [event.data for event in Event.objects.filter(type=type_, account=agent.account).order_by("id")]


def test_a_spend_above_the_amount_moves_nothing_and_asks() -> None:
    agent = given_asking_agent()

    with untouched(besides=ASKED):
        asked = posting(agent)

    assert (asked.status, asked["success"], asked["status"], asked["cents"]) == (202, True, "pending", 590)
    plan = asked["plan"]
    assert (plan["type"], plan["title"], plan["seats"], plan["payPerSeatCents"], plan["feeCents"]) == (
        "bounty_funding",
        "Errand",
        1,
        500,
        90,
    )
    assert plan["moves"] == [{"to": "bounty", "person": "", "cents": 590}]
    assert "can't be undone" in plan["undo"]
    assert "same idempotency key" in asked["nextActions"][-1]["why"]
    assert not IdempotencyRecord.objects.filter(key="k1").exists(), "the key stays unused"
    (event,) = told(agent, "approval.requested")
    assert (event["approvalId"], event["cents"], event["operationId"]) == (asked["approvalId"], 590, "createBounty")


def test_at_the_amount_nobody_is_asked() -> None:
    agent = given_asking_agent(above=590)

    assert posting(agent)["bounty"]["status"] == "open"


def test_the_same_call_waits_at_the_same_question() -> None:
    agent = given_asking_agent()
    asked = posting(agent)

    with untouched():
        again = posting(agent)

    assert (again.status, again["approvalId"], again["status"]) == (202, asked["approvalId"], "pending")


def test_once_approved_the_same_call_is_carried_out_once() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    decided = decide(agent, asked, note="Go ahead.")["approval"]
    assert (decided["status"], decided["note"]) == ("approved", "Go ahead.")

    made = posting(agent)
    again = posting(agent)

    assert (made.status, made["bounty"]["status"]) == (200, "open")
    assert (again["bounty"]["id"], again.headers["Idempotency-Replayed"]) == (made["bounty"]["id"], "true")
    assert (wallet_of(agent), Bounty.objects.count()) == (4410, 1)
    shown = agent.get(f"/api/approvals/{asked['approvalId']}")["approval"]
    assert (shown["status"], shown["bountyId"]) == ("used", made["bounty"]["id"])
    assert [event["status"] for event in told(agent, "approval.decided")] == ["approved"]


def test_an_approval_is_for_one_call_only() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent))

    with untouched():
        other = posting(agent, title="Something else")
    asked = posting(agent, "k2")

    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert (asked.status, asked["status"]) == (202, "pending")


def test_a_declined_call_stays_declined_with_the_owners_words() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    decide(agent, asked, "decline", note="Too dear.")

    with untouched():
        refused = posting(agent)

    assert (refused.status, refused.code, refused["note"]) == (403, "approval_declined", "Too dear.")
    assert told(agent, "approval.decided")[0]["note"] == "Too dear."
    assert posting(agent, "k2").status == 202, "another key is another question"


@pytest.mark.parametrize("timer", [False, True])
def test_an_unanswered_call_expires_after_a_day(at: Any, timer: bool) -> None:
    start = clock.now()
    at(str(start))
    agent = given_asking_agent()
    asked = posting(agent)
    at(str(start + timedelta(hours=24)))
    if timer:
        assert approvals.expire_due() == 1
        assert [event["status"] for event in told(agent, "approval.decided")] == ["expired"]

    with untouched():
        refused = posting(agent)
        late = decide(agent, asked)

    assert (refused.status, refused.code) == (403, "approval_expired")
    assert (late.status, late["currentState"], late["allowedActions"]) == (409, "expired", [])
    assert posting(agent, "k2").status == 202


def test_an_approved_call_can_be_made_for_a_day(at: Any) -> None:
    start = clock.now()
    at(str(start))
    agent = given_asking_agent()
    asked = posting(agent)
    at(str(start + timedelta(hours=23)))
    decide(agent, asked)

    at(str(start + timedelta(hours=46, minutes=59)))
    assert approvals.expire_due() == 0
    assert Approval.objects.get().state == "approved"
    at(str(start + timedelta(hours=47)))
    assert approvals.expire_due() == 1

    assert posting(agent).code == "approval_expired"
    assert [event["status"] for event in told(agent, "approval.decided")] == ["approved"]


def test_after_its_key_has_lapsed_a_used_approval_is_no_leave_for_another_spend(at: Any) -> None:
    start = clock.now()
    at(str(start))
    agent = given_asking_agent()
    decide(agent, posting(agent))
    posting(agent)

    at(str(start + timedelta(hours=25)))
    asked = posting(agent)

    assert (asked.status, Approval.objects.count(), Bounty.objects.count()) == (202, 2, 1)


def test_without_an_idempotency_key_the_call_is_refused_and_told_why() -> None:
    agent = given_asking_agent()

    with untouched():
        refused = agent.post("/api/bounties", TASK)

    assert (refused.status, refused.code) == (400, "idempotency_key_required")
    assert "asked above 5.00 USD" in refused["error"]


def test_the_owner_signed_in_is_not_asked() -> None:
    agent = given_asking_agent()

    assert owner_of(agent).post("/api/bounties", TASK)["bounty"]["status"] == "open"


def test_what_could_not_be_done_anyway_is_refused_and_not_asked_about() -> None:
    agent = given_asking_agent()
    Controls.objects.update(spending_cap_rolling_24h_cents=100)

    with untouched(besides=Event):
        refused = posting(agent)

    assert refused.code == "spending_cap_exceeded"
    assert not Approval.objects.exists()


def test_a_cap_that_was_lowered_since_still_bounds_and_leaves_the_approval() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent))
    Controls.objects.update(spending_cap_rolling_24h_cents=100)

    with untouched(besides=Event):
        assert posting(agent).code == "spending_cap_exceeded"
    Controls.objects.update(spending_cap_rolling_24h_cents=None)

    assert posting(agent).status == 200


def test_a_freeze_after_the_approval_refuses_and_leaves_the_approval() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent))
    owner_of(agent).post("/api/wallet/freeze", {})

    with untouched():
        assert posting(agent).code == "wallet_frozen"
    owner_of(agent).post("/api/wallet/unfreeze", {})

    assert posting(agent).status == 200


def test_a_call_that_takes_more_by_now_is_refused_and_asks_anew_by_another_key() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent))
    Approval.objects.update(cents=589)

    with untouched():
        refused = posting(agent)

    assert (refused.status, refused.code) == (409, "approval_exceeded")
    assert (refused["approvedCents"], refused["neededCents"]) == (589, 590)


def test_what_the_wallet_adds_beside_a_page_is_asked_about() -> None:
    agent = given_asking_agent(589, above=400)

    with untouched(besides=ASKED):
        asked = posting(agent)
    assert (asked.status, asked["cents"], asked["plan"]["type"]) == (202, 490, "beside_page")
    assert asked["plan"]["title"] == "Errand"

    decide(agent, asked)
    assert posting(agent)["bounty"]["status"] == "pending_deposit"
    assert Checkout.objects.get(purpose="bounty").amount_cents == 100
    assert Approval.objects.get().status == "used"


def test_a_page_that_brings_it_all_asks_nobody() -> None:
    agent = given_agent()
    asks_above(agent, 0)

    assert posting(agent)["bounty"]["status"] == "pending_deposit"


def test_money_that_came_since_is_spent_only_when_asked() -> None:
    agent = given_agent()
    asks_above(agent, 0)
    bounty = posting(agent)["bounty"]["id"]
    given_money(agent, 1000)

    with untouched(besides=ASKED):
        asked = agent.post("/api/bounties/deposit", {"bountyId": bounty}, Idempotency_Key="d1")

    assert (asked.status, asked["plan"]["title"]) == (202, "Errand")


def test_only_the_owner_signed_in_sets_the_amount() -> None:
    agent = given_asking_agent()

    with untouched():
        for change in ({"askAboveCents": None}, {"askAboveCents": 100}, {"askAboveCents": 10_000}):
            assert agent.patch("/api/wallet/controls", change).code == "session_required"
    changed = owner_of(agent).patch("/api/wallet/controls", {"askAboveCents": 10_000})

    assert changed["controls"]["askAboveCents"] == 10_000
    assert agent.get("/api/wallet/headroom")["headroom"]["asksAboveCents"] == 10_000
    assert posting(agent).status == 200


def test_only_the_owner_signed_in_decides() -> None:
    agent = given_asking_agent()
    asked = posting(agent)

    with untouched():
        refused = agent.post(f"/api/approvals/{asked['approvalId']}", {"decision": "approve"})
        stranger = owner_of(given_agent()).post(f"/api/approvals/{asked['approvalId']}", {"decision": "approve"})

    assert (refused.code, stranger.code) == ("session_required", "not_found")


def test_deciding_again_changes_nothing_and_otherwise_is_refused() -> None:
    agent = given_asking_agent()
    asked = posting(agent)
    decide(agent, asked)

    with untouched():
        again, otherwise = decide(agent, asked, note="Late words."), decide(agent, asked, "decline")

    assert (again["approval"]["status"], again["approval"]["note"]) == ("approved", "")
    assert (otherwise.status, otherwise["currentState"]) == (409, "approved")
    posting(agent)
    assert decide(agent, asked)["approval"]["status"] == "used"


def test_a_dry_run_says_that_the_owner_would_be_asked() -> None:
    agent = given_asking_agent()

    with untouched():
        warnings = agent.post("/api/bounties", TASK | {"dryRun": True})["warnings"]
        mine = owner_of(agent).post("/api/bounties", TASK | {"dryRun": True}).body.get("warnings", [])

    assert any(WARNED in warning for warning in warnings)
    assert not any(WARNED in warning for warning in mine)


def test_too_many_questions_are_not_asked() -> None:
    agent = given_asking_agent()
    posting(agent)
    row = Approval.objects.get()
    for number in range(APPROVALS_MOST - 1):
        row.pk, row.idempotency_key, row._state.adding = None, f"other {number}", True
        Approval.objects.create(
            **{f.attname: getattr(row, f.attname) for f in Approval._meta.concrete_fields if f.attname != "id"}
        )

    with untouched():
        refused = posting(agent, "one more")

    assert (refused.status, refused.code) == (409, "too_many_approvals")
    assert posting(agent)["status"] == "pending", "those that wait are answered as before"


def test_lists_are_by_status_and_of_one_account(at: Any) -> None:
    agent, other = given_asking_agent(), given_asking_agent()
    first, second = posting(agent), posting(agent, "k2")
    posting(other)
    decide(agent, first, "decline")

    found = agent.get("/api/approvals")["approvals"]
    pending = agent.get("/api/approvals?status=pending")["approvals"]
    at(str(clock.now() + timedelta(days=2)))

    assert [row["id"] for row in found] == [second["approvalId"], first["approvalId"]]
    assert [row["id"] for row in pending] == [second["approvalId"]]
    assert [row["id"] for row in agent.get("/api/approvals?status=expired")["approvals"]] == [second["approvalId"]]
    assert agent.get("/api/approvals?status=pending")["approvals"] == []
    assert agent.get("/api/approvals?status=nonsense").status == 400


def test_the_owner_reads_the_jobs_words_but_no_secrets() -> None:
    agent = given_asking_agent()
    asked = posting(agent, description="x" * 3000, idempotencyKey="k1", agentVerification=None)

    shown = agent.get(f"/api/approvals/{asked['approvalId']}")["approval"]

    assert shown["request"]["title"] == "Errand"
    assert len(shown["request"]["description"]) == 3000
    assert not {"idempotencyKey", "agentVerification"} & set(shown["request"])
    assert (shown["operationId"], shown["operation"]) == ("createBounty", "Post a bounty")
    assert shown["askedBy"]["via"] == "key" and shown["askedBy"]["name"]


def test_fifty_questions_are_two_mails(at: Any) -> None:
    start = clock.now()
    at(str(start))
    agent = given_asking_agent(100_000)
    Mail.objects.all().delete()
    asked = [posting(agent, f"k{number}") for number in range(5)]

    (mail,) = Mail.objects.filter(to=agent.account.email)
    assert "$5.90" in mail.subject and f"/owner/approvals/{asked[0]['approvalId']}" in mail.text
    assert approval_mails.tell_due() == 0
    at(str(start + timedelta(minutes=5)))
    assert approval_mails.tell_due() == 1
    assert approval_mails.tell_due() == 0

    assert Mail.objects.filter(to=agent.account.email).count() == 2
    assert "4 spends" in Mail.objects.order_by("id").last().subject  # type: ignore[union-attr]

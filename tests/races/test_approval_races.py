"""Approvals at the same moment: one decision, one use, and nothing spent that was not approved."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from tests.api import Api
from tests.factories.approvals import decide, given_asking_agent, owner_of, posting
from wallet import ledger
from wallet.models import Approval
from wallet.services import approval_mails, approvals
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def left(agent: Api) -> int:
    return ledger.balance(ledger.wallet(agent.account.pk))


def answers(agent: Api, asked: Any, decision: str) -> Callable[[], Any]:
    owner, path = owner_of(agent), f"/api/approvals/{asked['approvalId']}"
    return lambda: owner.post(path, {"decision": decision})


def decided() -> list[str]:
    return [event.data["status"] for event in Event.objects.filter(type="approval.decided").order_by("id")]


@pytest.mark.main
def test_of_a_use_and_its_withdrawal_at_once_one_holds(at_once: Any) -> None:
    agent = given_asking_agent(100_000)
    asked = posting(agent)
    decide(agent, asked)

    used, taken = at_once(lambda: posting(agent), answers(agent, asked, "withdraw"))

    status = Approval.objects.get().status
    assert (used.status, taken.status, status) in ((200, 409, "used"), (403, 200, "declined")), (used.body, taken.body)
    assert (left(agent), Bounty.objects.count()) == ((100_000 - 590, 1) if status == "used" else (100_000, 0))
    assert decided() == ["approved"] + ["declined"] * (status == "declined")


@pytest.mark.main
def test_of_the_same_approved_call_at_once_one_spends(at_once: Any) -> None:
    agent = given_asking_agent(100_000)
    decide(agent, posting(agent))

    made = at_once(*[lambda: posting(agent)] * 6)

    assert {answer.status for answer in made} == {200}, [answer.body for answer in made]
    assert len({answer["bounty"]["id"] for answer in made}) == 1
    assert (left(agent), Bounty.objects.count()) == (100_000 - 590, 1)
    assert Approval.objects.get().status == "used"


def test_the_same_call_asked_at_once_is_one_question(at_once: Any) -> None:
    agent = given_asking_agent(100_000)

    made = at_once(*[lambda: posting(agent)] * 6)

    assert {answer.status for answer in made} <= {202, 409}, [answer.body for answer in made]
    assert Approval.objects.count() == 1
    assert Event.objects.filter(type="approval.requested").count() == 1
    assert (left(agent), Bounty.objects.count()) == (100_000, 0)


def test_of_approve_and_decline_at_once_one_holds(at_once: Any) -> None:
    agent = given_asking_agent(100_000)
    asked = posting(agent)

    made = at_once(answers(agent, asked, "approve"), answers(agent, asked, "decline"))

    assert sorted(answer.status for answer in made) == [200, 409]
    status = Approval.objects.get().status
    assert decided() == [status]
    assert posting(agent).status == {"approved": 200, "declined": 403}[status]


def test_of_approve_and_expiry_at_once_one_holds(at_once: Any, at: Any) -> None:
    agent = given_asking_agent(100_000)
    asked = posting(agent)
    verb = answers(agent, asked, "approve")
    Approval.objects.update(expires_at=clock.now() + timedelta(milliseconds=15))

    answer, _ = at_once(verb, approvals.expire_due)
    approvals.expire_due()

    status = Approval.objects.get().status
    assert (answer.status, status) in ((200, "approved"), (409, "expired"), (409, "pending"))
    assert decided() == ([status] if status != "pending" else [])


def test_a_use_and_its_expiry_at_once_leave_one_of_both(at_once: Any) -> None:
    agent = given_asking_agent(100_000)
    decide(agent, posting(agent))
    Approval.objects.update(expires_at=clock.now() + timedelta(milliseconds=25))

    answer, _ = at_once(lambda: posting(agent), approvals.expire_due)
    approvals.expire_due()

    used = answer.status == 200
    assert used or answer.code == "approval_expired"
    assert left(agent) == 100_000 - 590 * used
    assert Approval.objects.get().state == ("used" if used else "expired")


def test_a_freeze_beside_approved_calls_lets_nothing_pass_after_it(at_once: Any) -> None:
    agent = given_asking_agent(100_000)
    keys = [f"k{number}" for number in range(4)]
    for key in keys:
        decide(agent, posting(agent, key))
    owner, after = owner_of(agent), []

    def freeze() -> Any:
        answer = owner.post("/api/wallet/freeze", {})
        after.append(left(agent))
        return answer

    made = at_once(*[lambda key=key: posting(agent, key) for key in keys], freeze)

    passed = [answer for answer in made[:-1] if answer.status == 200]
    assert {answer.code for answer in made[:-1] if answer.status != 200} <= {"wallet_frozen"}
    assert after == [100_000 - 590 * len(passed)] == [left(agent)]
    assert Approval.objects.filter(status="approved").count() == 4 - len(passed)


def test_calls_asked_at_once_are_one_mail_now_and_one_later(at_once: Any) -> None:
    agent = given_asking_agent(100_000)

    at_once(*[lambda n=n: posting(agent, f"k{n}") for n in range(5)])

    assert Approval.objects.filter(mailed_at=None).count() == 4
    at_once(approval_mails.tell_due, approval_mails.tell_due)
    assert Approval.objects.filter(mailed_at=None).count() == 4, "five minutes have not passed"

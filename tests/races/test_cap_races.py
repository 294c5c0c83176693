"""Two spends that each fit, but not together: one passes, the other is refused, and the owner hears of it once."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.factories.accounts import session_token
from tests.factories.market import given_funded_agent
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


def twin(agent: Api) -> Callable[[], Any]:
    return lambda: agent.post("/api/bounties", TASK)


@pytest.mark.main
@pytest.mark.parametrize(("cap", "pass_"), [(600, 1), (1790, 3), (590 * 8, 8)])
def test_spends_at_once_never_pass_the_cap_together(at_once: Any, cap: int, pass_: int) -> None:
    agent = given_funded_agent(100_000)
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": cap})

    answers = at_once(*[twin(agent)] * 8)

    assert sorted(answer.status for answer in answers) == [200] * pass_ + [403] * (8 - pass_)
    assert {answer.code for answer in answers if answer.status == 403} <= {"spending_cap_exceeded"}
    assert Bounty.objects.count() == pass_
    assert Event.objects.filter(type="wallet.spending_cap_hit").count() == 8 - pass_


@pytest.mark.main
def test_nothing_leaves_the_wallet_once_a_freeze_has_answered(at_once: Any) -> None:
    agent = given_funded_agent(100_000)
    owner = Api(agent.account, {"X-Session-Token": session_token(agent.account)})
    answered: list[int] = []

    def freeze() -> Any:
        answer = owner.post("/api/wallet/freeze", {})
        answered.append(ledger.balance(ledger.wallet(agent.account.pk)))
        return answer

    answers = at_once(*[twin(agent)] * 4, freeze, *[twin(agent)] * 4)

    passed = [answer.status for answer in answers if answer.body.get("bounty")]
    assert {answer.code for answer in answers if answer.status != 200} <= {"wallet_frozen"}
    assert answered == [100_000 - 590 * len(passed)] == [ledger.balance(ledger.wallet(agent.account.pk))]
    assert Bounty.objects.count() == len(passed)

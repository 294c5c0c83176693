"""Two spends that each fit, but not together: one passes, the other is refused, and the owner hears of it once."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.services import keys
from tests.api import Api
from tests.factories.accounts import session_token
from tests.factories.market import given_funded_agent
from wallet import ledger
from wallet.models.ledger import LedgerMove
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


@pytest.mark.main
@pytest.mark.parametrize(("account_cap", "key_cap"), [(100_000, 590 * 4), (590 * 7 + 100, 590 * 4), (590 * 5, 100_000)])
def test_twenty_spends_of_two_keys_pass_neither_the_cap_of_one_nor_that_of_the_account(
    at_once: Any, account_cap: int, key_cap: int
) -> None:
    """The second key has no cap of its own. Ten calls each; the sums are exact, whatever the order."""
    agent = given_funded_agent(100_000)
    key, raw = keys.issue(agent.account, "limited")
    limited = Api(agent.account, {"X-API-Key": raw})
    owner = Api(agent.account, {"X-Session-Token": session_token(agent.account)})
    assert owner.patch(f"/api/keys/{key.public_id}/limits", {"spendingCapRolling24hCents": key_cap}).status == 200
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": account_cap})

    answers = at_once(*[twin(limited), twin(agent)] * 10)

    spent = LedgerMove.objects.filter(transaction__kind="fund").values_list("spender", "cents")
    by_key = sum(cents for spender, cents in spent if spender == f"key:{key.pk}")
    total = sum(cents for _, cents in spent)
    assert total == 100_000 - ledger.balance(ledger.wallet(agent.account.pk))
    assert total == 590 * sum(answer.status == 200 for answer in answers)
    assert by_key <= key_cap
    if account_cap == 100_000:
        assert (by_key, total) == (key_cap, key_cap + 5900)
    else:  # whichever key came first
        assert total == account_cap // 590 * 590
    hits = [hit.data for hit in Event.objects.filter(type="wallet.spending_cap_hit")]
    assert len(hits) == sum(answer.code == "spending_cap_exceeded" for answer in answers) == 20 - total // 590
    assert {(hit["cap"], hit["spenderId"]) for hit in hits} <= {
        ("rolling_24h", None),
        ("key_rolling_24h", key.public_id),
    }


@pytest.mark.main
def test_a_limit_holds_from_its_answer_on(at_once: Any) -> None:
    agent = given_funded_agent(100_000)
    key, raw = keys.issue(agent.account, "limited")
    limited = Api(agent.account, {"X-API-Key": raw})
    owner = Api(agent.account, {"X-Session-Token": session_token(agent.account)})
    left: list[int] = []

    def limit() -> Any:
        answer = owner.patch(f"/api/keys/{key.public_id}/limits", {"spendingCapRolling24hCents": 0})
        left.append(ledger.balance(ledger.wallet(agent.account.pk)))
        return answer

    at_once(*[twin(limited)] * 4, limit, *[twin(limited)] * 4)

    assert left == [ledger.balance(ledger.wallet(agent.account.pk))]

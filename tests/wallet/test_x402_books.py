"""The chain's transfers to us against what was credited: nothing came that nobody has, nothing is credited that never came."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from eth_account import Account

from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.x402 import deposit, signed
from tests.wallet.conftest import wallet_of
from wallet.models import Discrepancy, X402Payment
from wallet.providers import chain as asked
from wallet.services import reconciliation
from wallet.tasks import compare_providers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
STRANGE, GONE = "stablecoin transfer that is not in our books", "stablecoin payment that is not on the chain"


@pytest.fixture(autouse=True)
def own_address(facilitator: Any, settings: Any) -> Any:
    """The chain is shared by all tests, this address is not."""
    settings.X402_PAY_TO = Account.create().address
    yield settings.X402_PAY_TO
    clock.freeze(None)


def given_settled(chain: Any, agent: Api) -> X402Payment:
    assert deposit(agent, 500, signed(agent, chain.payer(50))).status == 200
    return X402Payment.objects.latest("id")


def compared() -> list[tuple[str, str, str]]:
    return reconciliation.compare(None, None)


def test_equal_books_are_silent(chain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compared() == []
    agent = given_agent()
    for _ in range(3):
        given_settled(chain, agent)
    assert (compared(), wallet_of(agent)) == ([], 1500)

    monkeypatch.setattr(asked, "_BLOCKS", 2)
    assert compared() == [], "in short steps, too"


def test_money_that_came_and_is_nobodys_is_named(chain: Any, own_address: str) -> None:
    given_settled(chain, given_agent())
    tx_hash = chain.do(chain.token.functions.mint(own_address, 3_000_000))

    assert compared() == [(STRANGE, f"{tx_hash} from 0x{'0' * 40}", "1 x 3000000 atoms")]
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("check_ledger", "--providers", stdout=out)
    assert tx_hash in out.getvalue()


def test_a_payment_that_nobody_could_trace_is_found_by_the_nightly_look_and_explained(
    chain: Any, facilitator: Any
) -> None:
    """Its end is written down wrongly; the chain knows better."""
    agent = given_agent()
    given_settled(chain, agent)
    facilitator.silent = True
    assert deposit(agent, 500, signed(agent, chain.payer(50))).status == 202
    X402Payment.objects.filter(status="review").update(status="failed", ended_at=clock.now())
    clock.freeze(clock.now() + timedelta(hours=3))

    assert [compare_providers(), compare_providers()] == [1, 1]

    row = Discrepancy.objects.get()
    assert (row.provider, row.fault, row.over_at) == ("x402", STRANGE, None)
    office = Client()
    office.force_login(given_agent(is_staff=True).account)
    address = reverse("admin:wallet_discrepancy_decide", args=[row.pk, "explain"])
    office.post(address, {"explain-reason": "Credited by hand.", "confirmed": "1"})
    compare_providers()
    row.refresh_from_db()
    assert row.over_at is not None and "Credited by hand." in row.explanation


def test_a_credit_without_its_transfer_is_named(chain: Any) -> None:
    payment = given_settled(chain, given_agent())
    never = "0x" + "1" * 64
    X402Payment.objects.update(tx_hash=never)

    assert sorted(compared()) == [
        (GONE, f"{never} from {payment.payer}", payment.public_id),
        (STRANGE, f"{payment.tx_hash} from {payment.payer}", "1 x 5000000 atoms"),
    ]


def test_two_credits_for_one_transfer_are_named(chain: Any) -> None:
    agent = given_agent()
    first, second = given_settled(chain, agent), given_settled(chain, agent)
    X402Payment.objects.filter(pk=second.pk).update(tx_hash=first.tx_hash, payer=first.payer, place=9)

    found = compared()

    assert (GONE, f"{first.tx_hash} from {first.payer}", "1 x 5000000 atoms") in found
    assert (STRANGE, f"{second.tx_hash} from {second.payer}", "1 x 5000000 atoms") in found


def test_a_node_that_is_away_hides_nothing_of_the_cards(chain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given_settled(chain, given_agent())
    called: list[str] = []
    cards = reconciliation._COMPARISONS["cards"]
    monkeypatch.setitem(
        reconciliation._COMPARISONS, "cards", lambda since, until: (called.append("cards"), cards(since, until))[1]
    )
    chain.away = True

    assert (compare_providers(), called, Discrepancy.objects.count()) == (0, ["cards"], 0)


def test_without_stablecoins_nothing_is_asked(settings: Any, chain: Any) -> None:
    settings.X402_PAY_TO, chain.away = "", True

    assert (compared(), compare_providers()) == ([], 0)

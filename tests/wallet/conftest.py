"""What the wallet's tests share: pages and payers, one purpose of their own, and real threads."""

import re
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.db import connection

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Answer, Api
from tests.factories.market import violations
from wallet import ledger as books
from wallet.models import Checkout
from wallet.ports import Settled, settlements
from wallet.services import checkouts, reconciliation, spending

CARD = {"cc-name": "A. Payer", "cc-number": "4242 4242 4242 4242", "cc-exp": "12/40", "cc-csc": "123"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Payer:
    """Somebody with a link and a card: no account, no cookie, no token, as `curl -d` would do it."""

    def look(self, checkout: Checkout) -> Answer:
        return Api().get(path_of(checkout))

    def send(self, checkout: Checkout, form: dict[str, str]) -> Answer:
        return Api().call("POST", path_of(checkout), raw=urlencode(form).encode(), **FORM)

    def pay(self, checkout: Checkout, **changed: str) -> Answer:
        changed = {name.replace("_", "-"): value for name, value in changed.items()}
        return self.send(checkout, {"action": "pay"} | CARD | changed)

    def cancel(self, checkout: Checkout) -> Answer:
        return self.send(checkout, {"action": "cancel"})


class Purpose:
    """A settlement as an upper step would plug it in: it spends the money on its subject, unless told to fail."""

    def __init__(self) -> None:
        self.locked: list[UUID] = []
        self.settled: list[UUID] = []
        self.fails = 0
        self.escrow = ids.new()

    def lock(self, subject_id: UUID) -> None:
        self.locked.append(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the worker died here")
        self.settled.append(subject_id)
        spending.spend(
            by=by,
            account_id=account_id,
            key=f"fund:{subject_id}",
            kind="fund",
            moves=[books.Move(books.wallet(account_id), books.pool(self.escrow), cents)],
            prepaid_cents=cents,
        )
        return Settled("funded", self.escrow)


@pytest.fixture
def payer() -> Payer:
    return Payer()


@pytest.fixture
def purpose(monkeypatch: pytest.MonkeyPatch) -> Purpose:
    """Plugged in as `thing` while the test runs."""
    mine = Purpose()
    monkeypatch.setitem(settlements._plugs, "thing", mine)
    return mine


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """`together(first, second)`: each in a thread with a connection of its own; their results or exceptions, in order."""

    def run(*works: Callable[[], Any]) -> list[Any]:
        start = threading.Barrier(len(works))
        results: list[Any] = [None] * len(works)

        def one(place: int, work: Callable[[], Any]) -> None:
            try:
                start.wait(timeout=10)
                results[place] = work()
            except Exception as error:
                results[place] = error
            finally:
                connection.close()

        threads = [threading.Thread(target=one, args=(i, work)) for i, work in enumerate(works)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=30)
        return results

    return run


def path_of(checkout: Checkout) -> str:
    return re.sub(r"^https?://[^/]+", "", checkout.url)


def given_checkout(
    agent: Api, cents: int = 2550, *, subject: UUID | None = None, description: str = "", **more: Any
) -> Checkout:
    """An open page of this agent: a plain deposit, or for the `thing` named by `subject`."""
    return unit(
        lambda: checkouts.open_checkout(
            account_id=agent.account.pk,
            purpose="thing" if subject else "deposit",
            subject_id=subject,
            cents=cents,
            description=description or "Wallet deposit",
            **more,
        )
    )


def given_money(agent: Api, cents: int) -> None:
    checkout = given_checkout(agent, cents)
    checkouts.book(checkout.pk, rail="card", reference=f"given_{checkout.public_id}", cents=cents)


def wallet_of(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


@pytest.fixture(scope="module")
def chain() -> Any:
    """One for the tests of a file: nobody reuses a wallet or a nonce, and a long chain answers slowly."""
    from tests.factories.chain import Chain

    made = Chain()
    yield made
    made.node.close()


@pytest.fixture
def facilitator(chain: Any, settings: Any) -> Any:
    """x402 is configured, on the chain of the tests, with a facilitator of this test's own."""
    from tests.factories.chain import Facilitator
    from wallet.providers import x402

    x402._retry_at = 0.0
    made = Facilitator(chain)
    settings.X402_PAY_TO, settings.X402_RPC_URL, settings.X402_FACILITATOR_URL = (
        chain.treasury,
        chain.node.url,
        made.url,
    )
    settings.X402_ASSET, settings.X402_ASSET_NAME, settings.X402_ASSET_VERSION = chain.token.address, "USDC", "2"
    yield made
    chain.away = False
    made.server.close()


@pytest.fixture
def token_stripe(settings: Any) -> Any:
    """Stripe's stand-in, MPP configured. Afterwards its books and ours agree, whatever happened."""
    from tests.wallet.rails import Stripe
    from tests.wallet.stripe_stand_in import SECRET, running

    for api in running():
        settings.CARD_PROVIDER, settings.STRIPE_API_KEY, settings.STRIPE_WEBHOOK_SECRET = "stripe", "sk_test_x", SECRET
        settings.STRIPE_API_BASE, settings.MPP_NETWORK_ID = api.url, "profile_test_x"
        rail = Stripe(api)
        yield rail
        rail.back()
        assert (reconciliation.compare(None, None), violations()) == ([], [])


@pytest.fixture(params=["sandbox", "stripe"])
def token_rail(request: pytest.FixtureRequest) -> Any:
    """Both providers in turn, as above."""
    from tests.wallet.rails import Sandbox

    if request.param == "stripe":
        yield request.getfixturevalue("token_stripe")
        return
    rail = Sandbox()
    yield rail
    rail.back()
    assert (reconciliation.compare(None, None), violations()) == ([], [])

"""Wallets that are below their floor, and what their owners are told of charges."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from marketplace.core import clock
from marketplace.models import Call, Mail
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent
from wallet import ledger as books
from wallet import providers
from wallet.errors import ProviderUnavailable
from wallet.models import ProviderAccount, TopUp
from wallet.providers.cards import Outcome
from wallet.services import topups

At = Callable[[str], datetime]
ON = {
    "autoTopupEnabled": True,
    "autoTopupFloorCents": 1000,
    "autoTopupTargetCents": 2000,
    "autoTopupMaxPerDayCents": 5000,
}


def given_low(card: str = "4242424242424242", *, cents: int = 1500, **more: Any) -> Api:
    """An agent with a kept card whose wallet is below the floor: 1500 - 590 = 910."""
    agent = given_funded_agent(cents)
    if card:
        ProviderAccount.objects.create(
            account=agent.account,
            provider="sandbox",
            customer_ref="sbx_cus",
            saved_method_ref=f"sbx_pm_{card}",
            saved_method_label=f"card •••• {card[-4:]}",
        )
    assert agent.patch("/api/wallet/controls", ON | more).status == 200
    given_bounty(agent)
    return agent


def balance(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def charge_mails(agent: Api) -> list[str]:
    found = Mail.objects.filter(to=agent.account.email, subject__startswith="Your card was charged")
    return list(found.order_by("created_at", "pk").values_list("subject", flat=True))


def timeline(agent: Api) -> list[str]:
    """What happened without a call, as the account's timeline tells it."""
    rows = Call.objects.filter(account=agent.account, via="service", operation__startswith="chargeKeptCard")
    return list(rows.order_by("created_at", "pk").values_list("note", flat=True))


def given_unanswered(at: At, monkeypatch: pytest.MonkeyPatch, *, charged: bool = False) -> tuple[Api, TopUp]:
    """A top-up of which the provider said nothing for a day; `charged`: it took the money all the same."""
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low()
    charge = providers.SandboxCards.charge_saved

    def lost(self: Any, **asked: Any) -> Outcome:
        if charged:
            charge(self, **asked)
        raise ProviderUnavailable()

    with monkeypatch.context() as away:
        away.setattr(providers.SandboxCards, "charge_saved", lost)
        topups.top_up(agent.account.pk)
        clock.freeze(begun + timedelta(hours=23))
        topups.poll_due()
        assert TopUp.objects.get().status == "initiated"
        clock.freeze(begun + timedelta(hours=25))
        topups.poll_due()
    return agent, TopUp.objects.get()

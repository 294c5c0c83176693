"""The demo of a sandbox whose cards a real provider takes, or nobody: it is made with play money all the same."""

from collections.abc import Iterable

import pytest
from pytest_django import Settings

from config.demo import seed
from marketplace.core import clock
from tests.factories.market import violations
from wallet.errors import NoCardProvider
from wallet.models import Outflow, Payment
from wallet.providers import card_rail
from wallet.providers.cards import Outcome, Record
from wallet.selectors import due as takes
from wallet.services import outflows, reconciliation

pytestmark = pytest.mark.django_db


class EmptyAccount:
    """A card provider that has never taken anything."""

    name = "stripe"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def records(self, since: object, until: object) -> Iterable[Record]:
        return []

    def poll(self, kind: str, reference: str) -> Outcome:
        self.asked.append(reference)
        return Outcome("failed", reference, "no_such_payout")


@pytest.mark.parametrize(("provider", "key"), [("none", ""), ("stripe", "sk_test_x")])
def test_the_demo_needs_no_card_provider_and_is_none_of_its_business(
    provider: str, key: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CARD_PROVIDER, settings.STRIPE_API_KEY = provider, key

    assert seed.seed() is not None

    assert Payment.objects.exists() and violations() == []
    monkeypatch.setattr(reconciliation, "card_rail", EmptyAccount)
    assert reconciliation._cards(None, None) == ("stripe", [])

    if provider == "none":
        with pytest.raises(NoCardProvider):
            card_rail()


@pytest.mark.parametrize("provider", ["none", "stripe"])
def test_the_daily_poll_asks_nobody_else_about_the_demos_payouts(
    provider: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seed.seed() is not None
    due = clock.now()
    paid = Outflow.objects.filter(status="paid")
    assert paid.update(poll_at=due) >= 1, "the demo has paid somebody out"
    rail = EmptyAccount()
    settings.CARD_PROVIDER = provider
    if provider == "stripe":
        for module in (outflows, takes):
            monkeypatch.setattr(module, "card_rail", lambda: rail)

    assert outflows.poll_due() == 0

    assert rail.asked == []
    assert set(paid.values_list("poll_at", flat=True)) == {due}, "their own provider may be asked again"

    own = paid.order_by("pk").first()
    assert own is not None
    own.provider_ref = "po_1"
    own.save(update_fields=["provider_ref"])
    outflows.poll_due()
    assert rail.asked == (["po_1"] if provider == "stripe" else [])

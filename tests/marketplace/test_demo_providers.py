"""The demo of a sandbox whose cards a real provider takes, or nobody: it is made with play money all the same."""

from collections.abc import Iterable

import pytest
from pytest_django import Settings

from config.demo import seed
from tests.factories.market import violations
from wallet.errors import NoCardProvider
from wallet.models import Payment
from wallet.providers import card_rail
from wallet.providers.cards import Record
from wallet.services import reconciliation

pytestmark = pytest.mark.django_db


class EmptyAccount:
    """A card provider that has never taken anything."""

    name = "stripe"

    def records(self, since: object, until: object) -> Iterable[Record]:
        return []


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

"""How MPP is set up: with Stripe's network and the same kind of money, or not at all."""

from typing import Any

import pytest

from wallet.apps import card_tokens_fit

SOUND = {"CARD_PROVIDER": "stripe", "STRIPE_API_KEY": "sk_test_x", "MPP_NETWORK_ID": "profile_test_x"}
LIVE = {"STRIPE_API_KEY": "sk_live_x", "MPP_NETWORK_ID": "profile_x"}


def test_none_and_a_whole_one_are_sound(settings: Any) -> None:
    assert card_tokens_fit() == []
    for changes in (SOUND, LIVE):
        for name, value in changes.items():
            setattr(settings, name, value)
        assert card_tokens_fit() == []


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"CARD_PROVIDER": "none"}, ["wallet.E020"]),
        ({"CARD_PROVIDER": "sandbox"}, ["wallet.E020"]),
        ({"MPP_NETWORK_ID": "acct_x"}, ["wallet.E021"]),
        ({"MPP_NETWORK_ID": "profile_"}, ["wallet.E021"]),
        ({"MPP_NETWORK_ID": "profile_x"}, ["wallet.E022"]),
        ({"STRIPE_API_KEY": "rk_live_x"}, ["wallet.E022"]),
    ],
)
def test_what_does_not_belong_together_is_an_error(settings: Any, changes: dict[str, Any], faults: list[str]) -> None:
    for name, value in (SOUND | changes).items():
        setattr(settings, name, value)

    assert [fault.id for fault in card_tokens_fit()] == faults

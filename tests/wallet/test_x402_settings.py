"""How x402 is set up: wholly or not at all, and never with play money beside real."""

from typing import Any

import pytest

from wallet.apps import stablecoins_fit
from wallet.rules import x402 as rules

ADDRESS = "0x" + "a" * 40
SOUND = {"X402_PAY_TO": ADDRESS, "X402_FACILITATOR_URL": "http://127.0.0.1:1", "X402_RPC_URL": "http://127.0.0.1:2"}


def test_none_and_a_whole_one_are_sound(settings: Any) -> None:
    assert stablecoins_fit() == []
    for name, value in SOUND.items():
        setattr(settings, name, value)
    assert stablecoins_fit() == []
    settings.SANDBOX, settings.X402_NETWORK = False, "eip155:8453"
    assert stablecoins_fit() == []


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"X402_PAY_TO": ""}, ["wallet.E010"]),
        ({"X402_PAY_TO": "me"}, ["wallet.E011"]),
        ({"X402_NETWORK": "base", "SANDBOX": False}, ["wallet.E011", "wallet.E011"]),
        ({"X402_NETWORK": "eip155:11155111"}, ["wallet.E011"]),
        ({"X402_ASSET": ADDRESS}, ["wallet.E011"]),
        ({"X402_ASSET": "coin", "X402_ASSET_NAME": "C", "X402_ASSET_VERSION": "1"}, ["wallet.E011"]),
        ({"X402_FACILITATOR_URL": ""}, ["wallet.E012"]),
        ({"X402_FACILITATOR_KEY": "0x1"}, ["wallet.E012"]),
        ({"X402_RPC_URL": ""}, ["wallet.E013"]),
        ({"X402_FACILITATOR_URL": "", "X402_FACILITATOR_KEY": "0x1", "SANDBOX": False, "X402_NETWORK": "eip155:8453"},
         ["wallet.E014"]),
        ({"X402_NETWORK": "eip155:8453"}, ["wallet.E015"]),
        ({"SANDBOX": False}, ["wallet.E016"]),
    ],
)  # fmt: skip
def test_what_does_not_belong_together_is_an_error(settings: Any, changes: dict[str, Any], faults: list[str]) -> None:
    for name, value in (SOUND | changes).items():
        setattr(settings, name, value)

    assert [fault.id for fault in stablecoins_fit()] == faults


def test_the_known_tokens_are_those_of_the_sdk() -> None:
    from x402.mechanisms.evm.default_assets import get_default_asset

    for network, (address, name, version) in rules.X402_TOKENS.items():
        known = get_default_asset(network)
        assert (address, name, version, 6) == (known["asset"], known["name"], known["version"], known["decimals"])


def test_looks_become_rarer_up_to_one_a_minute() -> None:
    assert [rules.x402_pause(attempts).total_seconds() for attempts in (1, 2, 3, 4, 5, 500)] == [5, 10, 20, 40, 60, 60]


def test_a_payment_ends_once() -> None:
    assert rules.X402_PAYMENT.allowed("settled") == rules.X402_PAYMENT.allowed("failed") == []

"""The signing secret of the card provider is changed as docs/operations.md says, node by node, while messages arrive: none is
refused at any step, and what the old secret signed is refused in the end."""

import hashlib
import hmac
import json
import time
from typing import Any

import pytest
from django.core import checks

from wallet.errors import InvalidSignature
from wallet.providers import stripe

OLD, NEW, OF_ACCOUNTS = "whsec_of_before", "whsec_of_now", "whsec_of_connected_accounts"
BODY = json.dumps({"id": "evt_1", "object": "event", "type": "charge.updated", "data": {"object": {}}}).encode()


def signed(*secrets: str) -> str:
    """As the provider signs: while a secret is rolled with an overlap, by both."""
    now = str(int(time.time()))
    tags = (hmac.new(one.encode(), f"{now}.".encode() + BODY, hashlib.sha256).hexdigest() for one in secrets)
    return f"t={now}," + ",".join(f"v1={tag}" for tag in tags)


def is_accepted(settings: Any, node: str, signature: str) -> bool:
    settings.STRIPE_WEBHOOK_SECRET = node
    try:
        stripe._check_signature(BODY, signature)
    except InvalidSignature:
        return False
    return True


# What the nodes know, one renewed after the other, and by what the provider signs meanwhile.
STEPS = {
    "before": ([OLD], (OLD,)),
    "rolled at the provider with an overlap": ([OLD], (OLD, NEW)),
    "nodes get both, in turn": ([OLD, f"{OLD},{NEW}"], (OLD, NEW)),
    "all have both": ([f"{OLD},{NEW}"], (OLD, NEW)),
    "the overlap is over": ([f"{OLD},{NEW}"], (NEW,)),
    "nodes forget the old one, in turn": ([f"{OLD},{NEW}", NEW], (NEW,)),
    "after": ([NEW], (NEW,)),
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("others", ["", f",{OF_ACCOUNTS}", f", {OF_ACCOUNTS}"])
def test_no_message_is_refused_at_any_step(settings: Any, step: str, others: str) -> None:
    nodes, signers = STEPS[step]

    assert [is_accepted(settings, node + others, signed(*signers)) for node in nodes] == [True] * len(nodes)


def test_the_old_secret_is_worth_nothing_in_the_end(settings: Any) -> None:
    assert not is_accepted(settings, NEW, signed(OLD))
    assert not is_accepted(settings, f"{NEW},{OF_ACCOUNTS}", signed(OLD))


@pytest.mark.parametrize("written", [f"{NEW},", f",{NEW}", f"{NEW}, ,{OF_ACCOUNTS}"])
def test_a_comma_too_many_is_no_empty_secret(settings: Any, written: str) -> None:
    assert not is_accepted(settings, written, signed(""))
    assert is_accepted(settings, written, signed(NEW))


def test_commas_alone_are_no_secret_and_the_start_says_so(settings: Any) -> None:
    settings.CARD_PROVIDER, settings.STRIPE_API_KEY = "stripe", "sk_test_x"
    settings.STRIPE_WEBHOOK_SECRET = " , "

    assert not is_accepted(settings, " , ", signed(""))
    assert "wallet.E004" in {message.id for message in checks.run_checks()}

"""Money comes into the journey by stablecoins and by a card token."""

from typing import Any

from tests.api import Api
from tests.factories import mpp, x402


def pay_with_stablecoins(call: Any, anonymous: Api, agent: Api) -> None:
    """The protocol's client, and a facilitator that agrees to everything."""
    with x402.agreeable() as wallet:
        for who, path, body in ((anonymous, x402.SIGNUP, x402.WHO), (agent, x402.DEPOSIT, {"amountCents": 500})):
            signature = x402.sign(wallet, who.post(path, body))
            call(who, "POST", path, body, **{"PAYMENT-SIGNATURE": signature})


def pay_with_a_card_token(call: Any, anonymous: Api, agent: Api) -> None:
    """The protocol's client, and a test card of the sandbox."""
    quote = mpp.given_quote(agent)
    authorization = mpp.credential(anonymous.post(mpp.PATH, quote))
    call(anonymous, "POST", mpp.PATH, quote, Authorization=authorization)

"""The two card rails as their payers, banks and bad days see them, so that one suite can ask both the same."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Answer, Api
from tests.wallet.conftest import Payer
from tests.wallet.stripe_stand_in import StripeStandIn
from wallet.errors import ProviderUnavailable
from wallet.models import Checkout, Payment, SandboxRecord
from wallet.providers import SandboxCards, sandbox
from wallet.providers.sandbox import Card
from wallet.rules.cards import SANDBOX_CHARGED_BACK_AFTER, SANDBOX_DECIDED_AFTER
from wallet.rules.checkouts import FIRST_POLL_AFTER

GOOD, DECLINED = "4242 4242 4242 4242", "4000 0000 0000 0002"
# Their bank takes the payment back; in the end we lose or win it.
WE_LOSE, WE_WIN = "4000 0000 0000 0259", "4000 0000 0000 2685"
DECLINED_LATER, PRESENT_ONLY = "4000 0000 0000 0341", "4000 0025 0000 3155"


class Sandbox:
    name = "sandbox"

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()

    def pay(self, checkout: Checkout, card: str = GOOD, *, save: bool = False) -> bool:
        answer = Payer().pay(checkout, cc_number=card, **({"save_card": "yes"} if save else {}))
        return answer.status == 302

    def pay_unheard(self, checkout: Checkout) -> bool:
        """Our process dies between the charge and the booking."""
        Checkout.objects.filter(pk=checkout.pk).update(next_attempt_at=clock.now() + FIRST_POLL_AFTER)
        return SandboxCards().charge(checkout, Card("", GOOD, "12/40", "123")).reference is not None

    def charge_again(self, checkout: Checkout) -> str:
        record = SandboxRecord.objects.create(
            key="again", kind="charge", cents=checkout.amount_cents, checkout_id=checkout.pk
        )
        return record.reference

    def bank(self, *, fails: bool = False) -> str:
        return "sbx_acct_x:fails" if fails else "sbx_acct_x:ok"

    def take_back(self, payment: Payment) -> None:
        """A day passes: the card was one of the two."""
        clock.freeze(clock.now() + SANDBOX_CHARGED_BACK_AFTER)

    def decide(self, payment: Payment, *, won: bool) -> None:
        """A week passes: the card says how it ends."""
        clock.freeze(clock.now() + SANDBOX_DECIDED_AFTER)

    def away(self) -> None:
        def nobody(*args: Any, **kwargs: Any) -> None:
            raise ProviderUnavailable()

        for name in (
            "charges_for",
            "charge_saved",
            "charge_token",
            "refund",
            "pay_out",
            "find_by_key",
            "poll",
            "chargebacks_of",
            "chargebacks_between",
            "records",
        ):
            self.patch.setattr(sandbox.SandboxCards, name, nobody)

    def silent(self) -> None:
        """A charge by token is made, and its answer never comes."""
        charge = sandbox.SandboxCards.charge_token

        def lost(*args: Any, **kwargs: Any) -> None:
            charge(*args, **kwargs)
            raise ProviderUnavailable()

        self.patch.setattr(sandbox.SandboxCards, "charge_token", lost)

    def unheard(self, kind: str) -> None:
        """A refund or pay_out is made, and its answer never comes."""
        send = getattr(sandbox.SandboxCards, kind)

        def lost(*args: Any, **kwargs: Any) -> None:
            send(*args, **kwargs)
            raise ProviderUnavailable()

        self.patch.setattr(sandbox.SandboxCards, kind, lost)

    def forget_keys(self) -> None:
        """Its keys last for ever."""

    def sent(self) -> int:
        """What was refunded or paid out, in cents."""
        gone = SandboxRecord.objects.filter(kind__in=["refund", "payout"], state="succeeded")
        return sum(gone.values_list("cents", flat=True))

    def fail_late(self) -> None:
        """The banks send back all that was refunded or paid out."""
        gone = SandboxRecord.objects.filter(kind__in=["refund", "payout"], state="succeeded")
        gone.update(state="failed", reason="account_closed")

    def back(self) -> None:
        self.patch.undo()

    def charges(self) -> int:
        return SandboxRecord.objects.filter(kind="charge", state="succeeded").count()


class Stripe:
    name = "stripe"

    def __init__(self, api: StripeStandIn) -> None:
        self.api = api

    def pay(self, checkout: Checkout, card: str = GOOD, *, save: bool = False) -> bool:
        if save:
            Checkout.objects.filter(pk=checkout.pk).update(save_method=True)
        if not self._type(checkout, card):
            return False
        assert returned(checkout).status == 200
        return True

    def pay_unheard(self, checkout: Checkout) -> bool:
        """The payer closes the window, and the webhook is lost."""
        return self._type(checkout, GOOD)

    def charge_again(self, checkout: Checkout) -> str:
        return self.api.charge_again(checkout.public_id, checkout.amount_cents)

    def bank(self, *, fails: bool = False) -> str:
        return self.api.onboard(fails=fails)

    def take_back(self, payment: Payment) -> None:
        self.api.dispute(payment.reference, payment.amount_cents)

    def decide(self, payment: Payment, *, won: bool) -> None:
        (dispute,) = self.disputes(payment)
        self.api.decide(dispute, won=won)

    def disputes(self, payment: Payment) -> list[str]:
        about = [thing for thing in self.api.things.values() if thing["object"] == "dispute"]
        return [thing["id"] for thing in about if thing["payment_intent"] == payment.reference]

    def away(self) -> None:
        self.api.down = "error"

    def silent(self) -> None:
        self.api.down = "silent"

    def unheard(self, kind: str) -> None:
        self.api.faulty = {"refund": "/v1/refunds", "transfer": "/v1/transfers", "pay_out": "/v1/payouts"}[kind]

    def forget_keys(self) -> None:
        self.api.forget_keys()

    def sent(self) -> int:
        gone = [thing for thing in self.api.things.values() if thing["object"] in ("refund", "transfer")]
        made = [thing for thing in gone if thing.get("status") != "failed" and not thing.get("reversed")]
        return sum(thing["amount"] for thing in made)

    def fail_late(self) -> None:
        for thing in self.api.things.values():
            if thing["object"] == "payout":
                thing.update(status="failed", failure_code="account_closed")
            elif thing["object"] == "refund":
                thing.update(status="failed", failure_reason="expired_or_canceled_card")

    def back(self) -> None:
        self.api.down = self.api.faulty = ""

    def charges(self) -> int:
        made = (thing for thing in self.api.things.values() if thing["object"] == "payment_intent")
        return sum(thing["status"] == "succeeded" for thing in made)

    def _type(self, checkout: Checkout, card: str) -> bool:
        sent = Payer().look(checkout)
        if sent.status != 302:
            return False
        session = re.sub(r".*/pay/", "", sent.headers["Location"])
        return self.api.pay(session, card.replace(" ", ""))


Rail = Sandbox | Stripe
Make = Callable[..., Checkout]


def returned(checkout: Checkout, back: str = "paid") -> Answer:
    """The payer comes back from the provider's page."""
    return Api().get(f"/checkout/{checkout.public_id}?back={back}")

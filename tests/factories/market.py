"""A market in any state, made by playing the services: what a test is given really happened."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from bounties.models import Application, Bounty
from config.demo import scenes
from config.demo.scenes import Services
from escrow.models import Escrow
from humans.models import Review
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.models import Account
from tests.api import Api
from tests.digest import untouched as untouched  # most tests of refusals take it from here
from tests.factories.accounts import given_agent, given_worker
from wallet.models import Chargeback, Payment, SandboxRecord
from wallet.ports import audits
from wallet.providers.cards import ProviderChargeback
from wallet.services import chargebacks, checkouts, payouts


@dataclass
class Seat:
    """A hired person: who hired, who works, and the rows as they were then. `fresh()` reads them again."""

    agent: Api
    worker: Api
    bounty: Bounty
    application: Application

    @property
    def escrow(self) -> Escrow:
        return Escrow.objects.get(pk=Application.objects.get(pk=self.application.pk).escrow_id)

    def fresh(self) -> "Seat":
        self.bounty.refresh_from_db()
        self.application.refresh_from_db()
        return self


def acting(api: Api) -> Actor:
    """The caller as the services see them."""
    if key := getattr(api, "key", None):
        return Actor(account=api.account, via="key", key=key)
    return Actor(account=api.account, via="session")


def given_money(agent: Api, cents: int) -> None:
    """A paid deposit."""
    checkout = checkouts.open_checkout(
        account_id=agent.account.pk, purpose="deposit", cents=cents, description="Wallet deposit"
    )
    checkouts.book(checkout.pk, rail="card", reference=f"test_{ids.new()}", cents=cents)


def given_charged(agent: Api, cents: int, *, method: str = "card •••• 4242") -> Payment:
    """A paid deposit whose charge stands in the books of the sandbox's provider, who can return it."""
    charge = SandboxRecord.objects.create(key=f"test_{ids.new()}", kind="charge", cents=cents)
    checkout = checkouts.open_checkout(
        account_id=agent.account.pk, purpose="deposit", cents=cents, description="Wallet deposit"
    )
    return checkouts.book(checkout.pk, rail="card", reference=charge.reference, cents=cents, method=method)


def given_taken_back(
    payment: Payment,
    *,
    state: str = "open",
    cents: int | None = None,
    fee_returned_cents: int = 0,
    returned_cents: int | None = None,
) -> Chargeback:
    """The payer's bank took this payment back; with another `state` it has decided, too, and given back all or a part."""
    cents = payment.amount_cents if cents is None else cents
    said = ProviderChargeback(
        reference=f"dispute_{payment.reference}",
        charge=payment.reference,
        state="open",
        cents=cents,
        fee_cents=1500,
        returned_cents=0,
        fee_returned_cents=0,
        reason="fraudulent",
        at=payment.created_at,
    )
    row = chargebacks.book("sandbox", said)
    if state != "open":
        back = (cents if returned_cents is None else min(returned_cents, cents)) if state == "won" else 0
        ended = replace(said, state=state, returned_cents=back, fee_returned_cents=fee_returned_cents)
        row = chargebacks.book("sandbox", ended)
    assert row is not None
    return row


def given_payouts(person: Api, bank: str = "000123456789") -> None:
    """The test bank account was given on the onboarding page: 000111111116 makes payouts fail."""
    assert payouts.set_sandbox_bank_account(payouts.register(acting(person)), bank)


def given_funded_agent(cents: int = 100_000) -> Api:
    agent = given_agent()
    given_money(agent, cents)
    return agent


def given_bounty(agent: Api, *, kind: str = "ordinary", **fields: Any) -> Bounty:
    """Funded from the wallet when it covers the sum, else waiting for its deposit."""
    values: dict[str, Any] = {
        "title": "Photograph a shop front",
        "description": "One sharp photo.",
        "price_cents": 500,
        "price_type": "fixed",
        "estimated_hours": Decimal("0.5"),
        "spots_available": 1,
    }
    made = Services(acting(agent)).post(kind=kind, **values | fields)
    return Bounty.objects.get(pk=made.pk)


def given_application(bounty: Bounty, worker: Api | None = None, **sent: Any) -> tuple[Api, Application]:
    worker = worker or given_worker()
    made = Services(acting(worker)).apply(bounty.public_id, **{"words": "On my way."} | sent)
    return worker, Application.objects.get(pk=ids.decode("app", made))


def given_hired(
    agent: Api | None = None,
    bounty: Bounty | None = None,
    worker: Api | None = None,
    *,
    until: str = "accept",
    **fields: Any,
) -> Seat:
    """An accepted application whose two hours have just begun, or one that was played on to a later step."""
    agent = agent or given_funded_agent()
    bounty = bounty or given_bounty(agent, **fields)
    worker = worker or given_worker()
    played = scenes.Seat(Services(acting(agent)), Services(acting(worker)), bounty.public_id).play(until)
    application = Application.objects.get(pk=ids.decode("app", played.application))
    return Seat(agent, worker, bounty, application).fresh()


def given_confirmed(**given: Any) -> Seat:
    return given_hired(until="confirm", **given)


def given_delivered(**given: Any) -> Seat:
    return given_hired(until="deliver", **given)


def given_completed(**given: Any) -> Seat:
    return given_hired(until="approve", **given)


def given_released(**given: Any) -> Seat:
    return given_hired(until="release", **given)


def given_tip(seat: Seat, cents: int, description: str = "For the bus.") -> str:
    """The owner has sent the worker of this seat a tip, after their pay. Its id."""
    body = {
        "bountyId": seat.bounty.public_id,
        "recipientId": seat.worker.account.public_profile_id,
        "amount": cents / 100,
    }
    sent = seat.agent.post("/api/transfers/send", body | {"description": description})
    assert sent.status == 200, sent.body
    return str(sent["transfer"]["id"])


def given_review(*, human: Account, author: Account, rating: int = 5, answer: str = "", **fields: Any) -> Review:
    """A review of a seat that is not there, unless `bounty_id` names one: for what looks at nothing else."""
    told = {"bounty_id": ids.new(), "comment": "Good.", "answered_at": clock.now() if answer else None} | fields
    return Review.objects.create(human=human, author=author, rating=rating, answer=answer, **told)


def violations() -> list[tuple[str, str, str]]:
    """What `check_ledger` would name."""
    return [row for audit in audits.all() for row in audit()]

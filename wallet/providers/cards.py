"""What a card provider is asked for, in our own words. Two implementations; nobody else can tell them apart.

Every call that moves money takes our row's id as its key: the same key gives the same result, however often it is asked,
and however much later: where a provider forgets its keys, the rail looks for what it made before it makes anything.
A provider that does not answer, or answers with a fault of its own, raises ProviderUnavailable: what happened is then
unknown, the caller's row stays as it is, and the call is repeated with the same key. No transaction is open meanwhile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from wallet.models import Checkout


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one thing that was asked. `failed` is for good, with the reason as a machine word."""

    state: Literal["succeeded", "pending", "failed"]
    reference: str
    reason: str = ""
    method: str = ""  # masked, such as card •••• 4242


@dataclass(frozen=True, slots=True)
class SavedMethod:
    """A card that may be charged while its owner is away."""

    customer: str
    method: str
    label: str  # masked


@dataclass(frozen=True, slots=True)
class CheckoutCharge:
    """A charge that the provider really made for a checkout. `cents` is what it took, `saved` what it kept, if asked,
    `payer` the e-mail address that was typed on its page."""

    reference: str
    cents: int
    method: str = ""
    saved: SavedMethod | None = None
    payer: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The provider's own page for a checkout. `url` is empty when it takes no payment any more."""

    reference: str
    url: str
    customer: str = ""  # made for a card that is to be kept


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A signed message of the provider, reduced to what it is about. What it says is looked up, not believed.

    `kind` is page, charge, refund, payout, onboarding or chargeback; `ours` is the id of our row as we gave it along.
    """

    id: str
    kind: str
    reference: str
    ours: str = ""


@dataclass(frozen=True, slots=True)
class ProviderChargeback:
    """A charge that its card's bank took back, as it stands now. Cents: what was taken from us for the charge and as a
    fee, and what of both came back. Nothing is taken yet while the bank only asks."""

    reference: str
    charge: str
    state: Literal["open", "won", "lost"]
    cents: int
    fee_cents: int
    returned_cents: int
    fee_returned_cents: int
    reason: str
    at: datetime
    answer_by: datetime | None = None

    @property
    def net_cents(self) -> int:
        """What it came to in the provider's books, below zero while the money is gone."""
        return self.returned_cents + self.fee_returned_cents - self.cents - self.fee_cents


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the provider's own books, for the nightly comparison. What left us has negative cents."""

    kind: Literal["charge", "refund", "payout", "chargeback"]
    reference: str
    cents: int
    at: datetime


class CardRail(Protocol):
    """Money in by card, back to the card, and out to a bank."""

    name: str

    def page(self, checkout: Checkout, *, customer: str) -> Page | None:
        """Where the payer pays; None when our own form at the checkout's address does it. Opened at the first call, the
        same at every other. `customer` is who this account is there already, for a card that is to be kept."""
        ...

    def charges_for(self, checkout: Checkout) -> list[CheckoutCharge]:
        """What was really charged for this checkout: what the return page, the webhook and the sweep all ask."""
        ...

    def close(self, checkout: Checkout) -> None:
        """The page takes no payment any more. One that was paid meanwhile stays paid."""
        ...

    def charge_saved(self, *, key: str, saved: SavedMethod, cents: int, description: str) -> Outcome:
        """Charge a kept card while its owner is away. Failed when the bank wants him present."""
        ...

    def charge_token(
        self, *, key: str, token: str, cents: int, description: str, asked_at: datetime | None = None
    ) -> Outcome:
        """Charge a card by a token that its owner has granted us for one payment. `asked_at` is when this was first asked,
        if it was before."""
        ...

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        """Return a part or all of the charge `reference` to its card."""
        ...

    def onboarding(self, *, key: str, account_ref: str, return_url: str) -> tuple[str, str]:
        """(the provider's id of the person, the page on which he tells his bank account). `account_ref` when he has one."""
        ...

    def is_onboarded(self, account_ref: str) -> bool:
        """Can this person be paid now?"""
        ...

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        """Send money to this person's bank."""
        ...

    def find_by_key(self, kind: Literal["refund", "payout"], *, key: str, of: str) -> Outcome | None:
        """What became of a refund of the charge `of`, or a pay_out to the person `of`, that was asked for by this key. None
        when nothing was made. Pays nothing."""
        ...

    def poll(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        """How a charge, refund or pay_out stands now. One that paid and failed later says failed.

        A reference that is not known there is ProviderUnavailable: somebody asks the wrong books, and nothing follows.
        """
        ...

    def chargebacks_of(self, charge: str) -> list[ProviderChargeback]:
        """The chargebacks of one charge, as they stand now."""
        ...

    def chargebacks_between(self, since: datetime, until: datetime) -> Iterable[ProviderChargeback]:
        """All chargebacks that were opened from `since` to `until`, as they stand now."""
        ...

    def parse_webhook(self, body: bytes, signature: str) -> WebhookMessage | None:
        """A webhook's message, verified; None for one that is none of ours. Raises InvalidSignature (400)."""
        ...

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        """Everything that the provider booked for us from `since` to `until`."""
        ...

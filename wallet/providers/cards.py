"""The interface of card providers, with provider-independent types. There are two implementations, Stripe and the sandbox.

Every call that moves money takes our row's id as its idempotency key: repeated with the same key, at any later time, it has
the same result. Where a provider forgets keys, the implementation searches for the earlier object before it creates one.
A provider that does not answer, or fails, raises ProviderUnavailable: the outcome is unknown then, the caller's row keeps its
state, and the call is repeated with the same key. No transaction is open meanwhile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from wallet.models import Checkout


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a call. `failed` is final; `reason` is machine-readable then."""

    state: Literal["succeeded", "pending", "failed"]
    reference: str
    reason: str = ""
    method: str = ""  # masked, such as card •••• 4242


@dataclass(frozen=True, slots=True)
class SavedMethod:
    """A saved card that may be charged off session."""

    customer: str
    method: str
    label: str  # masked
    fingerprint: str = ""  # the same for one card however often it is paid with, unlike `method`; empty where unknown


@dataclass(frozen=True, slots=True)
class CheckoutCharge:
    """A successful charge for a checkout: `cents` charged; `saved`, the card that the payer agreed to keep; `payer`, the
    e-mail address typed on the provider's page."""

    reference: str
    cents: int
    method: str = ""
    saved: SavedMethod | None = None
    payer: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """The provider's payment page for a checkout. `url` is empty when it can't be paid any more."""

    reference: str
    url: str
    customer: str = ""  # the provider's customer, if a card is to be saved


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where payouts to a person go: `bank` is the provider's id of the bank account, `last4` its last digits. Both are empty
    while there is none, `last4` also where the provider doesn't say."""

    can_be_paid: bool
    bank: str = ""
    last4: str = ""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A verified webhook, reduced to the object it names; the object's state is always polled, never taken from it.

    `kind` is page, charge, refund, payout, onboarding or chargeback; `ours` is our row's id from the object's metadata.
    """

    id: str
    kind: str
    reference: str
    ours: str = ""


@dataclass(frozen=True, slots=True)
class ProviderChargeback:
    """The present state of a chargeback. In cents: what was taken from us (`cents`, `fee_cents`) and what of it was returned.
    Both are 0 during an inquiry."""

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
        """The net amount in the provider's books; negative while the money is gone."""
        return self.returned_cents + self.fee_returned_cents - self.cents - self.fee_cents


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of the provider's books, for the nightly reconciliation. Outgoing money has negative cents."""

    kind: Literal["charge", "refund", "payout", "chargeback"]
    reference: str
    cents: int
    at: datetime


class CardRail(Protocol):
    """Charges, refunds and payouts."""

    name: str

    def page(self, checkout: Checkout, *, customer: str) -> Page | None:
        """Get or create the payment page; None if our own form takes the card. `customer` is the account's existing customer
        at the provider, for saving a card."""
        ...

    def charges_for(self, checkout: Checkout) -> list[CheckoutCharge]:
        """The successful charges of this checkout."""
        ...

    def close(self, checkout: Checkout) -> None:
        """Close the payment page. A page that was paid meanwhile stays paid."""
        ...

    def charge_saved(self, *, key: str, saved: SavedMethod, cents: int, description: str) -> Outcome:
        """Charge a saved card off session. Fails if the bank requires authentication."""
        ...

    def charge_token(
        self, *, key: str, token: str, cents: int, description: str, asked_at: datetime | None = None
    ) -> Outcome:
        """Charge a card by a token that was granted for one payment. `asked_at` is the time of the first attempt, if this is
        a repetition."""
        ...

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        """Refund all or a part of the charge `reference`."""
        ...

    def onboarding(self, *, key: str, account_ref: str, return_url: str) -> tuple[str, str]:
        """Create an onboarding page: (the provider's id of the person, the page's address). `account_ref`: their existing id,
        or empty."""
        ...

    def recipient(self, account_ref: str) -> Recipient:
        """Whether payouts to this person are possible, and to which bank account."""
        ...

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        """Pay out to this person's bank account."""
        ...

    def find_by_key(self, kind: Literal["refund", "payout"], *, key: str, of: str) -> Outcome | None:
        """The outcome of the refund (of charge `of`) or payout (to person `of`) with this key; None if there is none. Moves no
        money."""
        ...

    def poll(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        """The present outcome of a charge, refund or payout; failed also if it failed after it had succeeded.

        An unknown reference raises ProviderUnavailable: it points to a wrong provider account and allows no conclusion.
        """
        ...

    def chargebacks_of(self, charge: str) -> list[ProviderChargeback]:
        """The chargebacks of one charge, in their present state."""
        ...

    def chargebacks_between(self, since: datetime, until: datetime) -> Iterable[ProviderChargeback]:
        """All chargebacks opened from `since` to `until` (UTC), in their present state."""
        ...

    def parse_webhook(self, body: bytes, signature: str) -> WebhookMessage | None:
        """Verify and parse a webhook; None for kinds that we don't use. Raises InvalidSignature (400)."""
        ...

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        """All entries of the provider's books from `since` to `until` (UTC)."""
        ...

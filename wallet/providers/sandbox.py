"""The sandbox's card rail: no real money, no network, and its own books (SandboxRecord), like a real provider.

Outcomes are decided by the test cards of the payment page and the test bank accounts of the onboarding page. Its rows
represent the provider's state: they are written outside of our transactions, and only by this module.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, cast

from django.conf import settings

from marketplace.core import clock, ids
from wallet.errors import InvalidSignature, ProviderUnavailable
from wallet.models import Checkout, SandboxRecord
from wallet.providers.cards import (
    CheckoutCharge,
    Outcome,
    Page,
    ProviderChargeback,
    Recipient,
    Record,
    SavedMethod,
    WebhookMessage,
)
from wallet.rules.cards import (
    DECLINES,
    SANDBOX_BANKS,
    SANDBOX_CARDS,
    SANDBOX_CHARGEBACK_FEE_CENTS,
    SANDBOX_CHARGED_BACK,
    SANDBOX_CHARGED_BACK_AFTER,
    SANDBOX_DECIDED_AFTER,
    SANDBOX_REFUSED_LATER,
    card_digits,
    card_errors,
)


@dataclass(frozen=True, slots=True)
class Charge:
    """The result of charging a typed card: `reference` if it succeeded, else `declined`, the reason shown to the payer."""

    reference: str | None
    method: str = ""
    declined: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A typed card. Lives for one request; never stored or logged (no repr)."""

    name: str
    number: str
    expiry: str
    code: str
    save: bool = False


class SandboxCards:
    """Implements wallet.providers.cards.CardRail, and our own card and bank account forms."""

    name = "sandbox"

    # ------------------------------------------------------------------ the form at the checkout's address

    def card_errors(self, card: Card, today: date) -> dict[str, str]:
        """The form's errors, by field."""
        return card_errors(number=card.number, expiry=card.expiry, code=card.code, name=card.name, today=today)

    def charge(self, checkout: Checkout, card: Card) -> Charge:
        """Charge the checkout's amount; one charge per checkout. Idempotent, also for concurrent payers."""
        digits = card_digits(card.number)
        verdict = SANDBOX_CARDS.get(digits, "unknown_test_card")
        if verdict != "paid":
            return Charge(None, declined=DECLINES[verdict])
        masked = f"card •••• {digits[-4:]}"
        record = _book(
            key=f"page:{checkout.pk}",
            kind="charge",
            cents=checkout.amount_cents,
            checkout_id=checkout.pk,
            method=masked,
            saved={"customer": f"sbx_cus_{checkout.account_id}", "method": f"sbx_pm_{digits}"} if card.save else {},
        )
        return Charge(record.reference, method=masked)

    # ------------------------------------------------------------------ the form of the onboarding page

    def bank_account(self, account_ref: str, number: str) -> str | None:
        """The person's id with this test bank account; None for any other number."""
        verdict = SANDBOX_BANKS.get(card_digits(number))
        return f"{account_ref}:{verdict}" if verdict else None

    # ------------------------------------------------------------------ CardRail

    def page(self, checkout: Checkout, *, customer: str) -> Page | None:
        return None

    def charges_for(self, checkout: Checkout) -> list[CheckoutCharge]:
        rows = SandboxRecord.objects.filter(checkout_id=checkout.pk, kind="charge", state="succeeded")
        return [CheckoutCharge(row.reference, row.cents, row.method, _saved_method(row)) for row in rows]

    def close(self, checkout: Checkout) -> None:
        """Nothing to do: our form checks the checkout's own state."""

    def charge_saved(self, *, key: str, saved: SavedMethod, cents: int, description: str) -> Outcome:
        reason = SANDBOX_REFUSED_LATER.get(saved.method.removeprefix("sbx_pm_"), "")
        state = "failed" if reason else "succeeded"
        return _outcome(_book(key=key, kind="charge", cents=cents, state=state, reason=reason, method=saved.label))

    def charge_token(
        self, *, key: str, token: str, cents: int, description: str, asked_at: datetime | None = None
    ) -> Outcome:
        """A token is spt_<number of a test card>_<anything>, so that agents can create their own."""
        digits = token.removeprefix("spt_").partition("_")[0]
        verdict = SANDBOX_CARDS.get(digits, "unknown_test_card")
        state, reason = ("succeeded", "") if verdict == "paid" else ("failed", verdict)
        method = f"card •••• {digits[-4:]}"
        return _outcome(_book(key=key, kind="charge", cents=cents, state=state, reason=reason, method=method))

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        charged = _find(reference)
        left = (charged.cents - _refunded_cents(reference, but=key)) if charged else 0
        state, reason = ("succeeded", "") if cents <= left else ("failed", "charge_already_refunded")
        if charged and _chargeback_of(charged):
            state, reason = "failed", "charge_disputed"
        return _outcome(_book(key=key, kind="refund", cents=cents, of=reference, state=state, reason=reason))

    def onboarding(self, *, key: str, account_ref: str, return_url: str) -> tuple[str, str]:
        return account_ref or f"sbx_acct_{key}", f"{settings.BASE_URL}/payouts/onboarding/{key}"

    def recipient(self, account_ref: str) -> Recipient:
        bank = account_ref.partition(":")[2]  # the onboarding page appends the bank account's outcome
        numbers = {verdict: number for number, verdict in SANDBOX_BANKS.items()}
        return Recipient(bool(bank), bank, numbers.get(bank, "")[-4:])

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        refused = account_ref.endswith(":fails")
        state, reason = ("failed", "account_closed") if refused else ("succeeded", "")
        return _outcome(_book(key=key, kind="payout", cents=cents, of=account_ref, state=state, reason=reason))

    def find_by_key(self, kind: Literal["refund", "payout"], *, key: str, of: str) -> Outcome | None:
        found = SandboxRecord.objects.filter(key=key, kind=kind).first()
        return _outcome(found) if found else None

    def poll(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        found = _find(reference)
        if found is None:
            raise ProviderUnavailable()
        return _outcome(found)

    def chargebacks_of(self, charge: str) -> list[ProviderChargeback]:
        found = _find(charge)
        return [chargeback] if found and (chargeback := _chargeback_of(found)) else []

    def chargebacks_between(self, since: datetime, until: datetime) -> Iterable[ProviderChargeback]:
        after = SANDBOX_CHARGED_BACK_AFTER
        charges = SandboxRecord.objects.filter(method__in=SANDBOX_CHARGED_BACK, created_at__gte=since - after)
        for charge in charges.filter(created_at__lt=until - after).order_by("pk"):
            if chargeback := _chargeback_of(charge):
                yield chargeback

    def parse_webhook(self, body: bytes, signature: str) -> WebhookMessage | None:
        raise InvalidSignature()  # the sandbox sends no webhooks

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        rows = SandboxRecord.objects.filter(state="succeeded", created_at__gte=since, created_at__lt=until)
        for row in rows.order_by("pk"):
            yield Record(
                cast("Any", row.kind), row.reference, row.cents if row.kind == "charge" else -row.cents, row.created_at
            )
        for chargeback in self.chargebacks_between(since, until):
            yield Record("chargeback", chargeback.reference, chargeback.net_cents, chargeback.at)


def _book(*, key: str, **fields: Any) -> SandboxRecord:
    """Get or create the row of this key: the provider's idempotency."""
    SandboxRecord.objects.bulk_create([SandboxRecord(key=key, **fields)], ignore_conflicts=True)
    row: SandboxRecord = SandboxRecord.objects.get(key=key)
    return row


def _find(reference: str) -> SandboxRecord | None:
    try:
        found: SandboxRecord | None = SandboxRecord.objects.filter(pk=ids.decode("sbx", reference)).first()
    except ValueError:
        return None
    return found


def _refunded_cents(charge: str, but: str = "") -> int:
    """The cents of this charge that were refunded, without the refund with key `but`."""
    back = SandboxRecord.objects.filter(kind="refund", of=charge, state="succeeded").exclude(key=but)
    return sum(back.values_list("cents", flat=True))


def _chargeback_of(charge: SandboxRecord) -> ProviderChargeback | None:
    """The chargeback of a charge with one of two test cards: opened after a day, decided a week later. It is computed from
    the clock and needs no row. What was refunded before is not charged back."""
    reason, end = SANDBOX_CHARGED_BACK.get(charge.method, ("", ""))
    opened, decided = charge.created_at + SANDBOX_CHARGED_BACK_AFTER, charge.created_at + SANDBOX_DECIDED_AFTER
    cents = charge.cents - _refunded_cents(charge.reference)
    if not end or charge.kind != "charge" or charge.state != "succeeded" or clock.now() < opened or cents <= 0:
        return None
    state = end if clock.now() >= decided else "open"
    return ProviderChargeback(
        f"{charge.reference}_dispute",
        charge.reference,
        cast("Any", state),
        cents=cents,
        fee_cents=SANDBOX_CHARGEBACK_FEE_CENTS,
        returned_cents=cents if state == "won" else 0,
        fee_returned_cents=0,
        reason=reason,
        at=opened,
        answer_by=decided,
    )


def _outcome(row: SandboxRecord) -> Outcome:
    return Outcome(cast("Any", row.state), row.reference, row.reason, row.method)


def _saved_method(row: SandboxRecord) -> SavedMethod | None:
    return SavedMethod(label=row.method, **row.saved) if row.saved else None

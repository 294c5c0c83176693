"""The card rail for Stripe, by its official SDK. Our row's id is the idempotency key and is stored as metadata `ours`.

A final refusal (declined card, refund that is too large) is a failed Outcome. Everything that allows no conclusion about the
payment (no answer, an error of Stripe's, a wrong API key, a wrong request) raises ProviderUnavailable.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, Final, Literal

import stripe
from django.conf import settings

from marketplace.core import clock, ids, strict_json
from wallet.errors import InvalidSignature, ProviderUnavailable
from wallet.models import Checkout
from wallet.providers import stripe_shapes as shapes
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

log = logging.getLogger(__name__)
VERSION: Final = "2026-10-28.endive"
_TIMEOUT: Final = 10.0  # seconds for one attempt
_PAGE: Final = 100


def client() -> stripe.StripeClient:
    """The configured SDK client: a fixed API version, three attempts, a timeout for each."""
    return _client(settings.STRIPE_API_KEY, settings.STRIPE_API_BASE)


@cache
def _client(key: str, base: str) -> stripe.StripeClient:
    return stripe.StripeClient(
        key,
        stripe_version=VERSION,
        base_addresses={"api": base} if base else None,
        max_network_retries=2,
        http_client=stripe.RequestsClient(timeout=_TIMEOUT),
    )


@contextmanager
def asking() -> Iterator[None]:
    """Let refusals of the payment itself pass; turn every other error into ProviderUnavailable (502)."""
    try:
        yield
    except stripe.IdempotencyError as error:
        log.exception("idempotency key was used for two different requests")
        raise ProviderUnavailable() from error
    except stripe.InvalidRequestError as error:
        if error.code == "resource_missing":
            log.exception("Stripe does not know this object: possibly the wrong Stripe account")
            raise ProviderUnavailable() from error
        raise
    except stripe.CardError:
        raise
    except stripe.StripeError as error:
        log.warning("Stripe call failed", extra={"cause": type(error).__name__, "status": error.http_status})
        raise ProviderUnavailable() from error


class StripeCards:
    """Implements wallet.providers.cards.CardRail."""

    name = "stripe"

    def __init__(self) -> None:
        self.api = client().v1

    # ------------------------------------------------------------------ the page

    def page(self, checkout: Checkout, *, customer: str) -> Page | None:
        with asking():
            key = checkout.public_id
            if checkout.provider_ref:
                session = self.api.checkout.sessions.retrieve(checkout.provider_ref)
                if session.status != "expired":
                    return Page(session.id, session.url or "" if session.status == "open" else "")
                # A session lives one day, a payment link thirty: replace the expired session, which can't be paid any more.
                key += f":{session.id}"
            if checkout.save_method and not customer:
                customer = self._customer(checkout)
            # The request must be identical at every call with the same key, so it has no expiry time. Ours ends earlier
            # than Stripe's, and closes the session then.
            try:
                session = self.api.checkout.sessions.create(
                    shapes.page_of(checkout, customer), {"idempotency_key": key}
                )
            except stripe.InvalidRequestError as error:
                log.exception("Stripe rejected a checkout session", extra={"checkout": checkout.public_id})
                raise ProviderUnavailable() from error
        return Page(session.id, session.url or "", customer)

    def charges_for(self, checkout: Checkout) -> list[CheckoutCharge]:
        if not checkout.provider_ref:
            return []
        with asking():
            session = self.api.checkout.sessions.retrieve(
                checkout.provider_ref, {"expand": ["payment_intent.payment_method"]}
            )
        intent = session.payment_intent
        if session.payment_status != "paid" or intent is None or isinstance(intent, str):
            return []
        payer = (session.customer_details.email or "") if session.customer_details else ""
        return [
            CheckoutCharge(
                intent.id, intent.amount_received, shapes.card_label(intent), shapes.saved_method(intent), payer
            )
        ]

    def close(self, checkout: Checkout) -> None:
        if not checkout.provider_ref:
            return
        with asking():
            session = self.api.checkout.sessions.retrieve(checkout.provider_ref)
            if session.status != "open":
                return
            try:
                self.api.checkout.sessions.expire(checkout.provider_ref)
            except stripe.InvalidRequestError:  # paid between the two calls
                log.info("checkout session was not open any more", extra={"checkout": checkout.public_id})

    # ------------------------------------------------------------------ money

    def charge_saved(self, *, key: str, saved: SavedMethod, cents: int, description: str) -> Outcome:
        with asking():
            # Stripe forgets an idempotency key after a day, but attempts may go on for longer.
            earlier = self.api.payment_intents.list({"customer": saved.customer, "limit": _PAGE})
            for intent in earlier.data:
                if shapes.our_id(intent) == key:
                    return replace(shapes.charge_outcome(intent), method=saved.label)
            try:
                intent = self.api.payment_intents.create(
                    {
                        "amount": cents,
                        "currency": "usd",
                        "customer": saved.customer,
                        "payment_method": saved.method,
                        "allowed_payment_method_types": ["card"],
                        "off_session": True,
                        "confirm": True,
                        "description": description,
                        "metadata": {"ours": key},
                    },
                    {"idempotency_key": key},
                )
            except (stripe.CardError, stripe.InvalidRequestError) as error:
                refused = getattr(error.error, "payment_intent", None)
                return Outcome("failed", refused.id if refused else "", error.code or "card_declined")
        return replace(shapes.charge_outcome(intent), method=saved.label)

    def charge_token(
        self, *, key: str, token: str, cents: int, description: str, asked_at: datetime | None = None
    ) -> Outcome:
        """By a shared payment token; that parameter is in preview, so the request sets its own API version."""
        with asking():
            if asked_at is not None and (earlier := self._find_charge(key, asked_at)) is not None:
                return earlier
            params: Any = {
                "amount": cents,
                "currency": "usd",
                "confirm": True,
                "payment_method_types": ["card", "link"],
                "shared_payment_granted_token": token,
                "description": description,
                "metadata": {"ours": key},
                "expand": ["payment_method"],
            }
            try:
                intent = self.api.payment_intents.create(
                    params, {"idempotency_key": key, "stripe_version": settings.MPP_STRIPE_VERSION}
                )
            except (stripe.CardError, stripe.InvalidRequestError) as error:
                refused = getattr(error.error, "payment_intent", None)
                return Outcome("failed", refused.id if refused else "", error.code or "card_declined")
        return shapes.charge_outcome(intent)

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        with asking():
            if (earlier := self.find_by_key("refund", key=key, of=reference)) is not None:
                return earlier
            try:
                refund = self.api.refunds.create(
                    {"payment_intent": reference, "amount": cents, "metadata": {"ours": key}}, {"idempotency_key": key}
                )
            except stripe.InvalidRequestError as error:
                # Possibly because a concurrent attempt of ours has created this refund since.
                mine = self.find_by_key("refund", key=key, of=reference)
                reason = "charge_already_refunded" if error.param == "amount" else error.code or "refused"
                return mine or Outcome("failed", "", reason)
        return shapes.refund_outcome(refund)

    def onboarding(self, *, key: str, account_ref: str, return_url: str) -> tuple[str, str]:
        with asking():
            if not account_ref:
                account_ref = self.api.accounts.create(
                    {
                        "type": "express",
                        "capabilities": {"transfers": {"requested": True}},
                        "settings": {"payouts": {"schedule": {"interval": "manual"}}},  # we trigger payouts
                        "metadata": {"ours": key},
                    },
                    {"idempotency_key": f"{key}:account"},
                ).id
            link = self.api.account_links.create(
                {
                    "account": account_ref,
                    "type": "account_onboarding",
                    "refresh_url": return_url,
                    "return_url": return_url,
                }
            )
        return account_ref, link.url

    def recipient(self, account_ref: str) -> Recipient:
        if not account_ref:
            return Recipient(can_be_paid=False)
        with asking():
            return shapes.recipient(self.api.accounts.retrieve(account_ref))

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        """Transfer to the person's Stripe account, then pay out to their bank. The transfer's id is the reference."""
        with asking():
            transfer = self._transfer(key)
            if transfer is None:
                params: Any = {"amount": cents, "currency": "usd", "destination": account_ref, "transfer_group": key}
                try:
                    transfer = self.api.transfers.create(
                        params | {"metadata": {"ours": key}}, {"idempotency_key": f"{key}:transfer"}
                    )
                except stripe.InvalidRequestError as error:
                    return Outcome("failed", "", error.code or "refused")
            elif transfer.reversed or self._payout(transfer) is not None:
                return self._transfer_outcome(transfer)
            try:
                payout = self.api.payouts.create(
                    {"amount": cents, "currency": "usd", "metadata": {"ours": key}},
                    {"idempotency_key": f"{key}:payout", "stripe_account": account_ref},
                )
            except stripe.InvalidRequestError as error:
                self._reverse(transfer)
                return Outcome("failed", transfer.id, error.code or "refused")
            self.api.transfers.update(transfer.id, {"metadata": {"ours": key, "payout": payout.id}})
            return self._payout_outcome(transfer, payout)

    def find_by_key(self, kind: Literal["refund", "payout"], *, key: str, of: str) -> Outcome | None:
        with asking():
            if kind == "payout":
                transfer = self._transfer(key)
                return None if transfer is None else self._transfer_outcome(transfer)
            back = self.api.refunds.list({"payment_intent": of, "limit": _PAGE}).auto_paging_iter()
            return next((shapes.refund_outcome(refund) for refund in back if shapes.our_id(refund) == key), None)

    def poll(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        with asking():
            if kind == "charge":
                return shapes.charge_outcome(
                    self.api.payment_intents.retrieve(reference, {"expand": ["payment_method"]})
                )
            if kind == "refund":
                return shapes.refund_outcome(self.api.refunds.retrieve(reference))
            return self._transfer_outcome(self.api.transfers.retrieve(reference))

    # ------------------------------------------------------------------ webhooks and books

    def parse_webhook(self, body: bytes, signature: str) -> WebhookMessage | None:
        _check_signature(body, signature)
        try:
            return shapes.webhook_message(strict_json.loads(body))
        except ValueError as error:
            raise InvalidSignature() from error

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for intent in self.api.payment_intents.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if intent.status == "succeeded":
                    yield Record("charge", intent.id, intent.amount_received, shapes.as_datetime(intent.created))
            for refund in self.api.refunds.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if refund.status == "succeeded":
                    yield Record("refund", refund.id, -refund.amount, shapes.as_datetime(refund.created))
            for transfer in self.api.transfers.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if transfer.amount > transfer.amount_reversed:
                    left = transfer.amount - transfer.amount_reversed
                    yield Record("payout", transfer.id, -left, shapes.as_datetime(transfer.created))
        for chargeback in self.chargebacks_between(since, until):
            if chargeback.cents:
                yield Record("chargeback", chargeback.reference, chargeback.net_cents, chargeback.at)

    def chargebacks_of(self, charge: str) -> list[ProviderChargeback]:
        with asking():
            found = self.api.disputes.list({"payment_intent": charge, "limit": _PAGE})
            return [shapes.chargeback_of(dispute) for dispute in found.auto_paging_iter()]

    def chargebacks_between(self, since: datetime, until: datetime) -> Iterable[ProviderChargeback]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for dispute in self.api.disputes.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                yield shapes.chargeback_of(dispute)

    # ------------------------------------------------------------------ helpers

    def _find_charge(self, key: str, asked_at: datetime) -> Outcome | None:
        """The charge with this key, if there is one: Stripe forgets keys, and replays its own errors under them."""
        start = int(asked_at.timestamp() - clock.offset_seconds()) - 60
        made: Any = {"gte": start, "lt": start + 2 * 86_400}
        for intent in self.api.payment_intents.list({"created": made, "limit": _PAGE}).auto_paging_iter():
            if shapes.our_id(intent) == key:
                return shapes.charge_outcome(intent)
        return None

    def _customer(self, checkout: Checkout) -> str:
        account = ids.encode("usr", checkout.account_id)
        made = self.api.customers.create({"metadata": {"ours": account}}, {"idempotency_key": f"{account}:customer"})
        return made.id

    def _transfer(self, key: str) -> Any:
        """The transfer with this key; None if there is none."""
        group = self.api.transfers.list({"transfer_group": key, "limit": _PAGE})
        return next((transfer for transfer in group.auto_paging_iter() if shapes.our_id(transfer) == key), None)

    def _payout(self, transfer: Any) -> Any:
        """The payout to the bank that belongs to this transfer; None if there is none."""
        options: Any = {"stripe_account": str(transfer.destination)}
        if payout_id := transfer.metadata.to_dict().get("payout"):
            return self.api.payouts.retrieve(payout_id, options=options)
        since = self.api.payouts.list({"created": {"gte": transfer.created}, "limit": _PAGE}, options)
        key = shapes.our_id(transfer)
        return next((payout for payout in since.auto_paging_iter() if shapes.our_id(payout) == key), None)

    def _transfer_outcome(self, transfer: Any) -> Outcome:
        """The outcome of a transfer and its payout. Without a payout the reference is empty, so that the next call by the key
        creates the payout."""
        if transfer.reversed:
            return Outcome("failed", transfer.id, "payout_failed")
        payout = self._payout(transfer)
        return Outcome("pending", "") if payout is None else self._payout_outcome(transfer, payout)

    def _payout_outcome(self, transfer: Any, payout: Any) -> Outcome:
        """The outcome of a payout. A failed one leaves the money in the person's Stripe account, so the transfer is reversed
        first."""
        if payout.status in ("failed", "canceled"):
            self._reverse(transfer)
            return Outcome("failed", transfer.id, payout.failure_code or "payout_failed")
        return Outcome("succeeded" if payout.status == "paid" else "pending", transfer.id)

    def _reverse(self, transfer: Any) -> None:
        if not transfer.reversed:
            self.api.transfers.reversals.create(transfer.id, {}, {"idempotency_key": f"{transfer.id}:back"})


def _webhook_secrets() -> list[str]:
    """Those of the setting; a comma too many is none."""
    return [secret for part in settings.STRIPE_WEBHOOK_SECRET.split(",") if (secret := part.strip())]


def _check_signature(body: bytes, signature: str) -> None:
    """By each configured secret: our own account's endpoint and that of connected accounts have one each, and while one is
    rotated both count. Raises InvalidSignature (400)."""
    for secret in _webhook_secrets():
        try:
            stripe.WebhookSignature.verify_header(body.decode(), signature, secret, stripe.Webhook.DEFAULT_TOLERANCE)
            return
        except stripe.SignatureVerificationError:
            continue
        except ValueError as error:
            raise InvalidSignature() from error
    raise InvalidSignature()

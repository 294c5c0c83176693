"""Stripe's card rail, by its official SDK. Our row's id is the idempotency key and, as metadata `ours`, the way back to it.

What Stripe refuses for good (a declined card, a refund that is too large) is a failed Outcome. What says nothing about
the payment (no answer, its own fault, our key or our request being wrong) is ProviderUnavailable: nothing is guessed.
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

from marketplace.core import clock, ids
from wallet.errors import InvalidSignature, ProviderUnavailable
from wallet.models import Checkout
from wallet.providers import stripe_shapes as shapes
from wallet.providers.cards import (
    CheckoutCharge,
    Outcome,
    Page,
    ProviderChargeback,
    Record,
    SavedMethod,
    WebhookMessage,
)

log = logging.getLogger(__name__)
VERSION: Final = "2026-10-28.endive"
_TIMEOUT: Final = 10.0  # seconds for one try
_PAGE: Final = 100
_KINDS: Final = {
    "checkout.session": "page",
    "payment_intent": "charge",
    "refund": "refund",
    "payout": "payout",
    "account": "onboarding",
    "dispute": "chargeback",
}


def client() -> stripe.StripeClient:
    """The SDK, configured: one version of the API, three tries, a time-out for each."""
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
    """Only refusals of the payment itself come out as they are; everything else is ProviderUnavailable (502)."""
    try:
        yield
    except stripe.IdempotencyError as error:
        log.exception("one key was used for two requests")
        raise ProviderUnavailable() from error
    except stripe.InvalidRequestError as error:
        if error.code == "resource_missing":
            log.exception("Stripe does not know what we know it by: is this the right account?")
            raise ProviderUnavailable() from error
        raise
    except stripe.CardError:
        raise
    except stripe.StripeError as error:
        log.warning("Stripe does not answer", extra={"cause": type(error).__name__, "status": error.http_status})
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
                # Theirs live for a day, a payment link of ours for thirty: nothing can be paid on an expired one any more.
                key += f":{session.id}"
            if checkout.save_method and not customer:
                customer = self._customer(checkout)
            # The same request at every call, or the key would not fit: no moment of time is in it. Ours ends earlier
            # than theirs, and then it is closed.
            try:
                session = self.api.checkout.sessions.create(
                    shapes.page_of(checkout, customer), {"idempotency_key": key}
                )
            except stripe.InvalidRequestError as error:
                log.exception("Stripe finds a page wrong", extra={"checkout": checkout.public_id})
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
        return [CheckoutCharge(intent.id, intent.amount_received, shapes.label(intent), shapes.saved(intent), payer)]

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
                log.info("a page was not open any more", extra={"checkout": checkout.public_id})

    # ------------------------------------------------------------------ money

    def charge_saved(self, *, key: str, saved: SavedMethod, cents: int, description: str) -> Outcome:
        with asking():
            # Stripe forgets a key after a day, and this may be asked for longer.
            earlier = self.api.payment_intents.list({"customer": saved.customer, "limit": _PAGE})
            for intent in earlier.data:
                if shapes.ours(intent) == key:
                    return replace(shapes.charged(intent), method=saved.label)
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
        return replace(shapes.charged(intent), method=saved.label)

    def charge_token(
        self, *, key: str, token: str, cents: int, description: str, asked_at: datetime | None = None
    ) -> Outcome:
        """By a shared payment token; the parameter is a preview's, so that the request names its own version."""
        with asking():
            if asked_at is not None and (earlier := self._charged_as(key, asked_at)) is not None:
                return earlier
            asked: Any = {
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
                    asked, {"idempotency_key": key, "stripe_version": settings.MPP_STRIPE_VERSION}
                )
            except (stripe.CardError, stripe.InvalidRequestError) as error:
                refused = getattr(error.error, "payment_intent", None)
                return Outcome("failed", refused.id if refused else "", error.code or "card_declined")
        return shapes.charged(intent)

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        with asking():
            if (earlier := self.find_by_key("refund", key=key, of=reference)) is not None:
                return earlier
            try:
                refund = self.api.refunds.create(
                    {"payment_intent": reference, "amount": cents, "metadata": {"ours": key}}, {"idempotency_key": key}
                )
            except stripe.InvalidRequestError as error:
                # Perhaps one of ours that was made since we looked is what stands in the way.
                mine = self.find_by_key("refund", key=key, of=reference)
                reason = "charge_already_refunded" if error.param == "amount" else error.code or "refused"
                return mine or Outcome("failed", "", reason)
        return shapes.refunded(refund)

    def onboarding(self, *, key: str, account_ref: str, return_url: str) -> tuple[str, str]:
        with asking():
            if not account_ref:
                account_ref = self.api.accounts.create(
                    {
                        "type": "express",
                        "capabilities": {"transfers": {"requested": True}},
                        "settings": {"payouts": {"schedule": {"interval": "manual"}}},  # we say when
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

    def is_onboarded(self, account_ref: str) -> bool:
        if not account_ref:
            return False
        with asking():
            return bool(self.api.accounts.retrieve(account_ref).payouts_enabled)

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        """To the person's account at Stripe, and from there to his bank. The first is the reference: it is what leaves us."""
        with asking():
            transfer = self._transfer(key)
            if transfer is None:
                asked: Any = {"amount": cents, "currency": "usd", "destination": account_ref, "transfer_group": key}
                try:
                    transfer = self.api.transfers.create(
                        asked | {"metadata": {"ours": key}}, {"idempotency_key": f"{key}:transfer"}
                    )
                except stripe.InvalidRequestError as error:
                    return Outcome("failed", "", error.code or "refused")
            elif transfer.reversed or self._payout(transfer) is not None:
                return self._stands(transfer)
            try:
                payout = self.api.payouts.create(
                    {"amount": cents, "currency": "usd", "metadata": {"ours": key}},
                    {"idempotency_key": f"{key}:payout", "stripe_account": account_ref},
                )
            except stripe.InvalidRequestError as error:
                self._fetch_back(transfer)
                return Outcome("failed", transfer.id, error.code or "refused")
            self.api.transfers.update(transfer.id, {"metadata": {"ours": key, "payout": payout.id}})
            return self._paid_out(transfer, payout)

    def find_by_key(self, kind: Literal["refund", "payout"], *, key: str, of: str) -> Outcome | None:
        with asking():
            if kind == "payout":
                transfer = self._transfer(key)
                return None if transfer is None else self._stands(transfer)
            back = self.api.refunds.list({"payment_intent": of, "limit": _PAGE}).auto_paging_iter()
            return next((shapes.refunded(refund) for refund in back if shapes.ours(refund) == key), None)

    def poll(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        with asking():
            if kind == "charge":
                return shapes.charged(self.api.payment_intents.retrieve(reference, {"expand": ["payment_method"]}))
            if kind == "refund":
                return shapes.refunded(self.api.refunds.retrieve(reference))
            return self._stands(self.api.transfers.retrieve(reference))

    # ------------------------------------------------------------------ what it says, and its books

    def parse_webhook(self, body: bytes, signature: str) -> WebhookMessage | None:
        event = _verified(body, signature)
        about = event.data.object
        kind = _KINDS.get(about["object"])
        if kind is None:
            return None
        # A chargeback is about a charge of ours, which is what we know.
        reference = about["payment_intent"] if kind == "chargeback" else about["id"]
        return WebhookMessage(event.id, kind, str(reference or ""), shapes.ours(about))

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for intent in self.api.payment_intents.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if intent.status == "succeeded":
                    yield Record("charge", intent.id, intent.amount_received, shapes.at(intent.created))
            for refund in self.api.refunds.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if refund.status == "succeeded":
                    yield Record("refund", refund.id, -refund.amount, shapes.at(refund.created))
            for transfer in self.api.transfers.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if transfer.amount > transfer.amount_reversed:
                    left = transfer.amount - transfer.amount_reversed
                    yield Record("payout", transfer.id, -left, shapes.at(transfer.created))
        for chargeback in self.chargebacks_between(since, until):
            if chargeback.cents:
                yield Record("chargeback", chargeback.reference, chargeback.net_cents, chargeback.at)

    def chargebacks_of(self, charge: str) -> list[ProviderChargeback]:
        with asking():
            found = self.api.disputes.list({"payment_intent": charge, "limit": _PAGE})
            return [shapes.disputed(dispute) for dispute in found.auto_paging_iter()]

    def chargebacks_between(self, since: datetime, until: datetime) -> Iterable[ProviderChargeback]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for dispute in self.api.disputes.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                yield shapes.disputed(dispute)

    # ------------------------------------------------------------------ parts

    def _charged_as(self, key: str, asked_at: datetime) -> Outcome | None:
        """A charge of this key, should Stripe have made one: it forgets keys, and repeats its own faults under them."""
        start = int(asked_at.timestamp() - clock.offset_seconds()) - 60
        made: Any = {"gte": start, "lt": start + 2 * 86_400}
        for intent in self.api.payment_intents.list({"created": made, "limit": _PAGE}).auto_paging_iter():
            if shapes.ours(intent) == key:
                return shapes.charged(intent)
        return None

    def _customer(self, checkout: Checkout) -> str:
        account = ids.encode("usr", checkout.account_id)
        made = self.api.customers.create({"metadata": {"ours": account}}, {"idempotency_key": f"{account}:customer"})
        return made.id

    def _transfer(self, key: str) -> Any:
        """The transfer of this key, should there be one; else None."""
        group = self.api.transfers.list({"transfer_group": key, "limit": _PAGE})
        return next((transfer for transfer in group.auto_paging_iter() if shapes.ours(transfer) == key), None)

    def _payout(self, transfer: Any) -> Any:
        """The payout that takes this transfer on to the bank, should there be one; else None."""
        there: Any = {"stripe_account": str(transfer.destination)}
        if known := transfer.metadata.to_dict().get("payout"):
            return self.api.payouts.retrieve(known, options=there)
        since = self.api.payouts.list({"created": {"gte": transfer.created}, "limit": _PAGE}, there)
        key = shapes.ours(transfer)
        return next((payout for payout in since.auto_paging_iter() if shapes.ours(payout) == key), None)

    def _stands(self, transfer: Any) -> Outcome:
        """Without a payout it has no reference yet: whoever asks again by its key has it paid on."""
        if transfer.reversed:
            return Outcome("failed", transfer.id, "payout_failed")
        payout = self._payout(transfer)
        return Outcome("pending", "") if payout is None else self._paid_out(transfer, payout)

    def _paid_out(self, transfer: Any, payout: Any) -> Outcome:
        """A payout that failed leaves the money on the person's account there: it is fetched back before we say so."""
        if payout.status in ("failed", "canceled"):
            self._fetch_back(transfer)
            return Outcome("failed", transfer.id, payout.failure_code or "payout_failed")
        return Outcome("succeeded" if payout.status == "paid" else "pending", transfer.id)

    def _fetch_back(self, transfer: Any) -> None:
        if not transfer.reversed:
            self.api.transfers.reversals.create(transfer.id, {}, {"idempotency_key": f"{transfer.id}:back"})


def _verified(body: bytes, signature: str) -> stripe.Event:
    """Own account and connected accounts have an endpoint each at Stripe, with a secret each."""
    for secret in settings.STRIPE_WEBHOOK_SECRET.split(","):
        try:
            return stripe.Webhook.construct_event(body, signature, secret.strip())
        except stripe.SignatureVerificationError:
            continue
        except ValueError as error:
            raise InvalidSignature() from error
    raise InvalidSignature()

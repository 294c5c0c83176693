"""Stripe's card rail, by its official SDK. Our row's id is the idempotency key and, as metadata `ours`, the way back to it.

What Stripe refuses for good (a declined card, a refund that is too large) is a failed Outcome. What says nothing about
the payment (no answer, its own fault, our key or our request being wrong) is ProviderUnavailable: nothing is guessed.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, Literal

import stripe
from django.conf import settings
from stripe.params.checkout import SessionCreateParams

from marketplace.core import ids
from wallet.errors import InvalidSignature, ProviderUnavailable
from wallet.models import Checkout
from wallet.providers.cards import Disputed, Notice, Outcome, Page, Record, SavedMethod, Taken

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
            session = self.api.checkout.sessions.create(_page_of(checkout, customer), {"idempotency_key": key})
        return Page(session.id, session.url or "", customer)

    def taken(self, checkout: Checkout) -> list[Taken]:
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
        return [Taken(intent.id, intent.amount_received, _label(intent), _saved(intent), payer)]

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
                if _ours(intent) == key:
                    return replace(_charged(intent), method=saved.label)
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
        return replace(_charged(intent), method=saved.label)

    def refund(self, *, key: str, reference: str, cents: int) -> Outcome:
        with asking():
            try:
                refund = self.api.refunds.create(
                    {"payment_intent": reference, "amount": cents, "metadata": {"ours": key}}, {"idempotency_key": key}
                )
            except stripe.InvalidRequestError as error:
                return Outcome(
                    "failed", "", "charge_already_refunded" if error.param == "amount" else error.code or "refused"
                )
        return _refunded(refund)

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

    def onboarded(self, account_ref: str) -> bool:
        if not account_ref:
            return False
        with asking():
            return bool(self.api.accounts.retrieve(account_ref).payouts_enabled)

    def pay_out(self, *, key: str, account_ref: str, cents: int) -> Outcome:
        """To the person's account at Stripe, and from there to his bank. The first is the reference: it is what leaves us."""
        with asking():
            try:
                transfer = self.api.transfers.create(
                    {"amount": cents, "currency": "usd", "destination": account_ref, "metadata": {"ours": key}},
                    {"idempotency_key": f"{key}:transfer"},
                )
            except stripe.InvalidRequestError as error:
                return Outcome("failed", "", error.code or "refused")
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

    def look(self, kind: Literal["charge", "refund", "payout"], reference: str) -> Outcome:
        with asking():
            if kind == "charge":
                return _charged(self.api.payment_intents.retrieve(reference, {"expand": ["payment_method"]}))
            if kind == "refund":
                return _refunded(self.api.refunds.retrieve(reference))
            transfer = self.api.transfers.retrieve(reference)
            to, payout_id = str(transfer.destination), transfer.metadata.to_dict().get("payout")
            if transfer.reversed or not payout_id:
                return Outcome("failed" if transfer.reversed else "pending", reference, "payout_failed")
            return self._paid_out(transfer, self.api.payouts.retrieve(payout_id, options={"stripe_account": to}))

    # ------------------------------------------------------------------ what it says, and its books

    def notice(self, body: bytes, signature: str) -> Notice | None:
        event = _verified(body, signature)
        about = event.data.object
        kind = _KINDS.get(about["object"])
        if kind is None:
            return None
        # A chargeback is about a charge of ours, which is what we know.
        reference = about["payment_intent"] if kind == "chargeback" else about["id"]
        return Notice(event.id, kind, str(reference or ""), _ours(about))

    def records(self, since: datetime, until: datetime) -> Iterable[Record]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for intent in self.api.payment_intents.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if intent.status == "succeeded":
                    yield Record("charge", intent.id, intent.amount_received, _at(intent.created))
            for refund in self.api.refunds.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if refund.status == "succeeded":
                    yield Record("refund", refund.id, -refund.amount, _at(refund.created))
            for transfer in self.api.transfers.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                if transfer.amount > transfer.amount_reversed:
                    left = transfer.amount - transfer.amount_reversed
                    yield Record("payout", transfer.id, -left, _at(transfer.created))
        for said in self.disputes(since, until):
            if said.cents:
                yield Record("chargeback", said.reference, said.net_cents, said.at)

    def disputed(self, charge: str) -> list[Disputed]:
        with asking():
            found = self.api.disputes.list({"payment_intent": charge, "limit": _PAGE})
            return [_disputed(dispute) for dispute in found.auto_paging_iter()]

    def disputes(self, since: datetime, until: datetime) -> Iterable[Disputed]:
        made: Any = {"gte": int(since.timestamp()), "lt": int(until.timestamp())}
        with asking():
            for dispute in self.api.disputes.list({"created": made, "limit": _PAGE}).auto_paging_iter():
                yield _disputed(dispute)

    # ------------------------------------------------------------------ parts

    def _customer(self, checkout: Checkout) -> str:
        account = ids.encode("usr", checkout.account_id)
        made = self.api.customers.create({"metadata": {"ours": account}}, {"idempotency_key": f"{account}:customer"})
        return made.id

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


def _page_of(checkout: Checkout, customer: str) -> SessionCreateParams:
    asked: SessionCreateParams = {
        "mode": "payment",
        "allowed_payment_method_types": ["card"],
        "client_reference_id": checkout.public_id,
        "metadata": {"ours": checkout.public_id},
        "payment_intent_data": {"metadata": {"ours": checkout.public_id}, "description": checkout.description},
        "line_items": [
            {
                "price_data": {
                    "currency": "usd",
                    "unit_amount": checkout.amount_cents,
                    "product_data": {"name": checkout.description},
                },
                "quantity": 1,
            }
        ],
        "success_url": f"{checkout.url}?back=paid",
        "cancel_url": f"{checkout.url}?back=unpaid",
    }
    if checkout.save_method:
        asked["customer"] = customer
        asked["payment_intent_data"]["setup_future_usage"] = "off_session"
    elif checkout.payer_email:
        asked["customer_email"] = checkout.payer_email
    return asked


def _ours(about: Any) -> str:
    """The id of our row that we gave along."""
    metadata = about.get("metadata") if isinstance(about, dict) else getattr(about, "metadata", None)
    return str((metadata or {})["ours"]) if metadata and "ours" in metadata else ""


def _charged(intent: Any) -> Outcome:
    method = _label(intent)
    match intent.status:
        case "succeeded":
            return Outcome("succeeded", intent.id, method=method)
        case "processing":
            return Outcome("pending", intent.id, method=method)
        case "requires_action":
            return Outcome("failed", intent.id, "authentication_required", method)
    fault = intent.last_payment_error
    return Outcome("failed", intent.id, (fault.code if fault else "") or "card_declined", method)


def _refunded(refund: Any) -> Outcome:
    state: Literal["succeeded", "pending", "failed"] = "pending"
    if refund.status == "succeeded":
        state = "succeeded"
    elif refund.status in ("failed", "canceled"):
        state = "failed"
    return Outcome(state, refund.id, (refund.failure_reason or "refused") if state == "failed" else "")


def _disputed(dispute: Any) -> Disputed:
    """What was moved is what its balance transactions say: an inquiry has none, and `won` may be said before the money."""
    lines = dispute.balance_transactions or []
    taken, back = [line for line in lines if line.amount < 0], [line for line in lines if line.amount >= 0]
    due = getattr(dispute.evidence_details, "due_by", None)
    return Disputed(
        dispute.id,
        str(dispute.payment_intent or ""),
        dispute.status if dispute.status in ("won", "lost") else "open",
        cents=-sum(line.amount for line in taken),
        fee_cents=sum(line.fee for line in taken),
        returned_cents=sum(line.amount for line in back),
        fee_returned_cents=-sum(line.fee for line in back),
        reason=dispute.reason or "",
        at=_at(dispute.created),
        answer_by=_at(due) if due else None,
    )


def _label(intent: Any) -> str:
    method = intent.payment_method
    card = None if method is None or isinstance(method, str) else method.card
    return f"card •••• {card.last4}" if card else ""


def _saved(intent: Any) -> SavedMethod | None:
    if not intent.setup_future_usage or not intent.customer or isinstance(intent.payment_method, str):
        return None
    return SavedMethod(str(intent.customer), intent.payment_method.id, _label(intent))


def _at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

"""Conversion between our types and Stripe's objects. Nothing here calls Stripe."""

from datetime import UTC, datetime
from typing import Any, Final, Literal

from stripe.params.checkout import SessionCreateParams

from wallet.models import Checkout
from wallet.providers.cards import Outcome, ProviderChargeback, Recipient, SavedMethod, WebhookMessage

_KINDS: Final = {
    "checkout.session": "page",
    "payment_intent": "charge",
    "refund": "refund",
    "payout": "payout",
    "account": "onboarding",
    "bank_account": "onboarding",
    "card": "onboarding",
    "dispute": "chargeback",
}
# Where somebody is paid: a bank account, or a debit card. Those of a customer, who pays, have the same names.
_ID_IN: Final = {"bank_account": "account", "card": "account"}
_LONGEST_ID: Final = 200


def page_of(checkout: Checkout, customer: str) -> SessionCreateParams:
    params: SessionCreateParams = {
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
                    "product_data": {"name": checkout.description[:250]},
                },
                "quantity": 1,
            }
        ],
        "success_url": f"{checkout.url}?back=paid",
        "cancel_url": f"{checkout.url}?back=unpaid",
    }
    if checkout.save_method:
        params["customer"] = customer
        params["payment_intent_data"]["setup_future_usage"] = "off_session"
    elif checkout.payer_email:
        params["customer_email"] = checkout.payer_email
    return params


def webhook_message(event: Any) -> WebhookMessage | None:
    """What a webhook's event is about; None when it does not concern us. Its signature says who sent it, not that it has the
    shape of an event: raises ValueError."""
    match event:
        case {"id": str(number), "data": {"object": {"object": str(name)} as about}} if len(number) <= _LONGEST_ID:
            if (kind := _KINDS.get(name)) is None:
                return None
            if name in _ID_IN and not about.get(_ID_IN[name]):
                return None
        case _:
            raise ValueError("no event")
    # For a chargeback we use the id of its charge, which our rows have, and for a bank account its person's.
    reference = about.get("payment_intent") or "" if kind == "chargeback" else about.get(_ID_IN.get(name, "id"))
    if not isinstance(reference, str) or len(reference) > _LONGEST_ID:
        raise ValueError("names nothing")
    return WebhookMessage(number, kind, reference, our_id(about))


def our_id(about: Any) -> str:
    """Our row's id from an object's metadata; empty without one."""
    if isinstance(about, dict):  # a webhook's, of any shape
        found = about["metadata"].get("ours") if isinstance(about.get("metadata"), dict) else ""
        return found if isinstance(found, str) else ""
    metadata = getattr(about, "metadata", None)
    return str(metadata["ours"]) if metadata and "ours" in metadata else ""


def charge_outcome(intent: Any) -> Outcome:
    method = card_label(intent)
    match intent.status:
        case "succeeded":
            return Outcome("succeeded", intent.id, method=method)
        case "processing":
            return Outcome("pending", intent.id, method=method)
        case "requires_action":
            return Outcome("failed", intent.id, "authentication_required", method)
    error = intent.last_payment_error
    return Outcome("failed", intent.id, (error.code if error else "") or "card_declined", method)


def refund_outcome(refund: Any) -> Outcome:
    state: Literal["succeeded", "pending", "failed"] = "pending"
    if refund.status == "succeeded":
        state = "succeeded"
    elif refund.status in ("failed", "canceled"):
        state = "failed"
    return Outcome(state, refund.id, (refund.failure_reason or "refused") if state == "failed" else "")


def chargeback_of(dispute: Any) -> ProviderChargeback:
    """Amounts come from the balance transactions only: an inquiry has none, and `won` may precede the returned money."""
    lines = dispute.balance_transactions or []
    taken, back = [line for line in lines if line.amount < 0], [line for line in lines if line.amount >= 0]
    due = getattr(dispute.evidence_details, "due_by", None)
    return ProviderChargeback(
        dispute.id,
        str(dispute.payment_intent or ""),
        dispute.status if dispute.status in ("won", "lost") else "open",
        cents=-sum(line.amount for line in taken),
        fee_cents=sum(line.fee for line in taken),
        returned_cents=sum(line.amount for line in back),
        fee_returned_cents=-sum(line.fee for line in back),
        reason=dispute.reason or "",
        at=as_datetime(dispute.created),
        answer_by=as_datetime(due) if due else None,
    )


def recipient(account: Any) -> Recipient:
    """We pay out in dollars, so it is the default bank account (or debit card) of that currency; else the first one. Stripe leaves
    fields out of what was made otherwise than on its page."""
    listed = getattr(account, "external_accounts", None)
    banks = list(listed.data) if listed else []
    defaults = (one for one in banks if getattr(one, "default_for_currency", False))
    bank = next((one for one in defaults if getattr(one, "currency", "") == "usd"), next(iter(banks), None))
    last4 = str(getattr(bank, "last4", "") or "")[-4:]
    return Recipient(bool(account.payouts_enabled), str(bank.id) if bank else "", last4)


def card_label(intent: Any) -> str:
    method = intent.payment_method
    card = None if method is None or isinstance(method, str) else method.card
    return f"card •••• {card.last4}" if card else ""


def saved_method(intent: Any) -> SavedMethod | None:
    if not intent.setup_future_usage or not intent.customer or isinstance(intent.payment_method, str):
        return None
    method = intent.payment_method
    fingerprint = str(getattr(method.card, "fingerprint", "") or "")
    return SavedMethod(str(intent.customer), method.id, card_label(intent), fingerprint)


def as_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

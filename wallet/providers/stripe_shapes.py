"""What Stripe is sent, and what its objects say in our words. Nothing here asks Stripe."""

from datetime import UTC, datetime
from typing import Any, Literal

from stripe.params.checkout import SessionCreateParams

from wallet.models import Checkout
from wallet.providers.cards import Outcome, ProviderChargeback, SavedMethod


def page_of(checkout: Checkout, customer: str) -> SessionCreateParams:
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
                    "product_data": {"name": checkout.description[:250]},
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


def ours(about: Any) -> str:
    """The id of our row that we gave along."""
    metadata = about.get("metadata") if isinstance(about, dict) else getattr(about, "metadata", None)
    return str((metadata or {})["ours"]) if metadata and "ours" in metadata else ""


def charged(intent: Any) -> Outcome:
    method = label(intent)
    match intent.status:
        case "succeeded":
            return Outcome("succeeded", intent.id, method=method)
        case "processing":
            return Outcome("pending", intent.id, method=method)
        case "requires_action":
            return Outcome("failed", intent.id, "authentication_required", method)
    fault = intent.last_payment_error
    return Outcome("failed", intent.id, (fault.code if fault else "") or "card_declined", method)


def refunded(refund: Any) -> Outcome:
    state: Literal["succeeded", "pending", "failed"] = "pending"
    if refund.status == "succeeded":
        state = "succeeded"
    elif refund.status in ("failed", "canceled"):
        state = "failed"
    return Outcome(state, refund.id, (refund.failure_reason or "refused") if state == "failed" else "")


def disputed(dispute: Any) -> ProviderChargeback:
    """What was moved is what its balance transactions say: an inquiry has none, and `won` may be said before the money."""
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
        at=at(dispute.created),
        answer_by=at(due) if due else None,
    )


def label(intent: Any) -> str:
    method = intent.payment_method
    card = None if method is None or isinstance(method, str) else method.card
    return f"card •••• {card.last4}" if card else ""


def saved(intent: Any) -> SavedMethod | None:
    if not intent.setup_future_usage or not intent.customer or isinstance(intent.payment_method, str):
        return None
    return SavedMethod(str(intent.customer), intent.payment_method.id, label(intent))


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

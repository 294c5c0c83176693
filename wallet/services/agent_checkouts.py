"""Agent checkouts: an agent charges its own customer by a page that pays into its wallet, and can refund it in full."""

from typing import NotRequired, TypedDict

from marketplace.core import context, crypto, ids
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.services.idempotency import IdempotencyKeyReused, fingerprint
from wallet.errors import NotRefundable
from wallet.models import AgentCheckout, Checkout, Outflow, Payment
from wallet.selectors import access, agent_checkouts, chargebacks
from wallet.services import checkouts, outflows

PURPOSE = "agent_checkout"
_REFUNDABLE_RAILS = ("card", "mpp")  # x402 payments cannot be refunded


class NewCheckout(TypedDict):
    """The validated body of POST /api/agent-checkouts; `metadata` is the caller's own JSON object."""

    external_order_id: str
    amount_cents: int
    currency: NotRequired[str]
    description: str
    customer_phone: str
    success_url: str
    cancel_url: str
    metadata: JsonObject


def create(actor: Actor, requested: NewCheckout) -> tuple[AgentCheckout, bool]:
    """POST /api/agent-checkouts: the one checkout of an order; a repeated call returns it in its present state.

    Returns the checkout and whether it existed before. In the caller's transaction. Locks nothing; concurrent calls are
    serialised by the unique order id. Raises IdempotencyKeyReused (409) for the same order with other input,
    NoCardProvider (503). Spec: Tool interface (create_agent_checkout).
    """
    input_fingerprint = fingerprint("POST", PURPOSE, dict(requested))
    order = requested["external_order_id"]
    kept = agent_checkouts.mine(actor).filter(external_order_id=order).first()
    if kept is None:
        page = checkouts.open_checkout(
            account_id=actor.id,
            purpose=PURPOSE,
            cents=requested["amount_cents"],
            description=requested["description"],
        )
        fresh = AgentCheckout(
            account_id=actor.id,
            external_order_id=order,
            checkout=page,
            fingerprint=input_fingerprint,
            customer_phone=requested["customer_phone"],
            success_url=requested["success_url"],
            cancel_url=requested["cancel_url"],
            metadata=requested["metadata"],
        )
        # Of two concurrent calls, the slower one waits here for the unique order id, finds the faster one's row, and
        # deletes its own page.
        AgentCheckout.objects.bulk_create([fresh], ignore_conflicts=True)
        kept = agent_checkouts.mine(actor).get(external_order_id=order)
        if kept.pk == fresh.pk:
            return kept, False
        page.delete()
    if not crypto.equal(bytes(kept.fingerprint), input_fingerprint):
        raise IdempotencyKeyReused(
            "This externalOrderId has a checkout with another input. Use a new one for a new order; "
            "GET /api/agent-checkouts?externalOrderId= shows what there is."
        )
    return kept, True


def refund(actor: Actor, agent_checkout_id: str) -> AgentCheckout:
    """Refund the customer in full; the provider's cost is ours. Idempotent; a refund that failed for good can be repeated.

    Args: `agent_checkout_id` is public (aco_…). In the caller's transaction; the post comes last. Locks the order, its page,
    its payment, then the ledger accounts. Raises NotFound (404), NotRefundable (409), InsufficientFunds (402) when the
    wallet no longer has the money, WalletOwes (402). Spec: Tool interface (refund_agent_checkout).
    """
    row = agent_checkouts.own(actor, agent_checkout_id, lock=True)
    row.checkout = Checkout.objects.locked().get(pk=row.checkout_id)
    if row.is_refunded:
        context.changes_nothing()
        return row
    if row.status != "paid":
        raise NotRefundable(currentState=row.status, allowedActions=[])
    first = access.payment_of(row.checkout)
    assert first is not None  # a paid page has a payment
    payment: Payment = Payment.objects.locked().get(pk=first.pk)
    active_refunds = Outflow.objects.filter(payment=payment).exclude(status__in=["failed", "returned"])
    charged_back = not chargebacks.not_taken_back(Payment.objects.filter(pk=payment.pk)).exists()
    if payment.rail not in _REFUNDABLE_RAILS or active_refunds.exists() or charged_back:
        raise NotRefundable(
            "This payment was returned or taken back in another way already, or came by a rail that has no way back. "
            "GET /api/wallet/funding-refunds shows it.",
            currentState=row.status,
            allowedActions=[],
        )
    row.refund_id = ids.new()
    row.save(update_fields=["refund"])  # saved before the outflow exists, so that the post comes last
    row.refund = outflows.begin(
        id=row.refund_id,
        account_id=row.account_id,
        by=actor,
        kind="checkout_refund",
        rail=payment.rail,
        cents=payment.amount_cents,
        payment=payment,
        destination_label=payment.method,
    )
    return row

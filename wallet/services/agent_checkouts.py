"""Agent checkouts: an agent charges its own customer by a page into its wallet, and gives the money back in full."""

from collections.abc import Mapping
from typing import Any

from marketplace.core import crypto, ids
from marketplace.core.actor import Actor
from marketplace.services.idempotency import IdempotencyKeyReused, fingerprint
from wallet.errors import NotRefundable
from wallet.models import AgentCheckout, Checkout, Outflow, Payment
from wallet.selectors import access, agent_checkouts, chargebacks
from wallet.services import checkouts, outflows

PURPOSE = "agent_checkout"
_REFUNDED_BY = ("card", "mpp")  # x402 has no way back


def create(actor: Actor, asked: Mapping[str, Any]) -> tuple[AgentCheckout, bool]:
    """POST /api/agent-checkouts, in the caller's transaction. An order has one checkout for ever: asked for again, it is
    answered as it stands. Returns it and whether it was there.

    Raises IdempotencyKeyReused (409) for the same order with other input, NoCardProvider (503).
    """
    print_ = fingerprint("POST", PURPOSE, dict(asked))
    order = asked["external_order_id"]
    kept = agent_checkouts.mine(actor).filter(external_order_id=order).first()
    if kept is None:
        page = checkouts.open_checkout(
            account_id=actor.id, purpose=PURPOSE, cents=asked["amount_cents"], description=asked["description"]
        )
        more = {name: asked[name] for name in ("customer_phone", "success_url", "cancel_url", "metadata")}
        fresh = AgentCheckout(account_id=actor.id, external_order_id=order, checkout=page, fingerprint=print_, **more)
        # The slower of two twins waits at the unique order here, finds the faster one's, and takes its own page back.
        AgentCheckout.objects.bulk_create([fresh], ignore_conflicts=True)
        kept = agent_checkouts.mine(actor).get(external_order_id=order)
        if kept.pk == fresh.pk:
            return kept, False
        page.delete()
    if not crypto.equal(bytes(kept.fingerprint), print_):
        raise IdempotencyKeyReused(
            "This externalOrderId has a checkout with another input. Use a new one for a new order; "
            "GET /api/agent-checkouts?externalOrderId= shows what there is."
        )
    return kept, True


def refund(actor: Actor, agent_checkout_id: str) -> AgentCheckout:
    """Give the customer everything back; the rail's cost is ours. Repeated, it changes nothing; one that the provider
    refused for good is tried anew.

    The caller's transaction. Locks the order, its page and its payment, then the wallet. Raises NotFound,
    NotRefundable (409), InsufficientFunds (402) when the money was spent.
    """
    row = agent_checkouts.own(actor, agent_checkout_id, lock=True)
    row.checkout = Checkout.objects.locked().get(pk=row.checkout_id)
    if row.is_refunded:
        return row
    if row.status != "paid":
        raise NotRefundable(currentState=row.status, allowedActions=[])
    first = access.payment_of(row.checkout)
    assert first is not None  # a paid page has one
    payment: Payment = Payment.objects.locked().get(pk=first.pk)
    under_way = Outflow.objects.filter(payment=payment).exclude(status__in=["failed", "returned"])
    taken_back = not chargebacks.not_taken_back(Payment.objects.filter(pk=payment.pk)).exists()
    if payment.rail not in _REFUNDED_BY or under_way.exists() or taken_back:
        raise NotRefundable(
            "This payment was returned or taken back in another way already, or came by a rail that has no way back. "
            "GET /api/wallet/funding-refunds shows it.",
            currentState=row.status,
            allowedActions=[],
        )
    row.refund_id = ids.new()
    row.save(update_fields=["refund"])  # the outflow follows under this id: the post comes last
    row.refund = outflows.begin(
        id=row.refund_id,
        account_id=row.account_id,
        kind="checkout_refund",
        rail=payment.rail,
        cents=payment.amount_cents,
        payment=payment,
        destination_label=payment.method,
    )
    return row

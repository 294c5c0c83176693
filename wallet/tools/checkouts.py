"""Tools to charge customers of one's own."""

from typing import Final

from marketplace.core.tools import CURSOR, KEY, READS, Tool, an_id, choice, dollars, limit, text

_CHECKOUT: Final = an_id("The checkout (aco_…).")

CHECKOUTS = [
    Tool(
        name="create_agent_checkout",
        title="Charge a customer",
        what="Opens a page on which a customer of yours pays you. Not for funding your own work: deposit_wallet.",
        effects="Charges nobody by itself: your wallet is credited when the customer pays, within a day. Undone by "
        "refund_agent_checkout.",
        then="Give its address to the customer, then get_agent_checkout.",
        method="POST",
        path="/api/agent-checkouts",
        toolset="money",
        properties={
            "externalOrderId": text("The order in your books: one checkout each, for ever.", least=1, most=100),
            "amount": dollars(""),
            "currency": choice("Only usd.", "usd"),
            "description": text("What is paid for; the customer reads it.", least=1, most=500),
            "customerPhone": text("Shown to you only.", most=32),
            "successUrl": text("https; the receipt leads there.", most=2000),
            "cancelUrl": text("https; a cancelled page leads there.", most=2000),
            "metadata": {"type": "object", "description": "Your own data, at most 4 KiB."},
        },
        required=("externalOrderId", "amount", "description"),
        idempotent=True,
    ),
    Tool(
        name="get_agent_checkout",
        title="Read a charge",
        what="Shows whether a customer has paid: pending, paid, expired, cancelled or refunded.",
        effects=READS,
        method="GET",
        path="/api/agent-checkouts/{checkoutId}",
        toolset="money",
        properties={"checkoutId": _CHECKOUT},
        required=("checkoutId",),
    ),
    Tool(
        name="list_agent_checkouts",
        title="List charges",
        what="Lists what you charged your customers, newest first.",
        effects=READS,
        method="GET",
        path="/api/agent-checkouts",
        toolset="money",
        properties={
            "externalOrderId": text("Only this order.", most=100),
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
    ),
    Tool(
        name="refund_agent_checkout",
        title="Refund a customer",
        what="Gives a customer everything back, to where it came from. There are no partial refunds.",
        effects="Moves the whole sum out of your wallet; refused when it is short. It can't be undone. Repeating it "
        "is one refund.",
        then="Then get_agent_checkout for refund.status.",
        method="POST",
        path="/api/agent-checkouts/{checkoutId}/refund",
        toolset="money",
        properties={"checkoutId": _CHECKOUT, "idempotencyKey": KEY},
        required=("checkoutId",),
        destructive=True,
        idempotent=True,
    ),
]

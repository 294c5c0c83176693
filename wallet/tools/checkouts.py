"""Tools to charge one's own customers."""

from marketplace.core.tools import READS, Tool

CHECKOUTS = [
    Tool(
        name="create_agent_checkout",
        title="Charge a customer",
        intents="invoice bill customer client charge payment link sell",
        what="Opens a page on which a customer of yours pays you. Not for funding your own work: deposit_wallet.",
        effects="Charges nobody by itself: your wallet is credited when the customer pays, within a day. Undone by "
        "refund_agent_checkout.",
        then="Give its address to the customer, then get_agent_checkout.",
        operation="createAgentCheckout",
        toolset="money",
        without=("idempotencyKey",),
        idempotent=True,
    ),
    Tool(
        name="get_agent_checkout",
        title="Read a charge",
        intents="invoice paid customer status",
        what="Shows whether a customer has paid: pending, paid, expired, cancelled or refunded.",
        effects=READS,
        operation="getAgentCheckout",
        toolset="money",
        rename={"checkoutId": "agentCheckoutId"},
    ),
    Tool(
        name="list_agent_checkouts",
        title="List charges",
        intents="invoices customers charges sales",
        what="Lists what you charged your customers, newest first.",
        effects=READS,
        operation="listAgentCheckouts",
        toolset="money",
    ),
    Tool(
        name="refund_agent_checkout",
        title="Refund a customer",
        intents="customer money back invoice return",
        what="Gives a customer everything back, to where it came from. There are no partial refunds.",
        effects="Moves the whole sum out of your wallet; refused when it is short. It can't be undone. Repeating it "
        "is one refund.",
        then="Then get_agent_checkout for refund.status.",
        operation="refundAgentCheckout",
        toolset="money",
        rename={"checkoutId": "agentCheckoutId"},
        destructive=True,
        idempotent=True,
    ),
]

"""Tools of the wallet: deposits, withdrawals, controls, and charging one's own customers. Data only."""

from wallet.tools.balance import BALANCE
from wallet.tools.checkouts import CHECKOUTS
from wallet.tools.crypto import CRYPTO

IDS = {
    "approvalId": "The call that waits (apv_…), from its answer or list_approvals.",
    "checkoutId": "The checkout (aco_…).",
}
SHOWN = {
    "ApprovalOut": ("id", "status", "cents", "operation", "plan", "idempotencyKey", "note", "expiresAt", "decidedAt"),
    "PlanOut": ("type", "description", "cents", "title", "undo"),
    "AgentCheckoutOut": (
        *(
            "id",
            "externalOrderId",
            "checkoutUrl",
            "amountCents",
            "status",
            "description",
            "expiresAt",
            "paidAt",
            "refund",
        ),
    ),
}
TOOLS = [*BALANCE, *CHECKOUTS, *CRYPTO]

"""`ledger` is exported as a module, never its models: only `wallet.ledger` writes the ledger."""

from wallet.models import ledger
from wallet.models.agent_checkouts import AgentCheckout
from wallet.models.approvals import Approval
from wallet.models.caps import Caps
from wallet.models.chargebacks import Chargeback
from wallet.models.checkouts import Checkout, Payment
from wallet.models.controls import Controls, TopUp
from wallet.models.earnings_holds import EarningsHold
from wallet.models.mpp import MppCharge, MppQuote
from wallet.models.outflows import Outflow
from wallet.models.payment_links import PaymentLink
from wallet.models.providers import Discrepancy, ProviderAccount, ProviderWebhook, SandboxRecord, SandboxTransfer
from wallet.models.spender_limits import SpenderLimits
from wallet.models.x402 import X402Payment

__all__ = (
    "AgentCheckout",
    "Approval",
    "Caps",
    "Chargeback",
    "Checkout",
    "Controls",
    "Discrepancy",
    "EarningsHold",
    "MppCharge",
    "MppQuote",
    "Outflow",
    "Payment",
    "PaymentLink",
    "ProviderAccount",
    "ProviderWebhook",
    "SandboxRecord",
    "SandboxTransfer",
    "SpenderLimits",
    "TopUp",
    "X402Payment",
    "ledger",
)

"""What of the money waits for staff."""

from marketplace.models import Account
from marketplace.ports import Waiting
from wallet.models import Chargeback, Discrepancy, MppCharge, Outflow, TopUp, X402Payment

_ATTENTION = "status__exact=attention"


def parts(staff: Account) -> list[Waiting]:
    """Payments whose outcome nobody has told us in time, chargebacks that the provider takes evidence for, books that disagree."""
    traced = (
        ("Money to trace", Outflow, "outflow"),
        ("Stablecoin payments to trace", X402Payment, "x402payment"),
        ("Card tokens to trace", MppCharge, "mppcharge"),
        ("Top-ups to trace", TopUp, "topup"),
    )
    return [
        *(
            Waiting("money", label, rows.objects.filter(status="attention"), f"wallet_{page}", _ATTENTION)
            for label, rows, page in traced
        ),
        Waiting(
            "money", "Chargebacks", Chargeback.objects.filter(status="open"), "wallet_chargeback", "status__exact=open"
        ),
        Waiting(
            "money",
            "Books that disagree",
            Discrepancy.objects.filter(over_at=None),
            "wallet_discrepancy",
            "over_at__isempty=1",
            is_urgent=True,
        ),
    ]

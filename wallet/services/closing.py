"""What goes with an account besides what the table of personal columns says: the automatic top-up."""

from marketplace.models import Account
from wallet.models import Controls


def erase(account: Account) -> None:
    """In the caller's transaction. The ledger and the payments stay: the law asks for them."""
    Controls.objects.filter(account=account).update(auto_topup_enabled=False)

"""What goes when somebody closes their account: the card that is kept for top-ups, the automatic top-up, and
the caps of single keys and connectors."""

from marketplace.models import Account
from wallet.models import Controls, ProviderAccount, SpenderLimits


def erase(account: Account) -> None:
    """In the caller's transaction. The ledger and the payments stay: the law asks for them."""
    ProviderAccount.objects.filter(account=account).update(saved_method_ref="", saved_method_label="")
    SpenderLimits.objects.filter(account=account).delete()
    Controls.objects.filter(account=account).update(auto_topup_enabled=False)

"""Fetch a wallet's rows with a permission check."""

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from wallet.models import Checkout, Outflow, Payment, ProviderAccount
from wallet.models.ledger import LedgerTransaction
from wallet.rules.outflows import WITHDRAWALS


def checkout_page(checkout_id: str) -> Checkout:
    """A checkout by its public id, with its account. The unguessable id is the credential. Raises NotFound (404)."""
    try:
        rows = Checkout.objects.select_related("account", "agent_checkout__refund")
        found: Checkout = rows.get(pk=ids.decode("dep", checkout_id))
    except (ValueError, Checkout.DoesNotExist):
        raise NotFound("There is no such payment page. The address may have been cut off when it was copied.")
    return found


def own_deposit(actor: Actor, deposit_id: str) -> Checkout:
    """A deposit's page (dep_…) that the caller has asked for. Raises NotFound (404) for everybody else's."""
    try:
        found: Checkout = Checkout.objects.get(pk=ids.decode("dep", deposit_id), account_id=actor.id, purpose="deposit")
    except (ValueError, Checkout.DoesNotExist):
        raise NotFound("There is no such deposit among yours.")
    return found


def saved_card(actor: Actor) -> str:
    """The card that was kept for automatic top-ups, masked; empty without one."""
    rows = ProviderAccount.objects.filter(account_id=actor.id).exclude(saved_method_ref="")
    found: str | None = rows.values_list("saved_method_label", flat=True).order_by("-id").first()
    return found or ""


def payment_of(checkout: Checkout) -> Payment | None:
    """The first payment of a checkout, which the receipt shows; None without one."""
    found: Payment | None = checkout.payments.order_by("id").first()
    return found


def onboarding_page(key: str) -> ProviderAccount:
    """A ProviderAccount by its public id, unless its account is closed. The unguessable id is the credential. Raises NotFound
    (404)."""
    try:
        rows = ProviderAccount.objects.select_related("account").filter(account__closed_at=None)
        found: ProviderAccount = rows.get(pk=ids.decode("pac", key))
    except (ValueError, ProviderAccount.DoesNotExist):
        raise NotFound("There is no such page. The address may have been cut off when it was copied.")
    return found


def own_withdrawals(actor: Actor) -> QuerySet[Outflow]:
    """The caller's withdrawals from the wallet and from the earnings."""
    return Outflow.objects.filter(account_id=actor.id, kind__in=WITHDRAWALS.values())


def own_withdrawal(actor: Actor, withdrawal_id: str) -> Outflow:
    """One withdrawal of the caller's. Raises NotFound (404) for everybody else, including staff (who use the admin)."""
    try:
        found: Outflow = own_withdrawals(actor).get(pk=ids.decode("wdr", withdrawal_id))
    except (ValueError, Outflow.DoesNotExist):
        raise NotFound("There is no such withdrawal among yours. GET /api/wallet/withdrawals lists them.")
    return found


def own_funding(actor: Actor, funding_id: str, *, lock: bool = False) -> Payment:
    """The payment behind a deposit (txn_…) in the caller's statement, locked on request. Raises NotFound (404)."""
    rows = Payment.objects.locked() if lock else Payment.objects.all()
    try:
        key = LedgerTransaction.objects.values_list("key", flat=True).get(
            pk=ids.decode("txn", funding_id), kind="deposit"
        )
        found: Payment = rows.get(pk=key.removeprefix("deposit:"), account_id=actor.id)
    except (ValueError, LedgerTransaction.DoesNotExist, Payment.DoesNotExist):
        raise NotFound("There is no such deposit among yours. GET /api/wallet/funding-refunds lists them.")
    return found

"""What this app knows about an account, for the copy that its owner may fetch; and what keeps it from being closed."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.models import Account
from marketplace.selectors.account_data import MOST, table
from wallet import ledger
from wallet.models import (
    Approval,
    Chargeback,
    Checkout,
    Controls,
    Outflow,
    Payment,
    ProviderAccount,
    SpenderLimits,
    TopUp,
    X402Payment,
)

_CAPS = (
    *("spending_cap_per_bounty_cents", "spending_cap_rolling_24h_cents", "spending_cap_rolling_7d_cents"),
    *("spending_cap_rolling_30d_cents", "ask_above_cents"),
)
_CONTROLS = (
    *("low_balance_threshold_cents", *_CAPS, "auto_topup_enabled", "auto_topup_floor_cents"),
    *("auto_topup_target_cents", "auto_topup_max_per_day_cents"),
)


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    yield "wallet_statement", _statement(ledger.lines(ledger.wallet(account.pk)))
    yield "earnings_statement", _statement(ledger.lines(ledger.earnings(account.pk)))
    came = Payment.objects.filter(account=account)
    yield "payments_into_your_wallet", table(came, "pay", "rail", "amount_cents", "method", "created_at")
    pages = Checkout.objects.filter(account=account)
    yield "payment_pages", table(pages, "dep", "purpose", "amount_cents", "description", "status", "created_at")
    left = Outflow.objects.filter(account=account)
    told = ("kind", "amount_cents", "destination_label", "status", "failure", "created_at", "ended_at")
    yield "withdrawals_and_refunds", table(left, "wdr", *told)
    back = Chargeback.objects.filter(account=account)
    yield "chargebacks", table(back, "chb", "reason", "status", "amount_cents", "owed_cents", "opened_at", "ended_at")
    yield "wallet_controls", table(Controls.objects.filter(account=account), "", *_CONTROLS)
    own = SpenderLimits.objects.filter(account=account)
    yield "limits_of_keys_and_programs", table(own, "", *_CAPS, refs={"key_id": "key", "connector_id": "ctr"})
    asked = Approval.objects.filter(account=account)
    told = ("operation_words", "cents", "status", "note", "created_at", "decided_at", "used_at")
    yield "approvals", table(asked, "apv", *told)
    known = ProviderAccount.objects.filter(account=account)
    yield (
        "payment_providers",
        table(known, "pac", "provider", "saved_method_label", "bank_last4", "bank_given_at", "created_at"),
    )


def _statement(lines: QuerySet[Any]) -> Iterator[dict[str, Any]]:
    newest = lines.select_related("transaction").order_by("-move_id")[:MOST]
    for line in newest.iterator(chunk_size=500):
        yield {
            "transactionId": ids.encode("txn", line.transaction_id),
            "type": line.type,
            "cents": line.cents,
            "balanceAfterCents": line.balance_after,
            "createdAt": line.created_at,
        }


def open_matters(account: Account) -> list[str]:
    """Money that is here, is owed, or is on its way in or out."""
    found = []
    if ledger.balance(ledger.wallet(account.pk)):
        found.append("wallet")
    if ledger.balance(ledger.earnings(account.pk)):
        found.append("earnings")
    if Chargeback.objects.filter(account=account, owed_cents__gt=0).exists():
        found.append("debts")
    moving = (
        Outflow.objects.filter(account=account, ended_at=None),
        TopUp.objects.filter(account=account, ended_at=None),
        X402Payment.objects.filter(account=account, ended_at=None),
        Chargeback.objects.filter(account=account, status="open"),
        Checkout.objects.filter(account=account, status="open"),
    )
    return [*found, "money_on_its_way"] if any(rows.exists() for rows in moving) else found

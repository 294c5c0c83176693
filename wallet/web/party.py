"""The money of a person, for their page in the back office."""

from django.utils.html import format_html

from marketplace.api.backoffice import cells, details, moment, money, table
from marketplace.api.backoffice.party import SHOWN, all_of, personal
from marketplace.models import Account
from marketplace.ports import PartyPart
from wallet.models import Chargeback, Outflow, ProviderAccount
from wallet.selectors import balances, chargebacks


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """Wallet, earnings, withdrawals, chargebacks, debts, payment providers. A constant number of queries."""
    wallet, (earned, withdrawn) = balances.wallet(account.pk), balances.earnings(account.pk)
    sums = details(
        {
            "Wallet": money(wallet.balance),
            "Deposited": money(wallet.deposited),
            "Sent to work": money(wallet.sent),
            "Came back from work": money(wallet.returned),
            "Refunded to the card": money(wallet.withdrawn),
            "Earnings": money(earned),
            "Withdrawn": money(withdrawn),
            "Debt after chargebacks": money(chargebacks.owed_cents(account.pk)),
        }
    )
    body = format_html(
        "{}<h3>Withdrawals and refunds</h3>{}{}<h3>Chargebacks</h3>{}<h3>Payment providers</h3>{}",
        sums,
        _outflows(account, is_revealed),
        all_of("wallet_outflow", account),
        _chargebacks(account),
        _providers(account, is_revealed),
    )
    return [PartyPart("money", "Money", body)]


def _outflows(account: Account, is_revealed: bool) -> object:
    rows = Outflow.objects.filter(account=account).order_by("-id")[:SHOWN]
    return table(
        ("What", "Kind", "Amount", "To", "Status", "At"),
        (
            (
                cells.link(row),
                row.kind,
                money(row.amount_cents),
                personal(row.destination_label, "text", is_revealed=is_revealed),
                row.status,
                moment(row.created_at),
            )
            for row in rows
        ),
        none="Nothing was paid out.",
    )


def _chargebacks(account: Account) -> object:
    rows = Chargeback.objects.filter(account=account).order_by("-id")[:SHOWN]
    return table(
        ("Chargeback", "Amount", "Owed", "Status", "Answer by", "Opened"),
        (
            (
                cells.row_link("chb", row.pk),
                money(row.amount_cents),
                money(row.owed_cents),
                row.status,
                moment(row.answer_by),
                moment(row.opened_at),
            )
            for row in rows
        ),
        none="No chargeback.",
    )


def _providers(account: Account, is_revealed: bool) -> object:
    rows = ProviderAccount.objects.filter(account=account).order_by("-id")[:SHOWN]
    return table(
        ("Provider", "Saved card", "Is paid at", "Bank account", "Given", "Since"),
        (
            (
                cells.link(row),
                personal(row.saved_method_label, "text", is_revealed=is_revealed),
                personal(row.payout_ref, "text", is_revealed=is_revealed),
                personal(row.bank_last4, "text", is_revealed=is_revealed),
                moment(row.bank_given_at),
                moment(row.created_at),
            )
            for row in rows
        ),
        none="None.",
    )

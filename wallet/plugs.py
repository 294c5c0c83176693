"""Wallet's answers to sockets: its own audits, so that check_ledger has one list, and sockets of lower steps."""

from marketplace.ports import AccountData as Part
from marketplace.ports import (
    account_data,
    bank_accounts,
    called,
    due_rows,
    keepers,
    party_parts,
    posted_money,
    sandbox_payouts,
    waiting,
)
from wallet.ports import audits
from wallet.rules.personal import TABLES
from wallet.selectors import account_data as account_data_of
from wallet.selectors import approvals, due, invariants
from wallet.selectors import bank_accounts as bank_accounts_of
from wallet.selectors import posted_money as posted_money_of
from wallet.selectors import waiting as waiting_of
from wallet.services import closing, payouts, provider_webhooks
from wallet.web import party


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)
    open_matters = staticmethod(account_data_of.open_matters)
    erase = staticmethod(closing.erase)


def plug() -> None:
    account_data.plug("wallet", AccountData())
    bank_accounts.plug(bank_accounts_of.shown)
    called.plug("apv", approvals.called)
    due_rows.plug("wallet", due.rows)
    audits.plug("wallet", invariants.rows)
    keepers.plug("provider_webhooks", provider_webhooks.KEEPER)
    party_parts.plug("wallet", party.sections)
    posted_money.plug(posted_money_of.moves)
    sandbox_payouts.plug(payouts.set_sandbox_payouts)
    waiting.plug("wallet", waiting_of.parts)

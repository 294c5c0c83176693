"""Wallet's answers to sockets: its own audits, so that check_ledger has one list, and sockets of lower steps."""

from marketplace.ports import sandbox_payouts
from wallet.ports import audits
from wallet.selectors import invariants
from wallet.services import payouts


def plug() -> None:
    audits.plug("wallet", invariants.rows)
    sandbox_payouts.plug(payouts.set_sandbox_payouts)

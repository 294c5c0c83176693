"""What wallet plugs into its own sockets, so that check_ledger has one list, and into those of lower steps."""

from marketplace.ports import sandbox_payouts
from wallet.ports import audits
from wallet.selectors import invariants
from wallet.services import payouts


def plug() -> None:
    audits.plug("wallet", invariants.rows)
    sandbox_payouts.plug(payouts.stand_in)

"""What wallet plugs into its own sockets, so that check_ledger has one list."""

from wallet.ports import audits
from wallet.selectors import faults


def plug() -> None:
    audits.plug("wallet", faults.rows)

"""What escrow answers to lower steps."""

from escrow.selectors import coming, faults
from wallet.ports import audits, earnings


def plug() -> None:
    audits.plug("escrow", faults.rows)
    earnings.plug("escrow", coming.held)

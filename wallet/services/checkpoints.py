"""Months of the ledger are sealed, so that the nightly proof costs the month and not the history (docs/money.md, Checkpoints)."""

import logging
from datetime import date

from django.db import OperationalError, connection, transaction

from marketplace.core import clock
from wallet import ledger
from wallet.selectors import checkpoints
from wallet.services import books

log = logging.getLogger(__name__)
_WAIT = "1s"  # for posts that are under way; all later ones stand behind us meanwhile


def seal_due() -> int:
    """Timer: seal each month that has been over for three days, the oldest first. Returns how many.

    Two steps, each a transaction: the month is closed (a moment, in which nothing is posted), then its moves are read and its
    checkpoint written. A process that dies leaves a closed month, which the next run seals; of two runs one seals.
    Nothing is sealed while the books have a violation: later nights would not look there any more.
    """
    if checkpoints.next_month(clock.now()) is None:
        return 0
    if found := books.violations():
        log.error("months are not sealed: the books disagree", extra={"violations": len(found)})
        return 0
    sealed = 0
    while (month := checkpoints.next_month(clock.now())) is not None and _close(month) and _seal(month):
        sealed += 1
    return sealed


def _close(month: date) -> bool:
    """False when a post takes too long: the next run tries again."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('lock_timeout', %s, true)", [_WAIT])
            ledger.close_month(month)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != "55P03":
            raise
        log.warning("month is not closed yet: a post takes long", extra={"month": str(month)})
        return False
    return True


def _seal(month: date) -> bool:
    """False when another process seals it, or has."""
    with transaction.atomic():
        row = checkpoints.unsealed(month)
        if row is None:
            return False
        found = checkpoints.to_be_sealed(row)
        ledger.seal_month(month, **found._asdict())
    # The log is kept elsewhere: who could write the whole database anew could not write this anew.
    log.info(
        "month of the ledger sealed", extra={"month": str(month), "moves": found.moves, "hash": found.digest.hex()}
    )
    return True

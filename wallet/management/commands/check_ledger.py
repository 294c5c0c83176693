"""Check all invariants of the books, from the last sealed month on. Prints each violation on a line; exit code 1 if any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from wallet.selectors import checkpoints
from wallet.services import books, reconciliation

_ALL = """
select format('%s accounts, %s transactions, %s moves', (select count(*) from ledger_account where balance is not null),
              (select count(*) from ledger_transaction), (select count(*) from ledger_move))
"""
_SINCE = "select count(*) || ' moves since ' from ledger_move where id > %s"


class Command(BaseCommand):
    help = "Check the ledger, the escrows, the pools and the payments against each other."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--whole",
            action="store_true",
            help="Prove all of history and every checkpoint, not only what came after the last one.",
        )
        parser.add_argument(
            "--providers", action="store_true", help="Also ask the card provider for all that it ever booked for us."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        violations = books.violations(whole=options["whole"])
        checked = self._checked(None if options["whole"] else checkpoints.last())
        if options["providers"]:
            violations += reconciliation.compare(None, None)
        for violation, subject, detail in violations:
            self.stdout.write(f"VIOLATION  {violation}: {subject}  {detail}".rstrip())
        self.stdout.write(f"check_ledger: {checked}, {len(violations)} violations")
        if violations:
            sys.exit(1)

    def _checked(self, since: checkpoints.LedgerCheckpoint | None) -> str:
        with connection.cursor() as cursor:
            if since is None:
                cursor.execute(_ALL)
                return str(cursor.fetchone()[0])
            cursor.execute(_SINCE, [since.through])
            return f"{cursor.fetchone()[0]}the checkpoint of {since} (--whole proves all before it, too)"

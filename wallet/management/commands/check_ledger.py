"""Check all invariants of the books. Prints each violation on a line; exit code 1 if there is any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from wallet.services import books, reconciliation

_COUNTS = """
select (select count(*) from ledger_account where balance is not null), (select count(*) from ledger_transaction),
       (select count(*) from ledger_move)
"""


class Command(BaseCommand):
    help = "Check the ledger, the escrows, the pools and the payments against each other."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--providers", action="store_true", help="Also ask the card provider for all that it ever booked for us."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        violations = books.violations()
        with connection.cursor() as cursor:
            cursor.execute(_COUNTS)
            accounts, transactions, moves = cursor.fetchone()
        if options["providers"]:
            violations += reconciliation.compare(None, None)
        for violation, subject, detail in violations:
            self.stdout.write(f"VIOLATION  {violation}: {subject}  {detail}".rstrip())
        self.stdout.write(
            f"check_ledger: {accounts} accounts, {transactions} transactions, {moves} moves, {len(violations)} violations"
        )
        if violations:
            sys.exit(1)

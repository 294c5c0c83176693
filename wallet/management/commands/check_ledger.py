"""Prove that every cent is where the books say. Prints each fault on a line; exit code 1 when there is any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from wallet.ports import audits


class Command(BaseCommand):
    help = "Check the ledger, the escrows, the pools and the payments against each other."

    def handle(self, *args: Any, **options: Any) -> None:
        faults = [row for audit in audits.all() for row in audit()]
        for fault, subject, detail in faults:
            self.stdout.write(f"FAULT  {fault}: {subject}  {detail}")
        with connection.cursor() as cursor:
            cursor.execute(
                "select (select count(*) from ledger_account where balance is not null), (select count(*) from ledger_transaction),"
                " (select count(*) from ledger_move)"
            )
            accounts, transactions, moves = cursor.fetchone()
        self.stdout.write(
            f"check_ledger: {accounts} accounts, {transactions} transactions, {moves} moves, {len(faults)} faults"
        )
        if faults:
            sys.exit(1)

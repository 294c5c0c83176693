"""After a restore, before the service is started: readers of inboxes learn that a later time was undone."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from webhooks.services import restorations


class Command(BaseCommand):
    help = "Say that this database was restored from a backup or to a point in time, so that readers of inboxes are told (409)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--note", default="", help="Which backup, or which moment; for the record.")

    def handle(self, *args: Any, **options: Any) -> None:
        made = restorations.mark(note=options["note"])
        self.stdout.write(
            f"mark_restored: inboxes begin the epoch {made.epoch}; older cursors are answered 409 inbox_restored"
        )

"""Compare the uploaded files with their rows. Prints one line per difference; exit code 1 when there is any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from marketplace.core.errors import Problem
from marketplace.services import orphaned_files


class Command(BaseCommand):
    help = (
        "Compare what lies in the storage (folder or object store) with the rows that name it, and the other way round."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--after", default="", help="Look at what lies behind this key: where the last look ended.")
        parser.add_argument("--limit", type=int, default=1_000_000, help="Look at so many keys at most.")
        parser.add_argument(
            "--delete-orphaned",
            action="store_true",
            help="Have the worker delete files that no row names. Only where the database is the newest one there is.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = orphaned_files.scan(after=options["after"], limit=options["limit"])
            gone = list(orphaned_files.missing())
        except Problem as problem:
            raise CommandError(problem.message)
        for key in found.orphaned.values():
            self.stdout.write(f"ORPHANED {key}")
        for key in found.foreign:
            self.stdout.write(f"FOREIGN  {key}")
        for file in gone:
            self.stdout.write(f"MISSING  {file.storage_key}  {file.public_id}")
        if options["delete_orphaned"]:
            orphaned_files.mark_for_deletion(found)
        self.stdout.write(
            f"check_files: {found.seen} keys, {len(found.orphaned)} orphaned, {len(found.foreign)} foreign, {len(gone)} missing"
            + (f"; go on with --after {found.last}" if found.seen == options["limit"] else "")
        )
        if gone or found.foreign or (found.orphaned and not options["delete_orphaned"]):
            sys.exit(1)

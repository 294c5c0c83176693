"""Compare the uploaded files with their rows. Prints each fault on a line; exit code 1 when there is any."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from marketplace.core.errors import Problem
from marketplace.services import strays


class Command(BaseCommand):
    help = (
        "Compare what lies in the storage (folder or object store) with the rows that name it, and the other way round."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--after", default="", help="Look at what lies behind this key: where the last look ended.")
        parser.add_argument("--limit", type=int, default=1_000_000, help="Look at so many keys at most.")
        parser.add_argument(
            "--delete-strays",
            action="store_true",
            help="Have the worker delete files that no row names. Only where the database is the newest one there is.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = strays.look(after=options["after"], limit=options["limit"])
            gone = list(strays.missing())
        except Problem as problem:
            raise CommandError(problem.message)
        for key in found.strays.values():
            self.stdout.write(f"STRAY    {key}")
        for key in found.foreign:
            self.stdout.write(f"FOREIGN  {key}")
        for file in gone:
            self.stdout.write(f"MISSING  {file.storage_key}  {file.public_id}")
        if options["delete_strays"]:
            strays.give_up(found)
        self.stdout.write(
            f"check_files: {found.seen} keys, {len(found.strays)} strays, {len(found.foreign)} foreign, {len(gone)} missing"
            + (f"; go on with --after {found.last}" if found.seen == options["limit"] else "")
        )
        if gone or found.foreign or (found.strays and not options["delete_strays"]):
            sys.exit(1)

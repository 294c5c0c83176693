"""A whole backup, while the service runs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.backups import saving


class Command(BaseCommand):
    help = (
        "Write a backup into a new folder of TO: a dump of the database, the uploaded files, a manifest with hashes. The service "
        "goes on. SECRET_KEY is not in it: keep it elsewhere."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "to", type=Path, metavar="TO", help="A folder for backups; each run makes one of its own in it."
        )
        parser.add_argument("--without-files", action="store_true", help="List the files, do not copy them.")

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        folder, made = saving.save(options["to"], with_files=not options["without_files"])
        gone = f", {made.gone_meanwhile} were deleted meanwhile" if made.gone_meanwhile else ""
        self.stdout.write(f"backup: {folder}")
        self.stdout.write(
            f"{made.figures['accounts']} accounts, {made.figures['transactions']} transactions of the ledger; "
            f"{made.files} files of {made.bytes / 2**20:.1f} MiB, which are {made.files_at}{gone}"
        )
        self.stdout.write(f"Not in it: {', '.join(made.not_included)}.")

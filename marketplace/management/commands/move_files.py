"""Copy the uploaded files between DATA_DIR/files and the object store. Safe to run again; exit code 1 when a file is missing or
damaged.
"""

import sys
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.management.base import BaseCommand, CommandError, CommandParser

from marketplace.core.errors import Problem
from marketplace.services import moving


class Command(BaseCommand):
    help = (
        "Copy every uploaded file from DATA_DIR/files to the object store that STORAGE_URL names, its hash compared. "
        "Nothing is deleted, and what is there already is left alone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--back", action="store_true", help="From the object store to DATA_DIR/files instead.")

    def handle(self, *args: Any, **options: Any) -> None:
        if "bucket_name" not in settings.STORAGES["default"].get("OPTIONS", {}):
            raise CommandError(
                "STORAGE_URL names no object store: give it to this command, also while nothing else has it."
            )
        folder = FileSystemStorage(location=settings.MEDIA_ROOT)
        source, target = (default_storage, folder) if options["back"] else (folder, default_storage)
        ends: Counter[str] = Counter()
        try:
            for file, end in moving.copy_all(source, target):
                ends[end] += 1
                if end in ("missing", "damaged"):
                    self.stdout.write(f"{end.upper():8} {file.storage_key}  {file.public_id}")
        except (Problem, OSError) as error:
            raise CommandError(f"{error} {sum(ends.values())} files were done; run it again to go on.")
        said = ", ".join(f"{ends[end]} {end}" for end in ("copied", "there", "missing", "damaged"))
        self.stdout.write(f"move_files: {said}")
        if ends["missing"] or ends["damaged"]:
            sys.exit(1)

"""Bring a backup back into an empty database, before the service is started."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.backups import restoring

_NEXT = """\
Nothing of this is sent until you say so. Now, before the service is started:
  check_ledger               must print 0 violations
  check_files                names files that are missing
  check_ledger --providers   what providers did in the time that was undone: Discrepancies in the back office
  erasures --again LIST      people who were erased since the backup are back: erase them anew
Then start the service, and let go what is held, kind by kind: resume_sending webhooks, mails, pushes, payments."""


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database and an instance that does not run. Inboxes begin another epoch; webhooks, mails, "
        "pushes and payments that were due are held until `resume_sending`."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", type=Path, metavar="FROM", help="The folder of one backup.")
        parser.add_argument("--key-is-lost", action="store_true", help="Restore although no key opens what is sealed.")
        parser.add_argument("--note", default="", help="For the record; else the time of the backup.")

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        found = restoring.check(options["source"], key_is_lost=options["key_is_lost"])
        held = restoring.restore(options["source"], found, note=options["note"])
        self.stdout.write(f"restore: as of {found.created_at}; {found.files} files are {found.files_at}")
        self.stdout.write("held: " + ", ".join(f"{count} {kind}" for kind, count in held.items()))
        self.stdout.write(_NEXT)

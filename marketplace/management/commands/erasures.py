"""Which accounts were erased, to be kept beside the backups; and those erasures again, after an older database was restored."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from marketplace.core import ids
from marketplace.core.batches import in_batches
from marketplace.core.errors import Problem
from marketplace.models import Account, Erasure
from marketplace.services import closing


class Command(BaseCommand):
    help = (
        "Print the ids of all erased accounts, one a line: keep them where the backups are, but not in one (docs/privacy.md). With "
        "--again, after a restore: erase those of the list that the restore has brought back. Exit code 1 if one could not be."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", type=Path, metavar="LIST", help="A file that this command has printed.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["again"] is None:
            for row in in_batches(Erasure.objects.select_related("account"), by="pk", size=1000):
                self.stdout.write(row.account.public_id)
            return
        self._again(_read(options["again"]))

    def _again(self, wanted: dict[str, Any]) -> None:
        keys = list(wanted.values())
        known = set(Account.objects.filter(pk__in=keys).values_list("pk", flat=True))
        erased = set(Erasure.objects.filter(account__in=keys).values_list("account_id", flat=True))
        done = refused = 0
        for name, key in wanted.items():
            if key not in known or key in erased:
                continue
            try:
                closing.erase_again(key)
            except Problem as problem:
                refused += 1
                matters = ", ".join(problem.extra.get("matters", []))
                self.stdout.write(f"{name}: {problem.message} {matters}".rstrip())
            else:
                done += 1
        others = f"{len(erased)} are erased here already, {len(wanted) - len(known)} are not in this database"
        self.stdout.write(f"{done} erased again, {refused} could not be; {others}")
        if refused:
            sys.exit(1)


def _read(path: Path) -> dict[str, Any]:
    """Public id -> key. Nothing is erased by a list that has a line that is none."""
    try:
        lines = path.read_text().split()
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror}")
    try:
        return {line: ids.decode("usr", line) for line in lines}
    except ValueError:
        raise CommandError(f"{path} has a line that is no id of an account (usr_…): give what `erasures` has printed.")

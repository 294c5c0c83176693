import re
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from marketplace.services import audit


class Command(BaseCommand):
    help = (
        "Prove that the staff log is as it was written: nothing changed, missing or added. Exit code 1 when it is not."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--expect",
            metavar="NUMBER:HASH",
            help="what an earlier run printed as the end: also prove that this entry is still in the log",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        kept = options["expect"]
        if kept and not re.fullmatch(r"\d+:[0-9a-f]{64}", kept):
            raise CommandError("--expect takes what an earlier run printed, such as 812:9f86d0….")
        number, _, digest = (kept or "").partition(":")
        result = audit.check(expected=(int(number), digest) if kept else None)
        for words in result.violations:
            self.stderr.write(words)
        if result.violations:
            raise CommandError(f"the staff log is not as it was written: {len(result.violations)} violations")
        self.stdout.write(f"the staff log is as it was written; its end: {result.number}:{result.hash}")

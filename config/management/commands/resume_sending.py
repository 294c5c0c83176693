"""After a restore: let go what was held, kind by kind."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backups import outgoing


class Command(BaseCommand):
    help = (
        "Send what `restore` has held, by kind; without one, say how much is held. docs/operations.md, After a restore."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"Of {', '.join(outgoing.KINDS)}.")
        parser.add_argument("--drop", action="store_true", help="Mails and pushes only: never send them.")

    def handle(self, *args: Any, **options: Any) -> None:
        kinds: list[str] = options["kinds"]
        if unknown := [kind for kind in kinds if kind not in outgoing.KINDS]:
            raise CommandError(f"No kind is called {unknown[0]}; there are {', '.join(outgoing.KINDS)}.")
        if options["drop"] and (kept := [kind for kind in kinds if kind not in outgoing.DROPPABLE]):
            raise CommandError(f"{kept[0]} can't be dropped: only {' and '.join(outgoing.DROPPABLE)}.")
        for kind in kinds:
            count = outgoing.resume(kind, drop=options["drop"])
            self.stdout.write(f"resume_sending: {count} {kind} {'dropped' if options['drop'] else 'are due now'}")
        left = ", ".join(f"{count} {kind}" for kind, count in outgoing.held().items())
        self.stdout.write(f"held: {left}")

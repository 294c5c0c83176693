from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.demo import seed


class Command(BaseCommand):
    help = (
        "Fill an empty sandbox with a small marketplace and write DATA_DIR/demo.json. Does nothing when there is data."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="Run the migrations first.")
        parser.add_argument("--check", action="store_true", help="Run check_ledger afterwards.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SANDBOX:
            raise CommandError("Demo data belongs to a sandbox: it comes with known passwords and play money.")
        if options["migrate"]:
            call_command("migrate", verbosity=0)
        made = seed.seed()
        self.stdout.write(f"demo data: {made}" if made else "demo data: the database is not empty, nothing was added")
        if options["check"]:
            call_command("check_ledger", stdout=self.stdout)

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.demo import seed


class Command(BaseCommand):
    help = (
        "Fill an empty sandbox with a small marketplace and write DATA_DIR/demo.json. Does nothing when there is data."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.SANDBOX:
            raise CommandError("Demo data belongs to a sandbox: it comes with known passwords and play money.")
        made = seed.seed()
        self.stdout.write(f"demo data: {made}" if made else "demo data: the database is not empty, nothing was added")

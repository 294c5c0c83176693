"""After a recovery that was not by `restore`, and before the service is started: hold whatever is due."""

from typing import Any

from django.core.management.base import BaseCommand

from config.backups import outgoing


class Command(BaseCommand):
    help = (
        "Hold webhooks, mails, pushes and payments that are due, after a recovery by PostgreSQL's own means; `restore` does it by "
        "itself. Before the service is started."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = outgoing.hold()
        self.stdout.write("held: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))

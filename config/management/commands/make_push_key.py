from typing import Any

from django.core.management.base import BaseCommand

from config.devstack import locations


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY, which signs the pushes to people's devices."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(locations.new_push_key())
